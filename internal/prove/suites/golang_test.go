package suites

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// realGo runs go in a folder. The test is skipped if go cannot run here.
func realGo(t *testing.T, dir string) func(context.Context, []string) ([]byte, error) {
	t.Helper()
	program, err := exec.LookPath("go")
	if err != nil {
		t.Skip("go is not installed: ", err)
	}
	cache := t.TempDir()
	return func(ctx context.Context, args []string) ([]byte, error) {
		command := exec.CommandContext(ctx, program, args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off", "GOCACHE="+cache, "GOMODCACHE="+cache)
		var stderr bytes.Buffer
		command.Stderr = &stderr
		text, err := command.Output()
		if err != nil {
			err = errors.New(strings.TrimSpace(stderr.String()))
		}
		return text, err
	}
}

// module is a module whose packages depend on each other: b on a, c on b, d on
// b in its external test, e on nothing.
var module = map[string]string{
	"go.mod":                 "module example.test/m\n\ngo 1.21\n",
	"a/a.go":                 "package a\n\nfunc F() {}\n",
	"a/a_test.go":            "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { F() }\n",
	"a/testdata/deep/in.txt": "x\n",
	"b/b.go":                 "package b\n\nimport \"example.test/m/a\"\n\nfunc F() { a.F() }\n",
	"c/c.go":                 "package c\n\nimport \"example.test/m/b\"\n\nfunc F() { b.F() }\n",
	"c/c_test.go":            "package c\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) { F() }\n",
	"d/d.go":                 "package d\n",
	"d/d_test.go":            "package d_test\n\nimport (\n\t\"testing\"\n\n\t\"example.test/m/b\"\n)\n\nfunc TestD(t *testing.T) { b.F() }\n",
	"e/e.go":                 "package e\n",
	"e/e_test.go":            "package e\n\nimport \"testing\"\n\nfunc TestE(t *testing.T) {}\n",
	"docs/x.md":              "x\n",
	"gone/x_test.go":         "package gone\n\nimport _ \"example.test/m/missing\"\n",
	"sub/go.mod":             "module example.test/sub\n\ngo 1.21\n",
	"sub/s.go":               "package sub\n",
	"sub/s_test.go":          "package sub\n\nimport \"testing\"\n\nfunc TestS(t *testing.T) {}\n",
	"broken/b.go":            "package broken\n\nfunc (\n",
	"broken/b_test.go":       "package broken\n",
}

func TestGoSuites(t *testing.T) {
	dir := tree(t, module)
	run := realGo(t, dir)
	const all = " example.test/m/a example.test/m/broken example.test/m/c example.test/m/d example.test/m/e example.test/m/gone"
	for _, row := range []struct {
		name, command, folder string
		paths                 []string
		want                  []string
	}{
		{name: "a leaf", paths: []string{"e/e.go"}, want: []string{"go test example.test/m/e"}},
		{
			name: "what others depend on, also in external tests, with the flags of the reproduction", paths: []string{"a/a.go"},
			command: "/usr/local/go/bin/go test -race -run TestA -tags x,y -count=5 ./a -v -args -timeout 1s",
			want:    []string{"/usr/local/go/bin/go test -race -tags x,y example.test/m/a example.test/m/c example.test/m/d"},
		},
		{name: "a test alone", paths: []string{"c/c_test.go"}, want: []string{"go test example.test/m/c"}},
		{name: "a test that others do not see", paths: []string{"a/a_test.go"}, want: []string{"go test example.test/m/a"}},
		{name: "data of tests", paths: []string{"a/testdata/deep/in.txt"}, want: []string{"go test example.test/m/a example.test/m/c example.test/m/d"}},
		{name: "a package that is not there", paths: []string{"missing/m.go"}, want: []string{"go test example.test/m/gone"}},
		{name: "a file in no package", paths: []string{"docs/x.md"}, want: []string{""}},
		{name: "go.mod", paths: []string{"go.mod"}, want: []string{"go test" + all}},
		{name: "a file that does not parse", paths: []string{"broken/b.go"}, want: []string{"go test example.test/m/broken"}},
		{name: "two modules", paths: []string{"e/e.go", "sub/s.go"}, want: []string{"go test example.test/m/e", "go test -C sub example.test/sub"}},
		{name: "from a folder", folder: "sub", paths: []string{"e/e.go", "sub/s.go"}, want: []string{"go test -C .. example.test/m/e", "go test example.test/sub"}},
		{name: "a script as the reproduction", command: "./check.sh", paths: []string{"e/e.go"}, want: []string{"go test example.test/m/e"}},
		{name: "pytest as the reproduction", command: "pytest x.py", paths: []string{"e/e.go"}, want: []string{"pytest"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			in := &Input{Dir: dir, Command: strings.Fields(row.command), Folder: row.folder, File: noFile, Paths: row.paths, Go: run}
			if row.command == "" {
				in.Command = []string{"go", "test", "./..."}
			}
			if row.folder == "" {
				in.Folder = "."
			}
			got, err := For(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			var commands []string
			for _, s := range got {
				commands = append(commands, filepath.ToSlash(strings.Join(s.Command, " ")))
				if s.Why == "" {
					t.Errorf("%v has no reason", s.Command)
				}
			}
			if diff := cmp.Diff(row.want, commands); diff != "" {
				t.Errorf("-want +got:\n%s\n%q", diff, told(got))
			}
		})
	}
}

func TestGoSuitesOfHostileAnswers(t *testing.T) {
	dir := tree(t, map[string]string{"go.mod": "module m\n", "a/a.go": ""})
	entry := func(importPath string) string {
		return `{"ImportPath":"` + importPath + `","Dir":"/t/` + importPath + `","TestGoFiles":["x_test.go"],"Module":{"Path":"m","Dir":"/t","Main":true}}`
	}
	many := ""
	for i := range 2000 {
		many += entry("m/p" + strings.Repeat("x", i%50) + string(rune('a'+i%26)))
	}
	for _, row := range []struct {
		name, text string
		err        error
		want       string
		max        int
	}{
		{name: "names that are options and patterns", text: entry("-exec=x") + entry("m/...") + entry("m/a b") + entry("all") + entry("m/a@v1") + entry("m/ok"), want: "go test m/ok"},
		{name: "not JSON", text: "{]", want: "go test ./a"},
		{name: "nothing", err: errors.New("go: no go.mod"), want: "go test ./a"},
		{name: "many", text: many, max: maxNames},
	} {
		t.Run(row.name, func(t *testing.T) {
			in := &Input{
				Dir: dir, Command: []string{"go", "test", "./a"}, Folder: ".", File: noFile, Paths: []string{"go.mod"},
				Go: func(context.Context, []string) ([]byte, error) { return []byte(row.text), row.err },
			}
			got, err := For(t.Context(), in)
			if err != nil || len(got) != 1 {
				t.Fatalf("%v, %v", got, err)
			}
			if row.want != "" && strings.Join(got[0].Command, " ") != row.want {
				t.Errorf("%q", got[0].Command)
			}
			if row.max > 0 && len(got[0].Names) > row.max {
				t.Errorf("%d names", len(got[0].Names))
			}
			if row.err != nil && !strings.Contains(got[0].Why, row.err.Error()) {
				t.Errorf("%q does not say why", got[0].Why)
			}
		})
	}
}

func FuzzReadPackages(f *testing.F) {
	f.Add([]byte(`{"ImportPath":"m/a","Dir":"/t/a","TestGoFiles":["x"],"Module":{"Path":"m","Dir":"/t","Main":true}}{"ImportPath":"m/a.test","Imports":["m/a [m/a.test]"]}`), "a/x.go")
	f.Fuzz(func(t *testing.T, text []byte, name string) {
		p, err := readPackages(text)
		if err != nil || !isPath(name) {
			return
		}
		s := p.suite(&Input{Command: []string{"go", "test"}, Folder: "."}, ".", []string{name})
		for _, each := range s.Names {
			if !isImportPath(each) {
				t.Errorf("%q", each)
			}
		}
	})
}
