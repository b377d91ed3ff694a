package main

import (
	"os/exec"
	"testing"
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
			root, sh := inCheckout(t)
			writeFiles(t, root, map[string]string{test.file: recipe(t, "hooks.md", test.heading)})
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
