package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// agentWords is the answer of an agent that has done its work.
const agentWords = `{"root_cause": "the sum", "fix": "another sum", "tests": "", "risk": "", "edits": [], "delete": [], "diff": "", "decline": "", "justifications": []}`

// Of what an agent leaves in its copy, only a difference of regular files counts.
// $DIR in files is the folder around everything.
func TestProveOfHostileAgents(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const fixed = "sum=4\n"
	for name, tt := range map[string]struct {
		files   map[string]string
		remove  []string
		verdict evidence.Verdict
		says    string // in the reasons or notes
		patch   string // the files of the patch
	}{
		"only the fix":                 {map[string]string{"calc.cfg": fixed}, nil, evidence.Weak, "", "calc.cfg"},
		"a link":                       {map[string]string{"calc.cfg": fixed, "l": "-> /etc/passwd"}, nil, evidence.Inconclusive, "no fix: what the agent did to the files cannot be used: l: it is a symbolic link", ""},
		"a link instead of a file":     {map[string]string{"calc.cfg": "-> other.cfg"}, nil, evidence.Inconclusive, "what the agent did to the files cannot be used", ""},
		"a submodule":                  {map[string]string{"calc.cfg": fixed, "sub/.git": "gitdir: $DIR/repo/.git\n", "sub/x": "x\n"}, nil, evidence.Inconclusive, "what the agent did to the files cannot be used", ""},
		"a repository":                 {map[string]string{"calc.cfg": fixed, "sub/.git/HEAD": "ref: refs/heads/main\n", "sub/.git/objects/x": "", "sub/.git/refs/x": "", "sub/x": "x\n"}, nil, evidence.Inconclusive, "what the agent did to the files cannot be used", ""},
		"names of submodules":          {map[string]string{"calc.cfg": fixed, ".gitmodules": "[submodule \"x\"]\n\tpath = x\n\turl = ext::sh -c id\n"}, nil, evidence.NotAccepted, "paths.protected refuses the patch for .gitmodules", ".gitmodules calc.cfg"},
		"a workflow":                   {map[string]string{"calc.cfg": fixed, ".github/workflows/x.yml": "on: push\n"}, nil, evidence.NotAccepted, "paths.protected refuses the patch for .github/workflows/x.yml", ".github/workflows/x.yml calc.cfg"},
		"the settings":                 {map[string]string{"calc.cfg": fixed, "autofix.toml": "[prove]\nnetwork = \"allow\"\n"}, nil, evidence.NotAccepted, "paths.protected refuses the patch for autofix.toml", "autofix.toml calc.cfg"},
		"a test is removed":            {map[string]string{"calc.cfg": fixed}, []string{"tests/test_a.py"}, evidence.Refuted, "tests.deleted refuses the patch for tests/test_a.py", "calc.cfg tests/test_a.py"},
		"a program for git to run":     {map[string]string{"calc.cfg": fixed, ".git/config": "[core]\n\tfsmonitor = $DIR/evil.sh\n\thooksPath = $DIR/hooks\n\tpager = $DIR/evil.sh\n[filter \"x\"]\n\tclean = $DIR/evil.sh\n\tsmudge = $DIR/evil.sh\n[diff]\n\texternal = $DIR/evil.sh\n", ".git/info/attributes": "* filter=x diff=x\n", ".git/hooks/post-checkout": "#!/bin/sh\ntouch $DIR/pwned\n", ".git/hooks/post-index-change": "#!/bin/sh\ntouch $DIR/pwned\n"}, nil, evidence.Weak, "", "calc.cfg"},
		"the repository of the person": {map[string]string{"calc.cfg": fixed, "$DIR/repo/calc.cfg": "sum=9\n", "$DIR/repo/.git/hooks/post-commit": "x\n", "$DIR/artifacts/evidence.json": "{}\n"}, nil, evidence.Weak, "", "calc.cfg"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProofOf(t, map[string]string{"tests/test_a.py": "def test_a():\n    assert 1 + 1 == 2\n"})
			worktreetest.Untouched(t, p.repo)
			in := strings.NewReplacer("$DIR", p.dir)
			files := map[string]string{}
			for path, text := range tt.files {
				files[in.Replace(path)] = in.Replace(text)
			}
			evil := "#!/bin/sh\ntouch " + filepath.Join(p.dir, "pwned") + "\n"
			worktreetest.Write(t, p.dir, map[string]string{
				"config/autofix/config.toml": "[ai]\nenabled = true\ncommand = ['" + self + "']\nenv = ['" + fakeagent.Variable + "']\n",
				"evil.sh*":                   evil, "hooks/post-checkout*": evil, "hooks/post-index-change*": evil,
			})
			script := fakeagent.Script{Name: "fake", Version: "1", Rules: []fakeagent.Rule{
				{Match: `"hypothesis"`, Answers: []fakeagent.Answer{{Text: `{"hypothesis": "the sum", "files": ["calc.cfg"]}`}}},
				{Match: ".", Answers: []fakeagent.Answer{{Text: agentWords, Files: files, Remove: tt.remove}}},
			}}
			p.env = append(p.env, script.Env())
			_, stderr, code := p.run(args("--engine=acp", "--artifacts=../artifacts", "--", "grep", "sum=4", "calc.cfg")...)
			if strings.Contains(stderr, "sandbox") && code != 1 {
				t.Skipf("no agent works without a sandbox: %s", stderr)
			}
			if code != 1 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			e := p.evidence()
			said, patch := strings.Join(append(e.Reasons, e.Notes...), "\n"), []string{}
			if len(e.Candidates) > 0 {
				for _, f := range e.Candidates[0].Files {
					patch = append(patch, f.Path)
				}
			}
			if e.Verdict != tt.verdict || !strings.Contains(said, tt.says) || strings.Join(patch, " ") != tt.patch {
				t.Errorf("%s, want %s with %q; patch %q\n%s", e.Verdict, tt.verdict, tt.says, patch, said)
			}
			if _, err := os.Stat(filepath.Join(p.dir, "pwned")); err == nil {
				t.Error("git ran a program of the agent")
			}
			p.nothingLeft()
		})
	}
}

// nothingLeft fails the test if a tree, or something of a run, is in the state of
// the repository.
func (p *proofOf) nothingLeft() {
	p.t.Helper()
	for _, name := range []string{"trees", "home", "tmp", "out", "clean"} {
		left, err := filepath.Glob(filepath.Join(p.dir, "state", "rules_autofix", "prove", "*", name, "*"))
		if err != nil || len(left) > 0 {
			p.t.Errorf("%v: %q was left", err, left)
		}
	}
}
