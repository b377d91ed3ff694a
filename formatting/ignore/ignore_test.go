package ignore

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The finding of each test is at the first X.
func TestSilences(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             bool
	}{
		{"nothing", "a.yaml", "X: 1\n", false},
		{"on the line", "a.yaml", "X: 1 # autofix ignore=schema/type\n", true},
		{"without its namespace", "a.yaml", "X: 1 # autofix ignore=type\n", true},
		{"all rules of the namespace", "a.yaml", "X: 1 # autofix ignore=schema/*\n", true},
		{"everything", "a.yaml", "X: 1 # autofix ignore=*;reason=because\n", true},
		{"one of several", "a.yaml", "X: 1 # autofix ignore=schema/enum, schema/type\n", true},
		{"another rule", "a.yaml", "X: 1 # autofix ignore=schema/enum\n", false},
		{"a part of the name", "a.yaml", "X: 1 # autofix ignore=schema/typ\n", false},
		{"on the line before", "a.yaml", "a: 1 # autofix ignore=schema/type\nX: 1\n", false},
		{"on the line after", "a.yaml", "X: 1\n# autofix ignore=schema/type\n", false},
		{"above", "a.yaml", "# autofix ignore=schema/type\nX: 1\n", true},
		{"above, with other comments", "a.yaml", "# autofix ignore=schema/type\n# other\n\nX: 1\n", true},
		{"above another line", "a.yaml", "# autofix ignore=schema/type\na: 1\nX: 1\n", false},
		{"for the file", "a.yaml", "X: 1\nb: 2\n# autofix global ignore=schema/type\n", true},
		{"in JSON", "a.json", "{\"X\": 1} // autofix ignore=schema/type\n", true},
		{"with other spaces", "a.yaml", "X: 1\t#autofix  ignore = schema/type\r\n", true},
		{"in a word", "a.yaml", "X: a#autofix ignore=schema/type\n", false},
		{"no rule", "a.yaml", "X: 1 # autofix ignore=\n", false},
		{"without a newline", "a.yaml", "X: 1 # autofix ignore=schema/type", true},
		{"with an explanation", "a.py", "X = 1 # autofix ignore=schema/enum , schema/type because of schema/enum\n", true},
		{"in an explanation", "a.py", "X = 1 # autofix ignore=schema/enum not schema/type\n", false},
		{"in documentation", "a.go", "//\tautofix global ignore=schema/type\nvar X\n", false},
		{"in documentation of a hash", "a.go", "// # autofix global ignore=schema/type\nvar X\n", false},
		{"behind another comment", "a.py", "X = 1  # noqa # autofix ignore=schema/type\n", true},
		{"with another marker", "a.yaml", "X: 1 // autofix ignore=schema/type\n", false},
		{"a region", "a.sh", "# autofix begin ignore=type\na\nX\n# autofix end ignore=type\n", true},
		{"after a region", "a.sh", "# autofix begin ignore=type\na\n# autofix end ignore=type\nX\n", false},
		{"a region that ends without names", "a.sh", "# autofix begin ignore=type\na\n# autofix end ignore=\nX\n", false},
		{"a region without an end", "a.sh", "# autofix begin ignore=type\nX\n", false},

		{"shell", "a", "#!/bin/sh\nX # autofix ignore=type\n", true},
		{"shell, in a string", "a.sh", "X='a # autofix ignore=type\n'\n", false},
		{"shell, in a here-document", "a.sh", "cat <<EOF X\n# autofix global ignore=type\nEOF\n", false},
		{"shell, after a here-document", "a.sh", "cat <<-'EOF'\nit's\n\tEOF\nX # autofix ignore=type\n", true},
		{"shell, continued", "a.sh", "# autofix ignore=type\na \\\n  X\n", true},
		{"Python, in a string", "a.py", "X = '''\n# autofix global ignore=type\n'''\n", false},
		{"Python, after strings", "a.py", "a = \"#\" + '''\n'''\nX = 1 # autofix ignore=type\n", true},
		{"Starlark", "BUILD", "# autofix ignore=type\nX()\n", true},
		{"Go", "a.go", "X() // autofix ignore=type\n", true},
		{"Go, in a raw string", "a.go", "var X = `\n// autofix global ignore=type\n`\n", false},
		{"a rune", "a.go", "a = '\"'\nX() // autofix ignore=type\n", true},
		{"a block", "a.go", "/* autofix ignore=type */\nX()\n", true},
		{"a block before code", "a.go", "/* autofix ignore=type */ X()\n", true},
		{"Markdown", "a.md", "<!-- autofix ignore=type -->\n\nX\n", true},
		{"Markdown, in code", "a.md", "```html\n<!-- autofix global ignore=type -->\n```\nX\n", false},
		{"Markdown, in a span", "a.md", "`<!-- autofix global ignore=type -->` X\n", false},
		{"Markdown, indented", "a.md", "a\n\n    <!-- autofix global ignore=type -->\nX\n", false},
		{"Markdown, a hash", "a.md", "# autofix global ignore=type\nX\n", false},
		{"HTML", "a.html", "<b>X</b> <!-- autofix ignore=type -->\n", true},
		{"CSS", "a.css", "/* autofix ignore=type */\nX {}\n", true},
		{"CSS, two slashes", "a.css", "// autofix ignore=type\nX {}\n", false},
		{"SQL", "a.sql", "SELECT X -- autofix ignore=type\n", true},
		{"SQL, in a string", "a.sql", "SELECT 'it''s -- autofix global ignore=type', X\n", false},
		{"TOML", "a.toml", "X = 1 # autofix ignore=type\n", true},
		{"TOML, in a string", "a.toml", "X = '''\n# autofix global ignore=type\n'''\n", false},
		{"HCL", "a.tf", "X = 1 // autofix ignore=type\n", true},
		{"HCL, in a here-document", "a.tf", "X = <<EOT\n# autofix global ignore=type\nEOT\n", false},
		{"Protobuf", "a.proto", "// autofix ignore=type\nmessage X {}\n", true},
		{"Jsonnet, in a block", "a.jsonnet", "{X: |||\n  # autofix global ignore=type\n|||}\n", false},
		{"CUE", "a.cue", "X: 1 // autofix ignore=type\n", true},
		{"Make", "Makefile", "X: y # autofix ignore=type\n", true},
		{"an ini file", "a.ini", "; autofix ignore=type\nX = 1\n", true},
		{"an ini file, after a value", "a.ini", "X = 1 ; autofix ignore=type\n", false},
		{"a Dockerfile", "Dockerfile", "# autofix ignore=type\nRUN a \\\n  X\n", true},
		{"a Dockerfile, after an instruction", "Dockerfile", "RUN X # autofix ignore=type\n", false},
		{"a Dockerfile, in a here-document", "Dockerfile", "RUN <<EOF\n# autofix global ignore=type\nEOF\nX\n", false},
		{"YAML, in a scalar", "a.yaml", "a: |\n  # autofix global ignore=type\nX: 1\n", false},
		{"YAML, in a string", "a.yaml", "a: \"\n  # autofix global ignore=type\"\nX: 1\n", false},
		{"YAML, after an apostrophe", "a.yaml", "a: it's\nX: 1 # autofix ignore=type\n", true},
		{"YAML, at a scalar", "a.yaml", "X: | # autofix ignore=type\n  a\n", true},
		{"JavaScript, in a template", "a.ts", "const X = `\n// autofix global ignore=type\n`\n", false},
		{"Lua", "a.lua", "X() -- autofix ignore=type\n", true},
		{"an unknown language", "a.unknown", "X # autofix ignore=type\n", false},
		{"text", "a.txt", "# autofix ignore=type\nX\n", false},
	} {
		if got := Read(test.file, []byte(test.text)).Silences("schema/type", "", strings.Index(test.text, "X")); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	if new(Set).Silences("schema/type", "", 0) {
		t.Error("a set without comments silences")
	}
}

