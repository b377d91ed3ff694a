package shell

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// again are scripts with the parts of what is made of them that are formatted again. The whole is for where nothing can be
// left out.
var again = []struct {
	name, src string
	want      []string
	whole     bool
}{
	{name: "indented", src: "f() {\n  a\n  # b\n  if c; then\n    d\n  fi\n}\n"},
	{name: "blank lines", src: "\n\na\n\n\n\nb\n\t\n \nf() {\n\n\n\tc\n\t \n\n\td\n}\n\n\n"},
	{name: "blanks at the end", src: "a  \n# b\t \n\nif c; then \n\td\nfi \n"},
	{name: "no end of the last line", src: "a\n\n  b"},
	{name: "a part", src: "  a\n\nif b;then\nc\nfi\n\n  d\n", want: []string{"if b; then\n\tc\nfi\n"}},
	{name: "two parts", src: "a;\n\n  b\n\nc  d\n\n  e\n", want: []string{"a\n", "c d\n"}},
	{name: "neighbours", src: "a\n\nb;\n\nc;\n\n  d\n", want: []string{"b\n\nc\n"}},
	{name: "all", src: "a;\n\nb;\n", want: []string{"a\n\nb\n"}, whole: true},
	{name: "comments stay with what is below", src: "a\n\n# b\nc;\n\n # d\n\n # e\n", want: []string{"# b\nc\n\n# d\n\n# e\n"}},
	{name: "a comment of its own", src: "  a\n\n#b\n\n  c\n"},
	{name: "a list", src: "a=(\n  b\n    c # d\n)\n"},
	{name: "a case", src: "case a in\n  b)\n  c\n  ;;\nesac\n"},
	{name: "lines that go on", src: "a \\\n    b \\\n  | c\n\n d\n", want: []string{"a \\\n\tb |\n\tc\n"}},
	{name: "a line that goes on", src: "a \\\n    b\n"},
	{name: "in the middle of a word", src: "a\\\nb\n\n c\n", want: []string{"ab\n"}},
	{name: "behind the start of a word", src: " a\n\nb\\\n  c\n", want: []string{"b c\n"}},
	{name: "a blank line that ends one", src: "  a\n\nb \\\n\nc\n", want: []string{"b\n\nc\n"}},
	{name: "a string", src: "  a 'b\n  c\n\n\n  d'\n"},
	{name: "a word of commands", src: "  a\n\nb=$(\n  c\n)\n", want: []string{"b=$(\n\tc\n)\n"}},
	{name: "tests", src: "  a\n\n[[ b &&\n  c ]]\n", want: []string{"[[ b &&\n\tc ]]\n"}},
	{name: "a here-document", src: "  a <<E\n  b\n\n\n  c  \nE\n\n  d\n"},
	{name: "below one that is indented", src: "if a; then\n  b <<E\n  c\nE\n  d\nfi\n"},
	{name: "one that starts with a line that goes on", src: "  a\n\nb <<E\n\\\n\nE\n", want: nil},
	{name: "beyond the end of a node", src: "{ a <<E; }\n  b  \n\n\nE\n\n  c\n"},
	{name: "changed beyond it", src: "{ a <<-E; }\n  b  \n\n\nE\n\n  c\n", want: []string{"{ a <<-E; }\n\t  b  \n\n\nE\n"}},
	{name: "in a pipeline", src: "  a <<E | b\n  c  \nE\n\n d\n"},
	{name: "indented itself", src: "  a\n\nb <<-E\n  c\n\tE\n", want: []string{"b <<-E\n\t  c\nE\n"}},
	{name: "with the end indented", src: "a <<E | b\n  E\nE\n\n  c\n"},
	{name: "empty", src: " a <<E\nE\n\n b\n", want: []string{"a <<E\nE\n"}},
	{name: "what only looks like the place", src: "a <<E;\n\nb\n\nE\n\n  b\n\nc\n", whole: true},
	{name: "the same twice", src: "a;\n\nb\n\nc;\n\nb\n", want: []string{"a\n", "c\n"}},
	{name: "what the printer does not settle", src: "  a\n\n`b <<E\nc\nE`\n\n  d\n", want: []string{"$(b <<E\nc\nE\n)\n"}, whole: true},
	{name: "where it looks like another one", src: "a;\n\n`b <<E\nc\nE`\n\nd;\n\n$(b <<E\nc\nE\n)\n\n  e\n", whole: true},
	{name: "a form feed", src: "  a\n\nb '\f'\n", whole: true},
	{name: "another dialect", src: " #!/bin/sh\n\na=(b)\n", whole: true},
	{name: "more lines than are counted", src: "  a\n" + strings.Repeat("b\n", 1<<18), whole: true},
}

