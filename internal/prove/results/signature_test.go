package results

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// Texts of real tools, each from two runs of one failure.
func TestSignatureOfEqualFailures(t *testing.T) {
	for _, row := range []struct{ name, first, second, want string }{
		{
			"go: durations, and lines that a patch moves",
			"--- FAIL: TestX (0.00s)\n    x_test.go:12: got 1, want 2\nFAIL\nFAIL\texample.test/x\t0.003s\n",
			"--- FAIL: TestX (1.20s)\n    x_test.go:31: got 1, want 2\nFAIL\nFAIL\texample.test/x\t1.253s\n",
			"FAIL example.test/x <duration>\nx_test.go: got 1, want 2",
		},
		{
			"go: a panic",
			"panic: runtime error: index out of range [3] with length 3\n\ngoroutine 7 [running]:\nexample.test/x.f(...)\n\t/tmp/a1/x.go:4\nexample.test/x.(*T).Run(0xc000012345)\n\t/tmp/a1/x.go:9 +0x1d\nexit status 2\n",
			"panic: runtime error: index out of range [3] with length 3\n\ngoroutine 19 [running]:\nexample.test/x.f(...)\n\t/tmp/b2/x.go:5\nexample.test/x.(*T).Run(0xc00009a000)\n\t/tmp/b2/x.go:10 +0x2f\nexit status 2\n",
			"in function example.test/x.(*T).Run\nin function example.test/x.f\npanic: runtime error: index out of range [3] with length 3",
		},
		{
			"go: a data race, seen from either side",
			"WARNING: DATA RACE\nRead at 0x00c000123456 by goroutine 8:\n  x.get()\n      x.go:3 +0x44\n\nPrevious write at 0x00c000123456 by goroutine 7:\n  x.set()\n      x.go:9 +0x55\n",
			"WARNING: DATA RACE\nWrite at 0x00c0000aaaaa by goroutine 31:\n  x.set()\n      x.go:9 +0x55\n\nPrevious read at 0x00c0000aaaaa by goroutine 30:\n  x.get()\n      x.go:3 +0x44\n",
			"WARNING: DATA RACE\nin function x.get\nin function x.set",
		},
		{
			"go: timeout",
			"panic: test timed out after 2s\n\trunning tests:\n\t\tTestSlow (1s)\n", "panic: test timed out after 2s\n\trunning tests:\n\t\tTestSlow (2s)\n",
			"panic: test timed out after <duration>",
		},
		{
			"temporary folders, ports, times, ids",
			"2026/01/02 03:04:05.678 error: open /tmp/TestX123/001/a.txt: no such file\nerror: dial tcp 127.0.0.1:43210: connection refused (pid 77, 6ba7b810-9dad-11d1-80b4-00c04fd430c8)\n",
			"2026/11/12 13:14:15.1 error: open /tmp/TestX98/001/a.txt: no such file\nerror: dial tcp 127.0.0.1:1025: connection refused (pid 123, 00000000-9dad-11d1-80b4-00c04fd430c9)\n",
			"<time> error: open <tmp>: no such file\nerror: dial tcp <local>: connection refused (pid, <id>)",
		},
		{
			"the order of lines",
			"error: b\nerror: a\nerror: b\n", "error: a\nerror: b\n", "error: a\nerror: b",
		},
		{
			"pytest",
			"=================================== FAILURES ===================================\n    def test_x():\n>       assert f() == 2\nE       assert 1 == 2\nE        +  where 1 = <function f at 0x7f0123456789>()\n\ntest_x.py:7: AssertionError\n========================= 1 failed in 0.04s =========================\n",
			"=================================== FAILURES ===================================\n    def test_x():\n>       assert f() == 2\nE       assert 1 == 2\nE        +  where 1 = <function f at 0x7f00aabbccdd>()\n\ntest_x.py:9: AssertionError\n========================= 1 failed in 1.10s =========================\n",
			"========================= 1 failed in <duration> =========================\n> assert f() == 2\nE + where 1 = <function f at <address>>()\nE assert 1 == 2\ntest_x.py: AssertionError",
		},
		{
			"a traceback of Python",
			"Traceback (most recent call last):\n  File \"x.py\", line 3, in <module>\n    f()\nValueError: no 'a'\n", "Traceback (most recent call last):\n  File \"x.py\", line 13, in <module>\n    f()\nValueError: no 'a'\n",
			"ValueError: no 'a'",
		},
		{
			"node",
			"TypeError: Cannot read properties of undefined (reading 'x')\n    at f (/tree/x.js:3:4)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n\nNode.js v20.20.2\n",
			"TypeError: Cannot read properties of undefined (reading 'x')\n    at f (/tree/x.js:4:4)\n\nNode.js v20.20.2\n",
			"TypeError: Cannot read properties of undefined (reading 'x')",
		},
		{
			"jest, with colors",
			"\x1b[31mExpected: \x1b[32m1\x1b[39m\nReceived: 2\x1b[0m\nTime:        0.5 s\n", "Expected: 1\nReceived: 2\nTime:        1.25 s\n", "Expected: 1\nReceived: 2",
		},
		{
			"Bazel",
			"ERROR: /home/u/.cache/bazel/_bazel_u/0123456789abcdef0123456789abcdef/sandbox/linux-sandbox/39/execroot/_main/t/BUILD.bazel:3:8: Executing genrule //t:x failed: (Exit 1): bash failed\nINFO: Elapsed time: 2.3s\n",
			"ERROR: /home/u/.cache/bazel/_bazel_u/0123456789abcdef0123456789abcdef/sandbox/linux-sandbox/7/execroot/_main/t/BUILD.bazel:9:8: Executing genrule //t:x failed: (Exit 1): bash failed\nINFO: Elapsed time: 0.3s\n",
			"ERROR: t/BUILD.bazel: Executing genrule //t:x failed: (Exit 1): bash failed",
		},
		{
			"rustc and a test of cargo",
			"thread 'tests::x' (1234) panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 1\n right: 2\n", "thread 'tests::x' (77) panicked at src/lib.rs:19:5:\nassertion `left == right` failed\n  left: 1\n right: 2\n",
			"assertion `left == right` failed\nthread 'tests::x' panicked at src/lib.rs:",
		},
		{
			"gcc and tsc", "x.c:3:5: error: 'y' undeclared\na.ts(3,5): error TS2304: Cannot find name 'y'.\n", "x.c:4:5: error: 'y' undeclared\na.ts(13,1): error TS2304: Cannot find name 'y'.\n",
			"a.ts: error TS2304: Cannot find name 'y'.\nx.c: error: 'y' undeclared",
		},
		{
			"sanitizers", "==1234==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010\n", "==99==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000fff\n",
			"==ERROR: AddressSanitizer: heap-use-after-free on address <address>",
		},
		{"no line tells: the last ones do", "a\nb 12 ms\n", "a\nb 7 ms\n", "a\nb <duration>"},
		{"nothing", "", "\n \n", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, text := range []string{row.first, row.second} {
				if got := Signature(text); got != row.want {
					t.Errorf("got\n%s\nwant\n%s", got, row.want)
				}
			}
		})
	}
}

