package runner_test

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/runner"
)

// find returns a request for a program of the PATH. It skips the test if it is
// not there.
func (p *proof) find(argv ...string) *runner.Request {
	p.t.Helper()
	program, err := exec.LookPath(argv[0])
	if err != nil {
		p.t.Skipf("%s is not on the PATH", argv[0])
	}
	return p.of(program, argv...)
}

// statuses returns the status of each case.
func statuses(run *evidence.Run) map[string]evidence.Status {
	all := map[string]evidence.Status{}
	for _, c := range run.Cases {
		all[c.Name] = c.Status
	}
	return all
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds Go's standard library")
	}
	p := newProof(t, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.21\n",
		"m.go":   "package m\n\nfunc Add(a, b int) int { return a - b }\n",
		"m_test.go": "package m\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}\n\n" +
			"func TestZero(t *testing.T) {\n\tif Add(0, 0) != 0 {\n\t\tt.Error()\n\t}\n}\n",
	})
	q := p.find("go", "test", "./...")
	q.Timeout = 0
	want := map[string]evidence.Status{"TestAdd": evidence.Failed, "TestZero": evidence.Passed}
	var signature string
	for range 2 {
		run := p.run(q)
		if diff := cmp.Diff(want, statuses(run)); diff != "" || run.Exit != 1 || !run.Built || run.Reader != "go-test" || len(run.Written) > 0 {
			t.Errorf("%+v\n%s", run, diff)
		}
		if signature != "" && run.Signature != signature {
			t.Errorf("signature %q, and then %q", signature, run.Signature)
		}
		signature = run.Signature
	}
}

func TestPython(t *testing.T) {
	p := newProof(t, map[string]string{
		"m.py":      "def add(a, b):\n    return a - b\n",
		"test_m.py": "import unittest\nimport m\n\nclass TestM(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(m.add(1, 2), 3)\n",
	})
	run := p.run(p.find("python3", "-m", "unittest"))
	if run.End != evidence.Exited || run.Exit != 1 || len(run.Written) > 0 || run.Signature == "" {
		t.Errorf("%+v", run)
	}
	// The one of the manager of versions is the one that the person has.
	if run := p.run(p.find("python3", "-c", "import sys, ssl, json; print(sys.version_info[0])")); run.Stdout.Head != "3\n" {
		t.Errorf("%+v", run)
	}
}

func TestNode(t *testing.T) {
	p := newProof(t, map[string]string{
		"package.json": "{\"type\": \"module\"}\n",
		"m.js":         "export const add = (a, b) => a - b;\n",
		"m.test.js": "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from './m.js';\n" +
			"test('adds', () => assert.equal(add(1, 2), 3));\ntest('adds nothing', () => assert.equal(add(0, 0), 0));\n",
	})
	run := p.run(p.find("node", "--test"))
	want := map[string]evidence.Status{"adds": evidence.Failed, "adds nothing": evidence.Passed}
	if diff := cmp.Diff(want, statuses(run)); diff != "" || run.Exit != 1 || run.Reader != "node" {
		t.Errorf("%+v\n%s", run, diff)
	}
	if run := p.run(p.find("npm", "--version")); !run.Passed() {
		t.Errorf("%+v", run)
	}
}
