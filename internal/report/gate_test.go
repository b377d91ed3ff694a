package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// finding returns a diagnostic at a line, and the fixes that it names.
func finding(path string, line int, severity fixedits.Severity, rule, message string, fixes ...*fixedits.Fix) fixedits.Diagnostic {
	d := fixedits.Diagnostic{
		Rule: rule, Severity: severity, Message: message, Path: path,
		Start: 10 * line, End: 10*line + 1, Line: line, Column: 2,
	}
	for _, fix := range fixes {
		d.Fixes = append(d.Fixes, fix.ID)
	}
	d.ID = fixedits.DiagnosticID(&d)
	return d
}

func newFix(path string, start int, safety fixedits.Safety, rule string) *fixedits.Fix {
	fix := &fixedits.Fix{
		Rule: rule, Title: "Fix it", Safety: safety,
		Edits: []fixedits.Edit{{Path: path, Start: start, End: start + 1}},
	}
	fix.ID = fixedits.ContentID(fix)
	return fix
}

func of(files []string, diagnostics []fixedits.Diagnostic, fixes ...*fixedits.Fix) *artifact.Artifact {
	a := artifact.New(artifact.Tool{Name: "test"}, "")
	for _, file := range files {
		a.Snapshots = append(a.Snapshots, fixedits.Snapshot{Path: file})
	}
	a.Diagnostics, a.Planned = diagnostics, true
	for _, fix := range fixes {
		a.Fixes = append(a.Fixes, *fix)
	}
	return a
}

func unplanned(a *artifact.Artifact) *artifact.Artifact {
	a.Planned = false
	return a
}

// asked stands for the flags of a command.
func asked(safety fixedits.Safety, rules []string) string {
	return fmt.Sprintf("[%s %s]", safety, strings.Join(rules, " "))
}

type diagnostics = []fixedits.Diagnostic

// judge returns the verdict of a run for which filter, which may be nil, stands
// for the configuration.
func judge(artifacts []*artifact.Artifact, filter func(*fixedits.Fix) fixedits.Reason) *policy.Verdict {
	var selection policy.Selection
	return policy.Judge(artifacts, func(fix *fixedits.Fix) policy.Fate {
		fate := selection.Fate(fix)
		if fate.State == policy.Blocked || filter == nil {
			return fate
		}
		if setting := filter(fix); setting.Code != "" {
			return policy.Fate{State: policy.Filtered, Setting: setting}
		}
		return fate
	}, nil)
}

