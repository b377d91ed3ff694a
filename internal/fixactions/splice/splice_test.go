package splice_test

import (
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

func TestEdits(t *testing.T) {
	type edit struct {
		start, end int
		text       string
	}
	type piece struct {
		start, end int
		text       string // instead of a range of the old text
	}
	for _, test := range []struct {
		name, old string
		pieces    []piece
		want      []edit
	}{
		{"nothing", "abc", []piece{{0, 3, ""}}, nil},
		{"in parts", "abc", []piece{{0, 1, ""}, {1, 3, ""}}, nil},
		{"the same text", "abc", []piece{{0, 1, ""}, {0, 0, "b"}, {2, 3, ""}}, nil},
		{"insertion", "abc", []piece{{0, 1, ""}, {0, 0, "x"}, {0, 0, "y"}, {1, 3, ""}}, []edit{{1, 1, "xy"}}},
		{"deletion", "abc", []piece{{0, 1, ""}, {2, 3, ""}}, []edit{{1, 2, ""}}},
		{"replacement", "abc", []piece{{0, 1, ""}, {0, 0, "x"}, {2, 3, ""}}, []edit{{1, 2, "x"}}},
		{"at the ends", "abc", []piece{{0, 0, "x"}, {1, 2, ""}}, []edit{{0, 1, "x"}, {2, 3, ""}}},
		{"blanks in common", "a  b  c", []piece{{0, 1, ""}, {0, 0, "  x  "}, {6, 7, ""}}, []edit{{3, 4, "x"}}},
		{"whole lines", "a\nb\nc", []piece{{0, 1, ""}, {3, 5, ""}}, []edit{{2, 4, ""}}},
		{"a whole new line", "a\nc", []piece{{0, 1, ""}, {0, 0, "\nb"}, {1, 3, ""}}, []edit{{2, 2, "b\n"}}},
		{"whole lines with two bytes at their ends", "a\r\nb\r\nc", []piece{{0, 1, ""}, {4, 7, ""}}, []edit{{3, 6, ""}}},
		{"lines that follow each other", "a\nb\nc\nd", []piece{{0, 1, ""}, {3, 4, ""}, {5, 7, ""}}, []edit{{2, 5, ""}}},
		{"not within a line end", "a\r\nb", []piece{{0, 1, ""}, {0, 0, "\n"}, {3, 4, ""}}, []edit{{1, 3, "\n"}}},
		{"nor before it", "a\rb", []piece{{0, 1, ""}, {0, 0, "\r\n"}, {2, 3, ""}}, []edit{{1, 2, "\r\n"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := splice.New(test.old, 10)
			text := ""
			for _, p := range test.pieces {
				if p.text != "" {
					r.Put(p.text)
					text += p.text
				} else {
					r.Keep(p.start, p.end)
					text += test.old[p.start:p.end]
				}
			}
			edits := r.Edits()
			var got []edit
			for _, e := range edits {
				got = append(got, edit{e.Start - 10, e.End - 10, string(e.New)})
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if applied := string(splice.Apply(test.old, 10, edits)); applied != text {
				t.Errorf("the edits give %q, want %q", applied, text)
			}
		})
	}
}

// Any pieces of any text give edits that make the new text, and never cut a
// line end in two.
func FuzzEdits(f *testing.F) {
	f.Add("a\r\nb\r\nc\n", []byte{0, 1, 7, 3, 9, 2, 8})
	f.Fuzz(func(t *testing.T, old string, program []byte) {
		texts := []string{"\n", "\r\n", "x", " ", "\r\nx", "\ny\n", ""}
		r := splice.New(old, 0)
		at, want := 0, ""
		for _, c := range program {
			if c%2 == 0 {
				text := texts[int(c/2)%len(texts)]
				r.Put(text)
				want += text
				continue
			}
			start := min(len(old), at+int(c/2)%4)
			end := min(len(old), start+int(c/8)%8)
			if within(old, start) || within(old, end) {
				continue
			}
			r.Keep(start, end)
			want += old[start:end]
			at = max(at, end)
		}
		edits := r.Edits()
		if got := string(splice.Apply(old, 0, edits)); got != want {
			t.Fatalf("the edits give %q, want %q: %v", got, want, edits)
		}
		last := -1
		for _, e := range edits {
			if e.Start <= last || within(old, e.Start) || within(old, e.End) {
				t.Fatalf("%v of %q", edits, old)
			}
			last = e.End
		}
	})
}

func within(text string, at int) bool {
	return at > 0 && at < len(text) && text[at-1] == '\r' && text[at] == '\n'
}
