package fixedits_test

import (
	"errors"
	"fmt"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// brackets parses texts in which brackets match.
func brackets(o *fixedits.Options) {
	o.Parse = func(path string, text []byte) error {
		depth := 0
		for i, c := range text {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			case '!':
				panic("a parser's own bug")
			}
			if depth < 0 {
				return fmt.Errorf("byte %d: ) without (", i)
			}
		}
		if depth > 0 {
			return errors.New("end of file: ( without )")
		}
		return nil
	}
}

func TestBrokeSyntax(t *testing.T) {
	const base = "(a) (b) (c)\n"
	two := map[string]string{"a": base, "b": base}
	runRows(t, []row{
		{
			rule: "11", name: "the one that broke it goes, the others stay", base: base,
			fixes: []fixedits.Fix{fix("f1", at(1, 2, "x")), fix("f2", at(4, 5, "")), fix("f3", at(9, 10, "z"))}, opts: brackets,
			want: "(x) (b) (z)\n", status: "f1 applied, f2 broke_syntax, f3 applied",
			reason: "f2: a no longer parses with it: byte 5: ) without (",
		},
		{
			rule: "11", name: "several that break it", base: base,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 1, "")), fix("f2", at(2, 2, "x")), fix("f3", at(4, 5, "")), fix("f4", at(9, 10, "z")), fix("f5", at(10, 11, "")),
			}[:4], opts: brackets,
			want: "(ax) (b) (z)\n", status: "f1 broke_syntax, f2 applied, f3 broke_syntax, f4 applied",
		},
		{
			rule: "11", name: "fixes that break and repair each other are kept where the text parses", base: base,
			fixes: []fixedits.Fix{fix("f1", at(0, 0, "(")), fix("f2", at(11, 11, ")"))}, opts: brackets,
			want: "((a) (b) (c))\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "11", name: "nothing is replayed where the snapshot did not parse", base: "(a\n",
			fixes: []fixedits.Fix{fix("f1", at(1, 2, "((")), fix("f2", at(0, 0, "x"))}, opts: brackets,
			want: "x(((\n", status: "f1 applied, f2 applied",
		},
		{
			rule: "11", name: "a fix that repairs the syntax", base: "(a\n",
			fixes: []fixedits.Fix{fix("f1", syntax, at(2, 2, ")"))}, opts: brackets,
			want: "(a)\n", status: "f1 applied",
		},
		{
			rule: "11", name: "a fix that breaks one file goes out of all", files: two, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", in("a", 1, 2, "x"), in("b", 0, 1, "")), fix("f2", in("b", 9, 10, "z")), fix("f3", in("a", 5, 6, "y")),
			},
			wantFiles: map[string]string{"a": "(a) (y) (c)\n", "b": "(a) (b) (z)\n"},
			status:    "f1 broke_syntax, f2 applied, f3 applied",
			reason:    "f1: b no longer parses with it: byte 1: ) without (",
		},
		{
			rule: "11", name: "a file that needed the fix which goes is looked at again", files: two, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", in("a", 0, 0, "("), in("b", 0, 1, "")), fix("f2", in("a", 11, 11, ")")), fix("f3", in("a", 5, 6, "y")),
			},
			wantFiles: map[string]string{"a": "(a) (y) (c)\n"},
			status:    "f1 broke_syntax, f2 broke_syntax, f3 applied",
		},
		{
			rule: "11", name: "an edit that another fix shares stays", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(1, 2, "x"), at(4, 5, "")), fix("f2", at(1, 2, "x"), at(9, 10, "z"))},
			want:  "(x) (b) (z)\n", status: "f1 broke_syntax, f2 applied",
		},
		{
			rule: "11", name: "an insertion that another fix shares stays", base: base, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", idempotent, at(0, 0, "i\n"), at(4, 5, "")), fix("f2", idempotent, at(0, 0, "i\n"), at(9, 10, "z")),
				fix("f3", idempotent, at(0, 0, "i\n"), at(1, 2, "x")),
			},
			want: "i\n(x) (b) (z)\n", status: "f1 broke_syntax, f2 applied, f3 applied",
		},
		{
			rule: "11", name: "an edit that two others share is the next one's, who keeps others out with it", base: base, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", at(1, 2, "x"), at(6, 7, "")), fix("f2", at(1, 2, "x"), at(9, 10, "y")), fix("f3", at(1, 2, "x"), at(4, 4, "w")),
				fix("f4", at(1, 3, "q)")),
			},
			want: "(x) w(b) (y)\n", status: "f1 broke_syntax, f2 applied, f3 applied, f4 conflict f2",
			reason: "f4: overlaps f2 at a:1-2",
		},
		{
			rule: "11", name: "an edit that all who share it give back is free", base: base, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", at(1, 2, "x"), at(6, 7, "")), fix("f2", at(1, 2, "x"), at(10, 11, "")), fix("f3", at(1, 3, "q)")),
			},
			want: "(q) (b) (c)\n", status: "f1 broke_syntax, f2 broke_syntax, f3 applied",
		},
		{
			rule: "11", name: "an edit that is given back may be made by the fix that was kept out", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(1, 2, "x"), at(6, 7, "")), fix("f2", at(1, 2, "x"), at(5, 7, "y)"))},
			want:  "(x) (y) (c)\n", status: "f1 broke_syntax, f2 applied",
		},
		{
			rule: "11", name: "an edit that is shared and given back twice is made by no one", base: base, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", at(1, 2, "x"), at(6, 7, "")), fix("f2", at(1, 2, "x"), at(10, 11, "")),
				fix("f3", at(1, 2, "x"), at(5, 7, "")), fix("f4", at(1, 2, "x"), at(9, 11, "")),
			},
			want: base, status: "f1 broke_syntax, f2 broke_syntax, f3 broke_syntax, f4 broke_syntax",
		},
		{
			rule: "11", name: "a broken fix frees the isolation keys of its duplicates", base: base, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", at(2, 3, ""), isolation("k")), fix("f2", at(2, 3, ""), isolation("l")),
				fix("f3", at(5, 6, "y"), isolation("k")), fix("f4", at(9, 10, "z"), isolation("l")),
			},
			want: "(a) (y) (z)\n", status: "f1 broke_syntax, f2 duplicate f1, f3 applied, f4 applied",
		},
		{
			rule: "11", name: "what only the broken fix kept out is accepted after all", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(4, 6, "")), fix("f2", at(5, 6, "y")), fix("f3", at(5, 7, "z)"), style)},
			want:  "(a) (y) (c)\n", status: "f1 broke_syntax, f2 applied, f3 conflict f2",
		},
		{
			rule: "11", name: "and what was accepted stays, even against one that comes before it", base: base, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", syntax, at(0, 1, "")), fix("f2", at(0, 2, "(x"), at(5, 6, "2")), fix("f3", style, at(5, 6, "3")),
			},
			want: "(a) (3) (c)\n", status: "f1 broke_syntax, f2 conflict f3, f3 applied",
		},
		{
			rule: "11", name: "one that takes the place of a broken one may break it too", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(4, 6, "")), fix("f2", at(4, 7, "(")), fix("f3", at(5, 6, "z"), style)},
			want:  "(a) (z) (c)\n", status: "f1 broke_syntax, f2 broke_syntax, f3 applied",
		},
		{
			rule: "11", name: "one that takes the place of a broken one is made in its other files too", files: two, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", in("b", 0, 1, "")), fix("f2", in("b", 0, 2, "(x"), in("a", 1, 2, "x"), suggestion), fix("f3", in("a", 5, 6, "y")),
			},
			wantFiles: map[string]string{"a": "(x) (y) (c)\n", "b": "(x) (b) (c)\n"},
			status:    "f1 broke_syntax, f2 applied, f3 applied",
		},
		{
			rule: "11", name: "a file that did not parse stays as it is fixed when a fix goes out of it", opts: brackets,
			files:     map[string]string{"a": base, "b": "(x y"},
			fixes:     []fixedits.Fix{fix("f1", in("a", 0, 1, ""), in("b", 1, 2, "z")), fix("f2", in("b", 3, 4, "z"))},
			wantFiles: map[string]string{"b": "(x z"}, status: "f1 broke_syntax, f2 applied",
		},
		{
			rule: "11", name: "or break it together with what was accepted, which stays", base: "(a b c) d\n", opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", syntax, at(0, 1, "((")), fix("f2", at(0, 1, ""), at(5, 5, "(")), fix("f3", style, at(2, 2, ")"), at(3, 3, "(")),
			},
			want: "(a) (b c) d\n", status: "f1 broke_syntax, f2 broke_syntax, f3 applied",
		},
		{
			rule: "11", name: "a broken fix frees its isolation key", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", isolation("k"), at(0, 1, "")), fix("f2", isolation("k"), at(5, 6, "y"))},
			want:  "(a) (y) (c)\n", status: "f1 broke_syntax, f2 applied",
		},
		{
			rule: "11", name: "a formatting fix may break the syntax too, and frees the next", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", format, rule("format/x"), at(0, 1, "")), fix("f2", format, rule("format/y"), at(3, 4, "\n"))},
			want:  "(a)\n(b) (c)\n", status: "f1 broke_syntax, f2 applied",
		},
		{
			rule: "11", name: "deletions of a fix that goes subsume nothing", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(4, 6, "")), fix("f2", at(5, 6, ""), style)},
			want:  "(a) () (c)\n", status: "f1 broke_syntax, f2 applied",
		},
		{
			rule: "11", name: "duplicates of a fix that goes stay duplicates", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(4, 6, "")), fix("f2", at(4, 6, ""))},
			want:  base, status: "f1 broke_syntax, f2 duplicate f1",
		},
		{
			rule: "11", name: "a parser that panics does not parse", base: base, opts: brackets,
			fixes: []fixedits.Fix{fix("f1", at(1, 2, "!")), fix("f2", at(5, 6, "y"))},
			want:  "(a) (y) (c)\n", status: "f1 broke_syntax, f2 applied",
			reason: "f1: a no longer parses with it: panic: a parser's own bug",
		},
	})
}
