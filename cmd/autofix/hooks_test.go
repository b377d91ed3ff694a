package main

import (
	"os/exec"
	"testing"
)

// The recipes of docs/hooks.md, with the real programs. Each makes a commit of
// a file that is not formatted, and has an unstaged change beside the fix.
func TestHooksOfTheGuide(t *testing.T) {
	// The hooks of pre-commit leave the staging to the person.
	const twice = "git commit -qm x && exit 1; git show :a.go; cat a.go; git stash list; git checkout -q a.go; git commit -qm x || git add a.go; git commit -qm x; git show HEAD:a.go"
	const inWorkingFile = unformatted + unstaged + formatted
	config := "sed -i \"s|https://.*|$HOOKS|; s|v0.1.0|$(git -C $HOOKS rev-parse HEAD)|\" .pre-commit-config.yaml; "
	for _, test := range []struct {
		heading string // of the recipe
		file    string // that its block is
		needs   string // a program
		from    string // where the program is
		install string // a script
		commit  string // default: a commit
		want    string // what that prints; default: the committed file and the working file
	}{
		{heading: "Set it up", file: ".git/hooks/pre-commit", needs: "git", from: "each system", install: "chmod +x .git/hooks/pre-commit"},
		{heading: "lefthook", file: "lefthook.yml", needs: "lefthook", from: "npm: lefthook", install: "lefthook install"},
		{heading: "husky", file: ".husky/pre-commit", needs: "husky", from: "npm: husky", install: "echo {} >package.json; husky"},
		{heading: "hk", file: "steps.pkl", needs: "hk", from: "neither npm nor Debian", install: "hk init; sed -n '/^amends/p' hk.pkl | cat - steps.pkl >all; mv all hk.pkl; hk install"},
		{heading: "pre-commit and prek", file: ".pre-commit-config.yaml", needs: "pre-commit", from: "Debian: pre-commit", install: config + "pre-commit install", commit: twice, want: inWorkingFile},
		{heading: "pre-commit and prek", file: ".pre-commit-config.yaml", needs: "prek", from: "npm: @j178/prek", install: config + "prek install", commit: twice, want: inWorkingFile},
	} {
		t.Run(test.needs+" "+test.heading, func(t *testing.T) {
			if _, err := exec.LookPath(test.needs); err != nil {
				t.Skipf("no %s on the PATH: it is in %s", test.needs, test.from)
			}
			root, sh := inCheckout(t)
			hooks := t.TempDir()
			writeFiles(t, hooks, map[string]string{".pre-commit-hooks.yaml": readFile(t, "../../.pre-commit-hooks.yaml")})
			sh("cd " + hooks + "; git init -q; git add .; git commit -qm hooks")
			t.Setenv("HOOKS", hooks)
			writeFiles(t, root, map[string]string{test.file: recipe(t, "hooks.md", test.heading), "a.go": unformatted})
			sh(test.install)
			sh("git add -A; git rm -q --cached a.go; git commit -qnm recipe --allow-empty; git add a.go; sed -i 's/x int/y  int/' a.go; echo 'other  ' >untracked.txt")
			commit, want := test.commit, test.want
			if commit == "" {
				commit = "git commit -qm x >/dev/null 2>&1; git show HEAD:a.go; cat a.go untracked.txt; git status -s; git stash list"
				want = formatted + "package a\n\nfunc f() {}\n\nvar y  int\nother  \n M a.go\n?? untracked.txt\n"
			}
			if got := sh("(" + commit + ") 2>/dev/null"); got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}

const (
	unformatted = "package a\n\nfunc  f() {}\n\nvar x int\n"
	unstaged    = "package a\n\nfunc  f() {}\n\nvar y  int\n"
	formatted   = "package a\n\nfunc f() {}\n\nvar x int\n"
)