// A name for a line silences one finding; one for more lines, or for more rules,
// all of them.
func TestOneNameSilencesOneFinding(t *testing.T) {
	count := func(text, rule string) int {
		s := Read("a.py", []byte(text))
		n := 0
		for range 5 {
			if s.Silences(rule, "", strings.Index(text, "f(a")) {
				n++
			}
		}
		return n
	}
	for text, want := range map[string]int{
		"f(a) # autofix ignore=t/a\n":                                  1,
		"f(a) # autofix ignore=t/a,t/a\n":                              2,
		"# autofix ignore=t/a\n# autofix ignore=a\nf(a)\n":             2,
		"f(a) # autofix ignore=t/*\n":                                  5,
		"f(a) # autofix ignore=*\n":                                    5,
		"f(a) # autofix ignore=t/b\n":                                  0,
		"f(a)\n# autofix global ignore=t/a\n":                          5,
		"# autofix begin ignore=t/a\nf(a)\n# autofix end ignore=t/a\n": 5,
	} {
		if got := count(text, "t/a"); got != want {
			t.Errorf("%q silences %d findings, want %d", text, got, want)
		}
	}
	s := Read("a.py", []byte("f(a) # autofix ignore=t/a\n"))
	if !s.Silences("u/same", "t/a", 0) {
		t.Error("the name of the equivalent rule does not silence")
	}
}

