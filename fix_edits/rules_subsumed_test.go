package fixedits_test

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestSubsumed(t *testing.T) {
	const lines = "ab\ncd\nef\n"
	runRows(t, []row{
		{
			rule: "6", name: "a deletion within a deletion", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 8, "")), fix("f2", at(2, 4, ""))},
			want:  "89\n", status: "f1 applied, f2 subsumed f1",
			reason: "f2: everything it deletes is also deleted by accepted fixes, such as f1",
		},
		{
			rule: "6", name: "a deletion at the edge of a deletion", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 8, "")), fix("f2", at(0, 4, ""), style), fix("f3", at(4, 8, ""), style)},
			want:  "89\n", status: "f1 applied, f2 subsumed f1, f3 subsumed f1",
		},
		{
			rule: "6", name: "a deletion that reaches further", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 8, "")), fix("f2", at(4, 9, ""))},
			want:  "89\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "6", name: "a deletion within a replacement", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 8, "x")), fix("f2", at(4, 6, ""))},
			want:  "x89\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "6", name: "every deletion counts", base: "0123456789\n",
			fixes: []fixedits.Fix{
				fix("f1", at(0, 4, "")), fix("f2", at(5, 9, "")),
				fix("f3", at(1, 2, ""), at(6, 7, "")),
				fix("f4", at(1, 2, ""), at(4, 5, "")),
				fix("f5", at(1, 2, ""), at(6, 7, "x")),
			},
			want: "49\n", status: "f1 applied, f2 applied, f3 subsumed f1, f4 conflict f1, f5 conflict f1",
		},
		{
			rule: "6", name: "deletions that touch count as one", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "")), fix("f2", at(3, 6, "")), fix("f3", at(1, 5, ""), suggestion)},
			want:  "ef\n", status: "f1 applied, f2 applied, f3 subsumed f1",
		},
		{
			rule: "6", name: "deletions that do not touch do not count as one", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "")), fix("f2", at(5, 8, "")), fix("f3", at(1, 7, ""), suggestion)},
			want:  "3489\n", status: "f1 applied, f2 applied, f3 conflict f1",
		},
		{
			rule: "6", name: "the fix that deletes the first byte is named", base: lines,
			fixes: []fixedits.Fix{fix("f1", at(0, 3, "")), fix("f2", at(3, 9, "")), fix("f3", at(3, 6, ""), suggestion)},
			want:  "", wantFiles: map[string]string{"a": ""}, status: "f1 applied, f2 applied, f3 subsumed f2",
		},
		{
			rule: "6", name: "deletions that touch do not count as one if text is inserted between them", base: lines,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 3, "")), fix("f2", at(3, 6, "")), fix("f3", at(3, 3, "x\n")),
				fix("f4", at(1, 5, ""), suggestion),
			},
			want: "x\nef\n", status: "f1 applied, f2 applied, f3 applied, f4 conflict f1",
		},
		{
			rule: "6", name: "a deletion that comes later in the order counts as well", base: lines,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 3, "")),
				fix("f2", at(1, 3, ""), at(3, 5, "")),
				fix("f3", at(3, 6, "")),
			},
			want: "ef\n", status: "f1 applied, f2 subsumed f1, f3 applied",
		},
		{
			rule: "6", name: "a deletion that starts with a longer one", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(2, 4, ""), unsafe), fix("f2", at(2, 8, ""))},
			want:  "0189\n", status: "f1 subsumed f2, f2 applied",
		},
		{
			rule: "6", name: "a fix that can share all its deletions is applied", base: "0123456789\n",
			fixes: []fixedits.Fix{
				fix("f1", at(0, 2, ""), at(4, 5, "")), fix("f2", at(7, 8, ""), at(9, 10, "x")),
				fix("f3", at(0, 2, ""), at(7, 8, "")),
			},
			want: "23568x\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "6", name: "an insertion is never subsumed", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", at(0, 8, "")), fix("f2", at(2, 3, ""), at(4, 4, "x"))},
			want:  "89\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "6", name: "a fix that waits for its isolation key is subsumed too", base: "0123456789\n",
			fixes: []fixedits.Fix{fix("f1", isolation("k"), at(0, 8, "")), fix("f2", isolation("k"), at(2, 3, ""))},
			want:  "89\n", status: "f1 applied, f2 subsumed f1",
		},
	})
}