func TestJudge(t *testing.T) {
	safe, other := newFix("a", 1, fixedits.SafetySafe, "r/safe"), newFix("a", 2, fixedits.SafetySafe, "r/safe")
	suggestion := newFix("a", 3, fixedits.SafetySuggestion, "r/suggested")
	unresolved := &fixedits.Fix{ID: "f9", Rule: "r/ai", Safety: fixedits.SafetySafe, Resolver: &fixedits.Resolver{ID: "ai"}}
	a := []string{"a"}
	left := func(fix *fixedits.Fix, d fixedits.Disposition) *fixedits.Fix {
		copied := *fix
		copied.Disposition = &d
		return &copied
	}
	broken := left(safe, fixedits.Disposition{Status: fixedits.StatusBrokeSyntax, Code: "syntax", Reason: "a no longer parses with it: 1:2: oh"})
	lost := left(other, fixedits.Disposition{Status: fixedits.StatusFiltered, Code: "alternative", By: safe.ID, Reason: "alternative to " + safe.ID})
	tests := []struct {
		name      string
		artifacts []*artifact.Artifact
		filter    func(*fixedits.Fix) fixedits.Reason
		want      []string // Text without a command
		open      bool     // even though there is more than one line to say
	}{
		{
			name:      "no findings open it",
			artifacts: []*artifact.Artifact{of([]string{"a", "b"}, nil), of(a, nil)},
			want:      []string{"autofix: gate: checked 2 files, nothing pending"},
		},
		{
			name: "no artifacts open it, with no files: the caller judges that",
			want: []string{"autofix: gate: checked 0 files, nothing pending"},
		},
		{
			name:      "a safe fix shuts it, whatever the severity",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe)}, safe)},
			want: []string{
				"autofix: gate: 1 safe fix pending",
				"  a:3:2: info: wrong [r/safe] (fixable)",
			},
		},
		{
			name: "a finding with many places counts them",
			artifacts: []*artifact.Artifact{of(a, diagnostics{
				finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe),
				finding("a", 4, fixedits.SeverityInfo, "r/safe", fixedits.WithMorePlaces("wrong", 40), other),
			}, safe, other)},
			want: []string{
				"autofix: gate: 2 safe fixes pending",
				"  a:3:2: info: wrong [r/safe] (fixable, 42 times)",
			},
		},
		{
			name:      "a suggestion does not shut it",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/suggested", "wrong", suggestion)}, suggestion)},
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "an unresolved fix does not shut it",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/ai", "wrong", unresolved)}, unresolved)},
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "a warning without a fix does not shut it",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/x", "wrong")})},
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "an error without a fix shuts it until it is fixed by hand",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/x", "wrong")})},
			want: []string{
				"autofix: gate: 1 error",
				"  a:3:2: error: wrong [r/x]",
				"autofix: no fix is known for 1 error: fix it by hand",
			},
		},
		{
			name: "an error with a safe fix counts as an error and as a pending fix",
			artifacts: []*artifact.Artifact{of(a, diagnostics{
				finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", safe),
				finding("a", 4, fixedits.SeverityError, "r/suggested", "wrong", suggestion),
			}, safe, suggestion)},
			want: []string{
				"autofix: gate: 1 safe fix pending, 2 errors",
				"  a:3:2: error: wrong [r/safe] (fixable)",
				"  a:4:2: error: wrong [r/suggested] (fix: suggestion)",
				"autofix: 1 error has no safe fix, but one of safety suggestion: [suggestion r/suggested]",
			},
		},
		{
			name:      "only the first alternative that is applied counts",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", suggestion, safe, other)}, safe, other, suggestion)},
			want: []string{
				"autofix: gate: 1 safe fix pending",
				"  a:3:2: info: wrong [r/safe] (fixable)",
			},
		},
		{
			name: "a fix of several findings counts once",
			artifacts: []*artifact.Artifact{of(a, diagnostics{
				finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe),
				finding("a", 4, fixedits.SeverityInfo, "r/safe", "bad", safe),
			}, safe)},
			want: []string{
				"autofix: gate: 1 safe fix pending",
				"  a:3:2: info: wrong [r/safe] (fixable)",
				"  a:4:2: info: bad [r/safe] (fixable)",
			},
		},
		{
			name: "repeated findings of a rule in a file are one line, at the first place",
			artifacts: []*artifact.Artifact{of([]string{"a", "b"}, diagnostics{
				finding("b", 1, fixedits.SeverityInfo, "r/safe", "wrong", newFix("b", 1, fixedits.SafetySafe, "r/safe")),
				finding("a", 9, fixedits.SeverityInfo, "r/safe", "wrong", safe),
				finding("a", 4, fixedits.SeverityInfo, "r/safe", "wrong", other),
			}, safe, other, newFix("b", 1, fixedits.SafetySafe, "r/safe"))},
			want: []string{
				"autofix: gate: 3 safe fixes pending",
				"  a:4:2: info: wrong [r/safe] (fixable, 2 times)",
				"  b:1:2: info: wrong [r/safe] (fixable)",
			},
		},
		{
			name: "a file in two targets is judged once",
			artifacts: []*artifact.Artifact{
				of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", safe)}, safe),
				of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", safe)}, safe),
			},
			want: []string{
				"autofix: gate: 1 safe fix pending, 1 error",
				"  a:3:2: error: wrong [r/safe] (fixable)",
			},
		},
		{
			name: "ids are unique only in their artifact",
			artifacts: []*artifact.Artifact{
				of(a, diagnostics{{ID: "d1", Rule: "r/one", Severity: fixedits.SeverityInfo, Message: "wrong", Path: "a", Line: 1, Column: 2, Fixes: []string{"f1"}}},
					&fixedits.Fix{ID: "f1", Rule: "r/one", Safety: fixedits.SafetySafe, Edits: []fixedits.Edit{{Path: "a", End: 1}}}),
				of([]string{"b"}, diagnostics{{ID: "d1", Rule: "r/two", Severity: fixedits.SeverityInfo, Message: "wrong", Path: "b", Line: 1, Column: 2, Fixes: []string{"f1"}}},
					&fixedits.Fix{ID: "f1", Rule: "r/two", Safety: fixedits.SafetySafe, Edits: []fixedits.Edit{{Path: "b", End: 1}}}),
			},
			want: []string{
				"autofix: gate: 2 safe fixes pending",
				"  a:1:2: info: wrong [r/one] (fixable)",
				"  b:1:2: info: wrong [r/two] (fixable)",
			},
		},
		{
			name:      "a fix without a finding shuts it, and is shown by its title",
			artifacts: []*artifact.Artifact{of(a, nil, safe)},
			want: []string{
				"autofix: gate: 1 safe fix pending",
				"  a: fix: Fix it [r/safe] (fixable)",
			},
		},
		{
			name:      "a fix that no plan has judged is not pending",
			artifacts: []*artifact.Artifact{unplanned(of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe)}, safe))},
			want: []string{
				"autofix: gate: 1 safe fix that no plan has judged",
				"  a:3:2: info: wrong [r/safe] (fixable)",
				"autofix: an artifact that was not planned does not say which of its fixes can be applied; plan it with:",
				"  autofix check --import=artifact=FILE --out=PLANNED",
			},
		},
		{
			name:      "a fix that the configuration excludes does not shut it",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe)}, safe)},
			filter:    func(*fixedits.Fix) fixedits.Reason { return fixedits.Reason{Code: fixedits.CodeExplicit} },
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "a fix that cannot be applied does not shut it, and is shown with its status",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/safe", "wrong", broken)}, broken)},
			want: []string{
				"autofix: gate: checked 1 file, nothing pending",
				"autofix: gate: 1 fix cannot be applied:",
				"  a:3:2: warning: wrong [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
			},
			open: true,
		},
		{
			name:      "the same for a fix without a finding",
			artifacts: []*artifact.Artifact{of(a, nil, broken)},
			want: []string{
				"autofix: gate: checked 1 file, nothing pending",
				"autofix: gate: 1 fix cannot be applied:",
				"  a: fix: Fix it [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
			},
			open: true,
		},
		{
			name:      "an error with such a fix still shuts it",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", broken)}, broken)},
			want: []string{
				"autofix: gate: 1 error",
				"  a:3:2: error: wrong [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
				"autofix: the fix of 1 error cannot be applied: fix it by hand",
			},
		},
		{
			name:      "an alternative to such a fix is not used either",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", lost, broken)}, lost, broken)},
			want: []string{
				"autofix: gate: checked 1 file, nothing pending",
				"autofix: gate: 1 fix cannot be applied:",
				"  a:3:2: info: wrong [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
			},
			open: true,
		},
		{
			name: "a fix that another target's artifact has pending is pending",
			artifacts: []*artifact.Artifact{
				of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe)}, safe),
				of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", broken)}, broken),
				of(a, nil, safe),
			},
			want: []string{
				"autofix: gate: 1 safe fix pending",
				"  a:3:2: info: wrong [r/safe] (fixable)",
			},
		},
		{
			name:      "a message stays on its line, without escapes",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/x", "wrong\nand \x1b[31mred")})},
			want: []string{
				"autofix: gate: 1 error",
				"  a:3:2: error: wrong and red [r/x]",
				"autofix: no fix is known for 1 error: fix it by hand",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, order := range []string{"as given", "reversed"} {
				verdict := judge(test.artifacts, test.filter)
				var out strings.Builder
				if err := Gate(&out, verdict, "", asked); err != nil {
					t.Fatal(err)
				}
				got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
				if diff := gocmp.Diff(test.want, got); diff != "" {
					t.Errorf("%s: -want +got:\n%s", order, diff)
				}
				if open := test.open || len(test.want) == 1; verdict.Open() != open {
					t.Errorf("%s: Open() is %v, want %v", order, verdict.Open(), open)
				}
				slices.Reverse(test.artifacts)
			}
		})
	}
}

