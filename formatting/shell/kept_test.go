package shell_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// keepAll are the default options.
var keepAll = shell.Options{
	KeepLines: true,
	Keep:      shell.Keep{Indent: true, BinaryNextLine: true, CaseIndent: true, SpaceRedirects: true, FuncNextLine: true},
}

// The layout of the author stays, except for whitespace at the ends of lines,
// blank lines, and the indentation of outliers.
func TestKept(t *testing.T) {
	same := func(name, src string) formattest.Case { return formattest.Case{Name: name, Src: src, Want: src} }
	formattest.Format(t, language(t, keepAll), "a.sh", []formattest.Case{
		{Name: "one line of a block", Src: "if a; then\n  b\n    c\n  d\nfi\n", Want: "if a; then\n  b\n  c\n  d\nfi\n"},
		{Name: "one with less", Src: "f() {\n    a\n    b\n  c\n    d\n}\n", Want: "f() {\n    a\n    b\n    c\n    d\n}\n"},
		{Name: "one with a tab", Src: "f() {\n    a\n    b\n\tc\n    d\n}\n", Want: "f() {\n    a\n    b\n    c\n    d\n}\n"},
		{Name: "one of spaces among tabs", Src: "f() {\n\ta\n\tb\n    c\n\td\n}\n", Want: "f() {\n\ta\n\tb\n\tc\n\td\n}\n"},
		{Name: "with lines that go on", Src: "{\n  a\n  b\n    c \\\n      d\n}\n", Want: "{\n  a\n  b\n  c \\\n    d\n}\n"},
		{Name: "with a comment above it", Src: "{\n  a\n  b\n   # d\n   c\n}\n", Want: "{\n  a\n  b\n  # d\n  c\n}\n"},
		{Name: "with a block", Src: "{\n  a\n  b\n   if c; then\n     d\n   fi\n}\n", Want: "{\n  a\n  b\n  if c; then\n    d\n  fi\n}\n"},
		{Name: "an outlier in an outlier", Src: "{\n  a\n  b\n   {\n     d\n     e\n      f\n   }\n}\n", Want: "{\n  a\n  b\n  {\n    d\n    e\n    f\n  }\n}\n"},
		{Name: "the only line of a block", Src: "f() {\n  a\n  if b; then\n  c\n  fi\n  d\n}\n", Want: "f() {\n  a\n  if b; then\n    c\n  fi\n  d\n}\n"},
		{Name: "the end of a block", Src: "if a; then\n  b\nfi\nif c; then\n  d\n fi\nfor e in f; do\n  g\ndone\n", Want: "if a; then\n  b\nfi\nif c; then\n  d\nfi\nfor e in f; do\n  g\ndone\n"},
		{Name: "a line outside of blocks", Src: "a\nb\n c\nd\n", Want: "a\nb\nc\nd\n"},
		{Name: "a pattern", Src: "case a in\n  b) c ;;\n  d) e ;;\n   f) g ;;\n  h) i ;;\nesac\n", Want: "case a in\n  b) c ;;\n  d) e ;;\n  f) g ;;\n  h) i ;;\nesac\n"},
		{Name: "commands of a substitution", Src: "a=$(\n  b\n   c\n  d\n)\n", Want: "a=$(\n  b\n  c\n  d\n)\n"},
		{Name: "each part by itself", Src: "{\n  a\n  b\n   c\n}\n\n{\n    d\n    e\n     f\n}\n", Want: "{\n  a\n  b\n  c\n}\n\n{\n    d\n    e\n    f\n}\n"},

		same("a section outside of blocks", "a\nb\n\n    # c\n    d\n    e\n\nf\n"),
		same("one of a single line", "a\n\n  b\n\nc\n"),
		same("one without a blank line", "a\nb\nc\n  d\n  e\nf\ng\nh\n"),
		same("one that is a block", "a\nb\nc\n  if d; then\n    e\n  fi\nf\n"),
		same("a section in a block", "f() {\n  a\n  b\n    c\n    d\n  e\n  f\n  g\n}\n"),
		same("between pushd and popd", "f() {\n  pushd a\n    b\n  popd\n  c\n  d\n}\n"),
		same("the first lines of a part", "a\n  b\n  c\n"),
		same("a tie", "{\n  a\n    b\n}\n"),
		same("a tie of parts", "{\n  a\n}\n\n{\n    b\n}\n"),
		same("a tie of two and four spaces", "if a; then\n  b\nfi\nif c; then\n    d\nfi\n"),
		same("parts with indentations of their own", "{\n  a\n  b\n}\n\n{\n\tc\n\td\n}\n\n{\n        e\n        f\n}\n"),
		same("blocks with indentations of their own", "f() {\n    a\n    b\n    while c; do\n      d\n      e\n    done\n    g\n}\n"),
		same("no indentation", "if a; then\nb\nfi\n"),
		same("a tab that looks like eight spaces", "f() {\n    if a; then\n\tb\n    fi\n    if c; then\n        d\n    fi\n}\n"),
		same("tabs for the tab stops", "f() {\n    a\n    {\n\tb\n\t{\n\t    c\n\t}\n    }\n}\n"),
		same("a star below another one", "case a in\n  -b) c ;;\n  -*) d ;;\n   *) e ;;\nesac\n"),
		same("ends that are indented", "if a\n  then b\n  else c\n  fi\n"),
		same("a block that is aligned", "a |\n  while b; do\n       c\n  done\nd && {\n       e\n     }\n"),
		same("patterns with commands behind them", "case a in\n  b)    c\n        d ;;\n  efg)  h\n        i ;;\nesac\n"),
		same("lines that go on", "a \\\n        b \\\n    c\nd ||\n   e\n"),
		same("arrays", "a=(\n  b\n    c\n  d\n)\n"),
		same("comments", "{\n  a\n# b\n      # c\n  d\n  e\n}\n"),
		same("words that are apart", "a  b   # c\nd=1    # e\n"),
		same("several on a line", "f () { a; b; }\nif a;then b;fi\n"),
		same("then on a line of its own", "if a\nthen\n    b\nfi\n"),
		same("redirects and functions of either kind", "a > b\nc >d\nf() {\n  a\n}\nfunction g\n{\n  a\n}\n"),
		same("two blank lines", "a\n\n\nb() {\n\n\n  c\n\n\n}\n"),

		same("here-documents", "cat <<EOF\n\n\n\n  a  \n\t\nEOF\nb\n"),
		same("here-documents with tabs", "{\n\tcat <<-EOF\n\t\ta\n\t  b\n\tEOF\n\tc\n\tcat <<-EOF\n\td\nEOF\n}\n"),
		same("one that shfmt breaks", "a=`b <<E\nc\nE`\n"),
		same("with a delimiter of several words", "cat <<'A B' <<\\C\na  \nA B\nb  \nC\nd\n"),
		{Name: "which does not keep the other parts", Src: "a=`b <<E\nc  \nE`  \n\n{\n  d  \n  e\n   f\n}\n", Want: "a=`b <<E\nc  \nE`\n\n{\n  d\n  e\n  f\n}\n"},
		same("a command with a here-document", "f() {\n    a\n    b\ncat <<EOF\nc\nEOF\n    d\n}\n"),
		same("a command with lines of a string", "f() {\n    a\n    b\nc='d\ne'\n    f\n}\n"),
		same("strings", "a 'b  \n\n\n\n   c'\nd \"e  \n\t\n$(f \\\n  g)  \n\"\n"),
		same("an escaped space at the end", "a b\\ \nc\n"),
		{Name: "and a space behind it", Src: "a b\\  \nc\n", Want: "a b\\ \nc\n"},
		{Name: "here-documents in a row", Src: "cat <<A <<'B C'  \na  \nA\nb  \nB C\nc  \n", Want: "cat <<A <<'B C'\na  \nA\nb  \nB C\nc\n"},
		{Name: "an empty here-document", Src: "{\n  cat <<E\nE\n  a  \n}\n", Want: "{\n  cat <<E\nE\n  a\n}\n"},
		{Name: "trailing whitespace in lines that stay", Src: "a  b \nc\t\n\nif d ;then e;fi \n# f \n", Want: "a  b\nc\n\nif d ;then e;fi\n# f\n"},
		{Name: "of continuation lines", Src: "a && \n  b | \n  c\n", Want: "a &&\n  b |\n  c\n"},
		{Name: "blank lines", Src: "\n \n# a\n\n\t\n\n\nb\n\n\n\n\n", Want: "# a\n\n\nb\n"},
		{Name: "a comment that must not become a #! line", Src: "\n \n#!a\n\n\t\n\n\nb\n\n\n\n\n", Want: "\n\n#!a\n\n\nb\n"},
		same("a blank line after a continuation", "a \\\n\n\nb\n"),
		{Name: "no newline at the end", Src: "#!/bin/sh\na", Want: "#!/bin/sh\na\n"},
		{Name: "only blank lines", Src: "\n\n", Want: "\n"},
		{Name: "only comments", Src: "# a  \n\n\n\n# b\n\n", Want: "# a\n\n\n# b\n"},
		{Name: "CRLF", Src: "{\r\n  a \r\n   b\r\n  c\r\n}\r\n", Want: "{\r\n  a\r\n  b\r\n  c\r\n}\r\n"},
	})
}

