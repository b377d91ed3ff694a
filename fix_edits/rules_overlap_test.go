package fixedits_test

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestOverlaps(t *testing.T) {
	const base = "0123456789\n"
	runRows(t, []row{
		{
			rule: "4", name: "identical ranges coalesce", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x"), at(4, 5, "p")), fix("f2", at(0, 2, "x"), at(7, 8, "q"))},
			want:  "x23p56q89\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "4", name: "ranges that differ in their text conflict", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(0, 2, "y"))},
			want:  "x23456789\n", status: "f1 applied, f2 conflict f1", reason: "f2: overlaps f1 at a:0-2",
		},
		{
			rule: "4", name: "identical ranges coalesce among others that differ", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 2, "x"), at(4, 5, "p")), fix("f2", at(0, 2, "a")), fix("f3", at(0, 2, "x"), at(7, 8, "q")),
				fix("f4", at(0, 2, "z")), fix("f5", at(0, 2, "x"), at(9, 10, "r")),
			},
			want: "x23p56q8r\n", status: "f1 applied, f2 conflict f1, f3 applied, f4 conflict f1, f5 applied",
		},
		{
			rule: "4", name: "identical insertions conflict", base: base,
			fixes: []fixedits.Fix{fix("f1", at(2, 2, "x"), at(4, 5, "p")), fix("f2", at(2, 2, "x"), at(7, 8, "q"))},
			want:  "01x23p56789\n", status: "f1 applied, f2 conflict f1",
			reason: "f2: inserts the text of f1 at a:2-2 again, and one of them is not idempotent",
		},
		{
			rule: "4", name: "identical insertions conflict if only one is idempotent", base: base,
			fixes: []fixedits.Fix{fix("f1", idempotent, at(2, 2, "x"), at(4, 5, "p")), fix("f2", at(2, 2, "x"), at(7, 8, "q"))},
			want:  "01x23p56789\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "4", name: "identical insertions coalesce if all are idempotent", base: base,
			fixes: []fixedits.Fix{
				fix("f1", idempotent, at(0, 0, "import x\n"), at(4, 5, "p")),
				fix("f2", idempotent, at(0, 0, "import x\n"), at(7, 8, "q")),
				fix("f3", idempotent, at(0, 0, "import x\n"), at(9, 10, "r")),
				fix("f4", at(0, 0, "import x\n"), at(2, 3, "s")),
			},
			want: "import x\n0123p56q8r\n", status: "f1 applied, f2 applied, f3 applied, f4 conflict f1",
		},
		{
			rule: "4", name: "different insertions at one offset conflict, even at the start of a line", base: base,
			fixes: []fixedits.Fix{fix("f1", idempotent, at(0, 0, "x\n")), fix("f2", idempotent, at(0, 0, "y\n"))},
			want:  "x\n0123456789\n", status: "f1 applied, f2 conflict f1",
			reason: "f2: inserts different text at the offset of f1 at a:0-0",
		},
		{
			rule: "4", name: "the smaller of two insertions wins by id and not by text", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "z\n")), fix("f2", at(0, 0, "a\n"))},
			want:  "z\n0123456789\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "4", name: "an insertion joined from several is one text", base: base,
			fixes: []fixedits.Fix{
				fix("f1", idempotent, at(0, 0, "import x\n"), at(0, 0, "import y\n"), at(4, 5, "p")),
				fix("f2", idempotent, at(0, 0, "import x\n"), at(7, 8, "q")),
			},
			want: "import x\nimport y\n0123p56789\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "4", name: "an insertion inside another's range", base: base,
			fixes: []fixedits.Fix{fix("f1", at(1, 4, "x")), fix("f2", at(2, 2, "y"))},
			want:  "0x456789\n", status: "f1 applied, f2 conflict f1", reason: "f2: overlaps f1 at a:1-4",
		},
		{
			rule: "4", name: "a range around another's insertion", base: base,
			fixes: []fixedits.Fix{fix("f1", at(2, 2, "y")), fix("f2", at(1, 4, "x"), unsafe)},
			want:  "01y23456789\n", status: "f1 applied, f2 conflict f1", reason: "f2: overlaps f1 at a:2-2",
		},
		{
			rule: "4", name: "ranges that overlap by a byte", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "x")), fix("f2", at(2, 5, "y"))},
			want:  "x3456789\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "4", name: "a range within a range", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 9, "x")), fix("f2", at(2, 5, "y")), fix("f3", at(0, 1, "z"), style), fix("f4", at(8, 9, "z"))},
			want:  "x9\n", status: "f1 applied, f2 conflict f1, f3 conflict f1, f4 conflict f1",
		},
		{
			rule: "4", name: "a range around several", base: base,
			fixes: []fixedits.Fix{fix("f1", at(1, 2, "x")), fix("f2", at(5, 6, "y")), fix("f3", at(0, 9, "z"), suggestion)},
			want:  "0x234y6789\n", status: "f1 applied, f2 applied, f3 conflict f1",
		},
		{
			rule: "4", name: "ranges that do not touch are all applied", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 1, "x")), fix("f2", at(2, 3, "y")), fix("f3", at(4, 4, "z"))},
			want:  "x1y3z456789\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "4", name: "the other edits of two fixes that share one stay in place", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 2, "x"), at(4, 5, "p")),
				fix("f2", at(0, 2, "x"), at(7, 8, "q")),
				fix("f3", at(0, 2, "x"), at(4, 6, "r")),
				fix("f4", at(1, 2, "x")),
			},
			want: "x23p56q89\n", status: "f1 applied, f2 applied, f3 conflict f1, f4 conflict f1",
		},
	})
}

