package prove_test

import (
	"context"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// diff returns the patch between some files and others.
func diff(t *testing.T, before, after map[string]string) string {
	t.Helper()
	var files []fixedits.FileChange
	for _, name := range slices.Sorted(maps.Keys(after)) {
		text, had := before[name]
		if text != after[name] {
			files = append(files, fixedits.FileChange{Path: name, Created: !had, Before: []byte(text), After: []byte(after[name])})
		}
	}
	c, err := change.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return c.Diff()
}

// goFault is a module whose Div breaks the process for 0.
func goFault(fault string, more ...string) map[string]string {
	files := map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.21\n",
		"m.go":         "package m\n\nimport (\n\t\"os\"\n\t\"syscall\"\n\t\"time\"\n)\n\nvar _, _, _ = os.Exit, syscall.Kill, time.Sleep\n\n// Div divides.\nfunc Div(a, b int) int {\n\tif b == 0 {\n\t\t" + fault + "\n\t}\n\treturn a / b\n}\n",
		"kept_test.go": "package m\n\nimport \"testing\"\n\nfunc TestKept(t *testing.T) {\n\tif Div(4, 2) != 2 {\n\t\tt.Fatal(\"no\")\n\t}\n}\n",
	}
	for i := 0; i < len(more); i += 2 {
		files[more[i]] = more[i+1]
	}
	return files
}

// goTests is a file of tests that divide by 0.
func goTests(names ...string) string {
	text := "package m\n\nimport \"testing\"\n"
	for _, name := range names {
		name, parallel := strings.CutSuffix(name, " parallel")
		text += "\nfunc " + name + "(t *testing.T) {\n"
		if parallel {
			text += "\tt.Parallel()\n"
		}
		text += "\tif got := Div(3, 0); got != 7 {\n\t\tt.Fatalf(\"got %d\", got)\n\t}\n}\n"
	}
	return text
}

// A test that another one hides, because it ends the process, runs alone: the
// verdict rests on its own result without the patch and with it.
func TestAlone(t *testing.T) {
	const idle = "package m\n\nimport \"testing\"\n\nfunc Test%s(t *testing.T) {\n\tt.Parallel()\n\tif Div(8, 2) != 4 {\n\t\tt.Fatal(\"no\")\n\t}\n}\n"
	whole := []string{"go", "test", "./..."}
	two := map[string]string{"m.go": "return 7", "new_test.go": goTests("TestA", "TestB", "TestC")}
	const both = "TestA: red passed, TestB: red passed, TestC: red passed"
	broken := "package m\n\nimport \"testing\"\n\nfunc TestABroken(t *testing.T) { panic(\"no server\") }\n"
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("it runs go several times")
	}
	state := filepath.Join(t.TempDir(), "state")
	for _, row := range []struct {
		name    string
		files   map[string]string
		patch   map[string]string // m.go: the text that replaces the fault
		command []string
		set     []string
		want    evidence.Verdict
		tests   string // of the patch, with their results before and after
		says    string
		alone   string // the states of runs of tests alone
	}{
		{"a panic", goFault(`panic("zero")`), two, whole, nil, evidence.Proven, both, "", "tests"},
		{
			"tests at the same time", goFault(`panic("zero")`),
			map[string]string{"m.go": "return 7", "new_test.go": goTests("TestA parallel", "TestB parallel"), "old_test.go": strings.ReplaceAll(idle, "%s", "Idle")},
			whole, nil, evidence.Proven, "TestA: red passed, TestB: red passed, TestIdle: passed passed", "", "tests",
		},
		{
			"another test always ends the process", goFault(`return 1`, "a_test.go", broken, "old_test.go", goTests("TestOld")),
			map[string]string{"m.go": "return 7", "new_test.go": goTests("TestNew")},
			[]string{"go", "test", "-run", "^TestOld$", "."},
			nil, evidence.Proven, "TestNew: red passed, TestOld: red passed", "", "candidate clean rewritten tests",
		},
		{
			"another test always ends the command", goFault(`return 1`, "a_test.go", broken, "old_test.go", goTests("TestOld")),
			map[string]string{"m.go": "return 7", "new_test.go": goTests("TestNew")},
			whole, nil, evidence.Refuted, "TestNew: red passed", "in the same way", "candidate tests",
		},
		{
			"a regression behind a panic", goFault(`panic("zero")`, "old_test.go", goTests("TestOld"), "z_test.go", strings.ReplaceAll(idle, "%s", "Z")),
			map[string]string{"m.go": "return 7\n\t}\n\tif b == 2 {\n\t\treturn 7", "kept_test.go": ""},
			[]string{"go", "test", "-run", "^TestOld$", "."},
			nil, evidence.Refuted, "TestOld: red passed", "TestKept of example.com/m and another test: each passed in the base and fails with the patch", "base",
		},
		{
			"an old failure behind a panic", goFault(`panic("zero")`, "old_test.go", goTests("TestOld"), "z_test.go", "package m\n\nimport \"testing\"\n\nfunc TestZ(t *testing.T) { t.Fatal(\"always\") }\n"),
			map[string]string{"m.go": "return 7"},
			[]string{"go", "test", "-run", "^TestOld$", "."},
			nil, evidence.Proven, "TestOld: red passed", "", "base",
		},
		{
			"in TestMain", goFault(`panic("zero")`, "main_test.go", "package m\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) {\n\tDiv(1, 0)\n\tos.Exit(m.Run())\n}\n"),
			map[string]string{"m.go": "return 7", "new_test.go": goTests("TestNew")},
			whole, nil, evidence.Weak, "TestNew: missing passed", "TestNew has no result without the patch, because its package ended before its first test", "",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCase(t, row.files)
			c.State = state // with the compiled standard library
			after := maps.Clone(row.patch)
			_, fault, _ := strings.Cut(row.files["m.go"], "b == 0 {\n\t\t")
			fault, _, _ = strings.Cut(fault, "\n")
			after["m.go"] = strings.Replace(row.files["m.go"], fault, row.patch["m.go"], 1)
			delete(after, "kept_test.go")
			c.Command, c.Patch, c.Set = row.command, diff(t, row.files, after), append([]string{"runs=1", "mutants=0", "canary=false"}, row.set...)
			c.checkAlone(t, row.want, row.tests, row.says, row.alone)
		})
	}
}

