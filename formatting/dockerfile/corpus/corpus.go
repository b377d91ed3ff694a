// Package corpus finds Dockerfiles that others wrote, for tests that compare
// what we do with what BuildKit does: nothing of them is kept here.
package corpus

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A File is a Dockerfile, or a text in a test of BuildKit's that is one.
type File struct {
	Name    string // of the file; of a text, with its line
	Content string
}

// Files returns the Dockerfiles of the module cache, the files of BuildKit's
// parser tests, and the texts in BuildKit's tests that have a FROM. Each text
// is there once.
func Files(t testing.TB) []File {
	t.Helper()
	c := &collector{t: t, seen: make(map[string]bool)}
	buildkit := c.run("go", "list", "-m", "-f", "{{.Dir}}", "github.com/moby/buildkit")
	for _, root := range []string{buildkit, c.run("go", "env", "GOMODCACHE")} {
		if err := filepath.WalkDir(root, c.visit); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.files) == 0 {
		t.Fatal("no Dockerfiles in the module cache")
	}
	return c.files
}

type collector struct {
	t     testing.TB
	seen  map[string]bool
	files []File
}

func (c *collector) run(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		c.t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return string(bytes.TrimSpace(out))
}

func (c *collector) add(name, content string) {
	if !c.seen[content] {
		c.seen[content] = true
		c.files = append(c.files, File{name, content})
	}
}

func (c *collector) visit(name string, entry fs.DirEntry, err error) error {
	if err != nil || !entry.Type().IsRegular() {
		return err
	}
	slashed := filepath.ToSlash(name)
	switch {
	case syntax.Named(slashed) && filepath.Ext(name) != ".go" || strings.Contains(slashed, "/dockerfile/parser/testfile"):
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		c.add(name, string(content))
	case strings.HasSuffix(name, "_test.go") && strings.Contains(slashed, "/moby/buildkit@") && strings.Contains(slashed, "/frontend/"):
		return c.literals(name)
	}
	return nil
}

// literals adds the strings of a Go file that have a line with FROM.
func (c *collector) literals(name string) error {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(tree, func(node ast.Node) bool {
		lit, ok := node.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if upper := "\n" + strings.ToUpper(text); err == nil && strings.Contains(upper, "\nFROM ") {
			c.add(files.Position(lit.Pos()).String(), text)
		}
		return true
	})
	return nil
}
