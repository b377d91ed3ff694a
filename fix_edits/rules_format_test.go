package fixedits_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// trimmer is a formatter of all files but those that end in .bin: it removes
// whitespace at the ends of lines, and fails on a text with a NUL.
func trimmer(o *fixedits.Options) {
	o.Format = func(path string, text []byte) ([]byte, bool, error) {
		if strings.HasSuffix(path, ".bin") {
			return nil, false, nil
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return nil, true, errors.New("line 1: a zero byte")
		}
		var out []byte
		for line := range bytes.Lines(text) {
			body, ended := bytes.CutSuffix(line, []byte("\n"))
			out = append(out, bytes.TrimRight(body, " ")...)
			if ended {
				out = append(out, '\n')
			}
		}
		return out, true, nil
	}
}

func TestFormatters(t *testing.T) {
	const base = "ab  \ncd  \n"
	runRows(t, []row{
		{
			rule: "8", name: "a formatting fix that is alone applies as it is", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, ""))}, opts: trimmer,
			want: "ab\ncd  \n", status: "f1 applied",
		},
		{
			rule: "8", name: "it gives way to any other fix of its file, and the formatter runs", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", unsafe, style, at(5, 7, "x  "))}, opts: trimmer,
			want: "ab\nx\n", status: "f1 superseded f2, f2 applied",
			reason: "f1: gives way to f2 at a:5-7: the formatter ran on the merged text",
		},
		{
			rule: "8", name: "without files, the reason does not mention the formatter", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", unsafe, style, at(5, 7, "x  "))},
			opts: func(o *fixedits.Options) {
				trimmer(o)
				o.NoFiles = true
			},
			want: base, status: "f1 superseded f2, f2 applied",
			reason: "f1: gives way to f2 at a:5-7",
		},
		{
			rule: "8", name: "without a formatter it gives way as well", files: map[string]string{"a.bin": base},
			fixes:     []fixedits.Fix{fix("f1", format, in("a.bin", 2, 4, "")), fix("f2", in("a.bin", 5, 7, "x"))},
			opts:      trimmer,
			wantFiles: map[string]string{"a.bin": "ab  \nx  \n"}, status: "f1 superseded f2, f2 applied",
			reason: "f1: gives way to f2 at a.bin:5-7; no formatter of the file is known here, so it waits for the next round",
		},
		{
			rule: "8", name: "a formatter that fails leaves the merged text", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", at(5, 7, "\x00"))}, opts: trimmer,
			want: "ab  \n\x00  \n", status: "f1 superseded f2, f2 applied",
			reason: "f1: gives way to f2 at a:5-7, but the formatter failed on the merged text: line 1: a zero byte",
		},
		{
			rule: "8", name: "a formatter that panics has failed", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", at(5, 7, "x"))},
			opts: func(o *fixedits.Options) {
				o.Format = func(string, []byte) ([]byte, bool, error) { panic("no such node") }
			},
			want: "ab  \nx  \n", status: "f1 superseded f2, f2 applied",
			reason: "f1: gives way to f2 at a:5-7, but the formatter failed on the merged text: panic: no such node",
		},
		{
			rule: "8", name: "the formatter runs on merged text without being asked by a fix", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 1, "x"))}, opts: trimmer,
			want: "xb\ncd\n", status: "f1 applied",
		},
		{
			rule: "8", name: "a formatter that undoes the fixes leaves no change", base: "ab\n",
			fixes: []fixedits.Fix{fix("f1", at(2, 2, "  "))}, opts: trimmer,
			want: "ab\n", status: "f1 conflict", reason: "f1: the formatter of a undoes it: the rule and the formatter disagree; set fix = \"never\" for the rule, or an option of the formatter",
		},
		{
			rule: "8", name: "fixes that undo each other leave no change", base: "ab\ncd\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "")), fix("f2", at(3, 3, "ab\n"))},
			want:  "ab\ncd\n", status: "f1 conflict, f2 conflict", reason: "f1: the fixes of a undo each other, and its text stays the same",
		},
		{
			rule: "8", name: "a formatter that undoes a fix in one of its files", base: "ab\n",
			fixes: []fixedits.Fix{fix("f1", in("a", 2, 2, "  "), in("b", 0, 1, "x"))}, opts: trimmer,
			files: map[string]string{"a": "ab\n", "b": "b\n"}, wantFiles: map[string]string{"b": "x\n"}, status: "f1 applied",
		},
		{
			rule: "8", name: "a fix that loses does not supersede", base: base,
			fixes: []fixedits.Fix{
				fix("f1", in("b", 0, 2, "x")), fix("f2", style, in("b", 1, 3, "y"), in("a", 0, 1, "y")),
				fix("f3", format, in("a", 2, 4, "")),
			},
			files: map[string]string{"a": base, "b": "abcd\n"}, opts: trimmer,
			wantFiles: map[string]string{"a": "ab\ncd  \n", "b": "xcd\n"}, status: "f1 applied, f2 conflict f1, f3 applied",
		},
		{
			rule: "8", name: "the pieces of one formatter apply together", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", format, at(7, 9, ""))}, opts: trimmer,
			want: "ab\ncd\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "8", name: "two answers of one formatter: the first applies, and the formatter has the last word", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", format, at(2, 5, ""))}, opts: trimmer,
			want: "ab\ncd\n", status: "f1 applied, f2 superseded f1",
			reason: "f2: gives way to f1 at a:2-4: the formatter ran on the merged text",
		},
		{
			rule: "8", name: "two formatters never mix", base: base,
			fixes: []fixedits.Fix{fix("f1", rule("format/x"), format, at(2, 4, "")), fix("f2", rule("format/y"), format, at(8, 9, ""))},
			want:  "ab\ncd  \n", status: "f1 applied, f2 superseded f1",
		},
		{
			rule: "8", name: "equal answers from two targets are one", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(2, 4, "")), fix("f2", format, at(2, 4, ""))}, opts: trimmer,
			want: "ab\ncd  \n", status: "f1 applied, f2 duplicate f1",
		},
		{
			rule: "8", name: "a formatting fix of two files gives way in both",
			files: map[string]string{"a": base, "b": base},
			fixes: []fixedits.Fix{fix("f1", format, in("a", 2, 4, ""), in("b", 2, 4, "")), fix("f2", in("b", 5, 6, "x"))},
			opts:  trimmer, wantFiles: map[string]string{"b": "ab\nxd\n"}, status: "f1 superseded f2, f2 applied",
		},
		{
			rule: "8", name: "formatting is last, however safe it is", base: base,
			fixes: []fixedits.Fix{fix("f1", format, at(0, 4, "AB")), fix("f2", unsafe, at(1, 2, "x"))}, opts: trimmer,
			want: "ax\ncd\n", status: "f1 superseded f2, f2 applied",
		},
	})
}
