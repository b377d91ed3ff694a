package main

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// evidence reads the evidence of the last run.
func (p *proofOf) evidence() *evidence.Evidence {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.artifacts, "evidence.json"))
	if err != nil {
		p.t.Fatal(err)
	}
	e, err := evidence.Decode(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return e
}

// said is everything that the commands of the evidence printed.
func said(e *evidence.Evidence) string {
	var all strings.Builder
	for i := range e.Runs {
		for _, o := range []evidence.Output{e.Runs[i].Stdout, e.Runs[i].Stderr} {
			all.WriteString(o.Head + o.Tail)
		}
	}
	return all.String()
}

// makefile runs a hostile script before the test, which looks for the sum.
const makefile = "test:\n\t@sh tests/hostile.sh; grep sum=4 calc.cfg\n"

// A test that is hostile finds nothing outside of its tree, and changes nothing.
func TestProveOfHostileTests(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	skipWithout(t, "make")
	for name, tt := range map[string]struct {
		script  string // $DIR is the folder around everything
		prepare func(p *proofOf)
		check   func(p *proofOf, e *evidence.Evidence)
	}{
		"looks for the fix in the history": {
			"git log --all --format=%s; git reflog; git stash list; git cat-file --batch-all-objects --batch; git for-each-ref; ls .git/objects/info\n",
			func(p *proofOf) {
				p.git("checkout", "-q", "-b", "later")
				worktreetest.Write(p.t, p.repo, map[string]string{"calc.cfg": "sum=4 of the later fix\n"})
				p.commit("the later fix")
				p.git("tag", "fixed")
				p.git("checkout", "-q", "main")
			},
			func(p *proofOf, e *evidence.Evidence) {
				if strings.Contains(said(e), "later") || !strings.Contains(said(e), "refs/heads/main") {
					p.t.Errorf("it found %s", said(e))
				}
			},
		},
		"writes tracked files": {
			"echo sum=4 > calc.cfg\n", nil,
			func(p *proofOf, e *evidence.Evidence) {
				if len(e.Runs[0].Written) != 1 || e.Verdict == evidence.Proven || e.Verdict == evidence.Weak {
					p.t.Errorf("%s, %+v", e.Verdict, e.Runs[0].Written)
				}
			},
		},
		"writes outside": {
			"for f in $DIR/repo/calc.cfg $DIR/repo/.git/hooks/post-commit $DIR/repo/.git/config $DIR/artifacts/journal.jsonl $DIR/artifacts/evidence.json $DIR/out; do echo HACKED >> $f; done\n", nil,
			func(p *proofOf, e *evidence.Evidence) {
				for _, name := range []string{"repo/calc.cfg", "repo/.git/hooks/post-commit", "repo/.git/config", "artifacts/journal.jsonl", "out"} {
					text, err := os.ReadFile(filepath.Join(p.dir, name))
					if strings.HasPrefix(name, "artifacts") {
						// The journal has what was printed, and no line of its own.
						if strings.Contains(string(text), "\nHACKED") {
							p.t.Errorf("%s was written", name)
						}
					} else if err == nil && strings.Contains(string(text), "HACKED") {
						p.t.Errorf("%s was written", name)
					}
				}
			},
		},
		"reads outside": {
			"cat $DIR/repo/secret.txt $DIR/secret.txt; ls -a $DIR $DIR/repo\n",
			func(p *proofOf) { worktreetest.Write(p.t, p.dir, map[string]string{"secret.txt": "hidden treasure\n"}) },
			func(p *proofOf, e *evidence.Evidence) {
				if strings.Contains(said(e), "hidden treasure") {
					p.t.Errorf("it read %s", said(e))
				}
			},
		},
		"kills what runs it": {
			"kill -9 $PPID\n", nil,
			func(p *proofOf, e *evidence.Evidence) {
				if e.Verdict == evidence.Proven || e.Verdict == evidence.Weak {
					p.t.Errorf("%s", e.Verdict)
				}
			},
		},
		"prints without an end": {
			"head -c 30000000 /dev/zero | tr '\\0' 'x'\n", nil,
			func(p *proofOf, e *evidence.Evidence) {
				info, err := os.Stat(filepath.Join(p.artifacts, "evidence.json"))
				if err != nil || info.Size() > 20<<20 {
					p.t.Errorf("%v, %v", info.Size(), err)
				}
				if o := e.Runs[0].Stdout; o.Bytes < 30000000 || len(o.Head) > 1<<20 || len(o.Tail) > 1<<20 {
					p.t.Errorf("%d bytes, of which %d and %d are kept", o.Bytes, len(o.Head), len(o.Tail))
				}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProofOf(t, nil)
			script := strings.ReplaceAll(tt.script, "$DIR", p.dir)
			worktreetest.Write(t, p.repo, map[string]string{"Makefile": makefile, "tests/hostile.sh": script})
			p.commit("tests")
			if tt.prepare != nil {
				tt.prepare(p)
			}
			worktreetest.Untouched(t, p.repo)
			_, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--", "make", "test")...)
			if code != 1 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			e := p.evidence()
			if e.Verdict == evidence.Proven {
				t.Error("it is proven")
			}
			if e.Sandbox.Level == "none" {
				t.Skip("there is no sandbox here, which the evidence says; the rest is not bound")
			}
			tt.check(p, e)
		})
	}
}

