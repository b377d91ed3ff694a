package fixedits_test

import (
	"bytes"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestApply(t *testing.T) {
	for _, r := range []struct {
		name    string
		content string
		edits   []fixedits.Edit
		want    string
		err     string
	}{
		{name: "no edits", content: "abc", want: "abc"},
		{name: "replace, insert and delete", content: "abcdef", edits: []fixedits.Edit{at(0, 1, "xx"), at(2, 2, "-"), at(4, 6, "")}, want: "xxb-cd"},
		{name: "any order", content: "abcdef", edits: []fixedits.Edit{at(4, 6, ""), at(2, 2, "-"), at(0, 1, "xx")}, want: "xxb-cd"},
		{name: "an empty file", edits: []fixedits.Edit{at(0, 0, "x")}, want: "x"},
		{name: "to an empty file", content: "abc", edits: []fixedits.Edit{at(0, 3, "")}, want: ""},
		{name: "touching edits", content: "abcd", edits: []fixedits.Edit{at(2, 4, "y"), at(2, 2, "-"), at(0, 2, "x")}, want: "x-y"},
		{name: "insertions keep their order", content: "ab", edits: []fixedits.Edit{at(1, 1, "3"), at(0, 0, "x"), at(1, 1, "1"), at(1, 1, "2")}, want: "xa312b"},
		{name: "many insertions keep their order", content: "ab", edits: slices.Concat(spell(1, "the quick brown fox jumps over"), spell(0, "^")), want: "^athe quick brown fox jumps overb"},
		{name: "bytes are bytes", content: "\xff\x00\r\n", edits: []fixedits.Edit{at(1, 2, "\xfe"), at(3, 3, "\x00")}, want: "\xff\xfe\r\x00\n"},
		{name: "overlap", content: "abcd", edits: []fixedits.Edit{at(1, 3, "x"), at(0, 2, "y")}, err: "apply: a:1-3: overlaps 0-2"},
		{name: "one edit twice", content: "abcd", edits: []fixedits.Edit{at(0, 2, "x"), at(0, 2, "x")}, err: "apply: a:0-2: overlaps 0-2"},
		{name: "an insertion inside a range", content: "abcd", edits: []fixedits.Edit{at(1, 1, "x"), at(0, 2, "y")}, err: "apply: a:1-1: overlaps 0-2"},
		{name: "past the end", content: "abcd", edits: []fixedits.Edit{at(0, 1, ""), at(3, 5, "x")}, err: "apply: a:3-5: not a valid range in a file of 4 bytes"},
		{name: "before the start", content: "abcd", edits: []fixedits.Edit{at(-1, 1, "")}, err: "apply: a:-1-1: not a valid range in a file of 4 bytes"},
		{name: "backwards", content: "abcd", edits: []fixedits.Edit{at(3, 2, "")}, err: "apply: a:3-2: not a valid range in a file of 4 bytes"},
		{name: "two files", content: "abcd", edits: []fixedits.Edit{at(0, 1, ""), in("b", 2, 3, "")}, err: "apply: the edits name two files, a and b"},
	} {
		t.Run(r.name, func(t *testing.T) {
			content, edits := []byte(r.content), slices.Clone(r.edits)
			got, err := fixedits.Apply(content, edits)
			switch {
			case r.err != "":
				if err == nil || err.Error() != r.err || got != nil {
					t.Errorf("got %q, %v; want error %s", got, err, r.err)
				}
			case err != nil || string(got) != r.want:
				t.Errorf("got %q, %v; want %q", got, err, r.want)
			}
			if string(content) != r.content || cmpDiff(r.edits, edits) != "" {
				t.Error("the input was changed")
			}
		})
	}
}

// spell makes an insertion of each letter of a text at one offset.
func spell(offset int, text string) (edits []fixedits.Edit) {
	for i := range text {
		edits = append(edits, at(offset, offset, text[i:i+1]))
	}
	return edits
}

// The result never shares memory with the content, even without edits.
func TestApplyCopies(t *testing.T) {
	content := []byte("abc")
	got, err := fixedits.Apply(content, nil)
	if err != nil {
		t.Fatal(err)
	}
	got[0] = 'x'
	if !bytes.Equal(content, []byte("abc")) {
		t.Error("the result shares memory with the content")
	}
}
