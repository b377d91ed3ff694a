package agents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestReadRoot(t *testing.T) {
	top := t.TempDir()
	root, outside := filepath.Join(top, "root"), filepath.Join(top, "outside")
	folder := filepath.Join(top, "session")
	for name, text := range map[string]string{
		"go.mod": "module x\n", "src/a.go": "package a\n\nvar A = 1\n", "docs/a.md": "# A\n",
		".env": "SECRET=1", "src/.env.local": "SECRET=1", ".git/config": "SECRET", "tls/server.KEY": "SECRET",
		"binary": "a\x00b", "latin1": "caf\xe9", "big": strings.Repeat("x", 257<<10), "empty": "",
		"limit": strings.Repeat("x", 256<<10),
	} {
		writeFile(t, filepath.Join(root, name), text)
	}
	writeFile(t, filepath.Join(outside, "passwd"), "SECRET")
	writeFile(t, filepath.Join(top, "rootless"), "SECRET")
	writeFile(t, filepath.Join(folder, "go.mod"), "SECRET") // the root's one is served
	links := map[string]string{
		"inside": "src/a.go", "out": filepath.Join(outside, "passwd"), "up": "../outside/passwd", "folder": outside,
		"to-env": ".env", "to-git": ".git", "loop": "loop", "sub": "src",
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			if runtime.GOOS == "windows" {
				t.Skip("links need a right that this user does not have:", err)
			}
			t.Fatal(err)
		}
	}
	reader := &ReadRoot{Root: root, Deny: []string{"docs/**"}}
	for _, test := range []struct {
		path string
		want string // the text, or the error
		ok   bool
	}{
		{"go.mod", "module x\n", true},
		{filepath.Join(root, "go.mod"), "module x\n", true},
		{filepath.Join(folder, "go.mod"), "module x\n", true},
		{"src/../go.mod", "module x\n", true},
		{"inside", "package a\n\nvar A = 1\n", true},
		{"sub/a.go", "package a\n\nvar A = 1\n", true},
		{"empty", "", true},
		{"limit", strings.Repeat("x", 256<<10), true},
		{"none", "no such file", false},
		{"src", "a folder", false},
		{".", "a folder", false},
		{"", "not a path", false},
		{"a\x00b", "not a path", false},
		{"docs/a.md", "denied", false},
		{".env", "may hold secrets", false},
		{"src/.env.local", "may hold secrets", false},
		{".git/config", "may hold secrets", false},
		{".GIT/config", "may hold secrets", false},
		{"tls/server.KEY", "may hold secrets", false},
		{"binary", "not a text file", false},
		{"latin1", "not a text file", false},
		{"big", "larger than 262144 bytes", false},
		{"../outside/passwd", errOutside.Error(), false},
		{"../rootless", errOutside.Error(), false},
		{filepath.Join(outside, "passwd"), errOutside.Error(), false},
		{root + "less", errOutside.Error(), false},
		{"/etc/passwd", errOutside.Error(), false},
		{"out", errOutside.Error(), false},
		{"up", errOutside.Error(), false},
		{"folder/passwd", errOutside.Error(), false},
		{"to-env", "may hold secrets", false},
		{"to-git/config", "may hold secrets", false},
		{"loop", "no such file", false},
	} {
		text, err := reader.Session(folder).Read(context.Background(), test.path, 0, 0)
		if (err == nil) != test.ok || (err == nil && text != test.want) || (err != nil && err.Error() != test.want) {
			t.Errorf("Read(%q) = %.40q, %v, want %.40q", test.path, text, err, test.want)
		}
		if strings.Contains(text, "SECRET") {
			t.Errorf("Read(%q) gave a secret", test.path)
		}
	}
}

func TestReadRootAllows(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"go.mod", "src/a.go", "src/b.txt", "src/deep/c.go", "Makefile", "src/id_rsa.go"} {
		writeFile(t, filepath.Join(root, name), "text")
	}
	session := (&ReadRoot{Root: root, Allow: []string{"go.mod", "src/**/*.go"}, Deny: []string{"**/c.go"}}).Session("")
	for name, want := range map[string]bool{
		"go.mod": true, "src/a.go": true, "src/b.txt": false, "src/deep/c.go": false, "Makefile": false, "src/id_rsa.go": false,
	} {
		if _, err := session.Read(context.Background(), name, 0, 0); (err == nil) != want {
			t.Errorf("Read(%s): %v, want %v", name, err, want)
		}
	}
}

