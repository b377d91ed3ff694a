package main

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// stdout has a single content: either an output named -, with the output for
// people on stderr, or what the verb prints.
func TestStdout(t *testing.T) {
	const people = "autofix: "
	tests := []struct {
		args   string
		stdout string // what stdout starts with
		stderr string // what stderr has; "" where it is empty
	}{
		{"check a.txt", "a.txt:1:2: warning", ""},
		{"check --format=json a.txt", "{", ""},
		{"check --out=- a.txt", "{", people + "checked"},
		{"check --diff=- a.txt", "diff --git", people + "checked"},
		{"check --sarif=- a.txt", "{", people + "checked"},
		{"check --report=- a.txt", "a.txt:1:2: warning", people + "checked"},
		{"check --declared --out=- a.txt", "{", people + "checked"},
		{"check --out=sarif=- a.txt", "{", people + "checked"},
		{"check --format=agent a.txt", "fixable: 1", ""},
		{"check --out=s.json --out=markdown=s.md --out=junit=s.xml a.txt", "a.txt:1:2: warning", ""},
		{"fix --mode=check --format=sarif a.txt", "{", people + "checked"},
		{"fix --mode=check --format=sarif --out=s.sarif a.txt", people + "checked", ""},
		{"fix --mode=check --out=gitlab=- a.txt", "[", people + "checked"},
		{"fix --mode=check --format=json --out=gitlab=- a.txt", "", "name a file for --out=gitlab"},
		{"fix --mode=check --format=agent a.txt", "fixable: 1", ""},
		{"fix --mode=diff --out=markdown=s.md a.txt", "diff --git", people + "checked"},
		{"fix --mode=diff --format=sarif a.txt", "", "both print"},
		{"fix --mode=check a.txt", people + "checked", ""},
		{"fix --mode=diff a.txt", "diff --git", people + "checked"},
		{"fix --mode=print a.txt", "a\n", people + "checked"},
		{"fix --mode=check --summary=- a.txt", "{", people + "checked"},
		{"fix --artifact=a.json --mode=check --summary=-", "{", people + "read"},
		{"merge a.json", people + "read", ""},
		{"merge --out=- a.json", "{", people + "read"},
		{"merge --diff=- a.json", "diff --git", people + "read"},
		{"merge --summary=- a.json", "{", people + "read"},
		{"merge --summary=s.json --out=p.json --diff=p.diff a.json", people + "read", ""},
		{"render a.json", "a.txt:1:2: warning", ""},
		{"render --format=diff a.json", "diff --git", ""},
		{"render --format=sarif --out=- a.json", "{", ""},
		{"render --format=workspace-edit --out=checkstyle=s.xml --out=- a.json b.json", "{", ""},
		{"canonicalize a.txt", "a\n", ""},
		{"canonicalize --out=- a.txt", "a\n", ""},
		{"gate --stamp=- b.json", people + "gate: checked", ""},
		{"gate a.json", "", "pending"},
	}
	root := t.TempDir()
	b := &bazelRun{t: t}
	b.write(root, "MODULE.bazel", "")
	b.write(root, "a.txt", "a  \n")
	b.write(root, "b.txt", "b\n")
	for _, name := range []string{"a", "b"} {
		if _, stderr, code := clitest.Command(t, root, nil, nil, "check", "--out="+name+".json", name+".txt"); code != 0 {
			t.Fatal(stderr)
		}
	}
	for _, test := range tests {
		stdout, stderr, _ := clitest.Command(t, root, nil, nil, strings.Fields(test.args)...)
		report := strings.Contains(test.args, "--report=-") // has what people read
		if !strings.HasPrefix(stdout, test.stdout) || test.stderr != "" && !report && strings.Contains(stdout, test.stderr) {
			t.Errorf("%s: stdout does not start with %q, or has what belongs on stderr:\n%s", test.args, test.stdout, stdout)
		}
		if !strings.Contains(stderr, test.stderr) || (test.stderr == "" && stderr != "") {
			t.Errorf("%s: stderr has not %q:\n%s", test.args, test.stderr, stderr)
		}
	}
}
