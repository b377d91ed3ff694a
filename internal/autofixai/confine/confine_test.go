//go:build unix

package confine

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

func file(t *testing.T, text string, mode os.FileMode, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return name
}

// What programs are installed with.
func TestPrograms(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(top, "workspace")
	node := file(t, "#!/bin/sh\n", 0o755, top, "node", "bin", "node")
	file(t, "", 0o644, top, "node", "lib", "x")
	script := file(t, "#!/usr/bin/env -S node --x\n", 0o755, top, "npm", "lib", "node_modules", "agent", "dist", "main.js")
	inWorkspace := filepath.Dir(file(t, "#!/bin/sh\n", 0o755, root, "node_modules", ".bin", "other"))
	link := filepath.Join(top, "npm", "bin", "agent")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(script, link); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", strings.Join([]string{inWorkspace, "relative", filepath.Dir(link), filepath.Dir(node)}, ":"))
	got := (&Box{Program: link, Root: root}).programs()
	want := []string{
		filepath.Dir(link), filepath.Dir(node), link, script, filepath.Join(top, "npm", "lib", "node_modules"),
		node, node, filepath.Join(top, "node", "lib"),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestInterpreter(t *testing.T) {
	for text, want := range map[string]string{
		"#!/bin/sh\n": "/bin/sh", "#!/bin/sh -e\n": "/bin/sh", "#!  /bin/sh\n": "/bin/sh", "\x7fELF": "", "": "", "#!/usr/bin/env\n": "", "#!/bin/sh": "",
	} {
		got, err := interpreter(file(t, text, 0o755, t.TempDir(), "x"))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// read runs a shell in a box, which prints the files that it can read.
func read(t *testing.T, b *Box, files ...string) (printed, level string) {
	t.Helper()
	var out bytes.Buffer
	script := `for f; do cat "$f" 2>/dev/null; done; echo x > written && cat written`
	command := process.Command{
		Program: "/bin/sh", Args: append([]string{"-c", script, "sh"}, files...), Env: []string{"PATH=/usr/bin:/bin"}, Stdout: &out,
	}
	level, err := b.Wrap(t.Context(), &command, t.TempDir())
	if errors.Is(err, ErrNone) {
		t.Skip("no sandbox here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := command.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String(), level
}

// An agent sees its login, and neither the workspace nor the rest of the home.
func TestWrapHidesTheWorkspace(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell here: ", err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	root := filepath.Join(home, "src")
	login := file(t, "login\n", 0o600, home, ".agent", "token")
	secret := file(t, "secret\n", 0o600, root, "secret")
	other := file(t, "other\n", 0o600, home, "other")
	link := filepath.Join(home, ".agent", "link")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	b := &Box{Program: "/bin/sh", Folders: []string{filepath.Join(home, ".agent")}, Root: root, Network: true, Required: true}
	got, level := read(t, b, login, secret, other, link)
	if got != "login\nx\n" {
		t.Errorf("at the level %s it reads %q", level, got)
	}
}
