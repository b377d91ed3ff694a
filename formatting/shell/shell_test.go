package shell_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

func registry(t testing.TB, opts shell.Options) *formatting.Registry {
	t.Helper()
	l, err := shell.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return formatting.NewRegistry(l)
}

func TestFormat(t *testing.T) {
	const block = "if a;then\nb &&\nc\nfi\n"
	tests := []struct {
		name      string
		opts      shell.Options
		src, want string
	}{
		{"tabs", shell.Options{}, block, "if a; then\n\tb &&\n\t\tc\nfi\n"},
		{"indent", shell.Options{Indent: 2}, block, "if a; then\n  b &&\n    c\nfi\n"},
		{"binary-next-line", shell.Options{BinaryNextLine: true}, "a &&\nb\n", "a \\\n\t&& b\n"},
		{"no case-indent", shell.Options{}, "case a in\na) b ;;\nesac\n", "case a in\na) b ;;\nesac\n"},
		{"case-indent", shell.Options{CaseIndent: true}, "case a in\na) b ;;\nesac\n", "case a in\n\ta) b ;;\nesac\n"},
		{"no space-redirects", shell.Options{}, "a > b\n", "a >b\n"},
		{"space-redirects", shell.Options{SpaceRedirects: true}, "a >b\n", "a > b\n"},
		{"func-next-line", shell.Options{FuncNextLine: true}, "f() {\na\n}\n", "f()\n{\n\ta\n}\n"},
		{"no simplify", shell.Options{}, "echo $(($a + 1))\n", "echo $(($a + 1))\n"},
		{"simplify", shell.Options{Simplify: true}, "echo $(($a + 1))\n", "echo $((a + 1))\n"},
		{"comments stay", shell.Options{}, "#!/bin/bash\n#a\nb   #c\n", "#!/bin/bash\n#a\nb #c\n"},
		{"here-documents keep what they hold", shell.Options{}, "cat   <<EOF\n  a  \n\tb\nEOF\n", "cat <<EOF\n  a  \n\tb\nEOF\n"},
		{"strings do, too", shell.Options{}, "a   'b  \n\tc'\n", "a 'b  \n\tc'\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := registry(t, test.opts).Format("a.sh", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%.200q)\n= %.200q, %v\nwant %.200q", test.src, got.Text, err, test.want)
			}
		})
	}
}

// What a script has in most places is kept; what it has nowhere is as configured.
func TestKeep(t *testing.T) {
	all := shell.Options{Keep: shell.Keep{Indent: true, BinaryNextLine: true, CaseIndent: true, SpaceRedirects: true, FuncNextLine: true}}
	spaces, none := all, shell.Options{Indent: 2}
	spaces.Indent = 3
	spaces.SpaceRedirects = true
	tests := []struct {
		name      string
		opts      shell.Options
		src, want string
	}{
		{"spaces", all, "if a;then\n    b\n  c\n    d\nfi\n", "if a; then\n    b\n    c\n    d\nfi\n"},
		{"tabs", spaces, "for a in b;do\n\tc\ndone\n", "for a in b; do\n\tc\ndone\n"},
		{"levels within each other", all, "f() {\n  if a; then\n    b  c\n  fi\n}\n", "f() {\n  if a; then\n    b c\n  fi\n}\n"},
		{"blocks before lines that go on", all, "a \\\n    b\nc  \\\n    d\n(\n  e\n)\n", "a \\\n  b\nc \\\n  d\n(\n  e\n)\n"},
		{"lines that go on", all, "a  \\\n    b\n", "a \\\n    b\n"},
		{"here-documents and strings say nothing", all, "{\n  a <<EOF\n      b\nEOF\n  c 'd\n         e'  f\n}\n", "{\n  a <<EOF\n      b\nEOF\n  c 'd\n         e' f\n}\n"},
		{"no majority", spaces, "{\n  a\n    b\n}\n", "{\n   a\n   b\n}\n"},
		{"no indentation", all, "if a; then\nb\nfi\n", "if a; then\n\tb\nfi\n"},
		{"operators that start lines", all, "a \\\n  && b \\\n  && c\nd  ||\n  e\n", "a \\\n  && b \\\n  && c\nd \\\n  || e\n"},
		{"operators that end lines", all, "a  &&\n  b\n", "a &&\n  b\n"},
		{"indented patterns", all, "case a in\n  b)  c ;;\nesac\n", "case a in\n  b) c ;;\nesac\n"},
		{"patterns that are not", all, "case a in\nb)\n  c\n;;\nesac\n", "case a in\nb)\n  c\n  ;;\nesac\n"},
		{"spaced redirects", all, "a  > b 2>&1\nc >d\ne < f\n", "a > b 2>&1\nc > d\ne < f\n"},
		{"redirects that are not", spaces, "a  >b\n", "a >b\n"},
		{"as many of either", spaces, "a >b\na > b\n", "a > b\na > b\n"},
		{"braces on a line of their own", all, "f()\n{\n  a  b\n}\n", "f()\n{\n  a b\n}\n"},
		{"what is configured", none, "f()\n{\n    a > b\n}\n", "f() {\n  a >b\n}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := registry(t, test.opts)
			got, err := r.Format("a.sh", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%.200q)\n= %.200q, %v\nwant %.200q", test.src, got.Text, err, test.want)
			}
			if _, differs, err := r.Differs("a.sh", []byte(test.want)); differs || err != nil {
				t.Errorf("the result differs from its format: %v", err)
			}
		})
	}
}

