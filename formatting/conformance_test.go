//go:build conformance

package formatting_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
)

// An oracle is the real tool, built from the modules that we use.
type oracle struct {
	language formatting.Language
	module   string              // the command's package
	list     []string            // arguments that list the files, which follow, that are not formatted; nil: can't
	print    []string            // arguments that print a file, which follows, formatted
	listed   func(string) string // the file that a line of the list names
}

// Conformance runs the formatters over every file of the Go standard library and the module cache, and demands the
// bytes of the real tool. Run it with -tags=conformance -v; it takes minutes.
func TestConformance(t *testing.T) {
	golanguage, err := golang.New(golang.Options{LangVersion: "go1.26", ModulePath: "example.com/m"})
	if err != nil {
		t.Fatal(err)
	}
	flags := []string{"-lang=go1.26", "-modpath=example.com/m"}
	oracles := []oracle{
		{
			golanguage, "mvdan.cc/gofumpt", append(slices.Clone(flags), "-l"), flags,
			func(line string) string { return line },
		},
		{
			starlark.New(), "github.com/bazelbuild/buildtools/buildifier",
			[]string{"-mode=check", "-config=off"},
			[]string{"-mode=print_if_changed", "-config=off"},
			func(line string) string { name, _, _ := strings.Cut(line, " # reformat"); return name },
		},
	}
	roots := []string{filepath.Join(goEnv(t, "GOROOT"), "src"), goEnv(t, "GOMODCACHE")}
	for _, o := range oracles {
		t.Run(o.language.Name(), func(t *testing.T) { o.run(t, o.built(t), files(t, roots, o.language)) })
	}
}

func (o oracle) built(t *testing.T) (tool string) {
	tool = filepath.Join(t.TempDir(), "tool")
	if out, err := exec.Command("go", "build", "-o", tool, o.module).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return tool
}

// run compares our texts of files with those of the tool, which is a path.
func (o oracle) run(t *testing.T, tool string, names []string) {
	start := time.Now()
	dirty := make(map[string]bool)
	for chunk := range slices.Chunk(names, 500) {
		if o.list == nil {
			for _, name := range chunk {
				dirty[name] = true
			}
			continue
		}
		out, _ := exec.Command(tool, append(slices.Clone(o.list), chunk...)...).CombinedOutput()
		for line := range strings.Lines(string(out)) {
			dirty[o.listed(strings.TrimSpace(line))] = true
		}
	}
	theirs := time.Since(start)
	registry := formatting.NewRegistry(o.language)
	var identical, changed, crlf, syntax, refused int
	var ours time.Duration
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		result, err := registry.Format(name, src)
		ours += time.Since(start)
		if e, ok := errors.AsType[*formatting.SyntaxError](err); ok {
			syntax++
			if err := exec.Command(tool, append(slices.Clone(o.print), name)...).Run(); err == nil {
				t.Errorf("%v, but the tool formats it", e)
			}
			continue
		}
		if err != nil {
			refused++
			t.Log(err)
			if !o.unsettled(t, tool, name) {
				t.Errorf("%s is refused, but the tool is stable on it", name)
			}
			continue
		}
		want := src
		if dirty[name] {
			if want, err = exec.Command(tool, append(slices.Clone(o.print), name)...).Output(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		text := lineends.ToLF(src)
		if _, n := text.Counts(); n > 0 { // kept by us, made LF by the tools
			crlf++
			want, result.Text = lineends.ToLF(want).Text, lineends.ToLF(result.Text).Text
		}
		if !bytes.Equal(result.Text, want) {
			t.Errorf("%s: not the tool's text", name)
			continue
		}
		identical++
		if result.Changed {
			changed++
		}
	}
	t.Logf("%d files: %d identical (%d of them changed, %d with CRLF), %d do not parse, %d refused; %v, the tool %v",
		len(names), identical, changed, crlf, syntax, refused, ours.Round(time.Millisecond), theirs.Round(time.Millisecond))
}

// unsettled reports whether the tool changes a file again that it has formatted, or fails on it or on what it made of
// it.
func (o oracle) unsettled(t *testing.T, tool, name string) bool {
	once, err := exec.Command(tool, append(slices.Clone(o.print), name)...).Output()
	if err != nil {
		return true
	}
	copied := filepath.Join(t.TempDir(), filepath.Base(name))
	if err := os.WriteFile(copied, once, 0o666); err != nil {
		t.Fatal(err)
	}
	twice, err := exec.Command(tool, append(slices.Clone(o.print), copied)...).Output()
	return err != nil || !bytes.Equal(once, twice)
}

func files(t *testing.T, roots []string, language formatting.Language) []string {
	var names []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrPermission) {
				return nil
			}
			if err != nil {
				return err
			}
			if entry.IsDir() && name == filepath.Join(root, "cache") {
				return filepath.SkipDir
			}
			if entry.Type().IsRegular() && language.Match(filepath.ToSlash(name), head(name)) {
				names = append(names, name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// head returns the beginning of a file, as much as there is to read.
func head(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	first := make([]byte, 128)
	n, _ := io.ReadFull(f, first)
	return first[:n]
}

func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
