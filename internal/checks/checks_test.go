package checks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A fake checker finds every "bad" in the files whose path has its name in it,
// and offers to delete it.
type fake struct {
	name  string
	check func(f checks.File, s checks.Settings) ([]checks.Finding, error)
}

func (c fake) Name() string { return c.name }

func (c fake) Rules() []checks.Rule {
	return []checks.Rule{
		{
			Name: c.name + "/bad", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Safety: fixedits.SafetySafe,
			Options: []checks.Option{
				{Name: "word", Kind: config.String, Default: "bad"},
				{Name: "most", Kind: config.Int, Default: 10},
				{Name: "upper", Kind: config.Bool, Default: false},
				{Name: "but", Kind: config.Strings, Default: []string(nil)},
			},
		},
		{Name: c.name + "/optional", Phase: fixedits.PhaseSemantic, Severity: config.SeverityOff},
	}
}

func (c fake) Match(f checks.File, _ *config.Config) bool { return strings.Contains(f.Path, c.name) }

func (c fake) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	if c.check != nil {
		return c.check(f, s)
	}
	word := []byte(s.Text(c.name+"/bad", "word"))
	findings := []checks.Finding{{Rule: c.name + "/optional", Message: "there is a file"}}
	for i := 0; ; {
		n := bytes.Index(f.Content[i:], word)
		if n < 0 {
			return findings, nil
		}
		start, end := i+n, i+n+len(word)
		findings = append(findings, checks.Finding{
			Rule: c.name + "/bad", Message: "bad", Start: start, End: end,
			Fixes: []fixedits.Fix{
				{Title: "Delete", Edits: []fixedits.Edit{{Path: f.Path, Start: start, End: end}}},
				{Title: "Fix", Safety: fixedits.SafetySuggestion, Confidence: fixedits.ConfidenceLow, Edits: []fixedits.Edit{{Path: f.Path, Start: start, End: end, New: []byte("good")}}},
			},
		})
		i = end
	}
}

func run(t *testing.T, r *checks.Registry, toml string, files ...checks.File) (*artifact.Artifact, error) {
	t.Helper()
	c, err := config.Parse("autofix.toml", []byte(toml), r.Sections())
	if err != nil {
		t.Fatal(err)
	}
	return r.Run(context.Background(), "//a:a", files, c)
}

func file(path, content string) checks.File {
	return checks.File{Path: path, Content: []byte(content)}
}

func TestRunBuildsArtifact(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix", Version: "1"}, fake{name: "x"})
	src := "ok\nbad and bad"
	got, err := run(t, r, "", file("x.txt", src), file("unknown", "bad"))
	if err != nil {
		t.Fatal(err)
	}
	want := artifact.New(artifact.Tool{Name: "autofix", Version: "1"}, "//a:a")
	want.Checkers = []string{"x"}
	want.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("x.txt", []byte(src))}
	for i, start := range []int{3, 11} {
		d := fixedits.Diagnostic{
			Rule: "x/bad", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "bad",
			Path: "x.txt", Start: start, End: start + 3, Line: 2, Column: 1 + 8*i,
		}
		for _, f := range []fixedits.Fix{
			{Title: "Delete", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{{Path: "x.txt", Start: start, End: start + 3}}},
			{Title: "Fix", Safety: fixedits.SafetySuggestion, Confidence: fixedits.ConfidenceLow, Edits: []fixedits.Edit{{Path: "x.txt", Start: start, End: start + 3, New: []byte("good")}}},
		} {
			f.Rule, f.Phase = "x/bad", fixedits.PhaseStyle
			f.ID = fixedits.ContentID(&f)
			d.Fixes = append(d.Fixes, f.ID)
			want.Fixes = append(want.Fixes, f)
		}
		d.ID = fixedits.DiagnosticID(&d)
		want.Diagnostics = append(want.Diagnostics, d)
	}
	want.Normalize()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("artifact (-want +got):\n%s", diff)
	}
	data, err := artifact.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := artifact.Decode(data); err != nil {
		t.Errorf("the artifact is not valid: %v", err)
	}
}

