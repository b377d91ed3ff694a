package pipeline

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A stub is a program that replaces the first occurrence of a word in each
// file.
type stub struct {
	from, to string
	onRun    func(round int) error // may be nil

	mu      sync.Mutex
	given   [][]string // paths, by round
	changed [][]string // paths that differ from the disk, by round
}

// program returns the stub as a program that checks files with a suffix.
func (s *stub) program(name, suffix string) *Program {
	return &Program{
		Name: name, Declared: config.Name,
		Checks: func(path string) bool { return strings.HasSuffix(path, suffix) },
		Run: func(_ context.Context, mirror *external.Mirror, files []fixedits.Snapshot) (*artifact.Artifact, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			var given, changed []string
			for _, change := range mirror.Changed {
				changed = append(changed, change.Path)
			}
			var found fixedits.Collector
			for _, file := range files {
				given = append(given, file.Path)
				text, err := mirror.Read(file.Path)
				if err != nil {
					return nil, err
				}
				if at := bytes.Index(text, []byte(s.from)); at >= 0 {
					d := fixedits.Diagnostic{
						Rule: name + "/word", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "word",
						Path: file.Path, Start: at, End: at + len(s.from), Line: 1, Column: at + 1,
					}
					found.Add(d, fixedits.Fix{
						Rule: name + "/word", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
						Title: "Replace it", Edits: []fixedits.Edit{edit(file.Path, at, at+len(s.from), s.to)},
					})
				}
			}
			s.given, s.changed = append(s.given, given), append(s.changed, changed)
			if s.onRun != nil {
				if err := s.onRun(len(s.given)); err != nil {
					return nil, err
				}
			}
			a := artifact.New(artifact.Tool{Name: name}, "")
			a.Snapshots, a.Diagnostics, a.Fixes = slices.Clone(files), found.Diagnostics, found.Fixes
			a.Normalize()
			return a, a.Validate()
		},
	}
}

// A program takes part in each round, with the texts of the round. Nothing is
// written before the end.
func TestFixRunsProgramsInRounds(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}, {rule: "w/c", from: "c", to: "d"}}}
	s := &stub{from: "b", to: "c"}
	files := map[string]string{"x.txt": "a\n", "y.txt": "-\n", "z.other": "b\n"}
	ws := newWorkspace(t, files)
	s.onRun = func(int) error {
		if got := content(t, ws, "x.txt"); got != "a\n" {
			t.Errorf("x.txt is %q on disk", got)
		}
		return nil
	}
	result, err := Fix(t.Context(), ws, slices.Sorted(maps.Keys(files)), Options{Tools: tools(r), Programs: []*Program{s.program("stub", ".txt")}})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, ws, "x.txt"); got != "d\n" || len(result.Left) > 0 || len(result.Crashed) > 0 {
		t.Errorf("x.txt is %q; left %v, crashed %v", got, result.Left, result.Crashed)
	}
	if diff := cmp.Diff([][]string{{"x.txt", "y.txt"}, {"x.txt"}, {"x.txt"}, {"x.txt"}}, s.given); diff != "" {
		t.Errorf("given (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{nil, {"x.txt"}, {"x.txt"}, {"x.txt"}}, s.changed); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if !slices.Contains(result.Checkers, "stub") || result.Checked != 3 {
		t.Errorf("checked %d files with %q", result.Checked, result.Checkers)
	}
}

// Of a program that fails in any round, nothing is used. The permissive policy
// applies the rest.
func TestFixWithoutAProgramThatFails(t *testing.T) {
	failed := errors.New("exited with status 2")
	for round, other := range map[int]error{1: failed, 2: &external.Error{Checker: "stub", Err: failed, Said: "no"}} {
		for _, by := range []policy.Policy{policy.Permissive, policy.Strict} {
			r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "e"}}}
			s := &stub{from: "b", to: "c", onRun: func(now int) error {
				if now == round {
					return other
				}
				return nil
			}}
			result, now := fix(t, r, map[string]string{"x.txt": "ab\n"}, func(o *Options) {
				o.Policy, o.Programs = by, []*Program{s.program("stub", ".txt")}
			})
			want := "eb\n"
			if by == policy.Strict {
				want = "ab\n"
			}
			if got := now("x.txt"); got != want {
				t.Errorf("round %d, %s: %q, want %q", round, by, got, want)
			}
			if len(result.Crashed) != 1 || result.Crashed[0].Path != config.Name || !errors.Is(result.Crashed[0], failed) {
				t.Fatalf("round %d, %s: crashed %v", round, by, result.Crashed)
			}
			if by == policy.Strict && !slices.ContainsFunc(result.Blocked, func(why string) bool {
				return strings.HasPrefix(why, "autofix.toml: checker stub failed: exited with status 2")
			}) {
				t.Errorf("round %d: blocked %q", round, result.Blocked)
			}
			if why, ok := errors.AsType[*ProgramError](result.Crashed[0]); !ok || round == 2 && why.Said != "no" {
				t.Errorf("round %d: %v", round, result.Crashed[0])
			}
		}
	}
}

