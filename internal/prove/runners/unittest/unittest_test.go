package unittest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

// summaryOf is what unittest writes in the end.
func summaryOf(ran, end string) string {
	return "\n" + singleLine + "\nRan " + ran + " in 0.000s\n\n" + end + "\n"
}

// toldOf returns unittest's report on a case that failed.
func toldOf(what, said string) string {
	return "\n" + doubleLine + "\n" + what + "\n" + singleLine + "\n" + said + "\n"
}

func TestReads(t *testing.T) {
	ok := "test_a (m.T.test_a) ... ok\n"
	resultstest.Reads(t, Runner, []resultstest.Row{
		{Name: "green", Stderr: ok + summaryOf("1 test", "OK"), Want: []string{"m.T|test_a|passed"}},
		{Name: "none", Exit: 5, Stderr: summaryOf("0 tests", "NO TESTS RAN"), Want: []string{"no_tests"}},
		{Name: "none, before Python 3.12", Stderr: summaryOf("0 tests", "OK"), Want: []string{"no_tests"}},
		{Name: "wrong arguments", Exit: 2, Stderr: "usage: python -m unittest\n", Want: []string{"not built"}},
		{Name: "no such test", Exit: 1, Stderr: "test_x (unittest.loader._FailedTest.test_x) ... ERROR\n" + toldOf("ERROR: test_x (unittest.loader._FailedTest.test_x)", "AttributeError: no") + summaryOf("1 test", "FAILED (errors=1)"), Want: []string{"not built", "test_x||error"}},
		{Name: "a doctest has no name in a source", Stderr: "f (m)\nDoctest: m.f ... ok\n" + ok + summaryOf("2 tests", "OK"), Want: []string{"m.T|test_a|passed"}},
		{Name: "a doctest fails", Exit: 1, Stderr: "f (m)\nDoctest: m.f ... FAIL\n" + ok + toldOf("FAIL: f (m)\nDoctest: m.f", "no") + summaryOf("2 tests", "FAILED (failures=1)"), Want: []string{"m||failed", "m.T|test_a|passed"}},
		{Name: "exit 0 in a test", Stderr: ok + "test_b (m.T.test_b) ... ", Want: []string{"m.T|test_a|passed", "m.T|test_b|error", "exit_contradicted", "exit_contradicted"}},
		{Name: "exit 0 at import", Want: []string{"exit_contradicted", "no_tests"}},
		{Name: "killed", Exit: -1, End: evidence.TimedOut, Stderr: ok + "test_b (m.T.test_b) ... ", Want: []string{"m.T|test_a|passed", "m.T|test_b|error"}},
		{Name: "another test is forged, and does not run", Stderr: "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... ok\n" + summaryOf("1 test", "OK"), Want: []string{"m.T|test_a|passed", "m.T|test_b|passed", "forged_case"}},
		{Name: "another test is forged, and fails", Exit: 1, Stderr: "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... ok\ntest_b (m.T.test_b) ... FAIL\n" + toldOf("FAIL: test_b (m.T.test_b)", "AssertionError") + summaryOf("2 tests", "FAILED (failures=1)"), Want: []string{"m.T|test_a|passed", "m.T|test_b|failed", "m.T|test_b #2|failed", "forged_case"}},
		{Name: "a skipped test says that it passed", Stderr: "test_a (m.T.test_a) ... ok\nskipped 'x'\n" + summaryOf("1 test", "OK (skipped=1)"), Want: []string{"m.T|test_a|skipped", "no_tests"}},
		{Name: "a skip is forged", Stderr: "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... skipped 'x'\n" + summaryOf("1 test", "OK"), Want: []string{"m.T|test_a|passed", "m.T|test_b|skipped", "forged_case"}},
		{Name: "the end is forged, and the cases hidden", Stderr: ok + summaryOf("1 test", "OK") + "test_b (m.T.test_b) ... ok\n" + summaryOf("2 tests", "OK"), Want: []string{"m.T|test_a|passed", "forged_case"}},
		{Name: "cases are hidden", Stderr: ok + toldOf("FAIL: test_z (m.T.test_z)", "") + "test_b (m.T.test_b) ... ok\n" + summaryOf("2 tests", "OK"), Want: []string{"m.T|test_a|passed", "m.T|test_z|failed", "exit_contradicted", "bad_results"}},
		{Name: "no source has it", Stderr: ok + "test_b (m.T.test_b) ... ok\n" + summaryOf("2 tests", "OK"), Known: "test_a", Want: []string{"m.T|test_a|passed", "forged_case"}},
		{Name: "it failed, and exits with 0", Stderr: ok + summaryOf("1 test", "FAILED (failures=1)"), Want: []string{"m.T|test_a|passed", "exit_contradicted"}},
		{Name: "a test prints what looks like ends", Stderr: "test_a (m.T.test_a) ... FAIL\nERROR\nno newline ok\n" + summaryOf("1 test", "OK"), Want: []string{"m.T|test_a|passed"}},
		{Name: "too much output", Cut: true, Stderr: ok + summaryOf("1 test", "OK"), Want: []string{"m.T|test_a|passed", "bad_results"}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, Runner) }

func TestRealUnittest(t *testing.T) {
	files := map[string]string{"test_x.py": `import sys, unittest

class A(unittest.TestCase):
    def test_ok(self):
        """Adds ... here."""
        print("test_forged (test_x.A.test_forged) ... ok", file=sys.stdout)
    def test_bad(self): self.assertEqual(1, 2)
    def test_later(self): self.skipTest("not now")
    def test_parts(self):
        for i in range(3):
            with self.subTest(i=i): self.assertEqual(i, 1)
`, "test_y.py": "import nothing_like_this\n"}
	got, raw := resultstest.Run(t, Runner, files, nil, "python3", "-m", "unittest")
	want := []string{
		"not built", "test_x.A|test_bad|failed", "test_x.A|test_later|skipped", "test_x.A|test_ok|passed", "test_x.A|test_parts|failed", "test_y||error",
	}
	if diff := cmp.Diff(want, resultstest.Brief(got)); diff != "" || raw.Exit != 1 {
		t.Errorf("exit %d, -want +got:\n%s\n%s\n%s", raw.Exit, diff, resultstest.Text(got), raw.Stderr)
	}
	if !strings.Contains(got.Signature, "AssertionError: 1 != 2") {
		t.Error(got.Signature)
	}
}

// A test that prints what the runner would print of another one is found out.
func TestRealUnittestForged(t *testing.T) {
	const evil = `import sys, unittest

class A(unittest.TestCase):
    def test_a(self): sys.stderr.write("ok\ntest_b (test_x.A.test_b) ... ")
    %s
`
	for _, row := range []struct {
		second string
		want   []string
	}{
		{"def test_b(self): self.fail()", []string{"test_x.A|test_a|passed", "test_x.A|test_b|failed", "test_x.A|test_b #2|failed", "forged_case"}},
		{"def tell_b(self): self.fail()", []string{"test_x.A|test_a|passed", "test_x.A|test_b|passed", "forged_case"}},
	} {
		got, raw := resultstest.Run(t, Runner, map[string]string{"test_x.py": strings.Replace(evil, "%s", row.second, 1)}, nil, "python3", "-m", "unittest")
		have := resultstest.Brief(got)
		slices.Sort(have)
		slices.Sort(row.want)
		if diff := cmp.Diff(row.want, have); diff != "" {
			t.Errorf("%s: -want +got:\n%s\n%s", row.second, diff, raw.Stderr)
		}
	}
}

func TestRealCoverage(t *testing.T) {
	argv := []string{"python3", "-m", "unittest"}
	t.Run("trace", func(t *testing.T) {
		resultstest.Measures(t, Runner, argv, "trace", "sub/two.py", "python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))")
	})
	t.Run("coverage.py", func(t *testing.T) {
		resultstest.Measures(t, Runner, argv, "coverage.py", "sub/two.py", "python3", "-m", "coverage", "lcov", "--help")
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("test_a (m.T.test_a) ... ok\n"+toldOf("FAIL: test_a (m.T.test_a) (i=1)", "x")+summaryOf("1 test", "FAILED (failures=1)")), 1)
	f.Fuzz(func(t *testing.T, stderr []byte, exit int) {
		resultstest.Check(t, Runner.Read(&results.Raw{Argv: []string{"python3", "-m", "unittest"}, End: evidence.Exited, Exit: exit, Stderr: stderr}))
	})
}
