package report

import (
	"io"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

func TestTextListsFindingsByPlaceAndCountsThem(t *testing.T) {
	got := rendered(t, func(w io.Writer) error {
		return Text(w, fixtureFindings(t), TextOptions{Files: 3, Fix: "autofix fix 'b c'"})
	})
	want := `a.txt:1:1: warning: hard [ai/ask] (fix by ai-autofix)
a.txt:1:13: info: 100% "world": really, no [spell/world] (fix: suggestion)
a.txt:1:18: warning: trailing blanks [text/blanks] (fixable)
b c%.txt:2:4: error: no newline at the end [text/newline] (fixable)
bytes.bin:1:2: warning: strange byte [bin/bytes] (fixable)
autofix: checked 3 files, found 5 findings in 3 files: 1 error, 3 warnings, 1 info
autofix: 3 are fixable, apply with: autofix fix 'b c'
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestBriefCountsInOneLine(t *testing.T) {
	got := rendered(t, func(w io.Writer) error { return Brief(w, fixtureFindings(t), "//app:a\nb", "the report lists them") })
	want := "autofix: //app:a b: 5 findings in 3 files (1 error, 3 warnings, 1 info), 3 fixable; the report lists them\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextMarksOnlyWhatThePlanApplies(t *testing.T) {
	findings := fixtureFindings(t)
	findings.Select(&policy.Selection{Safety: fixedits.SafetySuggestion})
	findings.fixes["f1"].Disposition = &fixedits.Disposition{Status: fixedits.StatusConflict, Code: "overlaps"}
	findings.fixes["f5"].Disposition = &fixedits.Disposition{Status: fixedits.StatusFiltered, Code: "alternative"}
	got := rendered(t, func(w io.Writer) error { return Text(w, findings, TextOptions{Files: 3}) })
	for _, line := range []string{
		"[text/blanks] (fix: conflict)\n", "[spell/world] (fixable)\n", "[text/newline] (fixable)\n",
		"[bin/bytes] (fix: filtered)\n", "autofix: 2 are fixable\n",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in:\n%s", line, got)
		}
	}
}

func TestTextOfNothing(t *testing.T) {
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	findings := NewFindings(a, nil, func(string) []byte { return nil })
	got := rendered(t, func(w io.Writer) error { return Text(w, findings, TextOptions{Files: 1, Fix: "autofix fix"}) })
	if want := "autofix: checked 1 file, nothing found\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextColorsSeveritiesOnlyWhenAsked(t *testing.T) {
	plain := rendered(t, func(w io.Writer) error { return Text(w, fixtureFindings(t), TextOptions{}) })
	colored := rendered(t, func(w io.Writer) error { return Text(w, fixtureFindings(t), TextOptions{Color: true}) })
	if strings.Contains(plain, "\x1b") {
		t.Errorf("escapes in plain text: %q", plain)
	}
	if !strings.Contains(colored, "\x1b[31;1merror\x1b[") {
		t.Errorf("no red error in %q", colored)
	}
}

func TestTextKeepsControlCharactersOffTheTerminal(t *testing.T) {
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	a.Diagnostics = []fixedits.Diagnostic{{Rule: "r/r", Severity: fixedits.SeverityInfo, Message: "bad\x1b[2J\nline\u009b2J", Path: "a\nb", Line: 1, Column: 1}}
	findings := NewFindings(a, nil, func(string) []byte { return nil })
	got := rendered(t, func(w io.Writer) error { return Text(w, findings, TextOptions{}) })
	if want := "a b:1:1: info: bad line [r/r]\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want prefix %q", got, want)
	}
}
