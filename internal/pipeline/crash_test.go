package pipeline

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A brittle language formats *.txt, and fails on a text with "panic" or "fail".
type brittle struct{}

func (brittle) Name() string                     { return "brittle" }
func (brittle) Names() []*formatting.Names       { return []*formatting.Names{formatting.NewNames("*.txt")} }
func (brittle) Match(path string, _ []byte) bool { return strings.HasSuffix(path, ".txt") }
func (brittle) Parse(string, []byte) error       { return nil }
func (brittle) Format(_ string, src []byte) ([]byte, error) {
	switch {
	case bytes.Contains(src, []byte("panic")):
		panic("boom")
	case bytes.Contains(src, []byte("fail")):
		return nil, errors.New("internal error")
	}
	return src, nil
}

func (brittle) For(*config.Config, string) (*formatting.Registry, error) {
	return formatting.NewRegistry(brittle{}), nil
}

// brittleTools are tools with a brittle formatter for the files of a rewriter.
func brittleTools(r *rewriter) Tools {
	r.rules = append(r.rules, rewrite{rule: "format/brittle", from: "never"})
	t := tools(r)
	t.Formats = brittle{}
	return t
}

func TestApplyLeavesOutAFileThatAFormatterFailsOn(t *testing.T) {
	files := map[string]string{"bad.txt": "x\n", "good.txt": "x\n", "other.txt": "x\n", "worse.txt": "x\n"}
	artifacts := []*artifact.Artifact{artifactOf(t, "//a", files,
		proposed{rule: "r/bad", edits: []fixedits.Edit{edit("bad.txt", 0, 1, "fail")}},
		proposed{rule: "r/good", edits: []fixedits.Edit{edit("good.txt", 0, 1, "y")}},
		proposed{rule: "r/both", edits: []fixedits.Edit{edit("other.txt", 0, 1, "y"), edit("worse.txt", 0, 1, "panic")}},
	)}
	for _, by := range []policy.Policy{policy.Permissive, policy.Strict} {
		t.Run(string(by), func(t *testing.T) {
			result, now := apply(t, files, artifacts, func(o *Options) { o.Tools, o.Policy = brittleTools(&rewriter{}), by })
			var crashed []string
			for _, crash := range result.Crashed {
				crashed = append(crashed, crash.Path+" "+crash.Checker)
			}
			if !slices.Equal(crashed, []string{"bad.txt format", "worse.txt format"}) {
				t.Errorf("crashed: %q", crashed)
			}
			good := "y\n"
			if by == policy.Strict {
				good = "x\n"
			}
			for path, want := range map[string]string{"bad.txt": "x\n", "good.txt": good, "other.txt": "x\n", "worse.txt": "x\n"} {
				if got := now(path); got != want {
					t.Errorf("%s is %q, want %q", path, got, want)
				}
			}
			if got := statuses(result); got["r/bad"] != fixedits.StatusFiltered || got["r/both"] != fixedits.StatusFiltered {
				t.Errorf("statuses: %v", got)
			}
			if blocked := len(result.Blocked) > 0; blocked != (by == policy.Strict) {
				t.Errorf("blocked: %q", result.Blocked)
			}
		})
	}
}

// The formatter may fail on the text of any round.
func TestFixLeavesOutAFileThatAFormatterFailsOn(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}, {rule: "w/c", from: "c", to: "fail"}}}
	ws := newWorkspace(t, map[string]string{"bad.txt": "ac\n", "good.txt": "a\n"})
	result, err := Fix(context.Background(), ws, []string{"bad.txt", "good.txt"}, Options{Tools: brittleTools(r)})
	if err != nil || len(result.Crashed) != 1 || result.Crashed[0].Path != "bad.txt" {
		t.Fatalf("crashed: %v, error %v", result.Crashed, err)
	}
	if bad, good := content(t, ws, "bad.txt"), content(t, ws, "good.txt"); bad != "ac\n" || good != "b\n" {
		t.Errorf("bad.txt is %q, good.txt %q", bad, good)
	}
}

