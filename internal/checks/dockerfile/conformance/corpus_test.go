package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A sample is a file of the corpus.
type sample struct {
	name   string
	text   string
	ignore string // .dockerignore beside it
}

// The corpus consists of the Dockerfiles in the module cache and in the folders
// of AUTOFIX_CORPUS, those in BuildKit's own Go tests and in the documentation
// of its rules, and the cases of our rules. None is copied; each is read in
// place.
func corpus(t *testing.T) []sample {
	t.Helper()
	var all []sample
	seen := make(map[string]bool)
	add := func(d sample) {
		if d.text = prepared(d.text); d.text != "" && !seen[d.text+"\x00"+d.ignore] {
			seen[d.text+"\x00"+d.ignore] = true
			all = append(all, d)
		}
	}
	for _, root := range append(filepath.SplitList(os.Getenv("AUTOFIX_CORPUS")), command(t, "go", "env", "GOMODCACHE")) {
		walk(t, root, func(file string) {
			if syntax.Named(file) && filepath.Ext(file) != ".go" {
				add(sample{name: file, text: read(t, file)})
			}
		})
	}
	buildkit := command(t, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/moby/buildkit")
	walk(t, buildkit, func(file string) {
		switch {
		case strings.HasSuffix(file, "_test.go"):
			literals(t, file, add)
		case strings.Contains(file, "linter/docs") && filepath.Ext(file) == ".md":
			fences(t, file, add)
		}
	})
	cases, err := filepath.Glob("../testdata/rules/*/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range cases {
		sections(t, file, add)
	}
	return all
}

var check = regexp.MustCompile(`(?i)#\s*check\s*=`)

// prepared returns a file with all rules on and none off: comments that turn
// rules off have their own test. It returns "" for a file without FROM.
func prepared(text string) string {
	if !strings.Contains(strings.ToUpper(text), "FROM") {
		return ""
	}
	text = check.ReplaceAllString(text, "# unchecked:")
	rest, bom := strings.CutPrefix(text, syntax.BOM)
	text = "# check=experimental=all\n" + rest
	if bom {
		text = syntax.BOM + text
	}
	return text
}

func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func walk(t *testing.T, root string, visit func(file string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			visit(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var hasFrom = regexp.MustCompile(`(?im)^[ \t]*FROM[ \t]`)

// literals adds the strings of a Go file that are Dockerfiles. Strings of a
// single line are messages.
func literals(t *testing.T, file string, add func(sample)) {
	t.Helper()
	places := token.NewFileSet()
	tree, err := parser.ParseFile(places, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, "\n") && hasFrom.MatchString(text) {
				add(sample{name: places.Position(lit.Pos()).String(), text: text})
			}
		}
		return true
	})
}

// fences adds the Dockerfiles in a Markdown file.
func fences(t *testing.T, file string, add func(sample)) {
	t.Helper()
	for i, block := range strings.Split(read(t, file), "```") {
		if language, text, ok := strings.Cut(block, "\n"); ok && i%2 == 1 && language == "dockerfile" {
			add(sample{name: file, text: text})
		}
	}
}

// sections adds the cases of a rule.
func sections(t *testing.T, file string, add func(sample)) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range archive.Files {
		switch s.Name {
		case "want", "config", "dockerignore":
			continue
		}
		d := sample{name: file + ": " + s.Name, text: string(s.Data)}
		if i+1 < len(archive.Files) && archive.Files[i+1].Name == "dockerignore" {
			d.ignore = string(archive.Files[i+1].Data)
		}
		add(d)
	}
}
