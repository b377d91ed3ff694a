package prove

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

func TestBuildFlags(t *testing.T) {
	for words, want := range map[string]string{
		"go test ./...":                              "",
		"go test -race -count=1 ./...":               "-race",
		"go test --race -tags a,b -v ./...":          "--race -tags=a,b",
		"go test -tags=x -run TestA -trimpath ./...": "-tags=x -trimpath",
		"go test ./... -args -race":                  "",
		"go test -tags":                              "",
	} {
		if got := strings.Join(buildFlags(strings.Fields(words)), " "); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

func TestWriteModule(t *testing.T) {
	names := []string{"fmt", "net/http", "internal/abi", "vendor/golang.org/x/net/idna", "cmd/go", "-toolexec=x", "a\"b", "C", "testing/internal/testdeps", "[fmt.test]"}
	names = slices.DeleteFunc(names, func(name string) bool { return !importable(name) })
	shared := t.TempDir()
	first, err := writeModule(shared, names)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(first, "standard_test.go"))
	if want := "package standard\n\nimport (\n\t_ \"fmt\"\n\t_ \"net/http\"\n)\n"; err != nil || string(text) != want {
		t.Errorf("%v, %q, want %q", err, text, want)
	}
	if second, err := writeModule(shared, names[:1]); err != nil || second == first {
		t.Errorf("%v, %s is the folder of both", err, second)
	}
}

// Of proofs at the same time, none writes into a file that another one reads.
func TestWriteModuleAtOnce(t *testing.T) {
	shared := t.TempDir()
	stat := func() fs.FileInfo {
		folder, err := writeModule(shared, []string{"fmt"})
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Stat(filepath.Join(folder, "standard_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	if first, second := stat(), stat(); os.SameFile(first, second) {
		t.Error("the second proof writes into the file of the first")
	}
}

// A suite that the reproduction runs does not run apart.
func TestCovers(t *testing.T) {
	of := func(line, runner string) *runnable {
		words := strings.Fields(line)
		return &runnable{command: &command.Command{Argv: words}, runner: &results.Runner{Name: runner}, words: words}
	}
	for _, row := range []struct {
		own, suite, runner, prefix string
		want                       bool
	}{
		{"node --test", "node --test", "node", "", true},
		{"node --test a.test.js", "node --test", "node", "", false},
		{"go test ./...", "go test example.com/m/a example.com/m/b", "go-test", "", true},
		{"go test ./...", "go -C tools test example.com/tools", "go-test", "", false},
		{"go test ./...", "go test example.com/m/a", "go-test", "sub/", false},
		{"go test -run TestA ./...", "go test example.com/m/a", "go-test", "", false},
		{"go test ./a", "go test example.com/m/a example.com/m/b", "go-test", "", false},
	} {
		p := &proof{reproduction: of(row.own, row.runner), Options: Options{Repository: &worktree.Repository{Prefix: row.prefix}}}
		if got := p.covers(of(row.suite, row.runner)); got != row.want {
			t.Errorf("%s, %s: %t", row.own, row.suite, got)
		}
	}
}