func TestTouching(t *testing.T) {
	const lines = "ab\ncd\nef\n" // lines start at 0, 3, 6, and 9 is the end
	runRows(t, []row{
		{
			rule: "5", name: "ranges that touch inside a line", base: "abcd\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(2, 4, "y"))},
			want:  "xcd\n", status: "f1 applied, f2 deferred f1",
			reason: "f2: waits for the next round: touches f1 at a:0-2 inside a line",
		},
		{
			rule: "5", name: "an insertion at the end of a range inside a line", base: "abcd\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(2, 2, "y"))},
			want:  "xcd\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "an insertion at the start of a range inside a line", base: "abcd\n",
			fixes: []fixedits.Fix{fix("f1", at(3, 3, "y")), fix("f2", at(3, 4, "x"))},
			want:  "abcyd\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "ranges that touch where a line starts", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "x\n")), fix("f2", at(3, 5, "y"))},
			want:  "x\ny\nef\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "whole lines may be deleted", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "")), fix("f2", at(3, 6, "")), fix("f3", at(6, 9, "x\n"))},
			want:  "x\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "5", name: "an insertion between ranges where a line starts", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "x\n")), fix("f2", at(3, 6, "y\n")), fix("f3", at(3, 3, "new\n"))},
			want:  "x\nnew\ny\nef\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "5", name: "where a line starts after CR LF", base: "ab\r\ncd\r\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 4, "x\r\n")), fix("f2", at(4, 6, "y"))},
			want:  "x\r\ny\r\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "a lone CR does not end a line", base: "ab\rcd\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "x\r")), fix("f2", at(3, 5, "y"))},
			want:  "x\rcd\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "before the line end is inside the line", base: "ab  \ncd\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(2, 4, ""))},
			want:  "x  \ncd\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "at offset 0", base: "ab\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "x ")), fix("f2", at(0, 2, "y"))},
			want:  "x y\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "at the end of a file without a line end", base: "ab  ",
			fixes: []fixedits.Fix{fix("f1", at(2, 4, "")), fix("f2", at(4, 4, "\n"))},
			want:  "ab\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "at the end of a file with a line end", base: "ab\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "x\n")), fix("f2", at(3, 3, "y\n"))},
			want:  "x\ny\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "after a byte order mark", base: "\ufeffab\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "")), fix("f2", at(3, 5, "x"))},
			want:  "x\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "if the left range removes the line end, the offset no longer starts a line",
			base:  "RUN a \\\n  b\n",
			fixes: []fixedits.Fix{fix("f1", at(5, 8, "")), fix("f2", at(8, 10, ""))},
			want:  "RUN a  b\n", status: "f1 applied, f2 deferred f1",
			reason: "f2: waits for the next round: would run into f1 at a:5-8 without a line end between them",
		},
		{
			rule: "5", name: "nor is a line without its end joined with the next", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "x")), fix("f2", at(3, 3, "y"))},
			want:  "xcd\nef\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "a prefix of a deleted line does not move to the next line", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(3, 3, "# ")), fix("f2", at(3, 6, ""))},
			want:  "ab\n# cd\nef\n", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "nor to the end of the file", base: "ab\ncd",
			fixes: []fixedits.Fix{fix("f1", at(3, 3, "# ")), fix("f2", at(3, 5, ""))},
			want:  "ab\n# cd", status: "f1 applied, f2 deferred f1",
		},
		{
			rule: "5", name: "a prefix of a changed line stays", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(3, 3, "# ")), fix("f2", at(3, 4, ""))},
			want:  "ab\n# d\nef\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "5", name: "nor with an insertion of the same fix in between", base: "\naa",
			fixes: []fixedits.Fix{fix("f1", at(0, 1, "("), at(1, 1, "(")), fix("f2", at(1, 2, ""))},
			want:  "((aa", status: "f1 applied, f2 deferred f1", reason: "f2: waits for the next round: would run into f1 at a:0-1 without a line end between them",
		},
		{
			rule: "5", name: "a line is inserted between deleted lines", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(3, 3, "x\n")), fix("f2", at(3, 6, "")), fix("f3", at(0, 3, ""))},
			want:  "x\nef\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "5", name: "a fix that overlaps here and touches there is in conflict", base: "abcdefgh\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(2, 3, "y"), at(5, 6, "z"), suggestion), fix("f3", at(5, 7, "w"))},
			want:  "xcdewh\n", status: "f1 applied, f2 conflict f3, f3 applied",
		},
		{
			rule: "5", name: "a shared edit does not allow touching the others", base: "abcdefgh\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x"), at(4, 6, "y")), fix("f2", at(0, 2, "x"), at(2, 3, "z"))},
			want:  "xcdygh\n", status: "f1 applied, f2 deferred f1",
		},
	})
}
