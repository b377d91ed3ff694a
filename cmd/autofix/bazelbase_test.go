package main

import (
	"context"
	"os"
	"strings"
	"testing"
)

// The checks of a base are built in a shadow of the workspace.
func TestBazelBase(t *testing.T) {
	const targets = "//:a Dockerfile\n//:b b.txt\n"
	for _, test := range []struct {
		name, script string
		targets      string // default: Dockerfile and b.txt; each state has its own
		mode         string // of the fake Bazel
		args         string // default: --mode=check --base=main
		code         int
		says         []string
		builds       int
	}{
		{name: "nothing changed", says: []string{"0 new, 2 old\n", "nothing pending"}, builds: 2},
		{name: "a new one", script: "echo 'ADD c /c' >>Dockerfile", code: 1, says: []string{"1 new, 2 old\n", "would apply 1 fix"}, builds: 2},
		{name: "lines above", script: "sed -i '1a ENV A=b' Dockerfile", says: []string{"0 new, 2 old\n"}, builds: 2},
		{name: "one replaced by another", script: "sed -i '3d; $a ADD c /c' Dockerfile", code: 1, says: []string{"1 new, 1 old, 1 old one gone\n"}, builds: 2},
		{name: "the same line elsewhere", script: "sed -i '3d; $a ADD a /a' Dockerfile", code: 1, says: []string{"1 new, 1 old, 1 old one gone\n"}, builds: 2},
		{name: "a new file in place of another", script: "git mv -f b.txt c.txt; printf 'a  \\nb  \\n' >b.txt; git add -A", says: []string{"2 new, 2 old"}, code: 1, builds: 2},
		{name: "another file is gone", script: "git rm -q c.txt", says: []string{"0 new, 2 old"}, builds: 2},
		{name: "a rule that is turned on is on in both", script: "printf '[rules.DL3020]\ngate = \"all\"\n' >autofix.toml", args: "--mode=check --base=main --config=autofix.toml", code: 1, says: []string{"0 new, 2 old", "would apply 2 fixes"}, builds: 2},
		{name: "a rule that is held where it is new", script: "printf '[rules.DL3020]\ngate = \"new\"\n' >autofix.toml; echo 'ADD c /c' >>Dockerfile", args: "--mode=diff --base=main --config=autofix.toml", code: 1, says: []string{"1 new, 2 old", "+COPY c /c"}, builds: 2},
		{name: "the base does not build", mode: "2 crash //:b", code: 3, says: []string{"--base=main: the checks of the base: bazel build: exit 1: AutofixCheck of //:b failed"}, builds: 2},
		{name: "a malformed artifact of the base", mode: "2 malform //:b", code: 3, says: []string{"--base=main: the checks of the base: the check of //:b: malformed artifact"}, builds: 2},
		{name: "no such revision", args: "--mode=check --base=origin/main", code: 2, says: []string{"--base=origin/main: there is no such revision here; fetch it with: git fetch origin main\n"}},
		{name: "a commit of another history", script: "git checkout -q --orphan other; git commit -qm other", code: 2, says: []string{"it has no commit in common with HEAD"}},
		{name: "in a mode that writes", args: "--base=main", code: 2, says: []string{"add --mode=check"}},
		{name: "with undeclared files", args: "--mode=check --base=main --undeclared=fix", code: 2, says: []string{"--base excludes --undeclared=fix"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh("printf x >MODULE.bazel; echo b >b.txt; echo c >c.txt; " + baseScript + test.script)
			path := os.Getenv("PATH")
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			fake := newFakeBazel(t, map[string]string{"root": root, "targets": targets, "mode": test.mode, "owned": "Dockerfile\nb.txt\nc.txt\nMODULE.bazel\n"})
			t.Setenv("PATH", fake+string(os.PathListSeparator)+path)
			t.Setenv("BUILD_WORKSPACE_DIRECTORY", root)
			b := &bazelRun{t: t, root: root, fake: fake}
			if test.args == "" {
				test.args = "--mode=check --base=main"
			}
			before := sh("cat Dockerfile b.txt; git status --short")
			code := b.run(context.Background(), strings.Fields(test.args)...)
			out := b.stdout + b.stderr
			if code != test.code || len(b.builds()) != test.builds {
				t.Errorf("exit code %d after %d builds, want %d after %d", code, len(b.builds()), test.code, test.builds)
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if after := sh("cat Dockerfile b.txt; git status --short"); after != before {
				t.Errorf("the workspace is\n%s\nand was\n%s", after, before)
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}