// flagsHint follows the commands.
const flagsHint = "autofix: if this build sets flags such as --//package:flag=value, add them after a second --\n"

func TestTextPrintsTheCommandIfItHelps(t *testing.T) {
	const command = "bazel run //:fix -- '//a b'"
	safe := newFix("a", 1, fixedits.SafetySafe, "r/safe")
	fixable := judge([]*artifact.Artifact{of([]string{"a"}, nil, safe)}, nil)
	var out strings.Builder
	if err := Gate(&out, fixable, command, asked); err != nil {
		t.Fatal(err)
	}
	if want := "autofix: apply the fixes with:\n  " + command + "\n" + flagsHint; !strings.HasSuffix(out.String(), want) {
		t.Errorf("got\n%s\nwant it to end with\n%s", out.String(), want)
	}
	broken := judge([]*artifact.Artifact{of([]string{"a"}, diagnostics{finding("a", 3, fixedits.SeverityError, "r/x", "wrong")})}, nil)
	out.Reset()
	if err := Gate(&out, broken, command, asked); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), command) || strings.Contains(out.String(), flagsHint) {
		t.Errorf("the command cannot help here:\n%s", out.String())
	}
}

func TestTextOffersFixesThatAreNotPending(t *testing.T) {
	suggestion, unsafe := newFix("a", 1, fixedits.SafetySuggestion, "r/x"), newFix("a", 2, fixedits.SafetyUnsafe, "r/x")
	other := newFix("a", 3, fixedits.SafetyUnsafe, "own/it's [1]*")
	explicit := newFix("a", 4, fixedits.SafetySafe, "r/named")
	artifacts := []*artifact.Artifact{of([]string{"a"}, diagnostics{
		finding("a", 3, fixedits.SeverityError, "r/x", "one", unsafe, suggestion),
		finding("a", 4, fixedits.SeverityError, "r/x", "two", unsafe),
		finding("a", 5, fixedits.SeverityError, "r/x", "three", unsafe),
		finding("a", 6, fixedits.SeverityWarning, "r/warned", "no error", newFix("a", 5, fixedits.SafetySuggestion, "r/warned")),
		finding("a", 7, fixedits.SeverityError, "r/y", "four", other),
		finding("a", 8, fixedits.SeverityError, "r/named", "five", suggestion, explicit),
	}, suggestion, unsafe, other, explicit)}
	byName := func(fix *fixedits.Fix) (reason fixedits.Reason) {
		if fix.Rule == "r/named" {
			return fixedits.Reason{Code: fixedits.CodeExplicit}
		}
		return reason
	}
	never := func(*fixedits.Fix) fixedits.Reason { return fixedits.Reason{Code: fixedits.CodeNever} }
	const places = "autofix: gate: 5 errors\n" +
		"  a:3:2: error: one [r/x] (fix: suggestion)\n" +
		"  a:4:2: error: two [r/x] (fix: unsafe)\n" +
		"  a:5:2: error: three [r/x] (fix: unsafe)\n" +
		"  a:7:2: error: four [r/y] (fix: unsafe)\n" +
		"  a:8:2: error: five [r/named] (fix: by name)\n"
	for _, test := range []struct {
		name          string
		command, want string
		filter        func(*fixedits.Fix) fixedits.Reason
	}{
		{
			name:    "flags come before the targets",
			command: "bazel run //:fix -- //a -- --define=a=b",
			filter:  byName,
			want: places +
				"autofix: 1 error has a fix that the configuration applies only by name; review it, and apply with:\n" +
				"  bazel run //:fix -- [safe r/named] //a -- --define=a=b\n" +
				"autofix: 1 error has no safe fix, but one of safety suggestion; review it, and apply with:\n" +
				"  bazel run //:fix -- [suggestion r/x] //a -- --define=a=b\n" +
				"autofix: 3 errors have no safe fix, but one of safety unsafe; review them, and apply with:\n" +
				"  bazel run //:fix -- [unsafe own/it's [1]* r/x] //a -- --define=a=b\n" + flagsHint,
		},
		{
			name:    "flags without targets",
			command: "bazel run //:fix",
			filter:  byName,
			want: places +
				"autofix: 1 error has a fix that the configuration applies only by name; review it, and apply with:\n" +
				"  bazel run //:fix -- [safe r/named]\n" +
				"autofix: 1 error has no safe fix, but one of safety suggestion; review it, and apply with:\n" +
				"  bazel run //:fix -- [suggestion r/x]\n" +
				"autofix: 3 errors have no safe fix, but one of safety unsafe; review them, and apply with:\n" +
				"  bazel run //:fix -- [unsafe own/it's [1]* r/x]\n" + flagsHint,
		},
		{
			name:    "what the configuration never applies is not offered",
			command: "bazel run //:fix",
			filter:  never,
			want: "autofix: gate: 5 errors\n  a:3:2: error: one [r/x]\n  a:4:2: error: two [r/x]\n  a:5:2: error: three [r/x]\n" +
				"  a:7:2: error: four [r/y]\n  a:8:2: error: five [r/named]\n" +
				"autofix: no fix is known for 5 errors: fix them by hand\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := Gate(&out, judge(artifacts, test.filter), test.command, asked); err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// many returns an artifact with a place a line: warnings with a safe fix, of
// which the last ones are errors.
func many(places, errors int, message string) *artifact.Artifact {
	var found diagnostics
	var fixes []*fixedits.Fix
	for i := range places {
		severity := fixedits.SeverityWarning
		if i >= places-errors {
			severity = fixedits.SeverityError
		}
		fix := newFix("a", i, fixedits.SafetySafe, "r/safe")
		found = append(found, finding("a", i+1, severity, "r/safe", fmt.Sprintf("%s %d", message, i+1), fix))
		fixes = append(fixes, fix)
	}
	return of([]string{"a"}, found, fixes...)
}

func TestTextIsBounded(t *testing.T) {
	const command = "bazel run //:fix -- //a"
	const apply = "autofix: apply the fixes with:|  " + command
	for _, test := range []struct {
		name           string
		places, errors int
		first, last    string // lines, joined by |
		lines          int
	}{
		{
			name: "a short list has the command after it", places: 5, errors: 1, lines: 9,
			first: "autofix: gate: 5 safe fixes pending, 1 error|  a:5:2: error: wrong 5 [r/safe] (fixable)|  a:1:2: warning: wrong 1",
			last:  "  a:4:2: warning: wrong 4 [r/safe] (fixable)|" + apply,
		},
		{
			name: "a longer list has it before, too", places: 6, lines: 12,
			first: "autofix: gate: 6 safe fixes pending|" + apply + "|  a:1:2: warning: wrong 1",
			last:  "  a:6:2: warning: wrong 6 [r/safe] (fixable)|" + apply,
		},
		{
			name: "the longest list that is not cut", places: 25, lines: 31,
			first: "autofix: gate: 25 safe fixes pending|" + apply + "|  a:1:2: warning: wrong 1",
			last:  "  a:25:2: warning: wrong 25 [r/safe] (fixable)|" + apply,
		},
		{
			name: "a list that is cut has the errors first, and counts the rest", places: 15000, errors: 2, lines: 32,
			first: "autofix: gate: 15000 safe fixes pending, 2 errors|" + apply +
				"|  a:14999:2: error: wrong 14999 [r/safe] (fixable)|  a:15000:2: error: wrong 15000 [r/safe] (fixable)|  a:1:2: warning",
			last: "  a:23:2: warning: wrong 23 [r/safe] (fixable)|  and 14975 more; the output group autofix_report lists all|" + apply,
		},
		{
			name: "errors that are not listed are counted", places: 27, errors: 26, lines: 32,
			first: "autofix: gate: 27 safe fixes pending, 26 errors|" + apply + "|  a:2:2: error: wrong 2",
			last:  "  a:26:2: error: wrong 26 [r/safe] (fixable)|  and 2 more (1 error); the output group autofix_report lists all|" + apply,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := Gate(&out, judge([]*artifact.Artifact{many(test.places, test.errors, "wrong")}, nil), command, asked); err != nil {
				t.Fatal(err)
			}
			got := out.String()
			if lines := strings.Count(got, "\n"); lines != test.lines {
				t.Errorf("%d lines, want %d", lines, test.lines)
			}
			if first := strings.ReplaceAll(test.first, "|", "\n"); !strings.HasPrefix(got, first) {
				t.Errorf("want it to begin with\n%s", first)
			}
			if last := strings.ReplaceAll(test.last, "|", "\n") + "\n" + flagsHint; !strings.HasSuffix(got, last) {
				t.Errorf("want it to end with\n%s", last)
			}
			if t.Failed() {
				t.Log(got)
			}
		})
	}
}

// Bazel shows nothing of an output above 1 MiB, whatever the checker said.
func TestTextOfLongMessagesIsBounded(t *testing.T) {
	message := strings.Repeat("wörter ", 1<<16)
	var out strings.Builder
	if err := Gate(&out, judge([]*artifact.Artifact{many(40, 3, message)}, nil), "bazel run //:fix", asked); err != nil {
		t.Fatal(err)
	}
	if got := out.Len(); got > 32<<10 {
		t.Errorf("%d bytes", got)
	}
	if !utf8.ValidString(out.String()) || !strings.Contains(out.String(), "... [r/safe] (fixable)\n") {
		t.Errorf("a message is not cut between two characters:\n%.2000q", out.String())
	}
}

// A build prints one message for each target: each one is short, and its first
// line has the command for all.
func TestGateOfATargetIsShort(t *testing.T) {
	const one, all = "bazel run //:fix -- //a:a", "bazel run //:fix"
	a := []string{"a"}
	safe, suggestion, unsafe := newFix("a", 1, fixedits.SafetySafe, "r/safe"), newFix("a", 2, fixedits.SafetySuggestion, "r/x"), newFix("a", 3, fixedits.SafetyUnsafe, "r/y")
	broken := newFix("a", 4, fixedits.SafetySafe, "r/broken")
	broken.Disposition = &fixedits.Disposition{Status: fixedits.StatusBrokeSyntax, Code: "syntax", Reason: "a no longer parses with it"}
	byHand := finding("a", 9, fixedits.SeverityError, "r/hand", "by hand")
	hostile := newFix("a b/it's\n\"ü\".txt", 1, fixedits.SafetySafe, "r/safe")
	var manyFiles []string
	var inFiles diagnostics
	var ofFiles []*fixedits.Fix
	for i := range 500 {
		file := fmt.Sprintf("d/%03d", i)
		fix := newFix(file, 1, fixedits.SafetySafe, "r/safe")
		manyFiles, ofFiles = append(manyFiles, file), append(ofFiles, fix)
		inFiles = append(inFiles, finding(file, 1, fixedits.SeverityWarning, "r/safe", "wrong", fix))
	}
	for _, test := range []struct {
		name      string
		artifacts []*artifact.Artifact
		all       string // another command for all
		want      string
	}{
		{
			name:      "one finding",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/safe", "wrong", safe)}, safe)},
			want: "autofix: gate: 1 safe fix pending; fix all targets with: bazel run //:fix\n" +
				"  a:3:2: warning: wrong [r/safe] (fixable)\n",
		},
		{
			name:      "as many as there are lines",
			artifacts: []*artifact.Artifact{many(3, 0, "wrong")},
			want: "autofix: gate: 3 safe fixes pending; fix all targets with: bazel run //:fix\n" +
				"  a:1:2: warning: wrong 1 [r/safe] (fixable)\n  a:2:2: warning: wrong 2 [r/safe] (fixable)\n  a:3:2: warning: wrong 3 [r/safe] (fixable)\n",
		},
		{
			name:      "one more than there are lines",
			artifacts: []*artifact.Artifact{many(4, 0, "wrong")},
			want: "autofix: gate: 4 safe fixes pending; fix all targets with: bazel run //:fix\n" +
				"  a:1:2: warning: wrong 1 [r/safe] (fixable)\n  a:2:2: warning: wrong 2 [r/safe] (fixable)\n  and 2 more\n",
		},
		{
			name:      "errors are first, and are counted in the rest",
			artifacts: []*artifact.Artifact{many(40, 3, "wrong")},
			want: "autofix: gate: 40 safe fixes pending, 3 errors; fix all targets with: bazel run //:fix\n" +
				"  a:38:2: error: wrong 38 [r/safe] (fixable)\n  a:39:2: error: wrong 39 [r/safe] (fixable)\n  and 38 more (1 error)\n",
		},
		{
			name:      "many files",
			artifacts: []*artifact.Artifact{of(manyFiles, inFiles, ofFiles...)},
			want: "autofix: gate: 500 safe fixes pending; fix all targets with: bazel run //:fix\n" +
				"  d/000:1:2: warning: wrong [r/safe] (fixable)\n  d/001:1:2: warning: wrong [r/safe] (fixable)\n  and 498 more\n",
		},
		{
			name: "one finding in many places",
			artifacts: []*artifact.Artifact{of(a, diagnostics{
				finding("a", 3, fixedits.SeverityError, "r/safe", fixedits.WithMorePlaces("wrong", 40), safe),
			}, safe)},
			want: "autofix: gate: 1 safe fix pending, 41 errors; fix all targets with: bazel run //:fix\n" +
				"  a:3:2: error: wrong [r/safe] (fixable, 41 times)\n",
		},
		{
			name:      "a fix without a finding, in a file with a strange name",
			artifacts: []*artifact.Artifact{of([]string{"a b/it's\n\"ü\".txt"}, nil, hostile)},
			want: "autofix: gate: 1 safe fix pending; fix all targets with: bazel run //:fix\n" +
				"  a b/it's \"ü\".txt: fix: Fix it [r/safe] (fixable)\n",
		},
		{
			name:      "a target that the command for all leaves out",
			artifacts: []*artifact.Artifact{of(a, nil, safe)}, all: one,
			want: "autofix: gate: 1 safe fix pending; fix with: bazel run //:fix -- //a:a\n  a: fix: Fix it [r/safe] (fixable)\n",
		},
		{
			name:      "no command that fixes nothing",
			artifacts: []*artifact.Artifact{of(a, diagnostics{byHand})},
			want:      "autofix: gate: 1 error to fix by hand\n  a:9:2: error: by hand [r/hand]\n",
		},
		{
			name:      "an error beside a fix",
			artifacts: []*artifact.Artifact{of(a, diagnostics{byHand, finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", safe)}, safe)},
			want: "autofix: gate: 1 safe fix pending, 2 errors (1 to fix by hand); fix all targets with: bazel run //:fix\n" +
				"  a:3:2: error: wrong [r/safe] (fixable)\n  a:9:2: error: by hand [r/hand]\n",
		},
		{
			name:      "a fix that cannot be applied",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 4, fixedits.SeverityError, "r/broken", "wrong", broken), finding("a", 5, fixedits.SeverityWarning, "r/broken", "left", broken)}, broken)},
			want:      "autofix: gate: 1 error to fix by hand\n  a:4:2: error: wrong [r/broken] (fix: broke_syntax: a no longer parses with it)\n",
		},
		{
			name: "fixes on request, of this target only",
			artifacts: []*artifact.Artifact{of(a, diagnostics{
				finding("a", 3, fixedits.SeverityError, "r/x", "wrong", suggestion), finding("a", 4, fixedits.SeverityError, "r/y", "bad", unsafe),
			}, suggestion, unsafe)},
			want: "autofix: gate: 2 errors\n" +
				"  a:3:2: error: wrong [r/x] (fix: suggestion)\n  a:4:2: error: bad [r/y] (fix: unsafe)\n" +
				"autofix: 1 error has no safe fix, but one of safety suggestion; review it, and apply with: bazel run //:fix -- [suggestion r/x] //a:a\n" +
				"autofix: 1 error has no safe fix, but one of safety unsafe; review it, and apply with: bazel run //:fix -- [unsafe r/y] //a:a\n",
		},
		{
			name:      "an artifact without a plan",
			artifacts: []*artifact.Artifact{unplanned(of(a, nil, safe))},
			want: "autofix: gate: 1 safe fix that no plan has judged\n  a: fix: Fix it [r/safe] (fixable)\n" +
				"autofix: an artifact that was not planned does not say which of its fixes can be applied; plan it with: autofix check --import=artifact=FILE --out=PLANNED\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := GateOfTarget(&out, judge(test.artifacts, nil), one, cmp.Or(test.all, all), asked); err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Without Bazel, no output group has the report.
func TestGateWithoutACommandNamesNothingOfBazel(t *testing.T) {
	var out strings.Builder
	if err := Gate(&out, judge([]*artifact.Artifact{many(30, 1, "wrong")}, nil), "", asked); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "  and 5 more; `autofix render` lists all\n") {
		t.Errorf("%s", out.String())
	}
	for _, word := range []string{"bazel", "Bazel", "target", "output group", "--//"} {
		if strings.Contains(out.String(), word) {
			t.Errorf("%q in\n%s", word, out.String())
		}
	}
}
