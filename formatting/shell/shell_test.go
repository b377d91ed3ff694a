package shell_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, opts shell.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, shell.New, opts)
}

func TestFormat(t *testing.T) {
	const block = "if a;then\nb &&\nc\nfi\n"
	tests := []formattest.Case{
		{Name: "tabs", Src: block, Want: "if a; then\n\tb &&\n\t\tc\nfi\n"},
		{Name: "indent", Language: language(t, shell.Options{Indent: 2}), Src: block, Want: "if a; then\n  b &&\n    c\nfi\n"},
		{Name: "binary-next-line", Language: language(t, shell.Options{BinaryNextLine: true}), Src: "a &&\nb\n", Want: "a \\\n\t&& b\n"},
		{Name: "no case-indent", Src: "case a in\na) b ;;\nesac\n", Want: "case a in\na) b ;;\nesac\n"},
		{Name: "case-indent", Language: language(t, shell.Options{CaseIndent: true}), Src: "case a in\na) b ;;\nesac\n", Want: "case a in\n\ta) b ;;\nesac\n"},
		{Name: "no space-redirects", Src: "a > b\n", Want: "a >b\n"},
		{Name: "space-redirects", Language: language(t, shell.Options{SpaceRedirects: true}), Src: "a >b\n", Want: "a > b\n"},
		{Name: "func-next-line", Language: language(t, shell.Options{FuncNextLine: true}), Src: "f() {\na\n}\n", Want: "f()\n{\n\ta\n}\n"},
		{Name: "no simplify", Src: "echo $(($a + 1))\n", Want: "echo $(($a + 1))\n"},
		{Name: "simplify", Language: language(t, shell.Options{Simplify: true}), Src: "echo $(($a + 1))\n", Want: "echo $((a + 1))\n"},
		{Name: "comments stay", Src: "#!/bin/bash\n#a\nb   #c\n", Want: "#!/bin/bash\n#a\nb #c\n"},
		{Name: "here-documents keep what they hold", Src: "cat   <<EOF\n  a  \n\tb\nEOF\n", Want: "cat <<EOF\n  a  \n\tb\nEOF\n"},
		{Name: "strings do, too", Src: "a   'b  \n\tc'\n", Want: "a 'b  \n\tc'\n"},
	}
	formattest.Format(t, language(t, shell.Options{}), "a.sh", tests)
}

// A choice that most places of a script agree on is kept. One that no place
// makes is as configured.
func TestKeep(t *testing.T) {
	all := shell.Options{Keep: shell.Keep{Indent: true, BinaryNextLine: true, CaseIndent: true, SpaceRedirects: true, FuncNextLine: true}}
	spaces, none := all, shell.Options{Indent: 2}
	spaces.Indent = 3
	spaces.SpaceRedirects = true
	tests := []formattest.Case{
		{Name: "spaces", Language: language(t, all), Src: "if a;then\n    b\n  c\n    d\nfi\n", Want: "if a; then\n    b\n    c\n    d\nfi\n"},
		{Name: "tabs", Language: language(t, spaces), Src: "for a in b;do\n\tc\ndone\n", Want: "for a in b; do\n\tc\ndone\n"},
		{Name: "levels within each other", Language: language(t, all), Src: "f() {\n  if a; then\n    b  c\n  fi\n}\n", Want: "f() {\n  if a; then\n    b c\n  fi\n}\n"},
		{Name: "blocks before lines that go on", Language: language(t, all), Src: "a \\\n    b\nc  \\\n    d\n(\n  e\n)\n", Want: "a \\\n  b\nc \\\n  d\n(\n  e\n)\n"},
		{Name: "lines that go on", Language: language(t, all), Src: "a  \\\n    b\n", Want: "a \\\n    b\n"},
		{Name: "here-documents and strings say nothing", Language: language(t, all), Src: "{\n  a <<EOF\n      b\nEOF\n  c 'd\n         e'  f\n}\n", Want: "{\n  a <<EOF\n      b\nEOF\n  c 'd\n         e' f\n}\n"},
		{Name: "no majority", Language: language(t, spaces), Src: "{\n  a\n    b\n}\n", Want: "{\n   a\n   b\n}\n"},
		{Name: "no indentation", Language: language(t, all), Src: "if a; then\nb\nfi\n", Want: "if a; then\n\tb\nfi\n"},
		{Name: "operators that start lines", Language: language(t, all), Src: "a \\\n  && b \\\n  && c\nd  ||\n  e\n", Want: "a \\\n  && b \\\n  && c\nd \\\n  || e\n"},
		{Name: "operators that end lines", Language: language(t, all), Src: "a  &&\n  b\n", Want: "a &&\n  b\n"},
		{Name: "indented patterns", Language: language(t, all), Src: "case a in\n  b)  c ;;\nesac\n", Want: "case a in\n  b) c ;;\nesac\n"},
		{Name: "patterns that are not", Language: language(t, all), Src: "case a in\nb)\n  c\n;;\nesac\n", Want: "case a in\nb)\n  c\n  ;;\nesac\n"},
		{Name: "spaced redirects", Language: language(t, all), Src: "a  > b 2>&1\nc >d\ne < f\n", Want: "a > b 2>&1\nc > d\ne < f\n"},
		{Name: "redirects that are not", Language: language(t, spaces), Src: "a  >b\n", Want: "a >b\n"},
		{Name: "as many of either", Language: language(t, spaces), Src: "a >b\na > b\n", Want: "a > b\na > b\n"},
		{Name: "braces on a line of their own", Language: language(t, all), Src: "f()\n{\n  a  b\n}\n", Want: "f()\n{\n  a b\n}\n"},
		{Name: "what is configured", Language: language(t, none), Src: "f()\n{\n    a > b\n}\n", Want: "f() {\n  a >b\n}\n"},
	}
	formattest.Format(t, language(t, shell.Options{}), "a.sh", tests)
}

