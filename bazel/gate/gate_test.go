package gate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
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
		Rule: rule, Title: "Mend it", Safety: safety,
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
	a.Diagnostics = diagnostics
	for _, fix := range fixes {
		a.Fixes = append(a.Fixes, *fix)
	}
	return a
}

type diagnostics = []fixedits.Diagnostic

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
		filter    func(*fixedits.Fix) string
		want      []string // Text without a command
		open      bool     // even though there is more than one line to say
	}{
		{
			name:      "no findings open it",
			artifacts: []*artifact.Artifact{of([]string{"a", "b"}, nil), of(a, nil)},
			want:      []string{"autofix: gate: checked 2 files, nothing pending"},
		},
		{
			name: "no artifacts open it, with no files: it is for the caller to judge that",
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
			name:      "a suggestion does not",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/suggested", "wrong", suggestion)}, suggestion)},
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "nor does a fix whose edits nobody knows yet",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/ai", "wrong", unresolved)}, unresolved)},
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "nor does a warning without a fix",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/x", "wrong")})},
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "an error does, and nothing but a hand opens it then",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/x", "wrong")})},
			want: []string{
				"autofix: gate: 1 error",
				"  a:3:2: error: wrong [r/x]",
				"autofix: no fix is known for 1 error: mend by hand",
			},
		},
		{
			name: "an error with a safe fix is both, and counts once in each",
			artifacts: []*artifact.Artifact{of(a, diagnostics{
				finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", safe),
				finding("a", 4, fixedits.SeverityError, "r/suggested", "wrong", suggestion),
			}, safe, suggestion)},
			want: []string{
				"autofix: gate: 1 safe fix pending, 2 errors",
				"  a:3:2: error: wrong [r/safe] (fixable)",
				"  a:4:2: error: wrong [r/suggested] (fix: suggestion)",
				"autofix: 1 error has no safe fix, but one of safety suggestion: --safety=suggestion",
			},
		},
		{
			name:      "of alternatives the first that is applied counts",
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
			name: "what one rule says again about a file is told once, with the first line",
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
			name: "ids need to be unique in their artifact only",
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
			name:      "a fix that no finding names shuts it by its title",
			artifacts: []*artifact.Artifact{of(a, nil, safe)},
			want: []string{
				"autofix: gate: 1 safe fix pending",
				"  a: fix: Mend it [r/safe] (fixable)",
			},
		},
		{
			name:      "a fix that the configuration leaves out does not",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityInfo, "r/safe", "wrong", safe)}, safe)},
			filter:    func(*fixedits.Fix) string { return "explicit" },
			want:      []string{"autofix: gate: checked 1 file, nothing pending"},
		},
		{
			name:      "a fix that cannot be applied does not, and is told with its status",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityWarning, "r/safe", "wrong", broken)}, broken)},
			want: []string{
				"autofix: gate: checked 1 file, nothing pending",
				"autofix: gate: 1 fix cannot be applied:",
				"  a:3:2: warning: wrong [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
			},
			open: true,
		},
		{
			name:      "so does one that no finding names",
			artifacts: []*artifact.Artifact{of(a, nil, broken)},
			want: []string{
				"autofix: gate: checked 1 file, nothing pending",
				"autofix: gate: 1 fix cannot be applied:",
				"  a: fix: Mend it [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
			},
			open: true,
		},
		{
			name:      "an error with such a fix shuts it all the same",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/safe", "wrong", broken)}, broken)},
			want: []string{
				"autofix: gate: 1 error",
				"  a:3:2: error: wrong [r/safe] (fix: broke_syntax: a no longer parses with it: 1:2: oh)",
				"autofix: the fix of 1 error cannot be applied: correct by hand",
			},
		},
		{
			name:      "what is out as an alternative to such a fix is not used either",
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
			name:      "a message keeps to its line, and its escapes out of the terminal",
			artifacts: []*artifact.Artifact{of(a, diagnostics{finding("a", 3, fixedits.SeverityError, "r/x", "wrong\nand \x1b[31mred")})},
			want: []string{
				"autofix: gate: 1 error",
				"  a:3:2: error: wrong and \ufffd[31mred [r/x]",
				"autofix: no fix is known for 1 error: mend by hand",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, order := range []string{"as given", "reversed"} {
				verdict := Judge(test.artifacts, test.filter)
				var out strings.Builder
				if err := verdict.Text(&out, ""); err != nil {
					t.Fatal(err)
				}
				got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
				if diff := cmp.Diff(test.want, got); diff != "" {
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

func TestTextTellsTheCommandWhereItHelps(t *testing.T) {
	const command = "bazel run //:fix -- '//a b'"
	safe := newFix("a", 1, fixedits.SafetySafe, "r/safe")
	fixable := Judge([]*artifact.Artifact{of([]string{"a"}, nil, safe)}, nil)
	var out strings.Builder
	if err := fixable.Text(&out, command); err != nil {
		t.Fatal(err)
	}
	if want := "autofix: apply the fixes with:\n  " + command + "\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("got\n%s\nwant it to end with\n%s", out.String(), want)
	}
	broken := Judge([]*artifact.Artifact{of([]string{"a"}, diagnostics{finding("a", 3, fixedits.SeverityError, "r/x", "wrong")})}, nil)
	out.Reset()
	if err := broken.Text(&out, command); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), command) {
		t.Errorf("the command cannot help here:\n%s", out.String())
	}
}

func TestTextOffersFixesThatAreNotSafe(t *testing.T) {
	suggestion, unsafe := newFix("a", 1, fixedits.SafetySuggestion, "r/x"), newFix("a", 2, fixedits.SafetyUnsafe, "r/x")
	artifacts := []*artifact.Artifact{of([]string{"a"}, diagnostics{
		finding("a", 3, fixedits.SeverityError, "r/x", "one", unsafe, suggestion),
		finding("a", 4, fixedits.SeverityError, "r/x", "two", unsafe),
		finding("a", 5, fixedits.SeverityError, "r/x", "three", unsafe),
		finding("a", 6, fixedits.SeverityWarning, "r/x", "no error", suggestion),
	}, suggestion, unsafe)}
	const places = "autofix: gate: 3 errors\n  a:3:2: error: one [r/x] (fix: suggestion)\n  a:4:2: error: two [r/x] (fix: unsafe)\n  a:5:2: error: three [r/x] (fix: unsafe)\n"
	for _, test := range []struct {
		command, want string
		filter        func(*fixedits.Fix) string
	}{
		{
			command: "bazel run //:fix -- //a",
			want: places + "autofix: 1 error has no safe fix, but one of safety suggestion; look at it, and apply it with:\n  bazel run //:fix -- //a --safety=suggestion\n" +
				"autofix: 2 errors have no safe fix, but one of safety unsafe; look at it, and apply it with:\n  bazel run //:fix -- //a --safety=unsafe\n",
		},
		{
			command: "bazel run //:fix",
			want: places + "autofix: 1 error has no safe fix, but one of safety suggestion; look at it, and apply it with:\n  bazel run //:fix -- --safety=suggestion\n" +
				"autofix: 2 errors have no safe fix, but one of safety unsafe; look at it, and apply it with:\n  bazel run //:fix -- --safety=unsafe\n",
		},
		{
			command: "bazel run //:fix",
			filter:  func(*fixedits.Fix) string { return "never" },
			want: "autofix: gate: 3 errors\n  a:3:2: error: one [r/x]\n  a:4:2: error: two [r/x]\n  a:5:2: error: three [r/x]\n" +
				"autofix: no fix is known for 3 errors: mend by hand\n",
		},
	} {
		var out strings.Builder
		if err := Judge(artifacts, test.filter).Text(&out, test.command); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, out.String()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}
