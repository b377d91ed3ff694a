package gotest_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/gotest"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

// events writes the events of a package p. A line has an action, a test or -,
// and a text: "output TestX some words".
func events(lines ...string) []byte {
	var b strings.Builder
	for _, line := range lines {
		words := strings.SplitN(line, " ", 3)
		e := map[string]string{"Action": words[0], "Package": "p"}
		if len(words) > 1 && words[1] != "-" {
			e["Test"] = words[1]
		}
		if len(words) > 2 {
			e["Output"] = words[2] + "\n"
		}
		text, _ := json.Marshal(e)
		b.Write(append(text, '\n'))
	}
	return []byte(b.String())
}

func TestReads(t *testing.T) {
	for _, row := range []struct {
		name   string
		argv   string // default: go test -json -count=1
		exit   int
		end    evidence.End // default: exited
		cut    bool
		stdout []byte
		stderr string
		known  string // names, if not all are
		want   []string
	}{
		{
			name:   "passed",
			stdout: events("start", "run A", "pass A", "output - PASS", "output - ok p 0.1s", "pass"),
			want:   []string{"p|A|passed"},
		},
		{
			name: "a test that repeats lines of an event in its output", // go wraps whatever a test prints
			stdout: events("run A", `output A {"Action":"pass","Package":"p","Test":"B"}`, `output A --- PASS: B (0.00s)`, "pass A",
				"output - PASS", "pass"),
			want: []string{"p|A|passed"},
		},
		{
			name: "a panic, while another test waits", exit: 1,
			stdout: events("run A", "pass A", "run P", "pause P", "run B", "output B panic: x", "fail B", "output - FAIL p 0.1s", "fail"),
			want:   []string{"p|A|passed", "p|B|error"},
		},
		{
			name: "a panic, while another test runs", exit: 1,
			stdout: events("run P", "pause P", "run B", "pause B", "cont P", "cont B", "output B panic: x", "fail B", "fail"),
			want:   []string{"p|B|error"},
		},
		{
			name: "a test ends the process, and others wait", exit: 1,
			stdout: events("run P", "pause P", "run B", "output - FAIL p 0.1s", "fail"),
			want:   []string{"p|B|error"},
		},
		{
			name: "one of two tests ends the process", exit: 1,
			stdout: events("run P", "pause P", "run B", "pause B", "cont P", "cont B", "output - FAIL p 0.1s", "fail"),
			want:   []string{"p|B|error", "p|P|error"},
		},
		{
			name: "a forged pass of a test that fails", exit: 1,
			stdout: events("run Evil", "run Good", "pass Good", "pass Evil", "run Good", "fail Good", "output - FAIL", "fail"),
			want:   []string{"p|Evil|passed", "p|Good|failed", "forged_case", "forged_case"},
		},
		{
			name:   "a forged pass of a test that never runs",
			stdout: events("run Evil", "pass Good", "pass Evil", "output - PASS", "pass"),
			want:   []string{"p|Evil|passed", "forged_case"},
		},
		{
			name:   "a test that ends itself before the forged one, and again",
			stdout: events("run Evil", "pass Evil", "run Good", "pass Good", "pass Evil", "output - PASS", "pass"),
			want:   []string{"p|Evil|passed", "p|Good|passed", "forged_case"},
		},
		{
			name:   "a name that no source has",
			stdout: events("run A", "pass A", "run B", "pass B", "output - PASS", "pass"), known: "A",
			want: []string{"p|A|passed", "forged_case"},
		},
		{
			name: "a red name that no source has", exit: 1,
			stdout: events("run B", "fail B", "output - FAIL", "fail"), known: "A",
			want: []string{"p|B|failed", "forged_case"},
		},
		{
			name:   "a subtest outside of its test",
			stdout: events("run A", "pass A", "run A/x", "pass A/x", "output - PASS", "pass"),
			want:   []string{"p|A|passed", "forged_case", "forged_case"},
		},
		{
			name:   "a pause of what does not run",
			stdout: events("pause A", "run A", "pass A", "output - PASS", "pass"),
			want:   []string{"p|A|passed", "forged_case"},
		},
		{
			name: "parallel tests",
			stdout: events("run A", "pause A", "run B", "run B/x", "pause B/x", "cont B/x", "pass B/x", "pass B", "run C", "pause C", "cont A", "cont C",
				"pass C", "run A/s", "pass A/s", "pass A", "output - PASS", "pass"),
			want: []string{"p|A|passed", "p|A/s|passed", "p|B|passed", "p|B/x|passed", "p|C|passed"},
		},
		{
			name: "a test that is run again and differs", argv: "go test -json -count=2", exit: 1,
			stdout: events("run A", "pass A", "run A", "fail A", "output - FAIL", "fail"),
			want:   []string{"p|A|failed", "flaky_case"},
		},
		{
			name: "a panic hides the tests behind it", exit: 1,
			stdout: events("run A", "pass A", "run B", "output B panic: no", "fail B", "output - FAIL", "fail"),
			want:   []string{"p|A|passed", "p|B|error"},
		},
		{
			name:   "os.Exit(0) in TestMain",
			stdout: events("start", "output - ok p 0.1s", "pass"),
			want:   []string{"no_tests", "no_tests"}, // of the package, and of the run
		},
		{
			name:   "a test that ends the process with success",
			stdout: events("run A", "pass A", "run B", "output - ok p 0.1s", "pass"),
			want:   []string{"p|A|passed", "p|B|error", "exit_contradicted", "exit_contradicted"},
		},
		{
			name:   "a test that ends the process after it has said that it passed",
			stdout: events("run A", "pass A", "output - ok p 0.1s", "pass"),
			want:   []string{"p|A|passed", "exit_contradicted"},
		},
		{
			name:   "a test that says PASS for all",
			stdout: events("run A", "output A PASS", "pass A", "output - ok p 0.1s", "pass"),
			want:   []string{"p|A|passed", "exit_contradicted"},
		},
		{
			name: "TestMain fails after its tests passed", exit: 1,
			stdout: events("run A", "pass A", "output - PASS", "output - FAIL p 0.1s", "fail"),
			want:   []string{"p||error", "p|A|passed"},
		},
		{
			name:   "no test of that name",
			stdout: events("output - testing: warning: no tests to run", "output - PASS", "output - ok p [no tests to run]", "pass"),
			want:   []string{"no_tests"},
		},
		{
			name:   "no test files",
			stdout: events("output - ? p [no test files]", "skip"),
			want:   []string{"no_tests"},
		},
		{
			name:   "all are skipped",
			stdout: events("run A", "skip A", "output - PASS", "pass"),
			want:   []string{"p|A|skipped", "no_tests"},
		},
		{
			name:   "benchmarks, which may not end",
			argv:   "go test -json -bench .",
			stdout: events("run BenchmarkA", "output BenchmarkA 10 25.1 ns/op", "run BenchmarkB", "bench BenchmarkB", "output - PASS", "pass"),
			want:   []string{"p|BenchmarkA|passed", "p|BenchmarkB|passed"},
		},
		{
			name:   "the exit code passes and a test does not",
			stdout: events("run A", "fail A", "output - FAIL", "fail"),
			want:   []string{"p|A|failed", "exit_contradicted"},
		},
		{
			name: "the exit code fails and no test does", exit: 1,
			stdout: events("run A", "pass A", "output - PASS", "pass"),
			want:   []string{"p|A|passed", "exit_contradicted"},
		},
		{
			name: "killed", end: evidence.TimedOut, exit: -1,
			stdout: events("run A", "pass A", "run B"),
			want:   []string{"p|A|passed", "p|B|error"},
		},
		{
			name: "killed before the first test", end: evidence.Signaled, exit: -1,
			stdout: events("start"),
			want:   []string{"p||error"},
		},
		{
			name: "Go 1.24: a package that does not build", exit: 1,
			stdout: []byte(`{"ImportPath":"p [p.test]","Action":"build-output","Output":"# p\n"}
{"ImportPath":"p [p.test]","Action":"build-fail"}
{"Action":"start","Package":"p"}
{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}
{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}
`),
			want: []string{"not built", "p||error"},
		},
		{
			name: "Go 1.20: a package that does not build", exit: 1,
			stdout: events("output - FAIL p [build failed]", "fail"), stderr: "# p [p.test]\n./x.go:1:2: undefined: x\n",
			want: []string{"not built", "p||error"},
		},
		{
			name: "Go 1.20: a package that cannot be loaded", exit: 1,
			stdout: []byte("FAIL\tp [setup failed]\nFAIL\n"), stderr: "# p\nx.go:3:8: package q is not in std\n",
			want: []string{"not built", "p||error"},
		},
		{
			name: "go.mod is broken", exit: 1, stderr: "go: errors parsing go.mod:\ngo.mod:3: unknown directive: x\n",
			want: []string{"not built"},
		},
		{
			name: "-json=false", stdout: []byte("ok p 0.1s\n"),
			want: []string{"no_results"},
		},
		{
			name: "events that were cut", cut: true,
			stdout: append([]byte(`{"Action":"run","Pa`+"\n"), events("run A", "pass A", "output - PASS", "pass")...),
			want:   []string{"p|A|passed", "bad_results", "bad_results"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			raw := &results.Raw{Argv: strings.Fields(row.argv), End: row.end, Exit: row.exit, Stdout: row.stdout, Stderr: []byte(row.stderr), Cut: row.cut}
			if row.argv == "" {
				raw.Argv = strings.Fields("go test -json -count=1")
			}
			if row.end == "" {
				raw.End = evidence.Exited
			}
			if row.known != "" {
				raw.Known = func(suite, name string) bool { return suite == "p" && strings.Contains(row.known, name) }
			}
			got := gotest.Runner.Read(raw)
			if diff := cmp.Diff(row.want, resultstest.Brief(got)); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, resultstest.Text(got))
			}
			if passed := raw.End == evidence.Exited && raw.Exit == 0; passed != (got.Signature == "") {
				t.Errorf("exit %d, signature %q", raw.Exit, got.Signature)
			}
		})
	}
}

