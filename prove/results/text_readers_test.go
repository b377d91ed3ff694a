package results

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// summaryOf is what unittest writes in the end.
func summaryOf(ran, end string) string {
	return "\n" + singleLine + "\nRan " + ran + " in 0.000s\n\n" + end + "\n"
}

// toldOf returns unittest's report on a case that failed.
func toldOf(what, said string) string {
	return "\n" + doubleLine + "\n" + what + "\n" + singleLine + "\n" + said + "\n"
}

func TestUnittestReads(t *testing.T) {
	ok := "test_a (m.T.test_a) ... ok\n"
	for _, row := range []struct {
		name   string
		exit   int
		end    evidence.End // default: exited
		cut    bool
		stderr string
		known  string // names, if not all are
		want   []string
	}{
		{name: "green", stderr: ok + summaryOf("1 test", "OK"), want: []string{"m.T|test_a|passed"}},
		{name: "none", exit: 5, stderr: summaryOf("0 tests", "NO TESTS RAN"), want: []string{"no_tests"}},
		{name: "none, before Python 3.12", stderr: summaryOf("0 tests", "OK"), want: []string{"no_tests"}},
		{name: "wrong arguments", exit: 2, stderr: "usage: python -m unittest\n", want: []string{"not built"}},
		{name: "no such test", exit: 1, stderr: "test_x (unittest.loader._FailedTest.test_x) ... ERROR\n" + toldOf("ERROR: test_x (unittest.loader._FailedTest.test_x)", "AttributeError: no") + summaryOf("1 test", "FAILED (errors=1)"), want: []string{"not built", "test_x||error"}},
		{name: "a doctest has no name in a source", stderr: "f (m)\nDoctest: m.f ... ok\n" + ok + summaryOf("2 tests", "OK"), want: []string{"m.T|test_a|passed"}},
		{name: "a doctest fails", exit: 1, stderr: "f (m)\nDoctest: m.f ... FAIL\n" + ok + toldOf("FAIL: f (m)\nDoctest: m.f", "no") + summaryOf("2 tests", "FAILED (failures=1)"), want: []string{"m||failed", "m.T|test_a|passed"}},
		{name: "exit 0 in a test", stderr: ok + "test_b (m.T.test_b) ... ", want: []string{"m.T|test_a|passed", "m.T|test_b|error", "exit_contradicted", "exit_contradicted"}},
		{name: "exit 0 at import", want: []string{"exit_contradicted", "no_tests"}},
		{name: "killed", exit: -1, end: evidence.TimedOut, stderr: ok + "test_b (m.T.test_b) ... ", want: []string{"m.T|test_a|passed", "m.T|test_b|error"}},
		{name: "another test is forged, and does not run", stderr: "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... ok\n" + summaryOf("1 test", "OK"), want: []string{"m.T|test_a|passed", "m.T|test_b|passed", "forged_case"}},
		{name: "another test is forged, and fails", exit: 1, stderr: "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... ok\ntest_b (m.T.test_b) ... FAIL\n" + toldOf("FAIL: test_b (m.T.test_b)", "AssertionError") + summaryOf("2 tests", "FAILED (failures=1)"), want: []string{"m.T|test_a|passed", "m.T|test_b|failed", "m.T|test_b #2|failed", "forged_case"}},
		{name: "a skipped test says that it passed", stderr: "test_a (m.T.test_a) ... ok\nskipped 'x'\n" + summaryOf("1 test", "OK (skipped=1)"), want: []string{"m.T|test_a|skipped", "no_tests"}},
		{name: "a skip is forged", stderr: "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... skipped 'x'\n" + summaryOf("1 test", "OK"), want: []string{"m.T|test_a|passed", "m.T|test_b|skipped", "forged_case"}},
		{name: "the end is forged, and the cases hidden", stderr: ok + summaryOf("1 test", "OK") + "test_b (m.T.test_b) ... ok\n" + summaryOf("2 tests", "OK"), want: []string{"m.T|test_a|passed", "forged_case"}},
		{name: "cases are hidden", stderr: ok + toldOf("FAIL: test_z (m.T.test_z)", "") + "test_b (m.T.test_b) ... ok\n" + summaryOf("2 tests", "OK"), want: []string{"m.T|test_a|passed", "m.T|test_z|failed", "exit_contradicted", "bad_results"}},
		{name: "no source has it", stderr: ok + "test_b (m.T.test_b) ... ok\n" + summaryOf("2 tests", "OK"), known: "test_a", want: []string{"m.T|test_a|passed", "forged_case"}},
		{name: "it failed, and exits with 0", stderr: ok + summaryOf("1 test", "FAILED (failures=1)"), want: []string{"m.T|test_a|passed", "exit_contradicted"}},
		{name: "a test prints what looks like ends", stderr: "test_a (m.T.test_a) ... FAIL\nERROR\nno newline ok\n" + summaryOf("1 test", "OK"), want: []string{"m.T|test_a|passed"}},
		{name: "too much output", cut: true, stderr: ok + summaryOf("1 test", "OK"), want: []string{"m.T|test_a|passed", "bad_results"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			raw := &Raw{Argv: []string{"python3", "-m", "unittest", "-v"}, End: evidence.Exited, Exit: row.exit, Cut: row.cut, Stderr: []byte(row.stderr)}
			if row.end != "" {
				raw.End = row.end
			}
			if row.known != "" {
				raw.Known = func(_, name string) bool { return slices.Contains(strings.Fields(row.known), name) }
			}
			got := unittest{}.Read(raw)
			checkResults(t, got)
			have := brief(got)
			slices.Sort(have)
			slices.Sort(row.want)
			if diff := cmp.Diff(row.want, have); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, told(got))
			}
		})
	}
}

