package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The states of a checkout have their rows in internal/workspace, and the
// commits of rules theirs in internal/pipeline. These are the command's.
func TestCommits(t *testing.T) {
	const bad = `printf 'package a\n\nfunc  f() {}\n' >a.go; printf 'FROM alpine:3.22\nADD a.go /src/\n' >Dockerfile; git add .; git commit -qm first; git tag first` + "\n"
	const log = "git log --reverse --format=%s first.. 2>/dev/null || true; git status -s"
	for _, test := range []struct {
		name   string
		before string // a script
		args   string
		code   int
		says   []string
		prints string // what log does
		env    string // a variable that is set
	}{
		{name: "fix", before: bad, args: "fix --commits=rule", says: []string{"applied 2 fixes in 2 files", "autofix: made 2 commits on main\n"}, prints: "autofix: hadolint/DL3020\nautofix: format/go\n"},
		{name: "one rule", before: bad, args: "fix --commits=rule --rule=format", code: 1, says: []string{"made 1 commit on main"}, prints: "autofix: format/go\n"},
		{name: "quiet", before: bad, args: "fix --commits=rule --quiet", prints: "autofix: hadolint/DL3020\nautofix: format/go\n"},
		{name: "an artifact", before: bad + "autofix check --out=../a.json || true", args: "fix --commits=rule --artifact=../a.json", says: []string{"made 2 commits"}, prints: "autofix: hadolint/DL3020\nautofix: format/go\n"},
		{name: "artifacts of CI", before: bad + "autofix check --out=artifacts=../a.json || true", args: "fix --commits=rule --from=../a.json", says: []string{"made 2 commits"}, prints: "autofix: hadolint/DL3020\nautofix: format/go\n"},
		{name: "only changed lines", before: bad + "echo 'func  g() {}' >>a.go", args: "fix --commits=rule --changed-lines", code: 2, says: []string{"a.go: has changes that are not committed"}, prints: " M a.go\n"},
		{name: "the strict policy refuses", before: bad + "echo 'package' >b.go; git add b.go; git commit -qm b; git tag -f first", args: "fix --commits=rule --policy=strict", code: 1, says: []string{"nothing was written"}},
		{
			name: "the baseline is pruned in its own commit", before: bad + "autofix baseline >/dev/null; git add .; git commit -qm baseline; git tag -f first", args: "fix --commits=rule",
			says: []string{"2 places removed", "made 3 commits"}, prints: "autofix: hadolint/DL3020\nautofix: format/go\nautofix: autofix.baseline\n",
		},
		{
			name: "a baseline of somebody is pruned and not committed", before: bad + "autofix baseline >/dev/null", args: "fix --commits=rule",
			says: []string{"autofix.baseline: not committed: autofix.baseline: is not tracked by git", "made 2 commits"}, prints: "autofix: hadolint/DL3020\nautofix: format/go\n?? autofix.baseline\n",
		},
		{name: "no repository", before: "rm -rf .git; printf 'package a\n\nfunc  f() {}\n' >a.go", args: "fix --commits=rule", code: 2, says: []string{"--commits=rule: ", "not in a checkout of git: there is no repository"}, prints: "-"},
		{name: "a hook", before: bad, args: "fix --commits=rule", env: "GIT_INDEX_FILE", code: 2, says: []string{"a hook of git runs this (GIT_INDEX_FILE is set)"}},
		{name: "a preview", before: bad, args: "fix --commits=rule --mode=check", code: 2, says: []string{"--commits and --mode=check exclude each other"}},
		{name: "no value", before: bad, args: "fix --commits=", code: 2, says: []string{"--commits"}},
		{name: "hooks do not run", before: bad + "printf '#!/bin/sh\nexit 1\n' >.git/hooks/pre-commit; cp .git/hooks/pre-commit .git/hooks/reference-transaction; chmod +x .git/hooks/*", args: "fix --commits=rule", says: []string{"made 2 commits"}, prints: "autofix: hadolint/DL3020\nautofix: format/go\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			t.Chdir(root)
			sh(test.before)
			if test.env != "" {
				t.Setenv(test.env, filepath.Join(root, ".git", "index"))
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
			if test.env != "" {
				os.Unsetenv(test.env)
			}
			if test.prints != "-" {
				if got := sh(log); got != test.prints {
					t.Errorf("%q, want %q", got, test.prints)
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// bazel run //:fix makes the same commits.
func TestCommitsOfBazelFix(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "somebody")
	}
	for _, test := range []struct {
		name   string
		edit   string // appended to a/x.go after the commit
		args   []string
		code   int
		says   string
		prints string
	}{
		{name: "fix", says: "autofix: made 2 commits on main\n", prints: "first\nautofix: format/go\nautofix: format/starlark\n"},
		{name: "a file with changes", edit: "var Y = 2\n", code: 2, says: "autofix: --commits=rule: a/x.go: has changes that are not committed; commit or stash that first, or run without --commits; nothing was written\n", prints: "first\n M a/x.go\n"},
		{name: "a preview", args: []string{"--mode=diff"}, code: 2, says: "--commits and --mode=diff exclude each other", prints: "first\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, map[string]string{"a/x.go": "package a\n\nvar  X = 1\n", "b/BUILD.bazel": "x( name=\"x\")\n"}, "//a:a a/x.go\n//b:b b/BUILD.bazel a/x.go\n", "")
			if err := os.Symlink(git, filepath.Join(b.fake, "git")); err != nil {
				t.Fatal(err)
			}
			run := func(args ...string) string {
				command := exec.Command(git, args...)
				command.Dir = b.root
				out, err := command.CombinedOutput()
				if err != nil {
					t.Fatalf("git %q: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run("init", "-q", "-b", "main")
			run("add", ".")
			run("commit", "-qm", "first")
			if test.edit != "" {
				b.write(b.root, "a/x.go", "package a\n\nvar  X = 1\n"+test.edit)
			}
			if code := b.run(t.Context(), append(test.args, "--commits=rule")...); code != test.code || !strings.Contains(b.stdout+b.stderr, test.says) {
				t.Errorf("exit %d, want %d and %q:\n%s%s", code, test.code, test.says, b.stdout, b.stderr)
			}
			if got := run("log", "--reverse", "--format=%s") + run("status", "-s"); got != test.prints {
				t.Errorf("%q, want %q", got, test.prints)
			}
		})
	}
}
