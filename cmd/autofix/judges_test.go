package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A judgedChecker has the same findings in every file that contains judgedText.
type judgedChecker struct{ findings []checks.Finding }

const judgedText = "package a\n\nvar x = 1\n"

func (judgedChecker) Name() string         { return "test" }
func (judgedChecker) Rules() []checks.Rule { return testChecker("").Rules() }

func (judgedChecker) Match(f checks.File, _ *config.Config) bool {
	return string(f.Content) == judgedText
}

func (c judgedChecker) Check(f checks.File, _ checks.Settings) ([]checks.Finding, error) {
	findings := slices.Clone(c.findings)
	for i := range findings {
		fixes := slices.Clone(findings[i].Fixes)
		for k := range fixes {
			fixes[k].Edits = slices.Clone(fixes[k].Edits)
			for e := range fixes[k].Edits {
				fixes[k].Edits[e].Path = f.Path
			}
		}
		findings[i].Fixes = fixes
	}
	return findings, nil
}

// TestJudgesAgree passes the findings of one check to every judge: the gate,
// check, fix, bazel-fix and canonicalize under both policies, render, and the
// summary.
func TestJudgesAgree(t *testing.T) {
	replace := func(start, end int, text string) fixedits.Edit {
		return fixedits.Edit{Start: start, End: end, New: []byte(text)}
	}
	fix := func(edits ...fixedits.Edit) fixedits.Fix { return fixedits.Fix{Title: "Change it", Edits: edits} }
	finding := func(rule string, fixes ...fixedits.Fix) checks.Finding {
		return checks.Finding{Rule: rule, Message: "found by " + rule, Start: 11, End: 14, Fixes: fixes}
	}
	const one, two, wrong = "test/one", "test/two", "test/error"
	rename, other := fix(replace(15, 16, "y")), fix(replace(15, 16, "z"))
	breaks, invalid := fix(replace(15, 16, "(")), fix(replace(15, 18, "y ="), replace(17, 19, "= "))
	idle, undone := fix(replace(15, 16, "x")), fix(replace(16, 16, "  "))
	unsafe := rename
	unsafe.Safety = fixedits.SafetyUnsafe
	suggestion := rename
	suggestion.Safety = fixedits.SafetySuggestion
	tests := []struct {
		name     string
		findings []checks.Finding
		config   string

		pending  bool   // a run changes something: the gate and check --policy=strict fail
		errors   bool   // an error remains: these two fail as well
		blocked  bool   // fix --policy=strict refuses to write
		statuses string // of the fixes that are not applied, sorted
	}{
		{name: "a safe fix", findings: []checks.Finding{finding(one, rename)}, pending: true},
		{name: "no fix", findings: []checks.Finding{finding(one)}},
		{name: "an error without a fix", findings: []checks.Finding{finding(wrong)}, errors: true, blocked: true},
		{name: "nothing"},
		{name: "an error with a safe fix", findings: []checks.Finding{finding(wrong, rename)}, pending: true},
		{name: "a finding twice", findings: []checks.Finding{finding(one, rename), finding(one, rename)}, pending: true},
		{name: "an unsafe alternative to a safe fix", findings: []checks.Finding{finding(one, unsafe, rename)}, pending: true},
		{name: "an error in conflict", findings: []checks.Finding{finding(one, rename), finding(wrong, other)}, pending: true, blocked: true, statuses: "conflict"},
		{name: "an error of a rule that is never fixed", findings: []checks.Finding{finding(wrong, rename)}, config: "[rules.\"test/error\"]\nfix = \"never\"\n", errors: true, blocked: true},
		{name: "an error that a suggestion fixes, and a safe alternative that breaks the syntax", findings: []checks.Finding{finding(wrong, breaks, suggestion)}, errors: true, blocked: true, statuses: "broke_syntax"},
		{name: "a deletion of all text", findings: []checks.Finding{finding(one, fix(replace(0, 21, "")))}, statuses: "broke_syntax"},
		{name: "a fix that breaks the syntax", findings: []checks.Finding{finding(one, breaks)}, statuses: "broke_syntax"},
		{name: "an error with a fix that breaks the syntax", findings: []checks.Finding{finding(wrong, breaks)}, errors: true, blocked: true, statuses: "broke_syntax"},
		{name: "a good alternative to it", findings: []checks.Finding{finding(one, breaks, rename)}, statuses: "broke_syntax filtered"},
		{name: "a good fix besides it", findings: []checks.Finding{finding(one, breaks), finding(two, rename)}, pending: true, statuses: "broke_syntax"},
		{name: "a conflict", findings: []checks.Finding{finding(one, rename), finding(two, other)}, pending: true, blocked: true, statuses: "conflict"},
		// Strict applies all or nothing, and not even a fix that can never be
		// applied is nothing to it.
		{name: "an invalid fix", findings: []checks.Finding{finding(one, invalid)}, blocked: true, statuses: "invalid"},
		{name: "a fix that changes nothing", findings: []checks.Finding{finding(one, idle)}, statuses: "subsumed"},
		{name: "an error with a fix that changes nothing", findings: []checks.Finding{finding(wrong, idle)}, errors: true, blocked: true, statuses: "subsumed"},
		{name: "a fix of two places that change nothing", findings: []checks.Finding{finding(one, fix(replace(0, 7, "package"), replace(11, 14, "var")))}, statuses: "subsumed"},
		{name: "an empty insertion", findings: []checks.Finding{finding(one, fix(replace(3, 3, "")))}, statuses: "subsumed"},
		{name: "a fix of which one edit changes nothing", findings: []checks.Finding{finding(one, fix(replace(11, 14, "var"), replace(15, 16, "y")))}, pending: true},
		{name: "a good alternative to a fix that changes nothing", findings: []checks.Finding{finding(one, idle, rename)}, pending: true, statuses: "subsumed"},
		{name: "a good fix besides it", findings: []checks.Finding{finding(one, idle), finding(two, rename)}, pending: true, statuses: "subsumed"},
		{name: "a fix that the formatter undoes", findings: []checks.Finding{finding(one, undone)}, blocked: true, statuses: "conflict"},
		{name: "an error with such a fix", findings: []checks.Finding{finding(wrong, undone)}, errors: true, blocked: true, statuses: "conflict"},
		{name: "two fixes that the formatter undoes", findings: []checks.Finding{finding(one, undone), finding(two, fix(replace(20, 20, "  ")))}, blocked: true, statuses: "conflict conflict"},
		{name: "fixes that undo each other", findings: []checks.Finding{finding(one, fix(replace(11, 21, ""))), finding(two, fix(replace(21, 21, "var x = 1\n")))}, blocked: true, statuses: "conflict conflict"},
		{name: "two equal fixes of two rules", findings: []checks.Finding{finding(one, rename), finding(two, rename)}, pending: true},
		{name: "two deletions, one within the other", findings: []checks.Finding{finding(one, fix(replace(10, 21, ""))), finding(two, fix(replace(10, 11, "")))}, pending: true, blocked: true, statuses: "conflict"},
		{name: "two fixes of different lines", findings: []checks.Finding{finding(one, fix(replace(9, 9, " // a"))), finding(two, rename)}, pending: true},
		{name: "an unsafe fix", findings: []checks.Finding{finding(one, unsafe)}},
		{name: "an error with an unsafe fix", findings: []checks.Finding{finding(wrong, unsafe)}, errors: true, blocked: true},
		{name: "a suggestion, and a safe fix that changes nothing", findings: []checks.Finding{finding(one, idle, suggestion)}, statuses: "subsumed"},
		{name: "a rule that is never fixed", findings: []checks.Finding{finding(one, rename)}, config: "[rules.\"test/one\"]\nfix = \"never\"\n"},
		{name: "a fix that changes nothing, of a rule that is never fixed", findings: []checks.Finding{finding(one, idle)}, config: "[rules.\"test/one\"]\nfix = \"never\"\n"},
		{name: "a suggestion", findings: []checks.Finding{finding(one, suggestion)}},
		{name: "a rule that must be named", findings: []checks.Finding{finding(one, rename)}, config: "[rules.\"test/one\"]\nfix = \"explicit\"\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, where := range []string{"artifact", "sources", "bazel"} {
				dir := t.TempDir()
				file := func(name string) string { return filepath.Join(dir, name) }
				write := func(name, text string) {
					t.Helper()
					if err := os.WriteFile(file(name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				read := func(name string) []byte {
					t.Helper()
					text, err := os.ReadFile(file(name))
					if err != nil {
						t.Fatal(err)
					}
					return text
				}
				said := "" // by the last judge, on stdout
				judge := func(args ...string) int {
					t.Helper()
					env := newEnvironment()
					env.Dir, env.Terminal, env.color = dir, false, false
					env.Checkers.Register(judgedChecker{test.findings})
					var out, errs bytes.Buffer
					env.Stdout, env.Stderr = &out, &errs
					args = append([]string{args[0], "--root=" + dir, "--config=autofix.toml"}, args[1:]...)
					code := run(context.Background(), args, env)
					t.Logf("%s: exit %d\n%s%s", strings.Join(args, " "), code, &out, &errs)
					said = out.String()
					return code
				}
				write("autofix.toml", test.config)
				write("a.go", judgedText)

				shut := test.pending || test.errors
				if code := judge("check", "--policy=strict", "--out=a.json", "a.go"); code != exitOf(shut) {
					t.Errorf("check --policy=strict: exit %d, want %d", code, exitOf(shut))
				}
				if fixable := strings.Contains(said, "(fixable"); fixable != test.pending {
					t.Errorf("check marks a finding as fixable: %v, want %v", fixable, test.pending)
				}
				if code := judge("gate", "a.json"); code != exitOf(shut) {
					t.Errorf("gate: exit %d, want %d", code, exitOf(shut))
				}
				if code := judge("render", "a.json"); code != cli.ExitDone {
					t.Errorf("render: exit %d", code)
				}
				if fixable := strings.Contains(said, "(fixable"); fixable != test.pending {
					t.Errorf("render marks a finding as fixable: %v, want %v", fixable, test.pending)
				}
				canonical := judgedText
				if code := judge("canonicalize", "a.go"); code != cli.ExitDone {
					t.Errorf("canonicalize: exit %d", code)
				}
				if canonical = said; (canonical != judgedText) != test.pending {
					t.Errorf("canonicalize writes %q", canonical)
				}
				if code := judge("canonicalize", "--policy=strict", "a.go"); code != exitOf(shut) {
					t.Errorf("canonicalize --policy=strict: exit %d, want %d", code, exitOf(shut))
				}
				what := map[string][]string{"artifact": {"fix", "--artifact=a.json"}, "sources": {"fix", "a.go"}}[where]
				if where == "bazel" {
					what = fakeBuild(t, dir, test.findings)
				}
				fix := func(flag string) int { t.Helper(); return judge(append(slices.Clone(what), flag)...) }
				if code := fix("--policy=strict"); code != exitOf(test.blocked) {
					t.Errorf("%s --policy=strict: exit %d, want %d", what, code, exitOf(test.blocked))
				}
				if changed := string(read("a.go")) != judgedText; changed != (test.pending && !test.blocked) {
					t.Errorf("%s --policy=strict: changed is %v", what, changed)
				}
				write("a.go", judgedText)
				if code := fix("--mode=check"); code != exitOf(shut) {
					t.Errorf("%s --mode=check: exit %d, want %d", what, code, exitOf(shut))
				}
				if code := fix("--summary=summary.json"); code != exitOf(test.errors) {
					t.Errorf("%s: exit %d, want %d", what, code, exitOf(test.errors))
				}
				if d, err := artifact.Decode(read("a.json")); err != nil || !d.Planned {
					t.Errorf("the artifact is not planned: %v", err)
				}
				if !strings.Contains(said, "autofix: nothing pending\n") {
					t.Errorf("%s leaves something pending:\n%s", what, said)
				}
				if got := string(read("a.go")); got != canonical {
					t.Errorf("%s leaves %q, and canonicalize %q", what, got, canonical)
				}

				// The artifact and the summary agree about each fix.
				a, err := artifact.Decode(read("a.json"))
				if err != nil {
					t.Fatal(err)
				}
				disposed, summarized := map[string]fixedits.Status{}, map[string]fixedits.Status{}
				for i := range a.Fixes {
					if d := a.Fixes[i].Disposition; d != nil {
						disposed[a.Fixes[i].ID] = d.Status
					}
				}
				var summary struct {
					Fixes []struct {
						ID, By string
						Status fixedits.Status
					}
				}
				if err := json.Unmarshal(read("summary.json"), &summary); err != nil {
					t.Fatal(err)
				}
				for _, fix := range summary.Fixes {
					if fix.Status == fixedits.StatusDuplicate { // which is applied
						continue
					}
					if fix.Status != fixedits.StatusApplied && (fix.Status != fixedits.StatusFiltered || fix.By != "") {
						summarized[fix.ID] = fix.Status
					}
				}
				if diff := gocmp.Diff(disposed, summarized); diff != "" {
					t.Errorf("dispositions of the check (-) are not the statuses of the summary (+):\n%s", diff)
				}
				sorted := slices.SortedFunc(maps.Values(disposed), cmp.Compare[fixedits.Status])
				var words []string
				for _, status := range sorted {
					words = append(words, string(status))
				}
				if got := strings.Join(words, " "); got != test.statuses {
					t.Errorf("statuses %q, want %q", got, test.statuses)
				}

				// Nothing is pending anymore, so only errors make the gate fail.
				if code := judge("check", "--policy=strict", "--out=a.json", "a.go"); code != exitOf(test.errors) {
					t.Errorf("check --policy=strict, after the fix: exit %d, want %d", code, exitOf(test.errors))
				}
				if code := judge("check", "a.go"); code != exitOf(test.errors) {
					t.Errorf("check, after the fix: exit %d, want %d", code, exitOf(test.errors))
				}
				if code := judge("gate", "a.json"); code != exitOf(test.errors) {
					t.Errorf("gate, after the fix: exit %d, want %d", code, exitOf(test.errors))
				}
			}
		})
	}
}

// fakeBuild returns the arguments of a run that has a fake Bazel check a.go in
// dir and find these findings.
func fakeBuild(t *testing.T, dir string, findings []checks.Finding) []string {
	t.Helper()
	text, err := json.Marshal(findings)
	if err != nil {
		t.Fatal(err)
	}
	var read []checks.Finding
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, findings) {
		t.Fatalf("findings change as JSON: %v, %+v", err, read)
	}
	fake := newFakeBazel(t, map[string]string{
		"root": dir, "targets": "//:a a.go\n", "mode": "", "findings": string(text), "flags": "--config=autofix.toml",
	})
	return []string{"bazel-fix", "--aspect=//:a.bzl%a", "--bazel=" + filepath.Join(fake, "bazel"), "--undeclared=ignore", "--undeclared-config=ignore"}
}

func exitOf(findings bool) int {
	if findings {
		return cli.ExitFindings
	}
	return cli.ExitDone
}
