package fixedits_test

import (
	"bytes"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// withImports makes lines like "use x" imports.
func withImports(o *fixedits.Options) {
	o.AddsImports = func(_ string, _ []byte, _ int, added []byte) bool {
		line, _, ok := strings.Cut(strings.TrimSpace(string(added)), " ")
		return ok && line == "use"
	}
	o.SettleImports = func(_ string, before, after []byte) []byte {
		var kept []byte
		for line := range bytes.Lines(after) {
			if bytes.HasPrefix(line, []byte("use ")) && bytes.Contains(kept, line) {
				continue
			}
			if name, ok := bytes.CutPrefix(line, []byte("use ")); ok && bytes.Count(before, name[:1]) > 1 && bytes.Count(after, name[:1]) == 1 {
				continue
			}
			kept = append(kept, line...)
		}
		return kept
	}
}

func TestImports(t *testing.T) {
	const base = "use a\na;b; z\n"
	runRows(t, []row{
		{
			rule: "14", name: "fixes share an import without being idempotent", base: base, opts: withImports,
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "use c\n"), at(6, 7, "c")), fix("f2", at(0, 0, "use c\n"), at(8, 9, "c"))},
			want:  "use c\nc;c; z\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "14", name: "different imports at one place", base: base, opts: withImports,
			fixes: []fixedits.Fix{
				fix("f1", at(6, 6, "use d\n"), at(8, 9, "d")), fix("f2", at(6, 6, "use c\n"), at(11, 12, "c")),
				fix("f3", at(6, 6, "use e\n"), at(10, 10, "e")),
			},
			want: "use a\nuse c\nuse d\nuse e\na;d;e c\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "14", name: "imports where a line is deleted", base: base, opts: withImports,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 6, ""), at(6, 7, "c")), fix("f2", at(6, 6, "use c\n"), at(8, 9, "c")), fix("f3", at(6, 6, "use d\n"), at(11, 12, "d")),
			},
			want: "use c\nuse d\nc;c; d\n", status: "f1 applied, f2 applied, f3 applied",
		},
		{
			rule: "14", name: "an import and another insertion at one place conflict", base: base, opts: withImports,
			fixes: []fixedits.Fix{fix("f1", at(6, 6, "use d\n")), fix("f2", at(6, 6, "x;\n"))},
			want:  "use a\nuse d\na;b; z\n", status: "f1 applied, f2 conflict f1", reason: "f2: inserts different text at the offset of f1 at a:6-6",
		},
		{
			rule: "14", name: "imports that would share a line conflict", base: base, opts: withImports,
			fixes: []fixedits.Fix{fix("f1", at(6, 6, "use d")), fix("f2", at(6, 6, "use c\n"))},
			want:  "use a\nuse da;b; z\n", status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "14", name: "an import that nothing uses any more goes", base: base, opts: withImports,
			fixes: []fixedits.Fix{fix("f1", at(6, 8, ""))},
			want:  "b; z\n", status: "f1 applied",
		},
		{
			rule: "14", name: "an import that two fixes add at two places stands once", base: base, opts: withImports,
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "use c\n"), at(8, 9, "c")), fix("f2", at(6, 6, "use c\n"), at(11, 12, "c"))},
			want:  "use c\nuse a\na;c; c\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "14", name: "a fix that only adds an import again is undone", base: base, opts: withImports,
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "use a\n"))},
			want:  base, status: "f1 conflict",
		},
		{
			rule: "14", name: "a panic settles nothing", base: base,
			opts: func(o *fixedits.Options) {
				o.AddsImports = func(string, []byte, int, []byte) bool { panic("adds") }
				o.SettleImports = func(string, []byte, []byte) []byte { panic("settle") }
			},
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "use c\n")), fix("f2", at(0, 0, "use c\n"), at(8, 9, "c"))},
			want:  "use c\n" + base, status: "f1 applied, f2 conflict f1",
		},
	})
}
