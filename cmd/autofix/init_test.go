package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The hook of git is created once, and one that is there stays.
func TestInitHookOfGit(t *testing.T) {
	for _, test := range []struct {
		name, before string // a script
		hook         string // the hook afterwards
		says         string
	}{
		{"none", "", "#!/bin/sh\nexec autofix fix --staged\n", "Wrote 2 files"},
		{"no folder of hooks", "rm -rf .git/hooks", "#!/bin/sh\nexec autofix fix --staged\n", "Wrote 2 files"},
		{"one that is there", "mkdir -p .git/hooks; echo mine >.git/hooks/pre-commit", "mine\n", "stays as it is"},
		{"another folder", "git config core.hooksPath hooks", "", "core.hooksPath"},
		{"a work tree", "mv .git ../git; echo 'gitdir: ../git' >.git", "", "no hook was added"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh("mkdir top; cd top; git init -q; printf 'package  a\\n' >a.go; " + test.before)
			root = filepath.Join(root, "top")
			for range 2 {
				code, stdout := runIn(root, "init", "--write", "--hook")
				if code != 0 || test.says != "" && !strings.Contains(stdout, test.says) {
					t.Fatalf("exit %d\n%s", code, stdout)
				}
				test.says = ""
			}
			hook, _ := os.ReadFile(filepath.Join(root, ".git/hooks/pre-commit"))
			if string(hook) != test.hook {
				t.Errorf("the hook is %q", hook)
			}
			if strings.Contains(test.hook, "autofix") {
				sh("test -x top/.git/hooks/pre-commit")
			}
		})
	}
}

// --build counts the findings of Bazel's checks, and needs the files first.
func TestInitBuild(t *testing.T) {
	b := newBazelRun(t, map[string]string{"a/x.txt": "x  \n", "a/y.go": "package  a\n"}, "//a:a a/x.txt a/y.go\n//b:b a/x.txt\n", "")
	code, stdout := runIn(b.root, "init", "--build")
	if code != 2 || len(b.builds()) > 0 {
		t.Errorf("without the files: exit %d\n%s", code, stdout)
	}
	code, stdout = runIn(b.root, "init", "--build", "--write")
	_, got, _ := strings.Cut(stdout, "The checks of 2 targets found:\n\n")
	const want = "    found  fixed  rule\n        1      1  format/go\n        1      1  text/trailing-whitespace\n\n    found  fixed  folder\n        2      2  a\n\nNext: bazel run //:fix\n"
	if code != 0 || got != want {
		t.Errorf("exit %d\n%s", code, stdout)
	}
	if args := b.builds(); len(args) != 1 || !strings.Contains(strings.Join(args[0], " "), "--config=autofix") {
		t.Errorf("builds: %q", args)
	}
}
