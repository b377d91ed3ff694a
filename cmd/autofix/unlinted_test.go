package main

import (
	"regexp"
	"strings"
	"testing"
)

// A build says it as a run of check and fix does.
func TestBazelFixTellsForWhichFilesThereIsNoLinter(t *testing.T) {
	files := map[string]string{"a/one.py": "x\n", "a/two.py": "x\n", "b/main.rs": "x\n", "b/x.go": "package b\n", "b/y.txt": "x\n"}
	const (
		targets = "//a:a a/one.py a/two.py\n//b:b b/main.rs b/x.go b/y.txt\n"
		all     = "autofix: no linter for 2 .py, 1 .rs files, see docs/linters\n"
	)
	for _, test := range []struct {
		name, mode string
		args       []string
		want       string
	}{
		{"all targets", "", nil, all},
		{"a preview", "", []string{"--mode=check"}, all},
		{"a folder", "", []string{"//..."}, all},
		{"a checker of the person's looked at some", "own //a:a", nil, "autofix: no linter for 1 .rs file, see docs/linters\n"},
		{"few files of a target", "", []string{"//a:a"}, ""},
		{"chosen rules", "", []string{"--rule=text"}, ""},
		{"another format", "", []string{"--format=agent"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, files, targets, test.mode)
			exit := b.run(t.Context(), append(test.args, "--undeclared=ignore")...)
			found := regexp.MustCompile(`(?m)^autofix: no linter.*\n`).FindString(b.stdout + b.stderr)
			if exit != 0 || found != test.want {
				t.Errorf("exit %d, %q, want %q", exit, found, test.want)
			}
		})
	}
	b := newBazelRun(t, map[string]string{"a/x.txt": "x\n", "loose.py": "x\n"}, "//a:a a/x.txt\n", "")
	b.write(b.fake, "owned", "MODULE.bazel\na/x.txt\n")
	if exit := b.run(t.Context(), "--undeclared=fix"); exit != 0 || !strings.Contains(b.stdout, "autofix: no linter for 1 .py file, see docs/linters\n") {
		t.Errorf("a file without a target: exit %d\n%s", exit, b.stdout)
	}
}
