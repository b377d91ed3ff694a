// Package thirdparty_test compares the copies of libraries in this folder with
// the modules that they come from.
package thirdparty_test

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/google/go-cmp/cmp"
)

// A library is a folder with files of a module.
type library struct {
	module string
	patch  string   // a file of the folder
	paths  []string // import paths and their replacements, in pairs
}

var libraries = map[string]library{
	"cue": {
		module: "cuelang.org/go",
		patch:  "decimals.patch",
		paths: []string{
			`"cuelang.org/go/internal/mod/semver"`, `"golang.org/x/mod/semver"`,
			`"cuelang.org/go/`, `"github.com/rules-autofix/rules_autofix/internal/third_party/cue/`,
		},
	},
	"jsonschema": {module: "github.com/santhosh-tekuri/jsonschema/v6", patch: "lazy.patch"},
}

// The files of each folder are upstream's of the version in go.mod, with the
// patch and with other import paths.
func TestCopies(t *testing.T) {
	if os.Getenv("TEST_SRCDIR") != "" {
		t.Skip("Bazel has no module cache")
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		t.Run(entry.Name(), func(t *testing.T) {
			library, ok := libraries[entry.Name()]
			if !ok {
				t.Fatal("the folder has no module in libraries")
			}
			if err := library.compare(t, os.DirFS(entry.Name())); err != nil {
				t.Error(err)
			}
		})
	}
}

// compare fails the test where a file of the folder is not upstream's.
func (l library) compare(t *testing.T, folder fs.FS) error {
	version, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Version}}\n{{.Dir}}", l.module).Output()
	if err != nil {
		return err
	}
	number, dir, _ := strings.Cut(strings.TrimSpace(string(version)), "\n")
	upstream := os.DirFS(dir)
	readme, err := fs.ReadFile(folder, "README.md")
	if err != nil {
		return err
	}
	if !bytes.Contains(readme, []byte(" "+number+",")) {
		t.Errorf("README.md does not name the version in go.mod, %s", number)
	}
	text, err := folder.Open(l.patch)
	if err != nil {
		return err
	}
	defer text.Close()
	patches, _, err := gitdiff.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", l.patch, err)
	}
	return fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || l.ours(name) {
			return err
		}
		want, err := fs.ReadFile(upstream, name)
		if err != nil {
			return err
		}
		for _, patch := range patches {
			if patch.NewName == name {
				var patched bytes.Buffer
				if err := gitdiff.Apply(&patched, bytes.NewReader(want), patch); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				want = patched.Bytes()
			}
		}
		if l.paths != nil && filepath.Ext(name) == ".go" {
			if want, err = format.Source([]byte(strings.NewReplacer(l.paths...).Replace(string(want)))); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		got, err := fs.ReadFile(folder, name)
		if diff := cmp.Diff(string(want), string(got)); err == nil && diff != "" {
			t.Errorf("%s is not upstream's with %s (-want +got):\n%s", name, l.patch, diff)
		}
		return err
	})
}

// ours reports whether a file has no counterpart upstream.
func (l library) ours(name string) bool {
	switch base := path.Base(name); base {
	case "README.md", "BUILD.bazel", l.patch:
		return true
	default:
		return strings.HasSuffix(base, "_test.go")
	}
}
