package main

import (
	"strings"
	"testing"
)

// The states of a checkout have their rows in internal/workspace. These are the
// command's.
func TestStaged(t *testing.T) {
	const unformatted = "package a\n\nfunc  f() {}\n"
	for _, test := range []struct {
		name   string
		staged string // a script; the staged file a.go is unformatted
		args   string
		code   int
		says   []string
		env    string // a variable that is set
		prints string // what the script `git show :a.go; cat a.go` prints
	}{
		{name: "check", args: "check --staged", says: []string{"a.go:3:1: warning: not formatted", "apply with: autofix fix --staged\n"}},
		{name: "check, strict", args: "check --staged --policy=strict", code: 1},
		{name: "check of a text that is fixed but not staged", staged: "printf 'package a\n\nfunc f() {}\n' >a.go", args: "check --staged", says: []string{"a.go:3:1: warning"}},
		{name: "fix", args: "fix --staged", says: []string{"applied 1 fix in 1 file"}, prints: "package a\n\nfunc f() {}\npackage a\n\nfunc f() {}\n"},
		{name: "fix, strict", args: "fix --staged --policy=strict", says: []string{"applied 1 fix in 1 file"}},
		{name: "preview", args: "fix --staged --mode=diff", code: 1, says: []string{"+func f() {}", "apply with: autofix fix --staged\n"}, prints: unformatted + unformatted},
		{name: "unstaged lines in the way", staged: "echo 'var x int' >>a.go", args: "fix --staged", says: []string{"a.go: the working file does not have all fixes of the staged one: unstaged lines are in the way of edits: 1"}},
		{name: "other paths", staged: "mkdir d", args: "fix --staged d", says: []string{"nothing pending"}, prints: unformatted + unformatted},
		{name: "a file that is not staged", staged: "echo 1 >b.txt", args: "fix --staged b.txt", says: []string{"nothing pending"}},
		{name: "nothing staged", staged: "git rm -q --cached a.go", args: "fix --staged", says: []string{"nothing pending"}},
		{name: "nothing staged, check", staged: "git rm -q --cached a.go", args: "check --staged --policy=strict", says: []string{"0 files"}},
		{name: "excluded", staged: "printf '[files]\nexclude = [\"a.go\"]\n' >autofix.toml", args: "fix --staged --policy=strict", prints: unformatted + unformatted},
		{name: "ignored by Bazel", staged: "mkdir d; mv a.go d; git add -A; echo d >.bazelignore", args: "check --staged --policy=strict"},
		{name: "an error", staged: "echo 'func (' >a.go; git add a.go", args: "check --staged", code: 1, says: []string{"a.go:1:1: error"}},
		{name: "another git writes", staged: "touch .git/index.lock", args: "fix --staged", code: 3, says: []string{"another git process is writing the index"}, prints: unformatted + unformatted},
		{name: "no repository", staged: "rm -rf .git", args: "fix --staged", code: 2, says: []string{"--staged: ", "not in a checkout of git: there is no repository"}},
		{name: "broken repository", staged: ": >.git/HEAD", args: "fix --staged", code: 2, says: []string{"not a git repository"}},
		{name: "a path outside", args: "fix --staged /", code: 2, says: []string{"outside the workspace"}},
		{name: "with an agent", args: "fix --staged --ai", code: 2, says: []string{"--staged excludes --ai"}},
		{name: "in pre-commit", staged: "true", args: "fix --staged", code: 2, says: []string{"pre-commit has put unstaged changes aside"}, prints: unformatted + unformatted, env: "PRE_COMMIT"},
		{name: "a preview in pre-commit", args: "fix --staged --mode=check", code: 1, env: "PRE_COMMIT"},
		{name: "with an artifact", args: "fix --staged --artifact=x", code: 2, says: []string{"exclude"}},
		{name: "declared", args: "check --staged --declared a.go", code: 2, says: []string{"excludes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh("printf '" + strings.ReplaceAll(unformatted, "\n", `\n`) + "' >a.go; git add a.go\n" + test.staged)
			if test.env != "" {
				t.Setenv(test.env, "1")
			}
			code, out := runIn(root, strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if test.prints != "" {
				if got := sh("git show :a.go; cat a.go"); got != test.prints {
					t.Errorf("%q, want %q", got, test.prints)
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}
