package baseline

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// state is a file in which each "!" is a finding of a rule, whose text is the
// word after it.
func state(text string) State {
	a := &artifact.Artifact{}
	for at := range len(text) {
		if text[at] != '!' {
			continue
		}
		end := at + 1
		for end < len(text) && !strings.ContainsRune(" \n", rune(text[end])) {
			end++
		}
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{Rule: "r", Path: "a", Start: at, End: end, Message: "m"})
	}
	return State{Artifact: a, Text: func(string) []byte { return []byte(text) }}
}

// layout is a file whose formatter ends each line with a period.
func layout(text string) State {
	after := strings.ReplaceAll(strings.ReplaceAll(text, ".\n", "\n"), "\n", ".\n")
	fix := fixedits.Fix{ID: "f", Rule: "format/x", Phase: fixedits.PhaseFormat}
	for _, c := range textdiff.Changes([]byte(text), []byte(after)) {
		fix.Edits = append(fix.Edits, fixedits.Edit{Path: "a", Start: c.Start, End: c.End, New: c.New})
	}
	a := &artifact.Artifact{}
	if len(fix.Edits) > 0 {
		a.Fixes = []fixedits.Fix{fix}
		a.Diagnostics = []fixedits.Diagnostic{{Rule: "format/x", Phase: fixedits.PhaseFormat, Path: "a", Start: fix.Edits[0].Start, End: fix.Edits[0].End, Fixes: []string{"f"}, Message: "not formatted"}}
	}
	return State{Artifact: a, Text: func(string) []byte { return []byte(text) }}
}

func compared(t *testing.T, base, head State) string {
	t.Helper()
	c := Compare(base, head, func(string) bool { return false })
	var lines []string
	for i, fresh := range c.New {
		if fresh {
			d := &head.Artifact.Diagnostics[i]
			text := head.Text(d.Path)
			lines = append(lines, string(text[d.Start:d.End]))
		}
	}
	if only := c.Only(head.Artifact, nil); len(only.Diagnostics) != len(lines) {
		t.Errorf("Only has %d findings, want %d", len(only.Diagnostics), len(lines))
	}
	return strings.Join(append(lines, c.Text("")), "; ")
}

func TestCompare(t *testing.T) {
	for _, test := range []struct{ name, base, head, want string }{
		{"nothing", "a\n", "a\n", "0 new, 0 old"},
		{"the same", "!a\n!b\n", "!a\n!b\n", "0 new, 2 old"},
		{"the first one in a file", "a\n", "!a\n", "!a; 1 new, 0 old"},
		{"lines above it", "x\n!a\n", "1\n2\n3\nx\n!a\n", "0 new, 1 old"},
		{"a line above it and one below it changed", "x\n!a\ny\n", "1\n!a\n2\n", "0 new, 1 old"},
		{"its line is indented", "x\n!a b\ny\n", "x\n\t!a  b\ny\n", "0 new, 1 old"},
		{"its line has more", "x\n!a\ny\n", "x\n!a and more\ny\n", "0 new, 1 old"},
		{"its text changed", "x\n!a\ny\n", "x\n!b\ny\n", "!b; 1 new, 0 old, 1 old one gone"},
		{"one is replaced by another elsewhere", "!a\nx\ny\nz\n", "a\nx\ny\n!a\nz\n", "!a; 1 new, 0 old, 1 old one gone"},
		{"one more of the same", "x\n!a\ny\n", "x\n!a\ny\nx\n!a\ny\n", "!a; 1 new, 1 old"},
		{"one more of the same, before it", "1\n!a\n2\n", "1\n!a\n2\n0\n1\n!a\n2\n", "!a; 1 new, 1 old"},
		{"one of the same less", "x\n!a\ny\nx\n!a\ny\n", "x\n!a\ny\n", "0 new, 1 old, 1 old one gone"},
		{"two on one line", "!a !a\n", "0\n!a !a\n", "0 new, 2 old"},
		{"one more on a line that changed", "!a b\n", "!a !b\n", "!b; 1 new, 1 old"},
		{"moved with its neighbors", "x\n!a\ny\n1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\nx\n!a\ny\n", "0 new, 1 old"},
		{"at a distance: nothing changed on its line", "a\nb\n", "a\n!b\nc\n", "!b; 1 new, 0 old"},
		{"carriage returns", "x\n!a\ny\n", "x\r\n!a\r\ny\r\n", "0 new, 1 old"},
		{"no line end", "!a", "x\n!a", "0 new, 1 old"},
		{"all gone", "!a\n!b\n", "", "0 new, 0 old, 2 old ones gone"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, compared(t, state(test.base), state(test.head))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A formatter has one finding in a file, which is new if one of its lines is.
func TestCompareLayout(t *testing.T) {
	for _, test := range []struct{ name, base, head, want string }{
		{"formatted", "a.\n", "a.\n", "0 new, 0 old"},
		{"the same", "a\nb.\nc\n", "a\nb.\nc\n", "0 new, 1 old"},
		{"the first place is fixed", "a\nb.\nc\n", "a.\nb.\nc\n", "0 new, 1 old"},
		{"lines between", "a\nb\nc.\n", "a\n1.\nb\nc.\n", "0 new, 1 old"},
		{"one more place", "a\nb.\nc.\n", "a\nb.\nc\n", "a\n; 1 new, 0 old"},
		{"one fixed, one broken", "a\nb.\nc.\n", "a.\nb.\nc\n", "c\n; 1 new, 0 old, 1 old one gone"},
		{"all are fixed", "a\nb\n", "a.\nb.\n", "0 new, 0 old, 1 old one gone"},
		{"a new line in a place", "a\nb\n", "a\n1\nb\n", "a\n1\nb\n; 1 new, 0 old"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, compared(t, layout(test.base), layout(test.head))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What no text is known of is compared by its words.
func TestCompareWithoutTexts(t *testing.T) {
	of := func(messages ...string) State {
		a := &artifact.Artifact{}
		for _, m := range messages {
			a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{Rule: "r", Path: "dir", Line: 1, End: 3, Message: m})
		}
		return State{Artifact: a, Text: func(string) []byte { return nil }}
	}
	c := Compare(of("a", "b"), of("b", "c"), func(string) bool { return false })
	if want := []bool{false, true}; !slices.Equal(c.New, want) || c.Gone != 1 {
		t.Errorf("got %v and %d gone, want %v", c.New, c.Gone, want)
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("x\n!a\ny\n", "!a\n!a\n")
	f.Add("!a !b\n", "\r\n!b")
	f.Fuzz(func(t *testing.T, base, head string) {
		b, h := state(base), state(head)
		fresh, old := Compare(b, h, func(string) bool { return false }).Count()
		if fresh+old != len(h.Artifact.Diagnostics) || old > len(b.Artifact.Diagnostics) {
			t.Errorf("%d new and %d old of %d, with %d in the base", fresh, old, len(h.Artifact.Diagnostics), len(b.Artifact.Diagnostics))
		}
		if fresh, _ := Compare(h, h, func(string) bool { return false }).Count(); fresh > 0 {
			t.Errorf("%d of a state are new in itself", fresh)
		}
	})
}