// Who asks for findings alone is given no fixes, whatever a checker says.
func TestBareRunsHaveNoFixes(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix", Version: "1"}, fake{name: "x"}, fake{name: "y"})
	for _, bare := range []*checks.Registry{r.Bare().Without("y"), r.Without("y").Bare()} {
		got, err := run(t, bare, "", file("x.txt", "bad and bad"))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Diagnostics) != 2 || len(got.Fixes) != 0 || len(got.Diagnostics[0].Fixes) != 0 {
			t.Errorf("%d findings and %d fixes: %+v", len(got.Diagnostics), len(got.Fixes), got)
		}
	}
	if got, err := run(t, r, "", file("x.txt", "bad")); err != nil || len(got.Fixes) == 0 {
		t.Errorf("the registry itself has no fixes any more: %+v, %v", got, err)
	}
}

func TestRunHonoursConfiguration(t *testing.T) {
	tests := []struct {
		name, toml string
		want       []string // severity, rule, place and number of fixes of each diagnostic
		fixes      int
	}{
		{"defaults", "", []string{"warning x/bad 0 2"}, 2},
		{"severity", "[rules.\"x/bad\"]\nseverity = \"error\"", []string{"error x/bad 0 2"}, 2},
		{"off", "[rules.\"x/bad\"]\nseverity = \"off\"", nil, 0},
		{"a rule that is off by default", "[rules.\"x/optional\"]\nseverity = \"info\"", []string{"warning x/bad 0 2", "info x/optional 0 0"}, 2},
		{"a namespace", "[rules.\"x/*\"]\nseverity = \"info\"", []string{"info x/bad 0 2", "info x/optional 0 0"}, 2},
		{"fixes never", "[rules.\"x/bad\"]\nfix = \"never\"", []string{"warning x/bad 0 0"}, 0},
		{"fixes explicit", "[rules.\"x/bad\"]\nfix = \"explicit\"", []string{"warning x/bad 0 2"}, 2},
		{"an option", "[rules.\"x/bad\"]\nword = \"is\"", []string{"warning x/bad 4 2"}, 2},
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "x"})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, err := run(t, r, test.toml, file("x.txt", "bad is"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range a.Diagnostics {
				got = append(got, fmt.Sprintf("%s %s %d %d", d.Severity, d.Rule, d.Start, len(d.Fixes)))
			}
			if diff := cmp.Diff(test.want, got); diff != "" || len(a.Fixes) != test.fixes {
				t.Errorf("%d fixes; diagnostics (-want +got):\n%s", len(a.Fixes), diff)
			}
		})
	}
}

// A finding may be of another severity than its rule, unless the rule's is
// configured.
func TestSeverityOfFinding(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{"x", func(f checks.File, s checks.Settings) ([]checks.Finding, error) {
		return []checks.Finding{{Rule: "x/bad", Severity: fixedits.SeverityInfo}}, nil
	}})
	for toml, want := range map[string]fixedits.Severity{
		"":                                      fixedits.SeverityInfo,
		"[rules.\"x/bad\"]\nseverity=\"error\"": fixedits.SeverityError,
	} {
		a, err := run(t, r, toml, file("x", ""))
		if err != nil || a.Diagnostics[0].Severity != want {
			t.Errorf("%q: %+v, %v", toml, a, err)
		}
	}
}

// Two findings that one change fixes share its fix.
func TestSharedFix(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{"x", func(f checks.File, s checks.Settings) ([]checks.Finding, error) {
		fix := []fixedits.Fix{{Title: "Empty", Edits: []fixedits.Edit{{Path: f.Path, End: 2}}}}
		return []checks.Finding{{Rule: "x/bad", Fixes: fix, End: 1}, {Rule: "x/bad", Fixes: fix, Start: 1, End: 2}}, nil
	}})
	a, err := run(t, r, "", file("x", "ab"))
	if err != nil || len(a.Fixes) != 1 || len(a.Diagnostics) != 2 || a.Diagnostics[0].Fixes[0] != a.Diagnostics[1].Fixes[0] {
		t.Errorf("%+v, %v", a, err)
	}
}

