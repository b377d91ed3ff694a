package report

import (
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// found returns the findings of a rule wherever a text has a word.
func found(text, word, message string) *Findings {
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		at += i
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
			Rule: "a/b", Path: "a.txt", Severity: fixedits.SeverityWarning, Message: message,
			Start: at, End: at + len(word), Line: 1 + strings.Count(text[:at], "\n"), Column: 1,
		})
		at += len(word)
	}
	a.Normalize()
	return NewFindings(a, nil, func(string) []byte { return []byte(text) })
}

func TestFingerprints(t *testing.T) {
	const text = "bad\nok\n  bad\nbad bad\nother bad\n"
	before := found(text, "bad", "m").fingerprints()
	if distinct := slices.Compact(slices.Sorted(slices.Values(before))); len(distinct) != 5 || len(before[0]) != 32 {
		t.Fatalf("%d distinct fingerprints, want 5: %q", len(distinct), before)
	}
	for name, test := range map[string]struct {
		text, message string
		same          bool
	}{
		"lines above":       {"new\nnew\n" + text, "m", true},
		"indented":          {strings.ReplaceAll(text, "\nbad", "\n\tbad"), "m", true},
		"other words":       {text, "said differently", true},
		"another line":      {strings.ReplaceAll(text, "other", "mother"), "m", false},
		"CR LF":             {strings.ReplaceAll(text, "\n", "\r\n"), "m", true},
		"one more finding":  {text + "last bad\n", "m", true},
		"one finding fewer": {text[:len(text)-len("other bad\n")], "m", true},
	} {
		t.Run(name, func(t *testing.T) {
			after := found(test.text, "bad", test.message).fingerprints()
			n := min(len(before), len(after))
			if same := slices.Equal(before[:n], after[:n]); same != test.same {
				t.Errorf("same: %v, want %v\n%q\n%q", same, test.same, before, after)
			}
		})
	}
}

// Without a text, messages tell findings apart.
func TestFingerprintsWithoutText(t *testing.T) {
	findings := found("bad\nbad\n", "bad", "m")
	findings.texts = func(string) []byte { return nil }
	findings.artifact.Diagnostics[1].Message = "n"
	prints := findings.fingerprints()
	if prints[0] == prints[1] {
		t.Errorf("equal: %q", prints)
	}
}
