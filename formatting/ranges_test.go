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

// Format removes spaces at the ends of lines.
func (bag) Format(_ string, src []byte) ([]byte, error) {
	return []byte(strings.ReplaceAll(string(src), " \n", "\n")), nil
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
		{"another value", "a \nb\nc \n", "a\nb\nx\n", [][2]int{{3, 4}}, ""},
		{"a line that moves over lines that stay as they are", "b\nz\nc\nd \ne\n", "b\nc\nd\ne\nz\n", [][2]int{{2, 3}}, "b\nc\nd \ne\nz\n"},
		{"a line elsewhere that moves to the range", "z\nb\nc\n", "b\nc\nz\n", [][2]int{{3, 4}}, ""},
		{"another value elsewhere", "a \nb\nc \n", "a\nb\nx\n", [][2]int{{1, 2}}, "a\nb\nc \n"},
		{"a text that does not parse", "bad \nb\n", "bad\nb\n", [][2]int{{1, 2}}, ""},
		{"inserted before the range", "a\nb\n", "a\n\nb\n", [][2]int{{2, 3}}, "a\n\nb\n"},
		{"inserted after the range", "a\nb\nc\n", "a\n\nb\nc\n", [][2]int{{1, 2}}, "a\n\nb\nc\n"},
		{"inserted elsewhere", "a\nb\nc\n", "a\n\nb\nc\n", [][2]int{{3, 4}}, "a\nb\nc\n"},
		{"deleted beside the range", "a\n\nb\n", "a\nb\n", [][2]int{{3, 4}}, "a\n\nb\n"},
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
			got, err := languages.Ranges("a.fake", []byte(test.src), []byte(test.text), ranges)
			if string(got) != test.want {
				t.Errorf("%q, %v, want %q", got, err, test.want)
			}
		})
	}
	src := []byte("a \n")
	if got, err := languages.Ranges("a.unknown", src, []byte("a\n"), [][2]int{{0, 3}}); err != nil || string(got) != string(src) {
		t.Errorf("a file of no language: %q, %v", got, err)
	}
}

// The search ends soon for a text of which every change needs the others.
func TestRangesEnds(t *testing.T) {
	var moving, staying, text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&moving, "%d\n", i)
		staying.WriteString("same\n")
		fmt.Fprintf(&text, "same\n%d\n", i)
	}
	src := moving.String() + staying.String()
	got, err := formatting.NewRegistry(bag{}).Ranges("a.fake", []byte(src), []byte(text.String()), [][2]int{{0, moving.Len()}})
	if string(got) != text.String() {
		t.Errorf("not the whole text, without which no part has the value: %v", err)
	}
}

// A shout is a language whose formatter puts a "!" at the end of the first line
// for each space of the third, which it removes.
type shout struct{ bag }

func (shout) Format(_ string, src []byte) ([]byte, error) {
	lines := strings.SplitAfter(string(src), "\n")
	if len(lines) > 2 {
		lines[0] = strings.Replace(lines[0], "\n", strings.Repeat("!", strings.Count(lines[2], " "))+"\n", 1)
		lines[2] = strings.ReplaceAll(lines[2], " ", "")
	}
	return []byte(strings.Join(lines, "")), nil
}

func (shout) Value(_ string, src []byte) (any, error) {
	return strings.NewReplacer("!", "", " ", "").Replace(string(src)), nil
}

// A change that would be made again and again, unless others are made, is not
// made.
func TestRangesAreStable(t *testing.T) {
	const src = "a\nb\nc  c\n"
	languages := formatting.NewRegistry(shout{})
	text, err := languages.Format("a.fake", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		lines [2]int // in bytes
		want  string
	}{{[2]int{0, 2}, ""}, {[2]int{0, 9}, "a!!\nb\ncc\n"}, {[2]int{4, 9}, "a\nb\ncc\n"}, {[2]int{2, 4}, src}} {
		if got, err := languages.Ranges("a.fake", []byte(src), text.Text, [][2]int{test.lines}); string(got) != test.want {
			t.Errorf("%v: %q, %v, want %q", test.lines, got, err, test.want)
		}
	}
}

func TestMoved(t *testing.T) {
	const before = "a\nb\nc\n"
	for _, test := range []struct {
		name, after string
		of, want    [2]int // in bytes; of is in before
	}{
		{"nothing changed", before, [2]int{2, 4}, [2]int{2, 4}},
		{"a line above", "x\na\nb\nc\n", [2]int{2, 4}, [2]int{4, 6}},
		{"a line above is gone", "b\nc\n", [2]int{2, 4}, [2]int{0, 2}},
		{"a line below", "a\nb\nc\nx\n", [2]int{2, 4}, [2]int{2, 4}},
		{"the line grows", "a\nbbb\nc\n", [2]int{2, 4}, [2]int{2, 6}},
		{"a line in it", "a\nb\nx\nc\n", [2]int{2, 6}, [2]int{2, 8}},
		{"a line beside it", "a\nb\nx\nc\n", [2]int{2, 4}, [2]int{2, 6}},
		{"a change elsewhere is not in it", "a\nb\nccc\n", [2]int{0, 2}, [2]int{0, 2}},
		{"the line is gone", "a\nc\n", [2]int{2, 4}, [2]int{2, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := formatting.Moved([][2]int{test.of}, []byte(before), []byte(test.after)); !slices.Equal(got, [][2]int{test.want}) {
				t.Errorf("got %v, want %v: %q", got, test.want, test.after[got[0][0]:got[0][1]])
			}
		})
	}
}