// With an indentation or a case-indent that is configured, parts get it if
// shfmt keeps their lines.
func TestKeptWithIndentation(t *testing.T) {
	opts := keepAll
	opts.Keep.Indent = false
	opts.Indent = 2
	l := language(t, opts)
	formattest.Stable(t, l, "a.sh", texts)
	opts.Indent = 0
	formattest.Format(t, language(t, opts), "a.sh", []formattest.Case{
		{Name: "tabs", Src: "{\n  cat <<-E\n\t\ta\n\tE\n}\n", Want: "{\n\tcat <<-E\n\t\ta\n\tE\n}\n"},
	})
	formattest.Format(t, l, "a.sh", []formattest.Case{
		{Name: "a part", Src: "{\n    a\n}\n\n{\n\tb\n}\n", Want: "{\n  a\n}\n\n{\n  b\n}\n"},
		{Name: "a part with other lines, without indentation", Src: "a  b \n\n{\n\tb\n}\n", Want: "a  b\n\n{\n  b\n}\n"},
		{Name: "with the same indentation", Src: "{\n  a  b \n}\n\n{\n\tc\n}\n", Want: "{\n  a  b\n}\n\n{\n  c\n}\n"},
		{Name: "with another one", Src: "{\n\ta  b \n}\n\n{\n\tc\n}\n", Want: "{\n\ta  b\n}\n\n{\n\tc\n}\n"},
		{Name: "here-documents", Src: "{\n    cat <<-E\n\t\ta\n\n\tb\n\tE\n    cat <<F\n  c\nF\n}\n", Want: "{\n  cat <<-E\n\t\ta\n\n\tb\n\tE\n  cat <<F\n  c\nF\n}\n"},
		{Name: "lines of strings", Src: "{\n    a 'b\n   c'\n}\n", Want: "{\n  a 'b\n   c'\n}\n"},
		{Name: "an escaped space at the end of a line that stays", Src: "a  b\\ \n\nc \n", Want: "a  b\\ \n\nc \n"},
	})
}

