package gomod_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/gomod"
)

var layouts = []struct{ name, path, src, want string }{
	{"blanks", "go.mod", "module   m\ngo    1.26\n", "module m\n\ngo 1.26\n"},
	{"a formatted file", "go.mod", "module m\n\ngo 1.26\n\nrequire a.b/c v1.0.0 // indirect\n", "module m\n\ngo 1.26\n\nrequire a.b/c v1.0.0 // indirect\n"},
	{
		"blocks are sorted, each with its comments", "go.mod",
		"module m\n\nrequire (\n  b.c/d v1.0.0 // for d\n  // of a\n\ta.b/c v1.0.0\n\n)\n",
		"module m\n\nrequire (\n\t// of a\n\ta.b/c v1.0.0\n\tb.c/d v1.0.0 // for d\n)\n",
	},
	{"no block is joined with another", "go.mod", "module m\nrequire b.c/d v1.0.0\nrequire (\na.b/c v1.0.0\na.b/d v1.0.0\n)", "module m\n\nrequire b.c/d v1.0.0\n\nrequire (\n\ta.b/c v1.0.0\n\ta.b/d v1.0.0\n)\n"},
	{"the later of two replacements", "go.mod", "module m\nreplace a.b/c => ../c\nreplace a.b/c => ../d\n", "module m\n\nreplace a.b/c => ../d\n"},
	{"retractions, the newest first", "go.mod", "module m\nretract (\n[v1.0.0, v1.1.0] // bad\nv1.2.0\n)\n", "module m\n\nretract (\n\tv1.2.0\n\t[v1.0.0, v1.1.0] // bad\n)\n"},
	{"comments between blocks", "go.mod", "// of the module\nmodule m // here\n\n// alone\n\ngo 1.26\n", "// of the module\nmodule m // here\n\n// alone\n\ngo 1.26\n"},
	{"a go.work", "go.work", "go 1.26\nuse (\n./b\n  ./a\n)\ntoolchain   go1.26.1\n", "go 1.26\n\nuse (\n\t./a\n\t./b\n)\n\ntoolchain go1.26.1\n"},
	{"CRLF", "go.mod", "module  m\r\ngo 1.26\r\n", "module m\r\n\r\ngo 1.26\r\n"},
	{"an empty file", "go.mod", "", ""},
}

func TestFormat(t *testing.T) {
	r := formatting.NewRegistry(gomod.New())
	for _, test := range layouts {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("x/"+test.path, []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

// The go command writes the same bytes.
func TestAsGoDoes(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	for _, test := range layouts {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, test.path)
			if err := os.WriteFile(file, []byte(strings.ReplaceAll(test.src, "\r", "")), 0o666); err != nil {
				t.Fatal(err)
			}
			verb := strings.TrimPrefix(filepath.Ext(file), ".")
			cmd := exec.Command(goTool, verb, "edit", "-fmt", file)
			cmd.Dir = folder
			cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOFLAGS=", "HOME="+folder, "GOWORK=")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			got, err := os.ReadFile(file)
			if err != nil || string(got) != strings.ReplaceAll(test.want, "\r", "") {
				t.Errorf("go makes %q of %q, %v", got, test.src, err)
			}
		})
	}
}

// What does not parse is an error with its place. What go would not read for
// another reason is left alone.
func TestErrors(t *testing.T) {
	r := formatting.NewRegistry(gomod.New())
	for _, test := range []struct{ name, path, src, syntax, refused string }{
		{"a block that is not closed", "go.mod", "module m\nrequire (\n", "go.mod:3:1: ", ""},
		{"a string that is not closed", "go.mod", "module \"m\n", "go.mod:1:10: ", ""},
		{"a directive that is not known", "go.mod", "module  m\nfuture x\n", "", "unknown directive: future"},
		{"a version that go would look up", "go.mod", "module  m\nrequire a.b/c master\n", "", "must be of the form v1.2.3"},
		{"a directive of the other file", "go.work", "go  1.26\nrequire a.b/c v1.0.0\n", "", "unknown directive: require"},
		{"a carriage return in a line", "go.mod", "module  m // a\rb\n", "", "a carriage return that does not end a line"},
		{"a comment that would be lost", "go.mod", "module m\n\nreplace a.b/c => ../c // why\n\nreplace a.b/c => ../d\n", "", "would change a comment"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format(test.path, []byte(test.src))
			if e, ok := errors.AsType[*formatting.SyntaxError](err); ok != (test.syntax != "") || ok && !strings.HasPrefix(e.Error(), test.syntax) {
				t.Errorf("%q, %v, want %s", got.Text, err, test.syntax)
			}
			if e, ok := errors.AsType[*formatting.RefusedError](err); ok != (test.refused != "") || ok && !strings.Contains(e.Reason, test.refused) {
				t.Errorf("%q, %v, want %s", got.Text, err, test.refused)
			}
		})
	}
}

func FuzzFormat(f *testing.F) {
	for _, test := range layouts {
		f.Add(test.path == "go.work", []byte(test.src))
	}
	r := formatting.NewRegistry(gomod.New())
	f.Fuzz(func(t *testing.T, work bool, src []byte) {
		path := "go.mod"
		if work {
			path = "go.work"
		}
		result, err := r.Format(path, src)
		if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
			t.Fatalf("%q: %v", src, err)
		}
		if err != nil {
			return
		}
		if again, err := r.Format(path, bytes.Clone(result.Text)); err != nil || again.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, result.Text, again.Text, err)
		}
	})
}
