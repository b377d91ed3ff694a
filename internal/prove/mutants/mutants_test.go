package mutants_test

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"
	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/mutants"
)

// all are the lines of a text.
func all(text string) []int {
	var lines []int
	for i := range strings.Count(text, "\n") + 1 {
		lines = append(lines, i+1)
	}
	return lines
}

// of returns mutants of one source.
func of(path string, text []byte, lines []int, most int) []mutants.Mutant {
	return mutants.Select(most, mutants.Source{Path: path, Text: text, Lines: lines})
}

// changedLine returns the line of a mutant in its text, without indentation.
func changedLine(m *mutants.Mutant) string {
	return strings.TrimSpace(strings.Split(string(m.Text), "\n")[m.Line-1])
}

func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		path, text string
		want       []string
	}{
		"go": {
			path: "a.go",
			text: `package a

import "fmt"

const limit = 10

// f is true, and a == b.
func f(a, b int, s string) (int, error) {
	if a == b && s != "a == b" {
		return a + 1, nil
	}
	if !ok(a) {
		log.Printf("%d", a+1)
		fmt.Println(true)
		return 0, fmt.Errorf("a: %d", 1)
	}
	if a <= 3 {
		b = a
	}
	g(a)
	x := s + "b"
	if ok(b) {
		return len(x), nil
	}
	b++
	return b, nil
}
`,
			want: []string{
				"9 the condition was negated: if !(a == b && s != \"a == b\") {",
				"9 == became !=: if a != b && s != \"a == b\" {",
				"9 != became ==: if a == b && s == \"a == b\" {",
				"9 && became ||: if a == b || s != \"a == b\" {",
				"10 a + 1 became 0: return 0, nil",
				"10 + became -: return a - 1, nil",
				"10 1 became 2: return a + 2, nil",
				"12 ! was removed: if ok(a) {",
				"15 fmt.Errorf(\"a: %d\", 1) became nil: return 0, nil",
				"15 0 became 1: return 1, fmt.Errorf(\"a: %d\", 1)",
				"17 <= became >: if a > 3 {",
				"17 <= became <: if a < 3 {",
				"17 3 became 4: if a <= 4 {",
				"18 the assignment to b was dropped: ",
				"20 the call of g was dropped: ",
				"22 the condition was negated: if !(ok(b)) {",
				"23 len(x) became 0: return 0, nil",
				"25 ++ became --: b--",
				"26 b became 0: return 0, nil",
			},
		},
		"python": {
			path: "a.py",
			text: `import os
from a import True_

def f(a, b=True):
    """a == b and 1"""
    if a == b and not c:  # a < b
        logging.info("x", a + 1)
        print(a + 1)
        return a + 1
    self.x = a
    items.append(a)
    total = a - 2
    if a is not b or a not in b:
        pass
    for i in range(0, 10):
        total += i
    return total

if __name__ == "__main__":
    main()
`,
			want: []string{
				"4 True became False: def f(a, b=False):",
				"6 == became !=: if a != b and not c:  # a < b",
				"6 not was removed: if a == b and c:  # a < b",
				"6 and became or: if a == b or not c:  # a < b",
				"9 a + 1 became None: return None",
				"9 + became -: return a - 1",
				"9 1 became 2: return a + 2",
				"10 the assignment to self.x was dropped: pass",
				"11 the call of items.append was dropped: pass",
				"12 - became +: total = a + 2",
				"12 2 became 3: total = a - 3",
				"13 or became and: if a is not b and a not in b:",
				"15 0 became 1: for i in range(1, 10):",
				"15 10 became 11: for i in range(0, 11):",
				"16 the assignment to total was dropped: pass",
				"16 += became -=: total -= i",
				"17 total became None: return None",
				"20 the call of main was dropped: pass",
			},
		},
		"typescript": {
			path: "a.ts",
			text: `import { a } from 'a';
export function f(a: Map<string, number>, b = 1): number {
  if (!a || a === null) {
    console.log(a + 1);
    return 0;
  }
  this.x = a;
  items.push(a);
  const s = ` + "`${a === b}`" + ` + /a === b/;
  return a < b ? true : c
}
`,
			want: []string{
				"2 1 became 2: export function f(a: Map<string, number>, b = 2): number {",
				"3 ! was removed: if (a || a === null) {",
				"3 === became !==: if (!a || a !== null) {",
				"3 || became &&: if (!a && a === null) {",
				"5 0 became undefined: return undefined;",
				"5 0 became 1: return 1;",
				"7 the assignment to this.x was dropped: ;",
				"8 the call of items.push was dropped: ;",
				"10 < became >=: return a >= b ? true : c",
				"10 < became <=: return a <= b ? true : c",
				"10 a < b ? true : c became undefined: return undefined",
			},
		},
		"starlark": {
			path: "a.bzl", text: "load(\":b.bzl\", \"c\")\n\ndef f(x):\n    if x == 1:\n        fail(\"no\")\n    return x or 2\n",
			want: []string{
				"4 == became !=: if x != 1:", "4 1 became 2: if x == 2:", "5 the call of fail was dropped: pass", "6 or became and: return x and 2",
				"6 x or 2 became None: return None", "6 2 became 3: return x or 3",
			},
		},
		"BUILD":               {path: "BUILD", text: "x(name = \"a\", linkstatic = True)\n", want: []string{"1 True became False: x(name = \"a\", linkstatic = False)"}},
		"tests":               {path: "a_test.go", text: "package a\n\nfunc f() bool { return 1 == 2 }\n"},
		"conftest":            {path: "conftest.py", text: "x = 1\n"},
		"an unknown language": {path: "a.rb", text: "x = 1 + 2\n"},
		"java":                {path: "A.java", text: "class A { boolean f(int a) { return a == 1; } }\n"},
		"rust":                {path: "src/a.rs", text: "fn f(x: &str) -> bool { x.len() > 1 }\n"},
		"c++":                 {path: "a.cc", text: "int f(int *a) { return a[0] == 1; }\n"},
		"it does not parse":   {path: "a.go", text: "package a\n\nfunc f() { if 1 == 2 {"},
		"empty":               {path: "a.py"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, m := range of(c.path, []byte(c.text), all(c.text), 1000) {
				got = append(got, fmt.Sprintf("%d %s: %s", m.Line, m.What, changedLine(&m)))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("mutants (-want +got):\n%s", d)
			}
		})
	}
}