// A check fails on the same files as a fix run.
func TestPlanReportsAFileThatAFormatterFailsOn(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/c", from: "c", to: "panic"}}}
	ws := newWorkspace(t, map[string]string{"bad.txt": "c\n", "good.txt": "c\n"})
	opts := Options{Tools: brittleTools(r)}
	checked, err := Check(context.Background(), ws, []string{"bad.txt", "good.txt"}, "", opts)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	if err := checked.Plan(opts, func(p *fixedits.Plan) error { files += len(p.Files); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(checked.Crashed) != 2 || files != 0 {
		t.Errorf("%d files, crashed: %v", files, checked.Crashed)
	}
}

// The run starts again without the file, and the failure of a program is found
// again.
func TestFixReportsAFileAndAProgramThatFail(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/c", from: "c", to: "panic"}}}
	s := &stub{onRun: func(int) error { return errors.New("exited with status 2") }}
	ws := newWorkspace(t, map[string]string{"bad.txt": "c\n", "good.txt": "b\n"})
	opts := Options{Tools: brittleTools(r), Programs: []*Program{s.program("stub", ".txt")}}
	result, err := Fix(t.Context(), ws, []string{"bad.txt", "good.txt"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	if c := result.Crashed; len(c) != 2 || c[0].Path != config.Name || c[1].Path != "bad.txt" {
		t.Errorf("crashed: %v", c)
	}
}

// An asker is a checker of ask.txt whose fix has no edits yet.
type asker struct{}

func (asker) Name() string { return "asker" }
func (asker) Rules() []checks.Rule {
	return []checks.Rule{{
		Name: "r/ask", Summary: "Split it", Phase: fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning, Safety: fixedits.SafetySafe,
	}}
}
func (asker) Match(f checks.File, _ *config.Config) bool { return f.Path == "ask.txt" }
func (asker) Check(f checks.File, _ checks.Settings) ([]checks.Finding, error) {
	fix := fixedits.Fix{Title: "Split it", Resolver: &fixedits.Resolver{ID: "oracle"}}
	return []checks.Finding{{Rule: "r/ask", Message: "it is long", Fixes: []fixedits.Fix{fix}}}, nil
}

// A file that a fix creates is not among the files of the run.
func TestFixLeavesOutACreatedFileThatFails(t *testing.T) {
	for _, text := range []string{"panic\n", "boom\n"} { // in the formatter, or in a checker of the next round
		ws := newWorkspace(t, map[string]string{"a.txt": "a\n", "ask.txt": "all\n"})
		r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a\n", to: "b\n"}}, onCheck: func(path string) {
			if path == "new.txt" {
				panic("boom")
			}
		}}
		opts := Options{Tools: brittleTools(r), Resolve: func(_ context.Context, source Source, fixes []fixedits.Fix) ([]Resolution, error) {
			return []Resolution{{
				ID:        fixes[0].ID,
				Edits:     []fixedits.Edit{{Path: "new.txt", New: []byte(text), Kind: fixedits.EditCreate}},
				Snapshots: []fixedits.Snapshot{fixedits.SnapshotOfAbsent("new.txt")},
			}}, nil
		}}
		opts.Tools.Checkers.Register(asker{})
		result, err := Fix(t.Context(), ws, []string{"a.txt", "ask.txt"}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Crashed) != 1 || result.Crashed[0].Path != "new.txt" {
			t.Errorf("crashed: %v", result.Crashed)
		}
		if got := statuses(result)["r/ask"]; got != fixedits.StatusFiltered {
			t.Errorf("the fix that creates the file is %s", got)
		}
		want := map[string]string{"/a.txt": `false "b\n"`, "/ask.txt": `false "all\n"`}
		if diff := cmp.Diff(want, layout(t, ws.Root())); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}