// The same in other languages.
func TestAloneElsewhere(t *testing.T) {
	const (
		div     = "import os, signal\n\n\ndef div(a, b):\n    if b == 0:\n        return FAULT\n    return a // b\n"
		kept    = "import unittest\nfrom m import div\n\n\nclass TestKept(unittest.TestCase):\n    def test_kept(self):\n        self.assertEqual(div(4, 2), 2)\n"
		added   = "import unittest\nfrom m import div\n\n\nclass TestNew(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(div(4, 0), 7)\n\n    def test_b(self):\n        self.assertEqual(div(5, 0), 7)\n"
		script  = "'use strict';\n\nexports.div = function (a, b) {\n  if (b === 0) {\n    return FAULT;\n  }\n  return a / b;\n};\n"
		oneTest = "'use strict';\nconst { test } = require('node:test');\nconst assert = require('node:assert');\nconst { div } = require('./m.js');\n\ntest('kept', () => {\n  assert.strictEqual(div(4, 2), 2);\n});\n"
		more    = oneTest + "\ntest('a (x/y)', () => {\n  assert.strictEqual(div(4, 0), 7);\n});\n\ntest('b', () => {\n  assert.strictEqual(div(5, 0), 7);\n});\n"
	)
	of := func(name, text, fault string, more ...string) map[string]string {
		files := map[string]string{name: strings.Replace(text, "FAULT", fault, 1)}
		for i := 0; i < len(more); i += 2 {
			files[more[i]] = more[i+1]
		}
		return files
	}
	unittest, node := []string{"python3", "-m", "unittest"}, []string{"node", "--test"}
	for _, row := range []struct {
		name          string
		before, after map[string]string
		command       []string
		want          evidence.Verdict
		tests, says   string
		alone         string
	}{
		{"os._exit", of("m.py", div, "os._exit(3)", "test_m.py", kept), of("m.py", div, "7", "test_n.py", added), unittest, evidence.Proven, "TestNew::test_a: red passed, TestNew::test_b: red passed", "", "tests"},
		{"a fatal signal", of("m.py", div, "os.kill(os.getpid(), signal.SIGSEGV)", "test_m.py", kept), of("m.py", div, "7", "test_n.py", added), unittest, evidence.Proven, "TestNew::test_a: red passed, TestNew::test_b: red passed", "", "tests"},
		{"process.exit", of("m.js", script, "process.exit(1)", "m.test.js", oneTest), of("m.js", script, "7", "m.test.js", more), node, evidence.Weak, "a (x/y): missing passed, b: missing passed", "a (x/y) and another test: each has no result without the patch, not even alone: something ends the process before it.", "tests"},
		{"process.exit of a test that always does", of("m.js", script, "8", "m.test.js", oneTest, "old.test.js", strings.Replace(oneTest, "div(4, 2), 2", "div(4, 0), 7", 1), "z.test.js", oneTest+"\ntest('y', () => {\n  process.exit(1);\n});\n"), of("m.js", script, "7", "z.test.js", more+"\ntest('y', () => {\n  process.exit(1);\n});\n"), []string{"node", "--test", "old.test.js"}, evidence.Proven, "a (x/y): red passed, b: red passed, kept: red passed", "", "candidate clean tests"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(row.command[0]); err != nil {
				t.Skip(err)
			}
			c := newCase(t, row.before)
			c.Command, c.Patch, c.Set = row.command, diff(t, row.before, row.after), []string{"runs=1", "mutants=0", "canary=false"}
			c.checkAlone(t, row.want, row.tests, row.says, row.alone)
		})
	}
}

// checkAlone makes a proof and compares its verdict, tests and runs.
func (c *proofCase) checkAlone(t *testing.T, want evidence.Verdict, tests, says, alone string) {
	t.Helper()
	r, err := c.run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	e := r.Evidence
	if e.Sandbox.Level == "none" {
		t.Skip("there is no sandbox here")
	}
	var got []string
	for _, test := range e.Candidates[0].Tests {
		before := string(test.Before)
		if test.Before.Red() {
			before = "red"
		}
		got = append(got, test.Name+": "+before+" "+string(test.After))
	}
	slices.Sort(got)
	states := map[string]bool{}
	for i := range e.Runs {
		if e.Runs[i].Alone {
			states[string(e.Runs[i].State)] = true
		}
	}
	text := strings.Join(e.Reasons, " ")
	if e.Verdict != want || strings.Join(got, ", ") != tests || !strings.Contains(text, says) || strings.Join(slices.Sorted(maps.Keys(states)), " ") != alone {
		t.Errorf("%s, want %s\n%s, want %s\nalone in %v, want %s\n%s\n%+v", e.Verdict, want, strings.Join(got, ", "), tests, states, alone, text, e.Candidates[0].Conditions)
	}
}
