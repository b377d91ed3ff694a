package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// The recipes of docs/hooks.md, with the real programs. Each makes a commit of
// a partly staged file that is not formatted.
func TestHooksOfTheGuide(t *testing.T) {
	for _, test := range []struct {
		heading string // of the recipe
		file    string // that its block is
		needs   string // a program
		from    string // the source of the program
		install string // a script
	}{
		{heading: "Set it up", file: ".git/hooks/pre-commit", needs: "git", from: "the system", install: "chmod +x .git/hooks/pre-commit"},
	} {
		t.Run(test.heading, func(t *testing.T) {
			if _, err := exec.LookPath(test.needs); err != nil {
				t.Skipf("no %s on the PATH: it is from %s", test.needs, test.from)
			}
			root, bin := t.TempDir(), t.TempDir()
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			write := func(name, text string) {
				t.Helper()
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			write(filepath.Join(bin, "autofix"), "#!/bin/sh\nexec env "+clitest.AsCommand+"=1 '"+self+"' \"$@\"\n")
			sh := func(script string) string {
				t.Helper()
				command := exec.Command("sh", "-ec", script)
				command.Dir = root
				command.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "HOME="+bin,
					"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
					"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
				out, err := command.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", script, err, out)
				}
				return string(out)
			}
			sh("git init -q")
			write(filepath.Join(root, test.file), recipe(t, "hooks.md", test.heading))
			sh(test.install)
			sh(`git add -A; git commit -qnm recipe --allow-empty
				printf 'package a\n\nfunc  f() {}\n\nvar x int\n' >a.go; git add a.go; sed -i 's/x int/y  int/' a.go
				echo 'other  ' >untracked.txt; git commit -qm x`)
			if got, want := sh("git show HEAD:a.go; cat a.go untracked.txt; git status -s; git stash list"),
				"package a\n\nfunc f() {}\n\nvar x int\npackage a\n\nfunc f() {}\n\nvar y  int\nother  \n M a.go\n?? untracked.txt\n"; got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}