// What is deleted leaves the rest byte for byte.
func TestWithout(t *testing.T) {
	for _, test := range []struct{ file, text, name, want string }{
		{"a.py", "a = 1  # autofix ignore=x/y\nb\n", "x/y", "a = 1\nb\n"},
		{"a.py", "a = 1  # noqa # autofix ignore=x/y\n", "x/y", "a = 1  # noqa\n"},
		{"a.py", "a\n  # autofix ignore=x/y;reason=z\nb\n", "x/y", "a\nb\n"},
		{"a.py", "a\r\n# autofix ignore=x/y\r\nb\r\n", "x/y", "a\r\nb\r\n"},
		{"a.py", "a # autofix ignore=x/y\r\nb\r\n", "x/y", "a\r\nb\r\n"},
		{"a.py", "a # autofix ignore=x/y", "x/y", "a"},
		{"a.py", "# autofix ignore=x/y", "x/y", ""},
		{"a.py", "a # autofix ignore=x/y, x/z;reason=w\n", "x/y", "a # autofix ignore=x/z;reason=w\n"},
		{"a.py", "a # autofix ignore=x/y, x/z;reason=w\n", "x/z", "a # autofix ignore=x/y;reason=w\n"},
		{"a.py", "a # autofix ignore=x/a,x/y,x/z\n", "x/y", "a # autofix ignore=x/a,x/z\n"},
		{"a.go", "f(/* autofix ignore=x/y */ a)\n", "x/y", "f( a)\n"},
		{"a.md", "a <!-- autofix ignore=x/y -->\nb\n", "x/y", "a\nb\n"},
		{"a.md", "<!-- autofix ignore=x/y -->\nb\n", "x/y", "b\n"},
		{"a.css", "/*\n * autofix ignore=x/y\n */\na {}\n", "x/y", "a {}\n"},
	} {
		s := Read(test.file, []byte(test.text))
		got := "no comment"
		for _, c := range s.Comments {
			for _, name := range c.Names {
				if name.Text == test.name {
					start, end := s.Without(c, name)
					got = test.text[:start] + test.text[end:]
				}
			}
		}
		if got != test.want {
			t.Errorf("%q without %s: %q, want %q", test.text, test.name, got, test.want)
		}
	}
}

func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"# autofix: ignore=x\n":            "silences nothing: write it as autofix ignore=NS/NAME",
		"# autofix-ignore x\n":             "silences nothing: write it as autofix ignore=NS/NAME",
		"# autofix ignore: x\n":            "silences nothing: write it as autofix ignore=NS/NAME",
		"# autofix disable=x\n":            "silences nothing: write it as autofix ignore=NS/NAME",
		"# autofix file ignore=x\n":        "silences nothing: write it as autofix ignore=NS/NAME",
		"# autofix ignore=\n":              "names no rule, and silences nothing",
		"# autofix begin ignore=x\n":       "has no end: write autofix end ignore=x below",
		"# autofix end ignore=x\n":         "ends nothing: no begin above has the same rules",
		"# autofix ignores some files\n":   "",
		"# autofix is a tool\n":            "",
		"# run autofix ignore=x by hand\n": "",
		"# autofix --rule=x\n":             "",
		"# autofix ignore=x\n":             "",
	} {
		s := Read("a.py", []byte(text))
		got := ""
		for _, c := range s.Comments {
			got += c.Malformed
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Reading any text ends, and what would be deleted is in it.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"a.py", "a.sh", "a.yaml", "a.md", "a.go", "a.tf", "Dockerfile", "a.jsonnet"} {
		f.Add(name, "a # autofix ignore=x/y\n'''\n<<EOF\n# autofix begin ignore=z\n```\n<!-- autofix ignore=q -->\n/* autofix end ignore=z */\nEOF\nk: |\n  \"")
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		s := Read(name, []byte(text))
		for at := range len(text) + 1 {
			s.Silences("x/y", "", at)
		}
		for _, lines := range s.Kept("x/y") {
			if lines[0] < 0 || lines[0] > lines[1] || lines[1] > len(text) {
				t.Fatalf("lines %v of %d bytes", lines, len(text))
			}
		}
		for _, c := range s.Comments {
			for _, name := range append(c.Names, nil) {
				if start, end := s.Without(c, name); start < 0 || start > end || end > len(text) || name != nil && text[name.Start:name.End] != name.Text {
					t.Fatalf("%d-%d of %d bytes", start, end, len(text))
				}
			}
		}
	})
}

// The comment that For returns, on a line above, silences a finding in the line
// below it; the comment for the file does so anywhere.
func TestFor(t *testing.T) {
	for name, line := range map[string]string{
		"a.py": "x = 1 \n", "a.go": "var x int \n", "Dockerfile": "RUN x\n", "a.css": "a { } \n", "a.md": "text \n", "a.yaml": "a: b \n",
		"a.sql": "select 1 \n", "Makefile": "a: b \n", "a.jsonc": "{} \n", ".editorconfig": "a = b \n", "a.lua": "x = 1 \n", "a.tex": "text \n",
	} {
		for _, scope := range []Scope{Line, File} {
			comment := For(name, []byte(line), scope, "ns/rule", Form{})
			content := []byte(comment + "\n" + line)
			if !Read(name, content).Silences("ns/rule", "", len(content)-2) {
				t.Errorf("%s: %q does not silence the line below it", name, comment)
			}
		}
		if Skipped(name, []byte(line), []byte(line)) || !Skipped(name, []byte(line), []byte(For(name, nil, Line, "x", Form{}))) || !Skipped(name, nil, []byte(" \t")) {
			t.Errorf("%s: a line is taken for a comment, or a comment for a line", name)
		}
	}
	for _, name := range []string{"a.json", "a.txt", "a.csv", "LICENSE"} {
		if comment := For(name, []byte("x"), Line, "ns/rule", Form{}); comment != "" {
			t.Errorf("%s: %q", name, comment)
		}
	}
}
