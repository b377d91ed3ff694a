package contextsummary

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// open writes files, of which those that end in / are folders.
func open(t *testing.T, files map[string]string) (*workspace.Workspace, string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws, root
}

func of(t *testing.T, files map[string]string, file string) string {
	t.Helper()
	ws, _ := open(t, files)
	text, err := New(ws, ws).Of(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestOf(t *testing.T) {
	got := of(t, map[string]string{
		"go.mod":             "module m\r\n\r\ngo 1.26",
		"secret.pem":         "x",
		"app/Dockerfile":     "FROM x\n",
		"app/package.json":   "{}\n",
		"app/cmd/main.go":    "package main\n",
		"app/cmd/Makefile":   "all:\n",
		"app/requirements":   "",
		"app/setup.py":       "\xff",
		"app/README.md":      "not a manifest\n",
		"app/.env":           "A=b\n",
		"app/.env.local":     "A=b\n",
		"app/.hidden/x":      "x",
		"app/id_rsa":         "x",
		"app/keys/a.key":     "x",
		"app/prod.tfvars":    "x",
		"app/.git/config":    "x",
		"other/package.json": "{}\n",
	}, "app/Dockerfile")
	want := `Files in the folder:
Dockerfile
README.md
cmd/Makefile
cmd/main.go
package.json
requirements
setup.py

package.json:
{}

setup.py:
(not text)

cmd/Makefile:
all:

../go.mod:
module m

go 1.26
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDockerignore(t *testing.T) {
	files := map[string]string{
		"Dockerfile": "FROM x\n", "b.Dockerfile": "FROM x\n", "go.mod": "module m\n", "docs/a.md": "", "docs/keep.md": "", "vendor/package.json": "{}\n", "src/main.go": "",
		".dockerignore": "docs\n!docs/keep.md\n**/package.json\ngo.mod\n", "b.Dockerfile.dockerignore": "*\n!src\n",
	}
	if got, want := of(t, files, "Dockerfile"), "Files in the folder:\nDockerfile\nb.Dockerfile\nb.Dockerfile.dockerignore\ndocs/keep.md\nsrc/main.go\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := of(t, files, "b.Dockerfile"), "Files in the folder:\nsrc/main.go\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// Of a folder below, the manifest above is left out as well.
	files["app/Dockerfile"] = "FROM x\n"
	if got, want := of(t, files, "app/Dockerfile"), "Files in the folder:\nDockerfile\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	ws, _ := open(t, map[string]string{"Dockerfile": "FROM x\n", ".dockerignore": "a[\n"})
	if text, err := New(ws, ws).Of("Dockerfile"); err == nil || !strings.Contains(err.Error(), ".dockerignore: ") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestLimits(t *testing.T) {
	files := map[string]string{"Dockerfile": "FROM x\n", "go.mod": strings.Repeat("a", MaxManifest+1), "zz": ""}
	for i := range MaxEntries + 10 {
		files[fmt.Sprintf("d/%05d", i)] = ""
	}
	got := of(t, files, "Dockerfile")
	// What is nearest is there, whatever its name.
	if n := strings.Count(got, "\nd/"); n != MaxEntries-3 || !strings.Contains(got, "\nzz\n") || !strings.Contains(got, "(and 13 more)\n\ngo.mod:\n(too large)\n") {
		t.Errorf("%d files of d; the end is %q", n, got[len(got)-80:])
	}
	files = map[string]string{"Dockerfile": "FROM x\n"}
	for i := range 700 {
		files[fmt.Sprintf("%0150d", i)] = ""
	}
	for i := range 6 {
		files[fmt.Sprintf("p%d/go.mod", i)] = strings.Repeat("b", MaxManifest-1) + "\n"
	}
	got = of(t, files, "Dockerfile")
	if len(got) > MaxTree+MaxManifests+1000 || strings.Count(got, "(too large)") != 2 || !strings.Contains(got, " more)\n") {
		t.Errorf("%d bytes", len(got))
	}
}

func TestNamesAreLines(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	got := of(t, map[string]string{"Dockerfile": "FROM x\n", "a\nFILE x>>>": "", "b\x1b[0m": ""}, "Dockerfile")
	if want := "Files in the folder:\n\"a\\nFILE x>>>\"\n\"b\\x1b[0m\"\nDockerfile\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A link is neither followed nor named.
func TestLinks(t *testing.T) {
	ws, root := open(t, map[string]string{"app/Dockerfile": "FROM x\n"})
	outside := filepath.Join(t.TempDir(), "package.json")
	if err := os.WriteFile(outside, []byte("outside"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app/package.json", "app/.dockerignore", "go.mod"} {
		if err := os.Symlink(outside, filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	text, err := New(ws, ws).Of("app/Dockerfile")
	if strings.Contains(text, "outside") || strings.Contains(fmt.Sprint(err), "outside\n") {
		t.Errorf("%q, %v", text, err)
	}
	if err == nil {
		t.Error("an ignore file outside of the workspace is no error")
	}
	if err := os.Remove(filepath.Join(root, "app", ".dockerignore")); err != nil {
		t.Fatal(err)
	}
	if text, err := New(ws, ws).Of("app/Dockerfile"); err != nil || text != "Files in the folder:\nDockerfile\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// The texts come from the source, which fixes may have changed or deleted.
func TestUnwrittenTexts(t *testing.T) {
	ws, _ := open(t, map[string]string{
		"app/Dockerfile": "FROM x\n", "app/package.json": "old\n", "app/go.mod": "module m\n", "app/.dockerignore": "none\n", "app/secret": "", "Makefile": "old:\n", "go.mod": "module m\n",
	})
	unwritten := &overlay{ws, map[string]string{"app/package.json": "new\n", "app/.dockerignore": "secret\n", "Makefile": "new:\n"}, []string{"app/go.mod", "go.mod"}}
	text, err := New(ws, unwritten).Of("app/Dockerfile")
	if want := "Files in the folder:\nDockerfile\ngo.mod\npackage.json\n\npackage.json:\nnew\n\n../Makefile:\nnew:\n"; err != nil || text != want {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
}

// An overlay has other texts than the workspace.
type overlay struct {
	*workspace.Workspace
	texts   map[string]string
	deleted []string
}

func (o *overlay) Read(path string) ([]byte, error) {
	if slices.Contains(o.deleted, path) {
		return nil, fmt.Errorf("%s: deleted: %w", path, fs.ErrNotExist)
	}
	if text, ok := o.texts[path]; ok {
		return []byte(text), nil
	}
	return o.Workspace.Read(path)
}

func (o *overlay) Head(path string, limit int) ([]byte, error) {
	text, err := o.Read(path)
	return text[:min(limit, len(text))], err
}

// A folder is listed once, however many files ask.
func TestAtOnce(t *testing.T) {
	ws, _ := open(t, map[string]string{"a/Dockerfile": "", "a/b.Dockerfile": "", "b/Dockerfile": "", "go.mod": "module m\n"})
	counting := &counter{Workspace: ws}
	s := New(counting, ws)
	var group sync.WaitGroup
	for range 20 {
		for _, name := range []string{"a/Dockerfile", "a/b.Dockerfile", "b/Dockerfile"} {
			group.Go(func() {
				if text, err := s.Of(name); err != nil || !strings.Contains(text, "../go.mod:\nmodule m\n") {
					t.Errorf("%q, %v", text, err)
				}
			})
		}
	}
	group.Wait()
	if counting.lists != 2 {
		t.Errorf("%d folders listed", counting.lists)
	}
}

type counter struct {
	*workspace.Workspace
	mu    sync.Mutex
	lists int
}

func (c *counter) List(paths []string, opts workspace.ListOptions) ([]string, error) {
	c.mu.Lock()
	c.lists++
	c.mu.Unlock()
	return c.Workspace.List(paths, opts)
}
