package formatting_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A bag is a language of data, whose value is its words in any order. The word
// "bad" does not parse.
type bag struct{ fake }

func (bag) Parse(path string, src []byte) error {
	if at := strings.Index(string(src), "bad"); at >= 0 {
		return formatting.SyntaxErrorAt(path, src, at, "bad")
	}
	return nil
}

func (bag) Value(_ string, src []byte) (any, error) {
	words := strings.Fields(string(src))
	slices.Sort(words)
	return words, nil
}

func TestRanges(t *testing.T) {
	languages := formatting.NewRegistry(bag{})
	for _, test := range []struct {
		name, src, text string
		lines           [][2]int // from 1, the second not in the range
		want            string
	}{
		{"one of two", "a \nb\nc \n", "a\nb\nc\n", [][2]int{{1, 2}}, "a\nb\nc \n"},
		{"two ranges", "a \nb\nc \nd\ne \n", "a\nb\nc\nd\ne\n", [][2]int{{1, 2}, {5, 6}}, "a\nb\nc \nd\ne\n"},
		{"all", "a \nb\nc \n", "a\nb\nc\n", [][2]int{{1, 4}}, "a\nb\nc\n"},
		{"nothing in the range", "a \nb\nc \n", "a\nb\nc\n", [][2]int{{2, 3}}, "a \nb\nc \n"},
		{"no range", "a \n", "a\n", nil, "a \n"},
		{"CR LF", "a \r\nb\r\nc \r\n", "a\r\nb\r\nc\r\n", [][2]int{{3, 4}}, "a \r\nb\r\nc\r\n"},
		{"a line that moves, and others that stay", "z\nb\nc \nd\ne \nf\n", "b\nc\nd\ne\nf\nz\n", [][2]int{{1, 2}}, "b\nc \nd\ne \nf\nz\n"},
		{"another value", "a \nb\nc \n", "a\nb\nx\n", [][2]int{{3, 4}}, "a \nb\nc \n"},
		{"another value elsewhere", "a \nb\nc \n", "a\nb\nx\n", [][2]int{{1, 2}}, "a\nb\nc \n"},
		{"a text that does not parse", "bad \nb\n", "bad\nb\n", [][2]int{{1, 2}}, "bad \nb\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := []int{0}
			for line := range strings.SplitAfterSeq(test.src, "\n") {
				at = append(at, at[len(at)-1]+len(line))
			}
			var ranges [][2]int
			for _, lines := range test.lines {
				ranges = append(ranges, [2]int{at[lines[0]-1], at[lines[1]-1]})
			}
			if got := languages.Ranges("a.fake", []byte(test.src), []byte(test.text), ranges); string(got) != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	src := []byte("a \n")
	if got := languages.Ranges("a.unknown", src, []byte("a\n"), [][2]int{{0, 3}}); string(got) != string(src) {
		t.Errorf("a file of no language: %q", got)
	}
}

// The search ends soon for a text whose every change needs the others.
func TestRangesEnds(t *testing.T) {
	var src, text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&src, "%d\nsame\n", i)
		fmt.Fprintf(&text, "%d\nsame\n", (i+1)%1000)
	}
	got := formatting.NewRegistry(bag{}).Ranges("a.fake", []byte(src.String()), []byte(text.String()), [][2]int{{0, 2}})
	if string(got) != text.String() {
		t.Error("not the whole text, without which no part has the value")
	}
}