// What is left out is what the table says, and the short way gives what the long one does.
func TestFormatsTo(t *testing.T) {
	l := bash(t, Options{})
	for _, test := range again {
		t.Run(test.name, func(t *testing.T) {
			once, file, err := l.format("a.sh", []byte(test.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := l.formatsTo("a.sh", []byte(test.src), once, file); got == test.whole {
				t.Errorf("of %.200q, formatted %.200q: %t", test.src, once, got)
			}
			var got []string
			for _, part := range changedParts(pieces([]byte(test.src), file.Stmts), once) {
				got = append(got, string(part.text))
			}
			if want := test.want; !(test.whole && want == nil) && fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("of %q, formatted %q: again %q, want %q", test.src, once, got, want)
			}
			sameAgain(t, l, []byte(test.src))
		})
	}
}

func bash(t testing.TB, opts Options) *language {
	l, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l.(*language)
}

func sameAgain(t *testing.T, l *language, src []byte) {
	t.Helper()
	once, again, err := l.FormatOnce("a.sh", src)
	if err != nil || bytes.Equal(once, src) {
		return
	}
	got, _, gotErr := again()
	want, wantErr := l.Format("a.sh", once)
	if !bytes.Equal(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
		t.Errorf("of %.500q, formatted %.500q: got %.500q, %v, want %.500q, %v", src, once, got, gotErr, want, wantErr)
	}
}

// A text that would become another one, and one that does not parse, are not taken for done, even where they are not what was
// made of the first. That is but for how lines are indented, which says that they are not.
func TestFormatsToNothingElse(t *testing.T) {
	l := bash(t, Options{})
	const src = "  a\n\nb;\n\n  c() {\n  d 'e\n  f'\n}\n\ng <<E\n  h\nE\n"
	const formatted = "a\n\nb\n\nc() {\n\td 'e\n  f'\n}\n\ng <<E\n  h\nE\n"
	once, file, err := l.format("a.sh", []byte(src))
	if err != nil || string(once) != formatted || !l.formatsTo("a.sh", []byte(src), once, file) {
		t.Fatalf("%q, %v", once, err)
	}
	for at := range formatted {
		for _, with := range []string{"", " ", "\n", "x", ";", "'"} {
			other := formatted[:at] + with + formatted[at+1:]
			if unindented(other) == unindented(formatted) {
				continue
			}
			want, err := l.Format("a.sh", []byte(other))
			if l.formatsTo("a.sh", []byte(src), []byte(other), file) && (err != nil || string(want) != other) {
				t.Errorf("%q is taken for formatted, and becomes %q, %v", other, want, err)
			}
		}
	}
}

func unindented(text string) (all string) {
	for line := range strings.Lines(text) {
		all += strings.TrimLeft(line, blanks)
	}
	return all
}

func FuzzFormatsTo(f *testing.F) {
	for _, test := range again {
		if len(test.src) < 1000 {
			f.Add([]byte(test.src))
		}
	}
	for _, src := range []string{
		"a   # b\nccc # d\n\n e # f\n", "f()\n{\n a\n}\n\n\n  b\n", "a |\n\n  b &&\n  c\n\n d", "let a=1 \\\n b=2\n\n c\n",
		"for i in a \\\n  b; do\n c\ndone\n\n\nd\n", "((\n a\n))\n\n b\n", "a=`\n b\n`\n\n c\n", "cat <<A <<-B\n x\nA\n\ty\nB\n\n z\n",
		"! a\n\n @(b|c)\n", "a[\n1\n]=b\n\n c\n", "if a\nthen # b\n c\nfi\n\n { d\n}\n", "a >b \\\n  <<C\n d\nC\n\n e &\n",
	} {
		f.Add([]byte(src))
	}
	plain := bash(f, Options{})
	other := bash(f, Options{Simplify: true, Indent: 2, BinaryNextLine: true, CaseIndent: true, FuncNextLine: true, SpaceRedirects: true})
	f.Fuzz(func(t *testing.T, src []byte) {
		defer func() { _ = recover() }() // an upstream crash, which the guard reports
		if bytes.IndexByte(src, '\r') < 0 && bytes.IndexByte(src, 0) < 0 {
			sameAgain(t, plain, src)
			sameAgain(t, other, src)
		}
	})
}
