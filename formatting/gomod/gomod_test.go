package gomod_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/gomod"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var layouts = []formattest.Case{
	{Name: "spaces", Path: "go.mod", Src: "module   m\ngo    1.26\n", Want: "module m\n\ngo 1.26\n"},
	{Name: "a formatted file", Path: "go.mod", Src: "module m\n\ngo 1.26\n\nrequire a.b/c v1.0.0 // indirect\n", Want: "module m\n\ngo 1.26\n\nrequire a.b/c v1.0.0 // indirect\n"},
	{
		Name: "blocks are sorted, each with its comments",
		Path: "go.mod",
		Src:  "module m\n\nrequire (\n  b.c/d v1.0.0 // for d\n  // of a\n\ta.b/c v1.0.0\n\n)\n",
		Want: "module m\n\nrequire (\n\t// of a\n\ta.b/c v1.0.0\n\tb.c/d v1.0.0 // for d\n)\n",
	},
	{Name: "no block is joined with another", Path: "go.mod", Src: "module m\nrequire b.c/d v1.0.0\nrequire (\na.b/c v1.0.0\na.b/d v1.0.0\n)", Want: "module m\n\nrequire b.c/d v1.0.0\n\nrequire (\n\ta.b/c v1.0.0\n\ta.b/d v1.0.0\n)\n"},
	{Name: "the later of two replacements", Path: "go.mod", Src: "module m\nreplace a.b/c => ../c\nreplace a.b/c => ../d\n", Want: "module m\n\nreplace a.b/c => ../d\n"},
	{Name: "retractions, the newest first", Path: "go.mod", Src: "module m\nretract (\n[v1.0.0, v1.1.0] // bad\nv1.2.0\n)\n", Want: "module m\n\nretract (\n\tv1.2.0\n\t[v1.0.0, v1.1.0] // bad\n)\n"},
	{Name: "comments between blocks", Path: "go.mod", Src: "// of the module\nmodule m // here\n\n// alone\n\ngo 1.26\n", Want: "// of the module\nmodule m // here\n\n// alone\n\ngo 1.26\n"},
	{Name: "a go.work", Path: "go.work", Src: "go 1.26\nuse (\n./b\n  ./a\n)\ntoolchain   go1.26.1\n", Want: "go 1.26\n\nuse (\n\t./a\n\t./b\n)\n\ntoolchain go1.26.1\n"},
	{Name: "CRLF", Path: "go.mod", Src: "module  m\r\ngo 1.26\r\n", Want: "module m\r\n\r\ngo 1.26\r\n"},
	{Name: "an empty file", Path: "go.mod", Src: "", Want: ""},
}

func TestFormat(t *testing.T) {
	formattest.Format(t, gomod.New(), "go.mod", layouts)
}

// The go command writes the same bytes.
func TestAsGoDoes(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	for _, test := range layouts {
		t.Run(test.Name, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, test.Path)
			if err := os.WriteFile(file, []byte(strings.ReplaceAll(test.Src, "\r", "")), 0o666); err != nil {
				t.Fatal(err)
			}
			verb := strings.TrimPrefix(filepath.Ext(file), ".")
			cmd := exec.Command(goTool, verb, "edit", "-fmt", file)
			cmd.Dir = folder
			// Without a folder of settings there are no counters, which go would
			// still write after it ended.
			cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOFLAGS=", "GOWORK=", "GOENV=off", "HOME="+os.DevNull, "XDG_CONFIG_HOME="+os.DevNull)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			got, err := os.ReadFile(file)
			if err != nil || string(got) != strings.ReplaceAll(test.Want, "\r", "") {
				t.Errorf("go makes %q of %q, %v", got, test.Src, err)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	formattest.SyntaxErrors(t, gomod.New(), "go.mod", []formattest.Case{
		{Name: "a block that is not closed", Src: "module m\nrequire (\n", Want: "go.mod:3:1: ..."},
		{Name: "a string that is not closed", Src: "module \"m\n", Want: "go.mod:1:10: ..."},
	})
}

// A file that the go command does not read is left alone, and so is one whose
// meaning would change.
func TestRefusals(t *testing.T) {
	formattest.Refuses(t, gomod.New(), "go.mod", []formattest.Case{
		{Name: "a directive that is not known", Src: "module  m\nfuture x\n", Want: "unknown directive: future"},
		{Name: "a version that go would look up", Src: "module  m\nrequire a.b/c master\n", Want: "must be of the form v1.2.3"},
		{Name: "a directive of the other file", Path: "go.work", Src: "go  1.26\nrequire a.b/c v1.0.0\n", Want: "unknown directive: require"},
		{Name: "a carriage return in a line", Src: "module  m // a\rb\n", Want: "a carriage return that does not end a line"},
		{Name: "a comment that would be lost", Src: "module m\n\nreplace a.b/c => ../c // why\n\nreplace a.b/c => ../d\n", Want: "would change a comment"},
	})
}

func FuzzFormat(f *testing.F) {
	for _, test := range layouts {
		f.Add(test.Path == "go.work", []byte(test.Src))
	}
	f.Fuzz(func(t *testing.T, work bool, src []byte) {
		path := "go.mod"
		if work {
			path = "go.work"
		}
		_, err := formattest.Fuzz(t, gomod.New(), path, src)
		if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
			t.Fatalf("%q: %v", src, err)
		}
	})
}