func TestCheckRunsPrograms(t *testing.T) {
	files := map[string]string{
		"x.txt": "ab\n", "MODULE.bazel": "b\n", "y.own": "b\n", "off/y.own": "b\n",
		"gen.own": "// Code generated by x. DO NOT EDIT.\nb\n", "big.own": "",
	}
	c, err := config.Parse(config.Name, []byte("[rules.\"two/word\"]\nseverity = \"off\"\n[rules.\"one/*\"]\nseverity = \"error\"\n"),
		Sections(tools(&rewriter{})))
	if err != nil {
		t.Fatal(err)
	}
	one, two, broken := &stub{from: "b", to: "c"}, &stub{from: "b", to: "d"}, &stub{onRun: func(int) error { panic("boom") }}
	ws := newWorkspace(t, files)
	opts := Options{
		Tools: tools(&rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "e"}}}), Config: c,
		Programs: []*Program{one.program("one", ""), two.program("two", ".own"), broken.program("broken", ".txt")},
	}
	checked, err := Check(t.Context(), ws, slices.Sorted(maps.Keys(files)), "//o", opts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range checked.Artifact.Diagnostics {
		got = append(got, d.Path+" "+d.Rule+" "+string(d.Severity)+strings.Repeat(" fix", len(d.Fixes)))
	}
	want := []string{
		"MODULE.bazel buildifier/no-effect warning", "MODULE.bazel one/word error", // protected
		"off/y.own one/word error fix", "x.txt one/word error fix", "x.txt w/a warning fix", "y.own one/word error fix",
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if checked.Artifact.Origin != "//o" || checked.Artifact.Tool.Name != "autofix" {
		t.Errorf("%+v", checked.Artifact.Tool)
	}
	if len(checked.Crashed) != 1 || checked.Crashed[0].Checker != "broken" || !strings.Contains(checked.Crashed[0].Error(), "panic: boom") {
		t.Errorf("crashed %v", checked.Crashed)
	}
	if string(checked.Text("y.own")) != "b\n" {
		t.Error("the text with a finding is not kept")
	}
	if checked.Files != 5 {
		t.Errorf("%d files", checked.Files)
	}
}

// A checker may own a protected file, and then its fix counts.
func TestCheckRunsProgramsThatOwn(t *testing.T) {
	c, err := config.Parse(config.Name, []byte("[checkers.one]\nowns = [\"MODULE.bazel\"]\n"), []*config.Section{declared.Section})
	if err != nil {
		t.Fatal(err)
	}
	one := &stub{from: "b", to: "c"}
	ws := newWorkspace(t, map[string]string{"MODULE.bazel": "b\n"})
	checked, err := Check(t.Context(), ws, []string{"MODULE.bazel"}, "", Options{
		Tools: tools(&rewriter{}), Config: c, Programs: []*Program{one.program("one", "")},
	})
	if err != nil || len(checked.Artifact.Fixes) != 1 {
		t.Errorf("%v, %+v", err, checked)
	}
}

// No program outlives the run.
func TestProgramsEndWithTheRun(t *testing.T) {
	for name, run := range map[string]func(ctx context.Context, opts Options) error{
		"check": func(ctx context.Context, opts Options) error {
			_, err := Check(ctx, newWorkspace(t, map[string]string{"x.txt": "a\n"}), []string{"x.txt"}, "", opts)
			return err
		},
		"fix": func(ctx context.Context, opts Options) error {
			_, err := Fix(ctx, newWorkspace(t, map[string]string{"x.txt": "a\n"}), []string{"x.txt"}, opts)
			return err
		},
	} {
		stopped := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		ended := false
		program := &Program{
			Name: "slow", Declared: config.Name, Checks: func(string) bool { return true },
			Run: func(ctx context.Context, _ *external.Mirror, _ []fixedits.Snapshot) (*artifact.Artifact, error) {
				cancel(stopped)
				<-ctx.Done()
				time.Sleep(50 * time.Millisecond)
				ended = true
				return nil, context.Cause(ctx)
			},
		}
		if err := run(ctx, Options{Tools: tools(&rewriter{}), Programs: []*Program{program}}); !errors.Is(err, stopped) || !ended {
			t.Errorf("%s: error %v, ended %v", name, err, ended)
		}
	}
}