func TestSignatureOfDifferentFailures(t *testing.T) {
	for _, row := range [][2]string{
		{"x_test.go:12: got 1, want 2", "x_test.go:12: got 3, want 2"},
		{"x_test.go:12: got 1, want 2", "y_test.go:12: got 1, want 2"},
		{"panic: a\n\ngoroutine 1 [running]:\nx.f()\n", "panic: a\n\ngoroutine 1 [running]:\nx.g()\n"},
		{"panic: a", "panic: b"},
		{"WARNING: DATA RACE\nRead at 0x00c0 by goroutine 8:\n  x.get()\n", "WARNING: DATA RACE\nRead at 0x00c0 by goroutine 8:\n  x.other()\n"},
		{"E       assert 1 == 2", "E       assert 1 == 3"},
		{"ValueError: no 'a'", "KeyError: no 'a'"},
		{"TypeError: x is not a function", "TypeError: y is not a function"},
		{"undefined: x", "undefined: y"},
		{"Expected: 1\nReceived: 2", "Expected: 1\nReceived: 3"},
		{"error: exit status 0x1f", "error: exit status 0x2f"},
		{"open /etc/a.conf: no such file", "open /etc/b.conf: no such file"},
		{"error: port 80 of example.test:80", "error: port 81 of example.test:80"},
	} {
		if a, b := Signature(row[0]), Signature(row[1]); a == b || a == "" {
			t.Errorf("%q and %q are both %q", row[0], row[1], a)
		}
	}
}

func FuzzSignature(f *testing.F) {
	f.Add("x_test.go:12: got 1, want 2\npanic: a\n\ngoroutine 1 [running]:\nx.f()\n")
	f.Add("2026-01-02T03:04:05.6Z error 12ms 0x0123456789 /tmp/a1/b:1:2 localhost:1 thread 'a' (1)")
	f.Add(strings.Repeat("error 1 s ", 100) + "\n" + strings.Repeat("error é\n", 100))
	f.Add("C:\\Users\\u\\AppData\\Local\\Temp\\x1\\y failed\r\n1h2m3s 1m<duration> \x1b[31m")
	f.Fuzz(func(t *testing.T, text string) {
		got := Signature(text)
		if again := Signature(got); again != got {
			t.Errorf("the signature of\n%q is\n%q", got, again)
		}
		if len(got) > maxSignature || !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\x1b\r") {
			t.Errorf("%q", got)
		}
	})
}

// The signature of a run names its red cases, in their order, and is bounded.
func TestSignatureOfARun(t *testing.T) {
	read := func(exit int, end evidence.End, xml string) string {
		raw := &Raw{End: end, Exit: exit, Out: t.TempDir()}
		if err := os.WriteFile(filepath.Join(raw.Out, JUnitFile), []byte("<testsuite>"+xml+"</testsuite>"), 0o666); err != nil {
			t.Fatal(err)
		}
		c := NewCollector(raw)
		c.ReadJUnit(func(t *testxml.Case) { c.Add(Case{Name: t.Name, Status: StatusOf(t.Status), Message: t.Message}) })
		return c.Finish("error: something that depends on when it was killed").Signature
	}
	const a, b = `<testcase name="a"><failure>E 1 != 2</failure></testcase>`, `<testcase name="b"><failure>E 2 != 3 (12 ms)</failure></testcase>`
	if got, want := read(1, evidence.Exited, a+b), "exit 1\na:\n  E 1 != 2\nb:\n  E 2 != 3 (<duration>)"; got != want || read(1, evidence.Exited, b+a) != want {
		t.Errorf("got %q", got)
	}
	if got := read(-1, evidence.TimedOut, ""); got != "timeout" {
		t.Errorf("got %q", got)
	}
	if got := read(2, evidence.Exited, `<testcase name="a"/>`); got != "exit 2\n  error: something that depends on when it was killed" {
		t.Errorf("got %q", got)
	}
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, `<testcase name="%d"><failure>E %d != 2</failure></testcase>`, i, i)
	}
	first := read(1, evidence.Exited, many.String())
	if len(first) > maxSignature || !strings.Contains(first, "... sha256:") {
		t.Errorf("%d bytes: %q", len(first), first)
	}
	if second := read(1, evidence.Exited, strings.Replace(many.String(), ">E 9 != 2", ">E 9 != 3", 1)); second == first {
		t.Error("a difference in what was left out does not show")
	}
}
