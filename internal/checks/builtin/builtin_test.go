package builtin_test

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Every rule has the texts that `autofix rules` and `autofix explain` print.
func TestRulesAreDocumented(t *testing.T) {
	r, _ := builtin.Registry("1")
	name := regexp.MustCompile(`^[a-z]+/[a-zA-Z0-9_-]+$`)
	sentence := regexp.MustCompile(`^[A-Z].*\.$`)
	phases := []fixedits.Phase{fixedits.PhaseSyntax, fixedits.PhaseSemantic, fixedits.PhaseStyle, fixedits.PhaseFormat}
	severities := []fixedits.Severity{fixedits.SeverityError, fixedits.SeverityWarning, fixedits.SeverityInfo, config.SeverityOff}
	safeties := []fixedits.Safety{"", fixedits.SafetySafe, fixedits.SafetySuggestion, fixedits.SafetyUnsafe}
	for _, rule := range r.Rules() {
		switch {
		case !name.MatchString(rule.Name):
			t.Errorf("%s: the name is not NS/NAME", rule.Name)
		case rule.Summary == "" || strings.HasSuffix(rule.Summary, ".") || strings.Contains(rule.Summary, "\n"):
			t.Errorf("%s: summary %q", rule.Name, rule.Summary)
		case !strings.HasSuffix(rule.Why, "."):
			t.Errorf("%s: why %q", rule.Name, rule.Why)
		case (rule.Fix == "") != (rule.Safety == ""):
			t.Errorf("%s: fix %q, safety %q", rule.Name, rule.Fix, rule.Safety)
		case rule.NoCertificate != "" && (rule.Safety == "" || !sentence.MatchString(rule.NoCertificate)):
			t.Errorf("%s: safety %q, no certificate %q", rule.Name, rule.Safety, rule.NoCertificate)
		case !slices.Contains(phases, rule.Phase) || !slices.Contains(severities, rule.Severity) || !slices.Contains(safeties, rule.Safety):
			t.Errorf("%s: phase %q, severity %q, safety %q", rule.Name, rule.Phase, rule.Severity, rule.Safety)
		}
		for _, o := range rule.Options {
			if o.Name == "" || o.Doc == "" || o.Default == nil {
				t.Errorf("%s: option %+v", rule.Name, o)
			}
		}
	}
	if len(r.Rules()) < 100 {
		t.Errorf("%d rules", len(r.Rules()))
	}
}

func TestRun(t *testing.T) {
	r, _ := builtin.Registry("1.2.3")
	files := []checks.File{
		{Path: "BUILD", Content: []byte("load(\":a.bzl\", \"a\")\n")},
		{Path: "a.go", Content: []byte("package  p\n")},
		{Path: "a.txt", Content: []byte("a \n")},
		{Path: "b.go", Content: []byte("package p }\n")},
		{Path: "image.png", Content: []byte("\x89PNG\x00")},
	}
	a, err := r.Run(context.Background(), "", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range a.Diagnostics {
		got = append(got, d.Path+" "+d.Rule)
	}
	want := []string{"b.go syntax/go", "BUILD buildifier/load", "a.go format/go", "a.txt text/trailing-whitespace"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(a.Snapshots) != 4 || a.Tool != (artifact.Tool{Name: "autofix", Version: "1.2.3"}) {
		t.Errorf("%d snapshots, tool %+v", len(a.Snapshots), a.Tool)
	}
	data, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := artifact.Decode(data); err != nil {
		t.Error(err)
	}
	if got := r.Matching(files[0], nil); !slices.Equal(got, []string{"format", "starlark", "text"}) {
		t.Errorf("Matching(BUILD) = %v", got)
	}
}

func TestFormats(t *testing.T) {
	known, formats := builtin.Registry("1")
	parse := func(toml string) *config.Config {
		c, err := config.Parse("a/autofix.toml", []byte(toml), known.Sections())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := parse("[format.go]\nstyle = \"gofumpt\"\nlang-version = \"go1.26\"\n")
	first, err := formats.For(c, "a.go")
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := formats.For(c, "a.go"); second != first {
		t.Error("formatters were made twice for one configuration")
	}
	for c, want := range map[*config.Config]string{nil: "0644", c: "0o644"} {
		registry, err := formats.For(c, "a.go")
		if err != nil {
			t.Fatal(err)
		}
		result, err := registry.Format("a.go", []byte("package p\n\nvar x = 0644\n"))
		if err != nil || !strings.Contains(string(result.Text), want) {
			t.Errorf("%q, %v, want %s in it", result.Text, err, want)
		}
	}
	for toml, want := range map[string]string{
		"[format.go]\nlang-version = \"1.26\"\n": `a/autofix.toml:2:1: lang-version: "1.26" is not a Go version such as "go1.26"`,
		"format.go = { extra-rules = [\"x\"] }":  `a/autofix.toml:1:15: extra-rules: unknown rule "x": there are group_params, clothe_returns, balance_calls`,
	} {
		_, err := formats.For(parse(toml), "a.go")
		if _, ok := errors.AsType[*config.Error](err); !ok || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A persistent worker reads its configuration anew for each request.
func TestFormatsForgetOldConfigurations(t *testing.T) {
	var formats builtin.Formats
	first := func() weak.Pointer[config.Config] {
		c := new(config.Config)
		if _, err := formats.For(c, "a.go"); err != nil {
			t.Fatal(err)
		}
		return weak.Make(c)
	}()
	for range 1000 {
		if _, err := formats.For(new(config.Config), "a.go"); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	if first.Value() != nil {
		t.Error("the first of 1001 configurations is still held")
	}
	runtime.KeepAlive(&formats)
}

// Fixes of one file that overlap are never in conflict: one is applied, and the
// next round has the others.
func TestOverlappingFixesAreDeferred(t *testing.T) {
	r, _ := builtin.Registry("1")
	src := []byte("load(\":a.bzl\", \"unused\")\n\ncc_library(name = \"a\")\n\ncc_binary(name = \"b\")\n")
	var applied []string
	for round := 1; ; round++ {
		a, err := r.Run(context.Background(), "", []checks.File{{Path: "BUILD", Content: src}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Fixes) == 0 {
			break
		}
		if round > 10 {
			t.Fatalf("there are always fixes: %+v", a.Fixes)
		}
		plan, err := fixedits.Merge([]fixedits.Proposal{a.Proposal()}, fixedits.Options{
			Read:     func(string) ([]byte, error) { return src, nil },
			Priority: func(string) int { return 0 },
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range plan.Outcomes {
			switch o.Status {
			case fixedits.StatusApplied:
				applied = append(applied, o.Rule)
			case fixedits.StatusDeferred, fixedits.StatusSuperseded:
			default:
				t.Errorf("round %d: %s is %s: %s", round, o.Rule, o.Status, o.Reason)
			}
		}
		if len(plan.Files) != 1 {
			t.Fatalf("round %d changed %d files", round, len(plan.Files))
		}
		src = plan.Files[0].After
	}
	want := "load(\"@rules_cc//cc:cc_binary.bzl\", \"cc_binary\")\nload(\"@rules_cc//cc:cc_library.bzl\", \"cc_library\")\n\n" +
		"cc_library(name = \"a\")\n\ncc_binary(name = \"b\")\n"
	if string(src) != want {
		t.Errorf("applied %v, got\n%s", applied, src)
	}
}
