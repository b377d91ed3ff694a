package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

func frame(width int, text string, ranges ...Range) string {
	var out bytes.Buffer
	source := Source{Text: []byte(text), Lines: position.New([]byte(text), position.LF)}
	(&Screen{Width: width}).Frame(&out, "a.txt:1:1", source, Red, ranges...)
	return out.String()
}

func TestFrame(t *testing.T) {
	var hundreds strings.Builder
	for i := range 300 {
		fmt.Fprintf(&hundreds, "line %d\n", i+1)
	}
	for _, test := range []struct {
		name, text string
		ranges     []Range
		want       string
	}{
		{"an empty file", "", []Range{{0, 0}}, "1 |\n  | ^\n"},
		{"the end of the file", "a\nb\n", []Range{{4, 4}}, "2 | b\n3 |\n  | ^\n"},
		{"the end without a newline", "a\nb", []Range{{3, 3}}, "1 | a\n2 | b\n  |  ^\n"},
		{"a line end", "a\nb\n", []Range{{1, 2}}, "1 | a\n  |  ^\n2 | b\n"},
		{"CRLF", "a\r\nb\r\n", []Range{{0, 1}}, "1 | a\n  | ^\n2 | b\n"},
		{"a lone CR", "a\rb\n", []Range{{2, 3}}, "1 | a^Mb\n  |    ^\n"},
		{"two ranges of a line", "abcdef\n", []Range{{0, 1}, {3, 5}}, "1 | abcdef\n  | ^  ^^\n"},
		{"ranges far apart", "a\nb\nc\nd\ne\nf\n", []Range{{0, 1}, {10, 11}}, "1 | a\n  | ^\n2 | b\n...\n5 | e\n6 | f\n  | ^\n"},
		{"two lines", "if x {\n\ty\n}\n", []Range{{3, 9}}, "1 | if x {\n  |    ^^^\n2 |     y\n  |     ^\n3 | }\n"},
		{
			"hundreds of lines", hundreds.String(),
			[]Range{{0, hundreds.Len()}},
			"  1 | line 1\n    | ^^^^^^\n  2 | line 2\n    | ^^^^^^\n...\n300 | line 300\n    | ^^^^^^^^\n",
		},
		{"outside of the text", "abc\n", []Range{{-5, -1}, {90, 99}}, "1 | abc\n  | ^\n2 |\n  | ^\n"},
		{"no range", "abc\n", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, got, _ := strings.Cut(frame(80, test.text, test.ranges...), "|\n")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWidths(t *testing.T) {
	text := strings.Repeat("x", 1<<20) + "\n"
	for _, width := range []int{-1, 0, 1, 20, 80, 500} {
		want := map[int]int{-1: 80, 0: 80, 1: 20}[width]
		if want == 0 {
			want = width
		}
		for line := range strings.Lines(frame(width, text, Range{1 << 19, 1<<19 + 3})) {
			if len(line)-1 > want {
				t.Errorf("width %d: %d columns: %s", width, len(line)-1, line)
			}
		}
	}
}

func TestDiff(t *testing.T) {
	for _, test := range []struct{ name, before, after, want string }{
		{"nothing", "a\n", "a\n", ""},
		{"a word", "a\nb\nc\n", "a\nx\nc\n", "2 - b\n2 + x\n"},
		{"blanks", "a \t\n", "a\n", "1 - a·→\n1 + a\n"},
		{"indentation", "\tx\n", "    x\n", "1 - →   x\n1 + ····x\n"},
		{"line ends", "a\r\n", "a\n", "1 - a^M\n1 + a\n"},
		{"a final newline", "a", "a\n", "1 - a (no newline at the end)\n1 + a\n"},
		{"numbers after", "a\nb\n", "x\na\nb\ny\n", "1 + x\n4 + y\n"},
		{"all gone", "a\nb\n", "", "1 - a\n2 - b\n"},
		{"escapes", "\x1b[31m\n", "\xff\n", "1 - ^[[31m\n1 + <FF>\n"},
		{"many lines", "", strings.Repeat("x\n", 40), strings.Repeat("+ x\n", 15) + "... and 25 more changed lines\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			d := Diff{Part: []byte(test.before), Line: 1, Changes: textdiff.Changes([]byte(test.before), []byte(test.after))}
			(&Screen{}).Diff(&out, 0, []Diff{d})
			got := out.String()
			if test.name == "many lines" {
				lines := strings.SplitAfter(got, "\n")
				for i := range lines {
					if _, rest, ok := strings.Cut(lines[i], "+"); ok {
						lines[i] = "+" + rest
					}
				}
				got = strings.Join(lines, "")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestColorsAndLinks(t *testing.T) {
	plain, all := Screen{}, Screen{Color: true, Links: true}
	if got := plain.Link("https://x", plain.Paint(Red, "x")); got != "x" {
		t.Errorf("got %q", got)
	}
	if got, want := all.Link("https://x", all.Paint(Green, "x")), "\x1b]8;;https://x\x1b\\\x1b[32mx\x1b[0m\x1b]8;;\x1b\\"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := all.Link("https://x\x1b\\", "x"); got != "x" {
		t.Errorf("an address that ends the link: %q", got)
	}
}