func TestKeptIsStable(t *testing.T) { formattest.Stable(t, language(t, keepAll), "a.sh", texts) }

// Only whitespace at the starts and ends of lines and blank lines change.
func TestKeptChangesNothingElse(t *testing.T) {
	r := formatting.NewRegistry(language(t, keepAll))
	for _, src := range texts {
		result, err := r.Format("a.sh", []byte(src))
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		if was, is := solid([]byte(src)), solid(result.Text); was != is {
			t.Errorf("%q became %q", src, result.Text)
		}
	}
}

// solid returns the lines of a text that are not blank, without the whitespace
// around them.
func solid(text []byte) string {
	var lines []string
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			lines = append(lines, string(line))
		}
	}
	return strings.Join(lines, "\n")
}

// A script that has one layout throughout stays, whichever it is.
func TestKeptLeavesUniformScripts(t *testing.T) {
	scripts := append([]string{
		"f() {\n\ta\n\tif b; then\n\t\tc\n\telif d; then\n\t\te\n\telse\n\t\tcase g in\n\t\th) i ;;\n\t\tj)\n\t\t\tk\n\t\t\tl\n\t\t\t;;\n\t\tesac\n\tfi\n\twhile m; do\n\t\tn \\\n\t\t\to\n\tdone\n}\n\n(\n\tp\n\tq\n)\n",
	}, texts...)
	kept := formatting.NewRegistry(language(t, keepAll))
	for _, style := range []shell.Options{
		{},
		{Indent: 1},
		{Indent: 2},
		{Indent: 3, CaseIndent: true},
		{Indent: 4, FuncNextLine: true, SpaceRedirects: true},
		{Indent: 8, BinaryNextLine: true, CaseIndent: true},
	} {
		canonical := formatting.NewRegistry(language(t, style))
		for _, src := range scripts {
			uniform, err := canonical.Format("a.sh", []byte(src))
			if err != nil {
				continue // shfmt has no layout for it
			}
			if result, err := kept.Format("a.sh", uniform.Text); err != nil || result.Changed {
				t.Errorf("%+v: %q became %q, %v", style, uniform.Text, result.Text, err)
			}
		}
	}
}

func FuzzKept(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	l := language(f, keepAll)
	f.Fuzz(func(t *testing.T, src []byte) {
		formattest.Fuzz(t, l, "a.sh", src)
		if result, err := formatting.NewRegistry(l).Format("a.sh", src); err == nil && solid(src) != solid(result.Text) {
			t.Errorf("%q became %q", src, result.Text)
		}
	})
}