func TestReadRootQuotas(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a"), strings.Repeat("x", 100))
	reader := &ReadRoot{Root: root, Reads: 10, Bytes: 450}
	session := reader.Session("")
	served, failed := 0, ""
	for range 12 {
		if _, err := session.Read(context.Background(), "a", 0, 0); err == nil {
			served++
		} else {
			failed += err.Error() + "\n"
		}
	}
	if served != 4 || strings.Count(failed, "450 bytes") != 6 || strings.Count(failed, "10 files") != 2 {
		t.Errorf("%d reads were served, then:\n%s", served, failed)
	}
	if _, err := reader.Session("").Read(context.Background(), "a", 0, 0); err != nil {
		t.Errorf("another session: %v", err)
	}

	// At the same time, no more is served.
	session = reader.Session("")
	var all sync.WaitGroup
	var total atomic.Int64
	for range 10 {
		all.Go(func() {
			text, _ := session.Read(context.Background(), "a", 0, 0)
			total.Add(int64(len(text)))
		})
	}
	all.Wait()
	if total.Load() != 400 {
		t.Errorf("%d bytes were served at the same time, want 400", total.Load())
	}

	defaults := (&ReadRoot{Root: root}).Session("")
	for i := range 201 {
		if _, err := defaults.Read(context.Background(), "a", 0, 1); (err == nil) != (i < 200) {
			t.Fatalf("read %d: %v", i+1, err)
		}
	}
}

func TestReadRootRedacts(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a"), "one\npassword=hunter2\nthree\n")
	redact := func(name, text string) (string, error) {
		if name != "a" {
			return "", fmt.Errorf("the name is %s", name)
		}
		return strings.ReplaceAll(text, "hunter2", "***"), nil
	}
	session := (&ReadRoot{Root: root, Redact: redact}).Session("")
	if text, err := session.Read(context.Background(), "a", 2, 1); err != nil || text != "password=***\n" {
		t.Errorf("Read() = %q, %v", text, err)
	}
	fails := func(string, string) (string, error) { return "", errors.New("hunter2 is odd") }
	session = (&ReadRoot{Root: root, Redact: fails}).Session("")
	if text, err := session.Read(context.Background(), "a", 0, 0); err == nil || text != "" || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("Read() = %q, %v, want an error without the secret", text, err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := session.Read(canceled, "a", 0, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Read() = %v", err)
	}
}

func TestLines(t *testing.T) {
	for _, test := range []struct {
		text        string
		line, limit int
		want        string
	}{
		{"a\nb\nc\n", 0, 0, "a\nb\nc\n"},
		{"a\nb\nc\n", 1, 2, "a\nb\n"},
		{"a\nb\nc\n", 2, 1, "b\n"},
		{"a\nb\nc", 3, 5, "c"},
		{"a\nb\nc", 4, 1, ""},
		{"a\nb\nc\n", 4, 1, ""},
		{"", 1, 1, ""},
		{"a", 1_000_000_000, 1_000_000_000, ""},
		{"a\n", 0, 1_000_000_000, "a\n"},
	} {
		if got := lines(test.text, test.line, test.limit); got != test.want {
			t.Errorf("lines(%q, %d, %d) = %q, want %q", test.text, test.line, test.limit, got, test.want)
		}
	}
}

func TestNeverRead(t *testing.T) {
	for name, want := range map[string]bool{
		"main.go": false, "environment.go": false, "src/key.go": false, "Dockerfile": false, ".gitignore": false,
		".github/workflows/ci.yml": false, "package.json": false, "keyring/main.go": false, ".dockerignore": false,
		"a/.git": true, ".git/HEAD": true, "sub/.git/objects/aa": true, ".env": true, ".env.production": true,
		"prod.env": true, "server.pem": true, "id_ed25519": true, "home/.ssh/config": true, ".npmrc": true,
		"terraform.tfstate": true, ".Env": true, ".git./config": true, ".env ": true, ".env::$DATA": true,
		".docker/config.json": true, "secrets.yaml": true, "credentials": true,
	} {
		if got := NeverRead(name); got != want {
			t.Errorf("NeverRead(%q) = %v", name, got)
		}
	}
}

func FuzzReadRoot(f *testing.F) {
	top := f.TempDir()
	root := filepath.Join(top, "root")
	for name, text := range map[string]string{"root/a/b": "fine", "root/.env": "SECRET", "root/.git/x": "SECRET", "x": "SECRET"} {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			f.Fatal(err)
		}
	}
	for _, seed := range []string{"a/b", "../x", "a/../../x", root + "/.env", "./.env", "a//b", "..\\x", "/", "a/\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		text, err := (&ReadRoot{Root: root}).Session(filepath.Join(top, "session")).Read(context.Background(), path, 0, 0)
		if strings.Contains(text, "SECRET") || (err == nil && text != "fine") {
			t.Errorf("Read(%q) = %q, %v", path, text, err)
		}
	})
}