// A checker that fails is an error, never a run that found nothing; the others'
// errors are told, too.
func TestRunErrors(t *testing.T) {
	boom := errors.New("boom")
	tests := []struct {
		name  string
		check func(f checks.File, s checks.Settings) ([]checks.Finding, error)
		want  string
	}{
		{"an error", func(checks.File, checks.Settings) ([]checks.Finding, error) { return nil, boom }, "checker x failed on x1: boom\nchecker x failed on x2: boom"},
		{"a panic", func(checks.File, checks.Settings) ([]checks.Finding, error) { panic(boom) }, "checker x failed on x1: panic: boom\n"},
		{"another's rule", func(checks.File, checks.Settings) ([]checks.Finding, error) {
			return []checks.Finding{{Rule: "y/bad"}}, nil
		}, `checker x failed on x1: finding of unknown rule "y/bad"`},
		{"a place outside of the file", func(checks.File, checks.Settings) ([]checks.Finding, error) {
			return []checks.Finding{{Rule: "x/bad", Start: 1, End: 4}}, nil
		}, "checker x failed on x1: finding of x/bad at 1-4 is outside of the file, which has 3 bytes"},
		{"an option that there is not", func(_ checks.File, s checks.Settings) ([]checks.Finding, error) {
			s.Int("x/bad", "least")
			return nil, nil
		}, "checker x failed on x1: panic: checks: rule x/bad has no option least"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := checks.New(artifact.Tool{Name: "autofix"}, fake{"x", test.check}, fake{name: "ok"})
			a, err := run(t, r, "", file("ok", "bad"), file("x1", "abc"), file("x2", "abc"))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Fatalf("%v, %v\nwant %s", a, err, test.want)
			}
			if a == nil || len(a.Snapshots) != 1 || a.Snapshots[0].Path != "ok" || len(a.Diagnostics) != 1 {
				t.Errorf("%+v, want that of the file ok", a)
			}
			failed, ok := errors.AsType[*checks.CheckerError](err)
			if !ok || failed.Checker != "x" || failed.Path != "x1" {
				t.Errorf("%+v", failed)
			}
			if test.name == "an error" && !errors.Is(err, boom) {
				t.Error("the cause is lost")
			}
		})
	}
}

// nervous is a checker that panics at the sight of a file.
type nervous struct{ fake }

func (nervous) Match(checks.File, *config.Config) bool { panic("boo") }

func TestCheckerThatPanicsInMatchIsAnErrorToo(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, nervous{fake{name: "x"}})
	a, err := run(t, r, "", file("x1", "abc"))
	if failed, ok := errors.AsType[*checks.CheckerError](err); len(a.Snapshots) > 0 || !ok || failed.Path != "x1" {
		t.Errorf("%v, %v, want a CheckerError", a, err)
	}
}

func TestRunStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "x"})
	a, err := r.Run(ctx, "", []checks.File{file("x", "bad")}, nil)
	if a != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", a, err)
	}
}

// However files are ordered, and whatever runs at the same time, the bytes are
// the same.
func TestRunIsDeterministic(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "x"}, fake{name: "y"})
	var files []checks.File
	for i := range 100 {
		files = append(files, file(fmt.Sprintf("xy%d", i), strings.Repeat("a bad line\n", i%7)))
	}
	first, err := run(t, r, "", files...)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	second, err := run(t, r, "", files...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("artifacts differ:\n%s", diff)
	}
}

func TestSettings(t *testing.T) {
	seen := false
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{"x", func(_ checks.File, s checks.Settings) ([]checks.Finding, error) {
		seen = true
		if s.Text("x/bad", "word") != "w" || s.Int("x/bad", "most") != 3 || !s.Bool("x/bad", "upper") || !slices.Equal(s.Texts("x/bad", "but"), []string{"a"}) {
			t.Error("an option is not as configured")
		}
		if !s.Enabled("x/bad") || s.Enabled("x/optional") {
			t.Error("Enabled is wrong")
		}
		return nil, nil
	}})
	_, err := run(t, r, "[rules.\"x/bad\"]\nword = \"w\"\nmost = 3\nupper = true\nbut = [\"a\"]", file("x", ""))
	if err != nil || !seen {
		t.Errorf("%v, checked: %t", err, seen)
	}
}

func TestRegistry(t *testing.T) {
	r := checks.New(artifact.Tool{}, fake{name: "y"}, fake{name: "x"})
	var names []string
	for _, rule := range r.Rules() {
		names = append(names, rule.Name)
	}
	if diff := cmp.Diff([]string{"x/bad", "x/optional", "y/bad", "y/optional"}, names); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if rule, ok := r.Rule("y/bad"); !ok || rule.Name != "y/bad" {
		t.Errorf("Rule(y/bad) = %v, %t", rule, ok)
	}
	if _, ok := r.Rule("z/bad"); ok {
		t.Error("there is a rule z/bad")
	}
	if got := r.Matching(file("xy", ""), nil); !slices.Equal(got, []string{"y", "x"}) {
		t.Errorf("Matching = %v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("two checkers of one name are taken")
		}
	}()
	r.Register(fake{name: "x"})
}