// What parses in one dialect is an error in another.
func TestDialects(t *testing.T) {
	const array, coprocess, example = "a=(b c)\n", "a |&\n", "@test \"x\" {\n\ta\n}\n"
	tests := []struct{ name, path, option, src, err string }{
		{"a suffix without a #! line is Bash", "a.sh", "", array, ""},
		{"a #! line decides about .sh", "a.sh", "", "#!/bin/sh\n" + array, "a.sh:2:3: arrays are a bash/mksh/zsh feature; tried parsing as posix"},
		{"and about files without a suffix", "a", "", "#!/usr/bin/env bash\n" + array, ""},
		{"but not about .bash", "a.bash", "", "#!/bin/sh\n" + array, ""},
		{".mksh", "a.mksh", "", coprocess, ""},
		{"not so in Bash", "a.bash", "", coprocess, "a.bash:1:3: `|&` must be followed by a statement"},
		{".bats", "a.bats", "", example, ""},
		{"a dialect that is configured wins", "a.bash", "posix", array, "a.bash:1:3: arrays are a bash/mksh/zsh feature; tried parsing as posix"},
		{"auto is the default", "a.sh", "auto", array, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := language(t, shell.Options{LanguageDialect: test.option}).Parse(test.path, []byte(test.src))
			if test.err == "" && err != nil || test.err != "" && (err == nil || err.Error() != test.err) {
				t.Errorf("%v, want %q", err, test.err)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	far := strings.Repeat("a\n", 300_000) + strings.Repeat("b ", 10_000)
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "a\nb )\n", Want: "a.sh:2:3: ..."},
		{Name: "after letters of two bytes", Src: "a \u00e9\u00e9 )\n", Want: "a.sh:1:8: ..."},
		{Name: "where what is not closed opens", Src: "a\n{ b\n", Want: "a.sh:2:1: ..."},
		{Name: "at the end", Src: "a &&", Want: "a.sh:1:3: ..."},
		{Name: "below and behind where the parser counts", Src: far + ")\n", Want: "a.sh:300001:20001: ..."},
	}
	formattest.SyntaxErrors(t, language(t, shell.Options{}), "a.sh", tests)
}

func TestMatch(t *testing.T) {
	l := language(t, shell.Options{})
	formattest.Match(t, l, map[string]bool{
		"a.sh": true, "x/a.bash": true, "a.mksh": true, "a.bats": true, "a.zsh": false, "a.ksh": false, "a.SH": false, ".a.sh": false, ".bashrc": false, "a": false, "sh": false,
	})
	tests := []struct {
		path, head string
		want       bool
	}{
		{"a", "#!/bin/sh\n", true},
		{"a", "#! /usr/bin/env bash -e\n", true},
		{"a", "#!/bin/zsh\n", false},
		{"a", "#!/usr/bin/python3\n", false},
		{"a.txt", "#!/bin/sh\n", false},
		{"a.sh", "#!/bin/zsh\n", false},
		{"a.sh", "#!/usr/bin/env python3\n", false},
		{"a.sh", "#!@SHELL@\n", false},
		{"a.sh", "#!", false},
		{"a.sh", "#!/usr/local/bin/bash\n", true},
		{"a.sh", "#!/usr/bin/env -S A=b bash -e", true},
		{"a.sh", "# a comment\n", true},
	}
	for _, test := range tests {
		if got := l.Match(test.path, []byte(test.head)); got != test.want {
			t.Errorf("Match(%s, %q) = %t", test.path, test.head, got)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	formattest.OptionErrors(t, shell.New, map[string]shell.Options{
		`language-dialect: unknown dialect "fish"; expected auto, bash, posix, mksh or bats`: {LanguageDialect: "fish"},
		`language-dialect: unknown dialect "zsh"; expected auto, bash, posix, mksh or bats`:  {LanguageDialect: "zsh"},
		"indent: -1 is not between 0 and 100":                                                {Indent: -1},
		"indent: 101 is not between 0 and 100":                                               {Indent: 101},
	})
}

// A text that nests so deep that a recursive parser or printer would overflow
// the stack, which ends the process, is refused. A text that is only long is
// not.
func TestDepth(t *testing.T) {
	const n = 200_000
	repeat := strings.Repeat
	const deep = "nested more than about"
	tests := []formattest.Case{
		{Name: "subshells", Src: repeat("(", n) + "a" + repeat(")", n), Want: deep},
		{Name: "blocks", Src: repeat("{ ", n) + "a" + repeat("\n}", n), Want: deep},
		{Name: "conditions", Src: repeat("if a; then\n", n) + "a\n" + repeat("fi\n", n), Want: deep},
		{Name: "branches", Src: "if a; then b; " + repeat("elif a; then b; ", n) + "fi\n", Want: deep},
		{Name: "substitutions", Src: repeat("\"$(", n) + "a" + repeat(")\"", n), Want: deep},
		{Name: "expansions", Src: repeat("${a:-", n) + "a" + repeat("}", n), Want: deep},
		{Name: "lists", Src: repeat("a && ", n) + "a\n", Want: deep},
		{Name: "pipelines", Src: repeat("a | ", n) + "a\n", Want: deep},
		{Name: "sums", Src: "echo $((" + repeat("a + ", n) + "1))\n", Want: deep},
		{Name: "signs", Src: "echo $((" + repeat("- ", n) + "1))\n", Want: deep},
		{Name: "tests", Src: "[[ " + repeat("! ", n) + "a ]]\n", Want: deep},
		{Name: "a chain among statements", Src: repeat("a\n", n) + repeat("a | ", n) + "a\n" + repeat("a\n", n), Want: deep},
		{Name: "a chain behind another statement", Src: "a; " + repeat("a | ", n) + "a\n", Want: deep},
		{Name: "in a here-document", Src: "cat <<E\n$(" + repeat("a | ", n) + "a)\nE\n", Want: deep},
		{Name: "below another statement", Src: "cat <<E; a\n$(" + repeat("a | ", n) + "a)\nE\nb\n", Want: deep},
		{Name: "on a line that goes on", Src: "cat <<E; \\\n\ta\n$(" + repeat("a | ", n) + "a)\nE\nb\n", Want: deep},
		{Name: "the shortest chain that is refused", Src: repeat("a|", 25_000) + "a\n", Want: deep},
		{Name: "the longest one that is not", Src: repeat("a|", 24_000) + "a\n"},
		{Name: "statements are not nested", Src: repeat("a $(b) \"${c}\" | d && e\n", n/4)},
		{Name: "nor are words", Src: "a" + repeat(" b", n) + "\n"},
		{Name: "nor functions one after the other", Src: repeat("f() {\n\tif a; then\n\t\tb\n\tfi\n}\n", n/10)},
		{Name: "nor what is within strings and comments", Src: "a '" + repeat("(", n) + "' #" + repeat("{", n) + "\n"},
	}
	formattest.Refuses(t, language(t, shell.Options{}), "a.sh", tests)
}

// The guard holds on any input: it returns an error, or text that it returns
// again.
func FuzzFormat(f *testing.F) {
	for _, text := range texts {
		f.Add("a.sh", []byte(text))
	}
	for _, seed := range []string{
		"", "a", "#!/bin/sh\nif a;then b;fi", "cat <<E\n$(a)\nE\n", "f() { a | b && c; }", "case a in b) c ;; esac",
		"a=(b c) # d\n", "echo $((1+ 2)) `a \\`b\\``", "[[ a == b ]] || for i in 1 2; do :; done\r\n", "@test x { a; }",
	} {
		f.Add("a.sh", []byte(seed))
		f.Add("a.bats", []byte(seed))
	}
	l := language(f, shell.Options{Simplify: true})
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		formattest.Fuzz(t, l, path, src)
	})
}