// The lines share the mutants, and only they have some.
func TestOfIsBounded(t *testing.T) {
	text := "package a\n\nfunc f(a, b int) bool {\n\tif a < b && a < 2 && b < 3 {\n\t\treturn a == b\n\t}\n\treturn a > b\n}\n"
	var got []string
	for _, m := range of("a.go", []byte(text), []int{4, 7}, 3) {
		got = append(got, fmt.Sprintf("%s %d %s", m.ID, m.Line, m.What))
	}
	want := []string{"m1 4 the condition was negated", "m2 4 < became >=", "m3 7 > became <="}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("mutants (-want +got):\n%s", d)
	}
	for _, lines := range [][]int{nil, {-1, 0, 3, 100}} {
		if m := of("a.go", []byte(text), lines, 3); len(m) > 0 {
			t.Errorf("lines %v have %d mutants", lines, len(m))
		}
	}
	if m := of("a.go", []byte(text), all(text), 0); len(m) > 0 {
		t.Errorf("%d mutants, none were asked for", len(m))
	}
}

func TestSelect(t *testing.T) {
	// Each line has a comparison, and with it two mutants.
	source := func(path string, lines int) mutants.Source {
		text := strings.Repeat("x = a < b\n", lines)
		return mutants.Source{Path: path, Text: []byte(text), Lines: all(text)}
	}
	selected := func(most int, sources ...mutants.Source) (got []string) {
		for _, m := range mutants.Select(most, sources...) {
			got = append(got, fmt.Sprintf("%s %s:%d", m.ID, m.Path, m.Line))
		}
		return got
	}
	none := mutants.Source{Path: "c.txt", Text: []byte("a < b\n"), Lines: []int{1}}
	for name, c := range map[string]struct{ got, want []string }{
		"shared":                 {selected(4, source("b.py", 5), source("a.py", 1), none), []string{"m1 a.py:1", "m2 a.py:1", "m3 b.py:1", "m4 b.py:2"}},
		"a file without mutants": {selected(3, none, source("b.py", 5)), []string{"m1 b.py:1", "m2 b.py:2", "m3 b.py:3"}},
		"fewer than asked for":   {selected(10, source("a.py", 2)), []string{"m1 a.py:1", "m2 a.py:1", "m3 a.py:2", "m4 a.py:2"}},
		"each file has one":      {selected(1, source("a.py", 3), source("b.py", 1), source("c.js", 1)), []string{"m1 a.py:1", "m2 b.py:1", "m3 c.js:1"}},
		"none":                   {selected(0, source("a.py", 3)), nil},
		"no file":                {selected(3), nil},
	} {
		if d := cmp.Diff(c.want, c.got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Mutants differ from the source and each other, are always the same, and
// parse.
func FuzzOf(f *testing.F) {
	paths := []string{"a.go", "a.bzl", "a.py", "a.ts", "BUILD"}
	f.Add(uint8(0), "package a\n\nfunc f(a int) (x bool, err error) { if a == 1 && !x { g(); a++ }; return a < 2, nil }\n")
	f.Add(uint8(1), "def f(x):\n  if not x == 1 or x:\n    g()\n  return x + 2\n")
	f.Add(uint8(3), "a.b(c)\nif (!a && b < 1) { return `${x}` }\n")
	f.Add(uint8(2), "return")
	f.Add(uint8(3), "return;f()")
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		path := paths[int(which)%len(paths)]
		list := of(path, []byte(text), all(text), 50)
		again := of(path, []byte(text), all(text), 50)
		if len(list) > 50 || !slices.EqualFunc(list, again, func(a, b mutants.Mutant) bool { return bytes.Equal(a.Text, b.Text) && a.What == b.What }) {
			t.Fatalf("%d mutants, then %d", len(list), len(again))
		}
		for i, m := range list {
			if string(m.Text) == text || m.What == "" || m.ID != fmt.Sprintf("m%d", i+1) {
				t.Errorf("%s %q is no mutant", m.ID, m.What)
			}
			var err error
			switch path {
			case "a.go":
				_, err = parser.ParseFile(token.NewFileSet(), path, m.Text, 0)
			case "a.bzl", "BUILD":
				_, err = build.Parse(path, m.Text)
			}
			if err != nil {
				t.Errorf("%q: %v", m.What, err)
			}
		}
	})
}