// Lines stay, and what between blank lines at the top does not have the lines
// that shfmt makes of it.
func TestKeepLines(t *testing.T) {
	opts := shell.Options{KeepLines: true, Keep: shell.Keep{Indent: true, BinaryNextLine: true, CaseIndent: true, SpaceRedirects: true, FuncNextLine: true}}
	r := registry(t, opts)
	for _, test := range []struct{ name, src, want string }{
		{"indentation", "if a; then\n  b\n    c\n  d\nfi\n", "if a; then\n  b\n  c\n  d\nfi\n"},
		{"blanks at the ends of lines", "a  \n# b \t\n\n  c \n", "a\n# b\n\nc\n"},
		{"blank lines", "\n\na\n\n\n\nb\n\n\nc\n\nd\n\n\n", "a\n\n\nb\n\n\nc\n\nd\n"},
		{"indentation of each part, if the script has none", "{\n  a\n  b\n   c\n}\n\n{\n    d\n    e\n    f\n}\n", "{\n  a\n  b\n  c\n}\n\n{\n    d\n    e\n    f\n}\n"},
		{"which may come to have one", "{\n  a\n  b\n   c\n}\n\n{\n    d\n    e\n}\n", "{\n  a\n  b\n  c\n}\n\n{\n  d\n  e\n}\n"},
		{"blank lines in blocks", "{\n\n  a\n\n\n  b\n\n}\n", "{\n\n  a\n\n  b\n\n}\n"},
		{"words that are apart", "a  b \nc \n\nd \n", "a  b \nc\n\nd\n"},
		{"a blank that is escaped at the end of what stays", "a  b\\ \n\nc \n", "a  b\\ \n\nc \n"},
		{"then on a line of its own", "if a\nthen\n    b \nfi\n\nif c; then\n    d \nfi\n", "if a\nthen\n    b \nfi\n\nif c; then\n    d\nfi\n"},
		{"several on a line", "f () { a; b; }\n\n{ \n  c\n   d\n  e\n}\n", "f () { a; b; }\n\n{\n  c\n  d\n  e\n}\n"},
		{"lines that go on", "{\n  a \\\n        b\n}\n\n{\n  c\n    d\n}\n", "{\n  a \\\n        b\n}\n\n{\n  c\n  d\n}\n"},
		{"or move along", "{\n  a\n  b\n    c \\\n      d\n}\n", "{\n  a\n  b\n  c \\\n    d\n}\n"},
		{"a style of redirects of each part", "a > b \n\nc >d \n", "a > b\n\nc >d\n"},
		{"here-documents", "cat <<EOF \n\n\n  a  \nEOF\n\nb\n", "cat <<EOF\n\n\n  a  \nEOF\n\nb\n"},
		{"strings", "a 'b  \n\n\n   c'  \n", "a 'b  \n\n\n   c'\n"},
		{"comments behind", "a   # b\n\nc # d \n", "a   # b\n\nc # d\n"},
		{"nothing", "\n\n", "\n"},
		{"no newline at the end", "#!/bin/sh\na", "#!/bin/sh\na\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("a.sh", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%.200q)\n= %.200q, %v\nwant %.200q", test.src, got.Text, err, test.want)
			}
			if _, differs, err := r.Differs("a.sh", []byte(test.want)); differs || err != nil {
				t.Errorf("the result differs from its format: %v", err)
			}
		})
	}
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
			err := registry(t, shell.Options{LanguageDialect: test.option}).Parse(test.path, []byte(test.src))
			if test.err == "" && err != nil || test.err != "" && (err == nil || err.Error() != test.err) {
				t.Errorf("%v, want %q", err, test.err)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	far := strings.Repeat("a\n", 300_000) + strings.Repeat("b ", 10_000)
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "a\nb )\n", "a.sh:2:3: ", 4},
		{"after letters of two bytes", "a \u00e9\u00e9 )\n", "a.sh:1:8: ", 7},
		{"where what is not closed opens", "a\n{ b\n", "a.sh:2:1: ", 2},
		{"at the end", "a &&", "a.sh:1:3: ", 2},
		{"below and behind where the parser counts", far + ")\n", "a.sh:300001:20001: ", len(far)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := registry(t, shell.Options{}).Parse("a.sh", []byte(test.src))
			e, ok := errors.AsType[*formatting.SyntaxError](err)
			if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset || e.Msg == "" {
				t.Errorf("%+v, want %s, offset %d", err, test.want, test.offset)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l, err := shell.New(shell.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path, head string
		want       bool
	}{
		{"a.sh", "", true},
		{"x/a.bash", "", true},
		{"a.mksh", "", true},
		{"a.bats", "", true},
		{"a.zsh", "", false},
		{"a.ksh", "", false},
		{"a.SH", "", false},
		{".a.sh", "", false},
		{".bashrc", "", false},
		{"a", "", false},
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
		{"sh", "", false},
	}
	for _, test := range tests {
		if got := l.Match(test.path, []byte(test.head)); got != test.want {
			t.Errorf("Match(%s, %q) = %t", test.path, test.head, got)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		opts shell.Options
		want string
	}{
		{shell.Options{LanguageDialect: "fish"}, `language-dialect: unknown dialect "fish"; expected auto, bash, posix, mksh or bats`},
		{shell.Options{LanguageDialect: "zsh"}, `language-dialect: unknown dialect "zsh"; expected auto, bash, posix, mksh or bats`},
		{shell.Options{Indent: -1}, "indent: -1 is not between 0 and 100"},
		{shell.Options{Indent: 101}, "indent: 101 is not between 0 and 100"},
	}
	for _, test := range tests {
		_, err := shell.New(test.opts)
		if _, ok := errors.AsType[*shell.OptionError](err); !ok || err.Error() != test.want {
			t.Errorf("New(%+v): %v, want %s", test.opts, err, test.want)
		}
	}
}

// What is nested so deep that a recursive parser or printer would overflow the stack, which ends a process, is
// refused. What is only long is not.
func TestDepth(t *testing.T) {
	const n = 200_000
	repeat := strings.Repeat
	tests := []struct {
		name, src string
		refused   bool
	}{
		{"subshells", repeat("(", n) + "a" + repeat(")", n), true},
		{"blocks", repeat("{ ", n) + "a" + repeat("\n}", n), true},
		{"conditions", repeat("if a; then\n", n) + "a\n" + repeat("fi\n", n), true},
		{"branches", "if a; then b; " + repeat("elif a; then b; ", n) + "fi\n", true},
		{"substitutions", repeat("\"$(", n) + "a" + repeat(")\"", n), true},
		{"expansions", repeat("${a:-", n) + "a" + repeat("}", n), true},
		{"lists", repeat("a && ", n) + "a\n", true},
		{"pipelines", repeat("a | ", n) + "a\n", true},
		{"sums", "echo $((" + repeat("a + ", n) + "1))\n", true},
		{"signs", "echo $((" + repeat("- ", n) + "1))\n", true},
		{"tests", "[[ " + repeat("! ", n) + "a ]]\n", true},
		{"a chain among statements", repeat("a\n", n) + repeat("a | ", n) + "a\n" + repeat("a\n", n), true},
		{"a chain behind another statement", "a; " + repeat("a | ", n) + "a\n", true},
		{"in a here-document", "cat <<E\n$(" + repeat("a | ", n) + "a)\nE\n", true},
		{"below another statement", "cat <<E; a\n$(" + repeat("a | ", n) + "a)\nE\nb\n", true},
		{"on a line that goes on", "cat <<E; \\\n\ta\n$(" + repeat("a | ", n) + "a)\nE\nb\n", true},
		{"the shortest chain that is refused", repeat("a|", 25_000) + "a\n", true},
		{"the longest one that is not", repeat("a|", 24_000) + "a\n", false},
		{"statements are not nested", repeat("a $(b) \"${c}\" | d && e\n", n/4), false},
		{"nor are words", "a" + repeat(" b", n) + "\n", false},
		{"nor functions one after the other", repeat("f() {\n\tif a; then\n\t\tb\n\tfi\n}\n", n/10), false},
		{"nor what is within strings and comments", "a '" + repeat("(", n) + "' #" + repeat("{", n) + "\n", false},
	}
	r := registry(t, shell.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.sh", []byte(test.src))
			if _, refused := errors.AsType[*formatting.RefusedError](err); refused != test.refused {
				t.Errorf("refused: %t, err: %v", refused, err)
			} else if !refused && err != nil {
				t.Error(err)
			}
		})
	}
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "a", "#!/bin/sh\nif a;then b;fi", "cat <<E\n$(a)\nE\n", "f() { a | b && c; }", "case a in b) c ;; esac",
		"a=(b c) # d\n", "echo $((1+ 2)) `a \\`b\\``", "[[ a == b ]] || for i in 1 2; do :; done\r\n", "@test x { a; }",
	} {
		f.Add("a.sh", []byte(seed))
		f.Add("a.bats", []byte(seed))
	}
	r := registry(f, shell.Options{Simplify: true})
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		once, err := r.Format(path, src)
		if err != nil {
			if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
				t.Skip("an upstream crash, reported as such")
			}
			return
		}
		twice, err := r.Format(path, once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