// A test reaches no server outside of its sandbox.
func TestProveWithoutANetwork(t *testing.T) {
	t.Parallel()
	skipWithout(t, "make")
	skipWithout(t, "bash")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	reached := make(chan bool, 100)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			c.Close()
			reached <- true
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	p := newProofOf(t, map[string]string{"Makefile": makefile, "tests/hostile.sh": fmt.Sprintf("bash -c 'exec 3<>/dev/tcp/127.0.0.1/%s && echo reached'\n", port)})
	worktreetest.Untouched(t, p.repo)
	if _, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--", "make", "test")...); code != 1 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	e := p.evidence()
	if e.Sandbox.Network == "allow" {
		t.Skip("the network cannot be denied here, which the evidence says")
	}
	if len(reached) > 0 || strings.Contains(said(e), "reached\n") {
		t.Errorf("it reached the network: %s", said(e))
	}
}

// A secret is in no artifact, however a command writes it.
func TestProveOfSecrets(t *testing.T) {
	t.Parallel()
	skipWithout(t, "make")
	const secret = "Xk7-treasure-of-this-test-9q"
	script := `v="$MY_SECRET"
echo "plain $v"; echo "$v" >&2
a=$(printf %s "$v" | cut -c1-9); b=$(printf %s "$v" | cut -c10-)
printf 'codes \033[31m%s\033[0m%s\033[0m\n' "$a" "$b"
printf 'base64 '; printf %s "$v" | base64
printf 'hex '; printf %s "$v" | od -An -tx1 | tr -d ' \n'; echo
i=0; while [ $i -lt 2000 ]; do printf 'fill %s %s\n' $i "$v"; i=$((i+1)); done
`
	p := newProofOf(t, map[string]string{"Makefile": makefile, "tests/hostile.sh": script})
	worktreetest.Untouched(t, p.repo)
	p.env = append(p.env, "MY_SECRET="+secret)
	_, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", `--set=env=["MY_SECRET"]`, `--set=redact=["MY_SECRET"]`, "--", "make", "test")...)
	if code != 1 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if !strings.Contains(said(p.evidence()), "plain ") {
		t.Fatalf("the script did not run: %s", said(p.evidence()))
	}
	forms := []string{secret, secret[:9], secret[9:], base64.StdEncoding.EncodeToString([]byte(secret)), fmt.Sprintf("%x", secret)}
	for _, dir := range []string{p.artifacts, filepath.Join(p.dir, "state")} {
		err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(name)
			for _, form := range forms {
				if strings.Contains(string(text), form) {
					t.Errorf("%s has %s", strings.TrimPrefix(name, p.dir), form)
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// A patch that changes what decides, rather than what is wrong, is not run.
func TestProveOfHostilePatches(t *testing.T) {
	t.Parallel()
	skipWithout(t, "make")
	files := map[string]string{
		"Makefile": "test:\n\tgrep sum=4 calc.cfg\n", "conftest.py": "", "go.mod": "module example.com/m\n\ngo 1.24\n",
		"tests/test_sum.py": "import unittest\n\n\nclass Sum(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(open('calc.cfg').read(), 'sum=4\\n')\n\n    def test_other(self):\n        pass\n",
		"sum_test.go":       "package m\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) { t.Fatal() }\n",
		"autofix.toml":      "[prove]\nruns = 1\n",
	}
	long := strings.Repeat("+x = 1\n", 400)
	for name, tt := range map[string]struct{ patch, reason string }{
		"the makefile":          {"--- a/Makefile\n+++ b/Makefile\n@@ -1,2 +1,2 @@\n test:\n-\tgrep sum=4 calc.cfg\n+\ttrue\n", "Makefile"},
		"a conftest.py":         {"--- /dev/null\n+++ b/tests/conftest.py\n@@ -0,0 +1 @@\n+import os\n", "conftest.py"},
		"a sitecustomize.py":    {"--- /dev/null\n+++ b/sitecustomize.py\n@@ -0,0 +1,2 @@\n+import os\n+os._exit(0)\n", "sitecustomize.py"},
		"a TestMain":            {"--- /dev/null\n+++ b/main_test.go\n@@ -0,0 +1,8 @@\n+package m\n+\n+import (\n+\t\"os\"\n+\t\"testing\"\n+)\n+\n+func TestMain(m *testing.M) { os.Exit(0) }\n", "TestMain"},
		"a deleted test":        {"--- a/tests/test_sum.py\n+++ b/tests/test_sum.py\n@@ -5,5 +5,2 @@\n-    def test_sum(self):\n-        self.assertEqual(open('calc.cfg').read(), 'sum=4\\n')\n-\n     def test_other(self):\n         pass\n", "test_sum"},
		"a skipped test":        {"--- a/tests/test_sum.py\n+++ b/tests/test_sum.py\n@@ -4,2 +4,3 @@\n class Sum(unittest.TestCase):\n+    @unittest.skip('later')\n     def test_sum(self):\n", "test_sum"},
		"a skipped test in Go":  {"--- a/sum_test.go\n+++ b/sum_test.go\n@@ -5 +5 @@\n-func TestSum(t *testing.T) { t.Fatal() }\n+func TestSum(t *testing.T) { t.Skip() }\n", "TestSum"},
		"a large new file":      {"--- /dev/null\n+++ b/x.py\n@@ -0,0 +1,400 @@\n" + long, "300"},
		"a workflow":            {"--- /dev/null\n+++ b/.github/workflows/x.yml\n@@ -0,0 +1 @@\n+on: push\n", ".github/workflows/x.yml"},
		"the settings":          {"--- a/autofix.toml\n+++ b/autofix.toml\n@@ -1,2 +1,2 @@\n [prove]\n-runs = 1\n+network = \"allow\"\n", "autofix.toml"},
		"attributes of git":     {"--- /dev/null\n+++ b/.gitattributes\n@@ -0,0 +1 @@\n+* filter=x\n", ".gitattributes"},
		"a module of the tests": {"--- /dev/null\n+++ b/unittest.py\n@@ -0,0 +1 @@\n+TestCase = object\n", "unittest.py"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProofOf(t, files)
			worktreetest.Untouched(t, p.repo)
			worktreetest.Write(t, p.dir, map[string]string{"hostile.diff": tt.patch + fixOfSum})
			stdout, stderr, code := p.run(args("--patch=../hostile.diff", "--artifacts=../artifacts", "--", "make", "test")...)
			if code != 1 {
				t.Fatalf("exit %d: %s%s", code, stdout, stderr)
			}
			e := p.evidence()
			if e.Verdict == evidence.Proven || e.Verdict == evidence.Weak || !strings.Contains(strings.Join(e.Reasons, "\n"), tt.reason) {
				t.Errorf("%s: %q; want one with %q", e.Verdict, e.Reasons, tt.reason)
			}
		})
	}
}
