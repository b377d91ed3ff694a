package text_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/text"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

type formats struct{}

func (formats) For(*config.Config, string) (*formatting.Registry, error) {
	l, err := golang.New(golang.Options{})
	return formatting.NewRegistry(l, starlark.New()), err
}

// check runs the checker over one file, with text/line-endings set to want
// unless that is empty.
func check(t testing.TB, path string, content []byte, want string) *artifact.Artifact {
	t.Helper()
	r := checks.New(artifact.Tool{Name: "autofix"}, text.New(formats{}))
	var c *config.Config
	if want != "" {
		var err error
		if c, err = config.Parse("autofix.toml", fmt.Appendf(nil, "[rules.\"text/line-endings\"]\nwant = %q\n", want), r.Sections()); err != nil {
			t.Fatal(err)
		}
	}
	a, err := r.Run(context.Background(), "", []checks.File{{Path: path, Content: content}}, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

type failing struct{}

func (failing) For(*config.Config, string) (*formatting.Registry, error) {
	return nil, errors.New("no such option")
}

// A wrong option fails the run, whichever checker reads it first.
func TestOptionError(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, text.New(failing{}))
	_, err := r.Run(context.Background(), "", []checks.File{{Path: "a.txt", Content: []byte("a \n")}}, nil)
	if err == nil || !strings.Contains(err.Error(), "no such option") {
		t.Error(err)
	}
}

// fixed returns content with all fixes applied, rule by rule.
func fixed(t testing.TB, content []byte, a *artifact.Artifact) []byte {
	t.Helper()
	var edits []fixedits.Edit
	for _, f := range a.Fixes {
		edits = append(edits, f.Edits...)
	}
	out, err := fixedits.Apply(content, edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// describe returns one line for each diagnostic: its rule, place, and the
// safety of its fix.
func describe(a *artifact.Artifact) []string {
	var out []string
	for _, d := range a.Diagnostics {
		i := slices.IndexFunc(a.Fixes, func(f fixedits.Fix) bool { return slices.Contains(d.Fixes, f.ID) })
		out = append(out, fmt.Sprintf("%d:%d %s %s: %s", d.Line, d.Column, d.Rule, a.Fixes[i].Safety, d.Message))
	}
	return out
}

func TestCheck(t *testing.T) {
	const (
		space   = "text/trailing-whitespace"
		newline = "text/final-newline"
		ends    = "text/line-endings"
	)
	tests := []struct {
		name, path, src string
		want            []string
		fixed           string
	}{
		{"clean", "a.txt", "a\nb\n", nil, "a\nb\n"},
		{"empty", "a.txt", "", nil, ""},
		{"spaces and tabs", "a.txt", "a \nb\t\nc\n", []string{
			"1:2 " + space + " safe: whitespace at the end of the line",
			"2:2 " + space + " safe: whitespace at the end of the line",
		}, "a\nb\nc\n"},
		{"a line of spaces", "a.txt", "a\n  \n", []string{"2:1 " + space + " safe: whitespace at the end of the line"}, "a\n\n"},
		{"space before CRLF", "a.txt", "a \r\n", []string{"1:2 " + space + " safe: whitespace at the end of the line"}, "a\r\n"},
		{"no newline", "a.txt", "a\nb", []string{"2:2 " + newline + " safe: no newline at the end of the file"}, "a\nb\n"},
		{"spaces alone", "a.txt", "  ", []string{"1:1 text/trailing-whitespace safe: whitespace at the end of the line"}, ""},
		{"spaces after the last line", "a.txt", "a\n \t", []string{"2:1 text/trailing-whitespace safe: whitespace at the end of the line"}, "a\n"},
		{"no newline among CRLF", "a.txt", "a\r\nb", []string{"2:2 " + newline + " safe: no newline at the end of the file"}, "a\r\nb\r\n"},
		{"both", "a.txt", "a  ", []string{
			"1:2 " + space + " safe: whitespace at the end of the line",
			"1:4 " + newline + " safe: no newline at the end of the file",
		}, "a\n"},
		{"a CR at the end is not half of a line end", "a.txt", "a\r", nil, "a\r"},
		{"mixed, mostly LF", "a.txt", "a\nb\r\nc\n", []string{"2:2 " + ends + " safe: 1 of 3 lines end in CRLF; expected LF"}, "a\nb\nc\n"},
		{"mixed, mostly CRLF", "a.txt", "a\r\nb\r\nc\n", []string{"3:2 " + ends + " safe: 1 of 3 lines end in LF; expected CRLF"}, "a\r\nb\r\nc\r\n"},
		{"mixed, equally many", "a.txt", "a\r\nb\n", []string{"1:2 " + ends + " safe: 1 of 2 lines end in CRLF; expected LF"}, "a\nb\n"},
		{"an extra CR", "a.txt", "a\r\r\nb\nc\n", []string{"1:2 " + ends + " safe: 1 of 3 lines end in CRLF; expected LF"}, "a\nb\nc\n"},
		{"Latin-1", "a.txt", "\xe9 \n", []string{"1:2 " + space + " safe: whitespace at the end of the line"}, "\xe9\n"},

		{"binary", "a.txt", "a \x00", nil, "a \x00"},
		{"code may have whitespace in a string", "a.py", "x \ny", []string{
			"1:2 " + space + " suggestion: whitespace at the end of the line",
			"2:2 " + newline + " safe: no newline at the end of the file",
		}, "x\ny\n"},
		{"unknown files may have it", "a/Makefile", "x \n", []string{"1:2 " + space + " suggestion: whitespace at the end of the line"}, "x\n"},
		{"JSON has none in strings", "a.json", "{} \n", []string{"1:3 " + space + " safe: whitespace at the end of the line"}, "{}\n"},
		{"CMakeLists.txt is code", "CMakeLists.txt", "x \n", []string{"1:2 " + space + " suggestion: whitespace at the end of the line"}, "x\n"},
		{"nothing is known of a file of no known kind", "a/VERSION", "1.0", []string{"1:4 " + newline + " suggestion: no newline at the end of the file"}, "1.0\n"},
		{"VERSION.txt is not prose", "VERSION.txt", "1.0 ", []string{
			"1:4 " + space + " suggestion: whitespace at the end of the line",
			"1:5 " + newline + " suggestion: no newline at the end of the file",
		}, "1.0\n"},
		{"keys and digests are verbatim", "a.pem", "x \ny", nil, "x \ny"},
		{"so is what is binary by its name", "a.bin", "x", nil, "x"},
		{"a batch file with LF stays so", "a.bat", "a\nb", []string{"2:2 " + newline + " safe: no newline at the end of the file"}, "a\nb\n"},
		{"a batch file of one line", "a.bat", "a", []string{"1:2 " + newline + " safe: no newline at the end of the file"}, "a\r\n"},
		{"a Ruby file", "a.rb", "x", []string{"1:2 " + newline + " safe: no newline at the end of the file"}, "x\n"},
		{"a Ruby file that has data", "a.rb", "x\n__END__\ny", []string{"3:2 " + newline + " suggestion: no newline at the end of the file"}, "x\n__END__\ny\n"},

		{"YAML", "a.yaml", "a: 1 \nb: 2", []string{
			"1:5 " + space + " safe: whitespace at the end of the line",
			"2:5 " + newline + " safe: no newline at the end of the file",
		}, "a: 1\nb: 2\n"},
		{"YAML: a block scalar keeps its whitespace and its end", "a.yml", "a: |\n  x \n  \n  y ", nil, "a: |\n  x \n  \n  y "},
		{"YAML: what follows one", "a.yml", "a: |\r\n  x \r\nb: 1 \r\n", []string{
			"3:5 " + space + " safe: whitespace at the end of the line",
		}, "a: |\r\n  x \r\nb: 1\r\n"},
		{"YAML: a block scalar that strips its end", "a.yaml", "a: >-\n  x", []string{
			"2:4 " + newline + " safe: no newline at the end of the file",
		}, "a: >-\n  x\n"},
		{"YAML: a template", "a.yaml", "{{- if .a }}\na: |\n  x \n{{- end }}", []string{
			"3:4 " + space + " suggestion: whitespace at the end of the line",
			"4:11 " + newline + " suggestion: no newline at the end of the file",
		}, "{{- if .a }}\na: |\n  x\n{{- end }}\n"},
		{"YAML: a template that decodes", "a.yaml", "a: {{ .b }} \n", []string{
			"1:12 " + space + " suggestion: whitespace at the end of the line",
		}, "a: {{ .b }}\n"},
		{"YAML: line endings", "a.yaml", "a: |\n  x\r\n  y\n", []string{"2:4 " + ends + " safe: 1 of 3 lines end in CRLF; expected LF"}, "a: |\n  x\n  y\n"},
		{"TOML: a string of several lines", "a.toml", "a = \"\"\"\nx \n\"\"\"", []string{
			"2:2 " + space + " suggestion: whitespace at the end of the line",
			"3:4 " + newline + " safe: no newline at the end of the file",
		}, "a = \"\"\"\nx\n\"\"\"\n"},
		{"not JSON", "a.json", "{ \n", []string{"1:2 " + space + " suggestion: whitespace at the end of the line"}, "{\n"},
		{"LICENSE is prose", "LICENSE", "x \n", []string{"1:2 " + space + " safe: whitespace at the end of the line"}, "x\n"},
		{"LICENSE.apache is prose", "LICENSE.apache", "x \n", []string{"1:2 " + space + " safe: whitespace at the end of the line"}, "x\n"},
		{"license.py is code", "license.py", "x \n", []string{"1:2 " + space + " suggestion: whitespace at the end of the line"}, "x\n"},
		{"a template goes into something else", "a.tmpl", "x", []string{"1:2 " + newline + " suggestion: no newline at the end of the file"}, "x\n"},
		{"what is served may be hashed", "web/public/robots.txt", "x \ny", []string{
			"1:2 " + space + " suggestion: whitespace at the end of the line",
			"2:2 " + newline + " suggestion: no newline at the end of the file",
		}, "x\ny\n"},
		{"so may a style that is served", "Static/a.css", "a {}", []string{"1:5 " + newline + " suggestion: no newline at the end of the file"}, "a {}\n"},
		{"a page of Markdown is made into another", "www/a.md", "x", []string{"1:2 " + newline + " safe: no newline at the end of the file"}, "x\n"},
		{"a test may read it", "tests/inputs/1.txt", "x", []string{"1:2 " + newline + " suggestion: no newline at the end of the file"}, "x\n"},
		{"a test may read it, without a suffix", "tests/inputs/one", "x \n", []string{"1:2 " + space + " suggestion: whitespace at the end of the line"}, "x\n"},
		{"nobody reads notes", "notes/a.txt", "x", []string{"1:2 " + newline + " safe: no newline at the end of the file"}, "x\n"},
		{"a link as a file", "docs/README.md", "../README.md", []string{"1:13 " + newline + " suggestion: no newline at the end of the file"}, "../README.md\n"},
		{"a link beside it", "AUTHORS", "CONTRIBUTORS.txt", []string{"1:17 " + newline + " suggestion: no newline at the end of the file"}, "CONTRIBUTORS.txt\n"},
		{"a text of one line", "docs/a.txt", "Read docs/a.md first.", []string{"1:22 " + newline + " safe: no newline at the end of the file"}, "Read docs/a.md first.\n"},
		{"a path with a newline", "docs/a.md", "../README.md \n", []string{"1:13 " + space + " safe: whitespace at the end of the line"}, "../README.md\n"},
		{"patches are verbatim", "a.patch", " \nx \r\ny", nil, " \nx \r\ny"},
		{"escaped space", "a.py", "x \\ \n", nil, "x \\ \n"},
		{"escaped space in .gitignore", ".gitignore", "x\\ \ny \n", []string{"2:2 " + space + " safe: whitespace at the end of the line"}, "x\\ \ny\n"},
		{"tabs in .gitignore belong to the pattern", ".gitignore", "x\t\n", nil, "x\t\n"},
		{"the formatter handles whitespace and newline in Go", "a.go", "package p \n", nil, "package p \n"},
		{"so are Starlark's", "BUILD", "x() ", nil, "x() "},
		{"line endings have no meaning in Go", "a.go", "package p\r\n\n\n", []string{"1:10 " + ends + " safe: 1 of 3 lines end in CRLF; expected LF"}, "package p\n\n\n"},
		{"line endings may have one in Starlark", "BUILD", "x()\r\ny()\nz()\n", []string{"1:4 " + ends + " suggestion: 1 of 3 lines end in CRLF; expected LF"}, "x()\ny()\nz()\n"},
		{"a batch file wants CRLF", "a.bat", "a\nb\nc\r\n", []string{"1:2 " + ends + " suggestion: 2 of 3 lines end in LF; expected CRLF"}, "a\r\nb\r\nc\r\n"},

		{"Markdown: two spaces are a line break", "a.md", "a  \nb\n", nil, "a  \nb\n"},
		{"Markdown: one space is not", "a.md", "a \nb\n", []string{"1:2 " + space + " safe: whitespace at the end of the line"}, "a\nb\n"},
		{"Markdown: tabs are not", "a.md", "a  \t\nb\n", []string{"1:2 " + space + " safe: whitespace at the end of the line"}, "a\nb\n"},
		{"Markdown: two spaces without text are not", "a.md", "a\n  \nb\n", []string{"2:1 " + space + " safe: whitespace at the end of the line"}, "a\n\nb\n"},
		{
			"Markdown: fenced code is verbatim", "a.md", "```diff\n x\n \n```\ny \n",
			[]string{"5:2 " + space + " safe: whitespace at the end of the line"},
			"```diff\n x\n \n```\ny\n",
		},
		{
			"Markdown: the data at the top is verbatim", "a.md", "---\na: |\n  x \n---\ny \n",
			[]string{"5:2 " + space + " safe: whitespace at the end of the line"},
			"---\na: |\n  x \n---\ny\n",
		},
		{"Markdown: so is that in TOML", "a.md", "+++\r\na = 1 \r\n+++\r\n", nil, "+++\r\na = 1 \r\n+++\r\n"},
		{
			"Markdown: a horizontal rule is not front matter", "a.md", "---\nx \n",
			[]string{"2:2 " + space + " safe: whitespace at the end of the line"},
			"---\nx\n",
		},
		{
			"Markdown: nor is one further down", "a.md", "x \n---\n---\n",
			[]string{"1:2 " + space + " safe: whitespace at the end of the line"},
			"x\n---\n---\n",
		},
		{"Markdown: a longer fence holds a shorter one", "a.md", "~~~~\n~~~\nx \n~~~~\n", nil, "~~~~\n~~~\nx \n~~~~\n"},
		{
			"Markdown: code within a line is not a fence", "a.md", "```x``` \ny \n",
			[]string{"1:8 " + space + " safe: whitespace at the end of the line", "2:2 " + space + " safe: whitespace at the end of the line"},
			"```x```\ny\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := check(t, test.path, []byte(test.src), "")
			if diff := cmp.Diff(test.want, describe(a)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if got := fixed(t, []byte(test.src), a); string(got) != test.fixed {
				t.Errorf("fixed: %q, want %q", got, test.fixed)
			}
		})
	}
}

// If only one of two rules is on, the file must not become mixed.
func TestANewlineIsAsTheOthers(t *testing.T) {
	for _, test := range []struct{ path, want, src, newline string }{
		{"a.py", "crlf", "a\nb", "\n"},
		{"a.py", "lf", "a\r\nb", "\r\n"},
		{"a.txt", "crlf", "a\nb", "\r\n"},
		{"a.py", "crlf", "a", "\r\n"},
	} {
		a := check(t, test.path, []byte(test.src), test.want)
		i := slices.IndexFunc(a.Fixes, func(f fixedits.Fix) bool { return f.Rule == "text/final-newline" })
		if i < 0 || string(a.Fixes[i].Edits[0].New) != test.newline {
			t.Errorf("%s, want = %s: %q: %+v", test.path, test.want, test.src, a.Fixes)
		}
	}
}

func TestWantedLineEndings(t *testing.T) {
	tests := []struct{ path, want, src, fixed string }{
		{"a.txt", "keep", "a\r\n", "a\r\n"},
		{"a.txt", "keep", "a\n", "a\n"},
		{"a.txt", "lf", "a\r\nb\nc\r\n", "a\nb\nc\n"},
		{"a.txt", "lf", "a\n", "a\n"},
		{"a.txt", "crlf", "a\nb\r\n", "a\r\nb\r\n"},
		{"a.txt", "crlf", "a", "a\r\n"},
		{"a.txt", "lf", "a\r\nb", "a\nb\n"},
		{"a.bat", "lf", "a\r\n", "a\r\n"},
		{"a.bat", "crlf", "a\n", "a\r\n"},
		{"a.go", "lf", "package p\r\n", "package p\n"},
		{"BUILD", "crlf", "x()\n", "x()\r\n"},
		{"a.patch", "lf", "a\r\n", "a\r\n"},
	}
	for _, test := range tests {
		a := check(t, test.path, []byte(test.src), test.want)
		if got := fixed(t, []byte(test.src), a); string(got) != test.fixed {
			t.Errorf("%s, want = %s: %q became %q, want %q", test.path, test.want, test.src, got, test.fixed)
		}
	}
}

// The example of each rule has a finding of that rule.
func TestExamplesOfRules(t *testing.T) {
	for _, rule := range text.New(formats{}).Rules() {
		if rule.Name == "text/charset" {
			continue // off by default: see TestEditorConfig
		}
		name := "a.txt"
		if rule.Name == checks.UnusedIgnore {
			name = "a.md" // which has comments
		}
		bad := check(t, name, []byte(rule.Bad), "")
		if len(bad.Diagnostics) != 1 || bad.Diagnostics[0].Rule != rule.Name {
			t.Errorf("%s: %q has %v", rule.Name, rule.Bad, bad.Diagnostics)
		}
		if got := fixed(t, []byte(rule.Bad), bad); string(got) != rule.Good {
			t.Errorf("%s: fixed: %q, want %q", rule.Name, got, rule.Good)
		}
		if good := check(t, name, []byte(rule.Good), ""); len(good.Diagnostics) != 0 {
			t.Errorf("%s: %q has %v", rule.Name, rule.Good, good.Diagnostics)
		}
	}
}

// Checking takes linear time: 100,000 lines with a finding each, and one line
// of 50 MB.
func TestLargeFiles(t *testing.T) {
	const lines = 100_000
	src := []byte(strings.Repeat("some text \n", lines))
	a := check(t, "a.txt", src, "")
	if len(a.Diagnostics) != checks.MostFindings+1 || len(a.Fixes) != checks.MostFindings+1 {
		t.Errorf("%d diagnostics, %d fixes", len(a.Diagnostics), len(a.Fixes))
	}
	if got := fixed(t, src, a); string(got) != strings.Repeat("some text\n", lines) {
		t.Error("not all lines are fixed")
	}
	if got := check(t, "a.txt", bytes.Repeat([]byte("x"), 50<<20), ""); len(got.Diagnostics) != 1 {
		t.Errorf("%d diagnostics on one long line", len(got.Diagnostics))
	}
}

// Fixes change only whitespace and line endings, and no finding remains.
func FuzzFix(f *testing.F) {
	for _, path := range []string{"a.txt", "a.md", "a.py", ".gitignore", "a.bat", "a.go", "LICENSE"} {
		for _, src := range []string{"a \r\nb\t\nc", " ", "\r", "a\r\r\n \n", "```\n \n```\n \n", "a\\ \n", "\xff \n\r"} {
			for _, want := range []string{"keep", "lf", "crlf"} {
				f.Add(path, []byte(src), want)
			}
		}
	}
	f.Fuzz(func(t *testing.T, path string, src []byte, want string) {
		if !slices.Contains([]string{"keep", "lf", "crlf"}, want) {
			t.Skip("not a value of the option")
		}
		out := src
		// The fixes of one round touch at most at their ends. A merge would
		// defer some to the next round.
		for range 3 {
			a := check(t, path, out, want)
			if len(a.Fixes) == 0 {
				break
			}
			out = fixed(t, out, &artifact.Artifact{Fixes: sameRule(a.Fixes)})
		}
		if a := check(t, path, out, want); len(a.Diagnostics) > 0 {
			t.Errorf("%q became %q, which still has %v", src, out, describe(a))
		}
		if !bytes.Equal(visible(src), visible(out)) {
			t.Errorf("%q became %q", src, out)
		}
	})
}

// sameRule returns the fixes that have the rule of the first one.
func sameRule(fixes []fixedits.Fix) []fixedits.Fix {
	return slices.DeleteFunc(slices.Clone(fixes), func(f fixedits.Fix) bool { return f.Rule != fixes[0].Rule })
}

func visible(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\r' || r == '\n' {
			return -1
		}
		return r
	}, text)
}