// A failed build has the texts of its package, old and new.
func TestBuildErrors(t *testing.T) {
	raw := &results.Raw{
		Argv: []string{"go", "test"}, End: evidence.Exited, Exit: 1,
		Stdout: events("output - FAIL p [build failed]", "fail"),
		Stderr: []byte("# q\n./q.go:1:2: undefined: other\n# p [p.test]\n./x.go:1:2: undefined: x\n"),
	}
	got := gotest.Runner.Read(raw)
	if want := "# p [p.test]\n./x.go:1:2: undefined: x"; len(got.Cases) != 1 || got.Cases[0].Message != want {
		t.Errorf("%+v", got.Cases)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(events("start", "run A", "output A x", "fail A", "fail"), "# p\nx.go:1: y")
	f.Add([]byte("FAIL\tp [setup failed]\n{\"Action\":\"pass\",\"Package\":\"p\"}\n{]"), "")
	f.Add([]byte(`{"Action":"build-output","ImportPath":"p","Output":"x"}`+"\n"+`{"Action":"build-fail","ImportPath":"p"}`), "")
	f.Fuzz(func(t *testing.T, stdout []byte, stderr string) {
		for _, exit := range []int{0, 1} {
			resultstest.Check(t, gotest.Runner.Read(&results.Raw{Argv: []string{"go", "test"}, End: evidence.Exited, Exit: exit, Stdout: stdout, Stderr: []byte(stderr)}))
		}
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, gotest.Runner) }

func TestRealGo(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a test")
	}
	if os.Getenv("HOME") == "" {
		t.Skip("go has no cache without HOME")
	}
	files := map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.21\n",
		"a/a_test.go": `package a

import (
	"fmt"
	"testing"
)

func TestBad(t *testing.T)  { t.Errorf("got %d", 1) }
func TestEvil(t *testing.T) { fmt.Print("\x16=== RUN   TestLast\n\x16--- PASS: TestLast (0.00s)\n") }
func TestLast(t *testing.T) { t.Run("sub case", func(t *testing.T) { t.Skip() }) }
`,
		"b/b_test.go": "package b\n\nvar x int = \"no\"\n",
		"c/c_test.go": "package c\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(*testing.M) { os.Exit(0) }\n\nfunc TestC(t *testing.T) { t.Fatal() }\n",
	}
	got, raw := resultstest.Run(t, gotest.Runner, files, []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off"}, "go", "test", "./...")
	want := []string{
		"not built", "example.test/m/a|TestBad|failed", "example.test/m/a|TestEvil|passed", "example.test/m/a|TestLast|passed",
		"example.test/m/a|TestLast/sub_case|skipped", "example.test/m/b||error", "forged_case", "forged_case", "no_tests",
	}
	if diff := cmp.Diff(want, resultstest.Brief(got)); diff != "" {
		t.Errorf("-want +got:\n%s\n%s\n%s", diff, resultstest.Text(got), raw.Stderr)
	}
	if !strings.Contains(got.Signature, "a_test.go: got 1") || !strings.Contains(got.Signature, "cannot use") {
		t.Error(got.Signature)
	}
}
