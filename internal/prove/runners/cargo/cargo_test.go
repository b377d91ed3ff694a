package cargo_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/cargo"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

// rustOf returns the output of a test program.
func rustOf(count, lines, result string) string {
	return "\nrunning " + count + "\n" + lines + "\ntest result: " + result + " 0 filtered out; finished in 0.00s\n\n"
}

func TestReads(t *testing.T) {
	const one = "     Running unittests src/lib.rs (target/debug/deps/x-0123456789abcdef)\n"
	green := rustOf("1 test", "test a::b ... ok\n", "ok. 1 passed; 0 failed; 0 ignored; 0 measured;")
	resultstest.Reads(t, cargo.Runner, []resultstest.Row{
		{Name: "green", Stdout: green, Stderr: one, Want: []string{"x src/lib.rs|a::b|passed"}},
		{Name: "does not compile", Exit: 101, Stderr: "error[E0308]: mismatched types\nerror: could not compile `x` (lib) due to 1 previous error\n", Want: []string{"not built"}},
		{Name: "no program", Stderr: "", Want: []string{"no_results"}},
		{Name: "no tests", Stdout: rustOf("0 tests", "", "ok. 0 passed; 0 failed; 0 ignored; 0 measured;"), Stderr: one, Want: []string{"no_tests"}},
		{Name: "one after the other, with output", Stdout: rustOf("2 tests", "test a ... test z ... ok\nok\ntest b ... some text\nFAILED\n", "FAILED. 1 passed; 1 failed; 0 ignored; 0 measured;"), Exit: 101, Stderr: one, Want: []string{"x src/lib.rs|a|passed", "x src/lib.rs|b|failed"}},
		{Name: "an example in documentation", Stdout: rustOf("2 tests", "test src/lib.rs - f (line 3) ... ok\ntest src/lib.rs - g (line 9) ... FAILED\n", "FAILED. 1 passed; 1 failed; 0 ignored; 0 measured;"), Exit: 101, Stderr: "   Doc-tests x\n", Want: []string{"x documentation||failed"}},
		{Name: "a forged case", Stdout: rustOf("1 test", "test a ... ok\ntest b ... ok\n", "ok. 1 passed; 0 failed; 0 ignored; 0 measured;"), Stderr: one, Want: []string{"x src/lib.rs|a|passed", "x src/lib.rs|b|passed", "forged_case"}},
		{Name: "a forged program", Stdout: green + green, Stderr: one, Want: []string{"x src/lib.rs|a::b|passed", "|a::b|passed", "forged_case"}},
		{Name: "a forged result", Stdout: "running 2 tests\ntest a ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\ntest b ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n", Stderr: one, Want: []string{"x src/lib.rs|a|passed", "bad_results", "forged_case"}},
		{Name: "a skip that says that it passed", Stdout: rustOf("1 test", "test a ... ok\n", "ok. 0 passed; 0 failed; 1 ignored; 0 measured;"), Stderr: one, Want: []string{"x src/lib.rs|a|passed", "forged_case"}},
		{Name: "exit 0 in a test", Stdout: "running 2 tests\ntest a ... ok\n", Stderr: one, Want: []string{"x src/lib.rs|a|passed", "exit_contradicted"}},
		{Name: "a crash", Exit: 101, Stdout: "running 2 tests\ntest a ... ok\n", Stderr: one, Want: []string{"x src/lib.rs||error", "x src/lib.rs|a|passed"}},
		{Name: "a program without the harness", Stdout: green, Stderr: one + one, Want: []string{"x src/lib.rs|a::b|passed", "bad_results"}},
		{Name: "quiet", Stdout: rustOf("2 tests", "..\n", "ok. 2 passed; 0 failed; 0 ignored; 0 measured;"), Stderr: one, Want: []string{"bad_results"}},
		{Name: "too much output", Cut: true, Stdout: green, Stderr: one, Want: []string{"x src/lib.rs|a::b|passed", "bad_results"}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, cargo.Runner) }

func TestRealCargo(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a test")
	}
	if os.Getenv("HOME") == "" {
		t.Skip("cargo has no folder of its own without HOME")
	}
	files := map[string]string{
		"Cargo.toml": "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
		"src/lib.rs": `pub fn add(a: i32, b: i32) -> i32 { a + b }

#[cfg(test)]
mod tests {
    #[test]
    fn adds() { assert_eq!(super::add(1, 2), 4); }
    #[test]
    fn evil() {
        use std::io::Write;
        std::io::stdout().write_all(b"\ntest tests::more ... ok\n").unwrap();
    }
    #[test]
    #[ignore]
    fn later() {}
}
`,
		"tests/it.rs": "#[test]\nfn whole() { assert_eq!(sums::add(1, 1), 2); }\n",
	}
	got, raw := resultstest.Run(t, cargo.Runner, files, []string{"CARGO_NET_OFFLINE=true", "RUST_BACKTRACE=0"}, "cargo", "test", "--", "--test-threads=1")
	want := []string{
		"it tests/it.rs|whole|passed", "sums src/lib.rs|tests::adds|failed", "sums src/lib.rs|tests::evil|error", "sums src/lib.rs|tests::later|skipped",
		"sums src/lib.rs|tests::more|passed", "forged_case",
	}
	if diff := cmp.Diff(want, resultstest.Brief(got)); diff != "" {
		t.Errorf("exit %d, -want +got:\n%s\n%s\n%s", raw.Exit, diff, raw.Stdout, raw.Stderr)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(rustOf("1 test", "test a ... ok\n", "ok. 1 passed; 0 failed; 0 ignored; 0 measured;")), []byte("   Doc-tests x\n"), 0)
	f.Fuzz(func(t *testing.T, stdout, stderr []byte, exit int) {
		resultstest.Check(t, cargo.Runner.Read(&results.Raw{Argv: []string{"cargo", "test"}, End: evidence.Exited, Exit: exit, Stdout: stdout, Stderr: stderr}))
	})
}
