package fixedits_test

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestAtoms(t *testing.T) {
	two := map[string]string{"a": "one\ntwo\n", "b": "one\ntwo\n"}
	runRows(t, []row{
		{
			rule: "1", name: "all edits of a fix in two files are made", files: two,
			fixes:     []fixedits.Fix{fix("f1", in("b", 0, 3, "B"), in("a", 4, 7, "A"))},
			wantFiles: map[string]string{"a": "one\nA\n", "b": "B\ntwo\n"}, status: "f1 applied",
		},
		{
			rule: "1", name: "one edit that loses takes the fix out of all files", files: two,
			fixes: []fixedits.Fix{
				fix("f1", in("a", 0, 3, "A")),
				fix("f2", in("a", 1, 2, "x"), in("b", 0, 3, "B")),
			},
			wantFiles: map[string]string{"a": "A\ntwo\n"}, status: "f1 applied, f2 conflict f1",
			reason: "f2: overlaps f1 at a:0-3",
		},
		{
			rule: "1", name: "a fix that lost frees its place in the other files", files: two,
			fixes: []fixedits.Fix{
				fix("f1", in("a", 0, 3, "A")),
				fix("f2", in("a", 1, 2, "x"), in("b", 0, 3, "B")),
				fix("f3", in("b", 1, 2, "C")),
			},
			wantFiles: map[string]string{"a": "A\ntwo\n", "b": "oCe\ntwo\n"},
			status:    "f1 applied, f2 conflict f1, f3 applied",
		},
		{
			rule: "1", name: "a stale file makes a fix stale everywhere",
			files: map[string]string{"a": "one\n"},
			fixes: []fixedits.Fix{fix("f1", in("a", 0, 3, "A"), in("gone", 0, 0, "B"))},
			want:  "one\n", wantFiles: map[string]string{}, status: "f1 stale", reason: "f1: gone no longer exists",
		},
		{
			rule: "1", name: "an edit that is not valid makes the whole fix invalid", files: two,
			fixes:     []fixedits.Fix{fix("f1", in("a", 0, 3, "A"), in("b", 7, 9, "B"))},
			wantFiles: map[string]string{}, status: "f1 invalid",
			reason: "f1: b:7-9: not a valid range in a file of 8 bytes",
		},
	})
}

