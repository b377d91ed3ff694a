package fixedits_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// letters has texts say what their letters are, in the file a alone.
func letters(o *fixedits.Options) {
	o.Same = func(path string, before, after []byte) error {
		said := func(text []byte) string {
			return strings.Map(func(r rune) rune {
				if r == ' ' || r == '\n' {
					return -1
				}
				return r
			}, string(text))
		}
		if path == "a" && said(before) != said(after) {
			return errors.New("other letters")
		}
		return nil
	}
}

func TestBrokeValue(t *testing.T) {
	const base = "a b c\n"
	runRows(t, []row{
		{
			rule: "11", name: "a fix of style that changes what is said goes, the others stay", base: base, opts: letters,
			fixes: []fixedits.Fix{fix("f1", style, at(1, 2, "")), fix("f2", style, at(3, 5, "x")), fix("f3", style, at(5, 5, " "))},
			want:  "ab c \n", status: "f1 applied, f2 broke_value, f3 applied",
			reason: "f2: a would not keep its value: other letters",
		},
		{
			rule: "11", name: "however safe it is", base: base, opts: letters,
			fixes: []fixedits.Fix{fix("f1", style, unsafe, at(2, 3, "x"))},
			want:  base, status: "f1 broke_value",
		},
		{
			rule: "11", name: "so does one of layout", base: base, opts: letters,
			fixes: []fixedits.Fix{fix("f1", format, at(0, 5, "a  b"))},
			want:  base, status: "f1 broke_value",
		},
		{
			rule: "11", name: "a fix that is meant to change it may", base: base, opts: letters,
			fixes: []fixedits.Fix{fix("f1", at(2, 3, "x")), fix("f2", style, at(5, 5, " "))},
			want:  "a x c \n", status: "f1 applied, f2 applied",
		},
		{
			rule: "11", name: "also besides one that may not", base: base, opts: letters,
			fixes: []fixedits.Fix{fix("f1", at(2, 3, "x")), fix("f2", style, at(4, 5, "y"))},
			want:  "a x c\n", status: "f1 applied, f2 broke_value",
		},
		{
			rule: "11", name: "nothing is known of another file", files: map[string]string{"b": base}, opts: letters,
			fixes:     []fixedits.Fix{fix("f1", style, in("b", 2, 3, "x"))},
			wantFiles: map[string]string{"b": "a x c\n"}, status: "f1 applied",
		},
		{
			rule: "11", name: "it goes out of all files", files: map[string]string{"a": base, "b": base}, opts: letters,
			fixes:     []fixedits.Fix{fix("f1", style, in("a", 2, 3, "x"), in("b", 0, 1, "x")), fix("f2", style, in("b", 4, 5, "y"))},
			wantFiles: map[string]string{"b": "a b y\n"}, status: "f1 broke_value, f2 applied",
		},
		{
			rule: "11", name: "what it kept out gets its chance", base: base, opts: letters,
			fixes: []fixedits.Fix{fix("f1", style, at(0, 3, "x")), fix("f2", style, at(1, 2, ""))},
			want:  "ab c\n", status: "f1 broke_value, f2 applied",
		},
		{
			rule: "11", name: "a fix that breaks the syntax is blamed for that", base: "(a) b\n",
			opts:  func(o *fixedits.Options) { brackets(o); letters(o) },
			fixes: []fixedits.Fix{fix("f1", style, at(0, 1, "")), fix("f2", style, at(4, 5, "c")), fix("f3", style, at(5, 5, " "))},
			want:  "(a) b \n", status: "f1 broke_syntax, f2 broke_value, f3 applied",
		},
	})
}

// However many fixes change what a file says, it is compared a few hundred
// times, and no fix that may change it goes.
func TestManyThatBreakTheValue(t *testing.T) {
	const lines = 5000
	base := strings.Repeat("a\n", lines)
	var fixes []fixedits.Fix
	for i := range lines {
		one := fix(fmt.Sprintf("f%04d", i), at(2*i, 2*i+1, "b"))
		if i%1000 > 0 {
			style(&one)
		}
		fixes = append(fixes, one)
	}
	compared := 0
	opts := fixedits.Options{Read: reader(map[string]string{"a": base})}
	letters(&opts)
	same := opts.Same
	opts.Same = func(path string, before, after []byte) error { compared++; return same(path, before, after) }
	plan, err := fixedits.Merge([]fixedits.Proposal{{Fixes: fixes, Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("a", []byte(base))}}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	if applied, broke := plan.Count(fixedits.StatusApplied), plan.Count(fixedits.StatusBrokeValue); applied != 5 || broke != lines-5 {
		t.Errorf("%d applied, %d broke the value", applied, broke)
	}
	if compared > 300 {
		t.Errorf("compared %d times", compared)
	}
}
