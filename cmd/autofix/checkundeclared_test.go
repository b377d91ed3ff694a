package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckOfUndeclaredFiles(t *testing.T) {
	const (
		list = "list it in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md)\n"
		one  = "1 file has no target, so nothing checked it:\n"
	)
	for _, test := range []struct {
		name   string
		args   []string
		owned  string
		remove string // a file
		exit   int
		stderr string
	}{
		{
			"a file without a target fails the gate",
			[]string{"--policy=strict"},
			"MODULE.bazel\na/own.txt\n", "", 1,
			"autofix: check: " + one + "    a/loose.txt\n  " + list,
		},
		{
			"it is a note under the permissive policy", nil, "MODULE.bazel\na/own.txt\n", "", 0,
			"autofix: " + one + "  a/loose.txt\nautofix: " + list,
		},
		{"every file has a target", []string{"--policy=strict"}, "MODULE.bazel\na\n", "", 0, ""},
		{"only the named files count", []string{"--policy=strict", "a/own.txt"}, "MODULE.bazel\na/own.txt\n", "", 0, ""},
		{
			"a query that fails is no answer", nil, "FAIL", "", 3,
			"ERROR: no such package 'x'\nautofix: check: files without a target: bazel query: exit 7: Bazel's messages say why\n",
		},
		{
			"no workspace", nil, "", "MODULE.bazel", 2,
			"autofix: command line: --undeclared: $ROOT is not the root of a Bazel workspace: it has no MODULE.bazel; name another with --root\n",
		},
		{"no Bazel", []string{"--bazel=./gone"}, "", "", 2, "autofix: bazel command "},
		{"not in an action", []string{"--declared", "a/own.txt"}, "", "", 2, "autofix: command line: --undeclared excludes --declared and --import"},
		{"not of reports", []string{"--import=ruff=x.json"}, "", "", 2, "autofix: command line: --undeclared excludes --declared and --import"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, map[string]string{"a/own.txt": "x\n", "a/loose.txt": "x\n"}, "", "")
			b.write(b.fake, "owned", test.owned)
			if test.remove != "" {
				if err := os.Remove(filepath.Join(b.root, test.remove)); err != nil {
					t.Fatal(err)
				}
			}
			env := newEnvironment()
			env.Dir, env.Terminal, env.color = b.root, false, false
			var stdout, stderr bytes.Buffer
			env.Stdout, env.Stderr = &stdout, &stderr
			exit := run(t.Context(), append([]string{"check", "--undeclared"}, test.args...), env)
			got := strings.ReplaceAll(stderr.String(), b.root, "$ROOT")
			if exit != test.exit || !strings.HasPrefix(got, test.stderr) || test.stderr == "" && got != "" {
				t.Errorf("exit %d, want %d, stderr:\n%swant:\n%s", exit, test.exit, got, test.stderr)
			}
		})
	}
}