func TestValidity(t *testing.T) {
	runRows(t, []row{
		{
			rule: "2", name: "a range may be the whole file", base: "one", fixes: []fixedits.Fix{fix("f1", at(0, 3, "two"))},
			want: "two", status: "f1 applied",
		},
		{
			rule: "2", name: "text is put into an empty file", base: "", fixes: []fixedits.Fix{fix("f1", at(0, 0, "x\n"))},
			want: "x\n", status: "f1 applied",
		},
		{
			rule: "2", name: "a file may become empty", base: "x\n", fixes: []fixedits.Fix{fix("f1", at(0, 2, ""))},
			want: "", wantFiles: map[string]string{"a": ""}, status: "f1 applied",
		},
		{
			rule: "2", name: "an end past the file", base: "one", fixes: []fixedits.Fix{fix("f1", at(2, 4, ""))},
			want: "one", status: "f1 invalid", reason: "f1: a:2-4: not a valid range in a file of 3 bytes",
		},
		{
			rule: "2", name: "a start before the file", base: "one", fixes: []fixedits.Fix{fix("f1", at(-1, 2, ""))},
			want: "one", status: "f1 invalid", reason: "f1: a:-1-2: not a valid range in a file of 3 bytes",
		},
		{
			rule: "2", name: "an end before the start", base: "one", fixes: []fixedits.Fix{fix("f1", at(2, 1, ""))},
			want: "one", status: "f1 invalid", reason: "f1: a:2-1: not a valid range in a file of 3 bytes",
		},
		{
			rule: "2", name: "offsets as large as can be", base: "one",
			fixes: []fixedits.Fix{fix("f1", at(1<<62, 1<<63-1, "")), fix("f2", at(-1<<63, -1<<63, "x"))},
			want:  "one", status: "f1 invalid, f2 invalid",
		},
		{
			rule: "2", name: "a start inside a character", base: "é\n", fixes: []fixedits.Fix{fix("f1", at(1, 2, ""))},
			want: "é\n", status: "f1 invalid", reason: "f1: a:1-2: byte 1 is inside a character",
		},
		{
			rule: "2", name: "an end inside a character of four bytes", base: "x😀\n", fixes: []fixedits.Fix{fix("f1", at(0, 4, ""))},
			want: "x😀\n", status: "f1 invalid", reason: "f1: a:0-4: byte 4 is inside a character",
		},
		{
			rule: "2", name: "a whole character", base: "xé\n", fixes: []fixedits.Fix{fix("f1", at(1, 3, "e"))},
			want: "xe\n", status: "f1 applied",
		},
		{
			rule: "2", name: "any byte of a file that is not UTF-8", base: "é\xff\n", fixes: []fixedits.Fix{fix("f1", at(1, 2, "x"))},
			want: "\xc3x\xff\n", status: "f1 applied",
		},
		{
			rule: "2", name: "a zero byte is a byte", base: "a\x00b", fixes: []fixedits.Fix{fix("f1", at(1, 2, "\x00\x00"))},
			want: "a\x00\x00b", status: "f1 applied",
		},
		{
			rule: "2", name: "an insertion between CR and LF", base: "x\r\ny", fixes: []fixedits.Fix{fix("f1", at(2, 2, " "))},
			want: "x\r\ny", status: "f1 invalid", reason: "f1: a:2-2: byte 2 is between CR and LF",
		},
		{
			rule: "2", name: "CR without its LF", base: "x\r\ny", fixes: []fixedits.Fix{fix("f1", at(1, 2, ""))},
			want: "x\r\ny", status: "f1 invalid", reason: "f1: a:1-2: byte 2 is between CR and LF",
		},
		{
			rule: "2", name: "CR and LF together", base: "x\r\ny", fixes: []fixedits.Fix{fix("f1", at(1, 3, "\n"))},
			want: "x\ny", status: "f1 applied",
		},
		{
			rule: "2", name: "CR and LF are ordinary bytes unless they are a pair", base: "x\n\ry", fixes: []fixedits.Fix{fix("f1", at(2, 3, ""))},
			want: "x\ny", status: "f1 applied",
		},
		{
			rule: "2", name: "a fix that overlaps itself", base: "abcdef", fixes: []fixedits.Fix{fix("f1", at(2, 5, "y"), at(0, 3, "x"))},
			want: "abcdef", status: "f1 invalid", reason: "f1: a:2-5: overlaps its own edit at 0-3",
		},
		{
			rule: "2", name: "a fix that says one edit twice", base: "abcdef", fixes: []fixedits.Fix{fix("f1", at(0, 3, "x"), at(0, 3, "x"))},
			want: "abcdef", status: "f1 invalid", reason: "f1: a:0-3: overlaps its own edit at 0-3",
		},
		{
			rule: "2", name: "a fix that inserts inside its own range", base: "abcdef", fixes: []fixedits.Fix{fix("f1", at(1, 1, "x"), at(0, 3, "y"))},
			want: "abcdef", status: "f1 invalid", reason: "f1: a:1-1: overlaps its own edit at 0-3",
		},
		{
			rule: "2", name: "edits of one fix may touch anywhere", base: "abcdef",
			fixes: []fixedits.Fix{fix("f1", at(3, 5, "C"), at(1, 3, "A"), at(3, 3, "B"), at(5, 5, "D"), at(1, 1, "_"))},
			want:  "a_ABCDf", status: "f1 applied",
		},
		{
			rule: "2", name: "insertions of one fix at one offset keep their order", base: "ab",
			fixes: []fixedits.Fix{fix("f1", at(1, 1, "3"), at(1, 1, "1"), at(0, 0, "x"), at(1, 1, "2"))},
			want:  "xa312b", status: "f1 applied",
		},
		{
			rule: "2", name: "many insertions of one fix at one offset keep their order", base: "ab",
			fixes: []fixedits.Fix{fix("f1", func(f *fixedits.Fix) {
				for _, c := range "the quick brown fox jumps over" {
					f.Edits = append(f.Edits, at(1, 1, string(c)))
				}
				f.Edits = append(f.Edits, at(0, 0, "^"))
			})},
			want: "^athe quick brown fox jumps overb", status: "f1 applied",
		},
		{
			rule: "2", name: "an edit that changes nothing is dropped, and overlaps nothing", base: "abc\ndef\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "abc"), at(4, 7, "x")), fix("f2", at(1, 2, "B"))},
			want:  "aBc\nx\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "2", name: "a fix that changes nothing is done", base: "abc\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 1, "a"), at(2, 2, "")), fix("f2", at(1, 2, "B"))},
			want:  "aBc\n", status: "f1 subsumed, f2 applied", reason: "f1: changes nothing",
		},
		{
			rule: "2", name: "an edit that changes nothing must be valid all the same", base: "é",
			fixes: []fixedits.Fix{fix("f1", at(1, 1, "")), fix("f2", at(0, 2, "é"), at(0, 2, "é"))},
			want:  "é", status: "f1 invalid, f2 invalid",
		},
		{
			rule: "2", name: "a fix without edits", base: "abc\n", fixes: []fixedits.Fix{fix("f1")},
			want: "abc\n", status: "f1 invalid", reason: "f1: has no edits",
		},
		{
			rule: "2", name: "text before a byte order mark", base: "\ufeffabc\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "x")), fix("f2", at(3, 3, "y"))},
			want:  "\ufeffyabc\n", status: "f1 invalid, f2 applied",
			reason: "f1: a:0-0: inserts before the byte order mark; the text starts at 3",
		},
		{
			rule: "2", name: "text before a byte order mark, and an edit behind it", base: "\ufeffabc\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "x"), at(4, 5, "y"))},
			want:  "\ufeffabc\n", status: "f1 invalid",
		},
		{
			rule: "2", name: "text in place of a byte order mark", base: "\ufeffabc\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "x"), at(0, 3, ""))},
			want:  "xabc\n", status: "f1 applied",
		},
		{
			rule: "2", name: "a byte order mark is given and taken", files: map[string]string{"a": "\ufeffa\n", "b": "b\n"},
			fixes:     []fixedits.Fix{fix("f1", in("a", 0, 3, ""), in("b", 0, 0, "\ufeff"))},
			wantFiles: map[string]string{"a": "a\n", "b": "\ufeffb\n"}, status: "f1 applied",
		},
	})
}
