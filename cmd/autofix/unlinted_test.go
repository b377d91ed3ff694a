package main

import (
	"path/filepath"
	"regexp"
	"slices"
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

// A run names the checkers that only builds of the workspace have.
func TestLeftToBazel(t *testing.T) {
	const line = "autofix: left to Bazel: ruff, words, see docs/linters\n"
	for _, test := range []struct{ name, toml, args, want string }{
		{"check", "", "check", line},
		{"check of a file", "", "check a.go", line},
		{"check of staged files", "", "check --staged", line},
		{"fix", "", "fix", line},
		{"fix of staged files", "", "fix --staged", line},
		{"a preview", "", "fix --mode=diff", line},
		{"declared for the command line too", "[checkers.ruff]\ncommand = ['ruff']\nin_place = true\nfiles = ['*.py']\n", "check", "autofix: left to Bazel: words, see docs/linters\n"},
		{"both are declared, for other files", "[checkers.ruff]\ncommand = ['ruff']\nin_place = true\nfiles = ['*.py']\n[checkers.words]\ncommand = ['w']\nin_place = true\nfiles = ['*.txt']\n", "fix", ""},
		{"only owns is declared", "[checkers.ruff]\nowns = ['x']\n", "check", line},
		{"a build without them", "", "check -C sub", ""},
		{"another format", "", "check --format=json", ""},
		{"quiet", "", "fix --quiet", ""},
		{"rules", "", "check --rule=text", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			writeFiles(t, root, map[string]string{
				"MODULE.bazel": "", "sub/MODULE.bazel": "", "a.go": "package a\n", "autofix.toml": test.toml,
				".bazelrc":            "build:lint --aspects=//tools/lint:lint.bzl%lint\n",
				"tools/lint/BUILD":    "autofix_checker(name = \"words\")\nruff_checker(name = \"ruff\")\n",
				"tools/lint/lint.bzl": "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_aspects\")\n_made = autofix_aspects(name = \"lint\", checkers = [Label(\"//tools/lint:words\"), Label(\"//tools/lint:ruff\")])\nlint = _made.autofix\n",
			})
			sh("git add a.go")
			dir, args := root, strings.Fields(test.args)
			if at := slices.Index(args, "-C"); at >= 0 {
				dir, args = filepath.Join(root, args[at+1]), append(args[:at], "--root=.")
			}
			_, out := runIn(dir, args...)
			if found := regexp.MustCompile(`(?m)^.*left to Bazel.*\n`).FindAllString(out, -1); strings.Join(found, "") != test.want {
				t.Errorf("%q, want %q in\n%s", found, test.want, out)
			}
		})
	}
}
