package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// inCheckout returns the root of a new git checkout, and a function that runs a
// script there and returns its output.
func inCheckout(t *testing.T) (root string, sh func(script string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "somebody")
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	root = t.TempDir()
	sh = func(script string) string {
		t.Helper()
		command := exec.Command("sh", "-ec", script)
		command.Dir = root
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
		return string(out)
	}
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, bin, map[string]string{"autofix": "#!/bin/sh\nexec env " + clitest.AsCommand + "=1 '" + self + "' \"$@\"\n"})
	if err := os.Chmod(filepath.Join(bin, "autofix"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("HOME", bin)
	t.Setenv("PRE_COMMIT", "")
	sh("git init -q -b main")
	return root, sh
}

// runIn runs a command in a workspace, and returns its exit code and output.
func runIn(root string, args ...string) (code int, printed string) {
	env := newEnvironment()
	env.Dir, env.Terminal, env.color = root, false, false
	var out bytes.Buffer
	env.Stdout, env.Stderr = &out, &out
	code = run(context.Background(), append(args, "--root="+root), env)
	return code, out.String()
}
