package report

import (
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// same returns an artifact with findings of one rule at lines of a.txt, of
// which the second and the last of b.txt say something else.
func same() *Findings {
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	add := func(path string, line int, message, fix string) {
		d := fixedits.Diagnostic{
			Rule: "r/r", Severity: fixedits.SeverityWarning, Message: message, Path: path, Start: 10 * line, End: 10*line + 1, Line: line, Column: 2,
		}
		if fix != "" {
			d.Fixes = []string{fix}
		}
		a.Diagnostics = append(a.Diagnostics, d)
	}
	a.Fixes = []fixedits.Fix{{ID: "f", Rule: "r/r", Safety: fixedits.SafetySafe}}
	for _, line := range []int{3, 5, 5, 8} {
		add("a.txt", line, "wrong", "f")
	}
	add("a.txt", 4, "wrong", "")
	for line := range 7 {
		add("b.txt", line+1, "wrong", "f")
	}
	add("c.txt", 1, "wrong", "f")
	add("c.txt", 2, fixedits.WithMorePlaces("wrong", 41_000), "f")
	add("c.txt", 1, "other", "f")
	return NewFindings(a, nil, func(string) []byte { return nil })
}

func TestTextCombinesFindingsOfAFile(t *testing.T) {
	got := rendered(t, func(w io.Writer) error { return Text(w, same(), TextOptions{Files: 3, Each: "--verbose lists each"}) })
	want := `a.txt:3:2: warning: wrong [r/r] (fixable, 4 times: lines 3, 5, 8)
a.txt:4:2: warning: wrong [r/r]
b.txt:1:2: warning: wrong [r/r] (fixable, 7 times: lines 1, 2, 3, 4, 5 and more)
c.txt:1:2: warning: wrong [r/r] (fixable, 41002 times: lines 1, 2 and more)
c.txt:1:2: warning: other [r/r] (fixable)
autofix: checked 3 files, found 41015 findings in 3 files: 41015 warnings
autofix: not all places are listed; --verbose lists each
autofix: 41014 are fixable
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestVerboseTextListsEachFinding(t *testing.T) {
	got := rendered(t, func(w io.Writer) error {
		return Text(w, same(), TextOptions{Files: 3, Verbose: true, Each: "--verbose lists each"})
	})
	want := `a.txt:3:2: warning: wrong [r/r] (fixable)
a.txt:4:2: warning: wrong [r/r]
a.txt:5:2: warning: wrong [r/r] (fixable)
a.txt:5:2: warning: wrong [r/r] (fixable)
a.txt:8:2: warning: wrong [r/r] (fixable)
b.txt:1:2: warning: wrong [r/r] (fixable)
b.txt:2:2: warning: wrong [r/r] (fixable)
b.txt:3:2: warning: wrong [r/r] (fixable)
b.txt:4:2: warning: wrong [r/r] (fixable)
b.txt:5:2: warning: wrong [r/r] (fixable)
b.txt:6:2: warning: wrong [r/r] (fixable)
b.txt:7:2: warning: wrong [r/r] (fixable)
c.txt:1:2: warning: wrong [r/r] (fixable)
c.txt:1:2: warning: other [r/r] (fixable)
c.txt:2:2: warning: wrong; and so at 41000 more places from here on [r/r] (fixable)
autofix: checked 3 files, found 41015 findings in 3 files: 41015 warnings
autofix: 41014 are fixable
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGitHubCombinesFindingsOfAFile(t *testing.T) {
	got := rendered(t, func(w io.Writer) error { return GitHub(w, same()) })
	want := `::warning file=a.txt,line=3,col=2,title=r/r::wrong (fixable, 4 times: lines 3, 5, 8)
::warning file=a.txt,line=4,col=2,title=r/r::wrong
::warning file=b.txt,line=1,col=2,title=r/r::wrong (fixable, 7 times: lines 1, 2, 3, 4, 5 and more)
::warning file=c.txt,line=1,col=2,title=r/r::wrong (fixable, 41002 times: lines 1, 2 and more)
::warning file=c.txt,line=1,col=2,title=r/r::other (fixable)
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