// rustOf returns the output of a test program.
func rustOf(count, lines, result string) string {
	return "\nrunning " + count + "\n" + lines + "\ntest result: " + result + " 0 filtered out; finished in 0.00s\n\n"
}

func TestCargoReads(t *testing.T) {
	const one = "     Running unittests src/lib.rs (target/debug/deps/x-0123456789abcdef)\n"
	green := rustOf("1 test", "test a::b ... ok\n", "ok. 1 passed; 0 failed; 0 ignored; 0 measured;")
	for _, row := range []struct {
		name           string
		exit           int
		cut            bool
		stdout, stderr string
		want           []string
	}{
		{name: "green", stdout: green, stderr: one, want: []string{"x src/lib.rs|a::b|passed"}},
		{name: "does not compile", exit: 101, stderr: "error[E0308]: mismatched types\nerror: could not compile `x` (lib) due to 1 previous error\n", want: []string{"not built"}},
		{name: "no program", stderr: "", want: []string{"no_results"}},
		{name: "no tests", stdout: rustOf("0 tests", "", "ok. 0 passed; 0 failed; 0 ignored; 0 measured;"), stderr: one, want: []string{"no_tests"}},
		{name: "one after the other, with output", stdout: rustOf("2 tests", "test a ... test z ... ok\nok\ntest b ... some text\nFAILED\n", "FAILED. 1 passed; 1 failed; 0 ignored; 0 measured;"), exit: 101, stderr: one, want: []string{"x src/lib.rs|a|passed", "x src/lib.rs|b|failed"}},
		{name: "an example in documentation", stdout: rustOf("2 tests", "test src/lib.rs - f (line 3) ... ok\ntest src/lib.rs - g (line 9) ... FAILED\n", "FAILED. 1 passed; 1 failed; 0 ignored; 0 measured;"), exit: 101, stderr: "   Doc-tests x\n", want: []string{"x documentation||failed"}},
		{name: "a forged case", stdout: rustOf("1 test", "test a ... ok\ntest b ... ok\n", "ok. 1 passed; 0 failed; 0 ignored; 0 measured;"), stderr: one, want: []string{"x src/lib.rs|a|passed", "x src/lib.rs|b|passed", "forged_case"}},
		{name: "a forged program", stdout: green + green, stderr: one, want: []string{"x src/lib.rs|a::b|passed", "|a::b|passed", "forged_case"}},
		{name: "a forged result", stdout: "running 2 tests\ntest a ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\ntest b ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n", stderr: one, want: []string{"x src/lib.rs|a|passed", "bad_results", "forged_case"}},
		{name: "a skip that says that it passed", stdout: rustOf("1 test", "test a ... ok\n", "ok. 0 passed; 0 failed; 1 ignored; 0 measured;"), stderr: one, want: []string{"x src/lib.rs|a|passed", "forged_case"}},
		{name: "exit 0 in a test", stdout: "running 2 tests\ntest a ... ok\n", stderr: one, want: []string{"x src/lib.rs|a|passed", "exit_contradicted"}},
		{name: "a crash", exit: 101, stdout: "running 2 tests\ntest a ... ok\n", stderr: one, want: []string{"x src/lib.rs||error", "x src/lib.rs|a|passed"}},
		{name: "a program without the harness", stdout: green, stderr: one + one, want: []string{"x src/lib.rs|a::b|passed", "bad_results"}},
		{name: "quiet", stdout: rustOf("2 tests", "..\n", "ok. 2 passed; 0 failed; 0 ignored; 0 measured;"), stderr: one, want: []string{"bad_results"}},
		{name: "too much output", cut: true, stdout: green, stderr: one, want: []string{"x src/lib.rs|a::b|passed", "bad_results"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := cargoTest{}.Read(&Raw{Argv: []string{"cargo", "test"}, End: evidence.Exited, Exit: row.exit, Cut: row.cut, Stdout: []byte(row.stdout), Stderr: []byte(row.stderr)})
			checkResults(t, got)
			have := brief(got)
			slices.Sort(have)
			slices.Sort(row.want)
			if diff := cmp.Diff(row.want, have); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, told(got))
			}
		})
	}
}

func TestMochaReadsBadFiles(t *testing.T) {
	for _, row := range []struct {
		name, text string // empty: no file
		exit       int
		want       []string
	}{
		{"exit 0 in a test", "", 0, []string{"no_results"}},
		{"a file that cannot be loaded", "", 1, []string{"not built"}},
		{"not JSON", "{", 0, []string{"bad_results"}},
		{"forged", `{"passes": [{"title": "a", "fullTitle": "a"}], "failures": [{"title": "b", "fullTitle": "b"}]}`, 0, []string{"|a|passed", "|b|failed", "exit_contradicted"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := map[string]string{}
			if row.text != "" {
				files[jestFile] = row.text
			}
			raw := wrote(t, row.exit, files)
			raw.Argv = []string{"mocha"}
			got := mocha{}.Read(raw)
			checkResults(t, got)
			if diff := cmp.Diff(row.want, brief(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func FuzzUnittest(f *testing.F) {
	f.Add([]byte("test_a (m.T.test_a) ... ok\n"+toldOf("FAIL: test_a (m.T.test_a) (i=1)", "x")+summaryOf("1 test", "FAILED (failures=1)")), 1)
	f.Fuzz(func(t *testing.T, stderr []byte, exit int) {
		checkResults(t, unittest{}.Read(&Raw{Argv: []string{"python3", "-m", "unittest"}, End: evidence.Exited, Exit: exit, Stderr: stderr}))
	})
}

func FuzzCargo(f *testing.F) {
	f.Add([]byte(rustOf("1 test", "test a ... ok\n", "ok. 1 passed; 0 failed; 0 ignored; 0 measured;")), []byte("   Doc-tests x\n"), 0)
	f.Fuzz(func(t *testing.T, stdout, stderr []byte, exit int) {
		checkResults(t, cargoTest{}.Read(&Raw{Argv: []string{"cargo", "test"}, End: evidence.Exited, Exit: exit, Stdout: stdout, Stderr: stderr}))
	})
}
