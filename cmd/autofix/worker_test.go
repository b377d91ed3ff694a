package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// The requested outputs of a check, by flag.
var workerOutputs = []string{"out", "diff", "sarif", "report"}

// declaredCheck returns the arguments, after the verb, of a check whose outputs
// have a prefix.
func declaredCheck(prefix string, args ...string) []string {
	line := []string{"--declared", "--origin=//a:b"}
	for _, name := range workerOutputs {
		line = append(line, "--"+name+"="+prefix+name)
	}
	return append(line, args...)
}

// untidy are files with findings of every built-in checker.
var untidy = map[string]string{
	"autofix.toml":   "[rules.\"text/trailing-whitespace\"]\nseverity = \"error\"\n",
	"pkg/BUILD":      "cc_library(name=\"a\",srcs=[\"a.cc\"])\n",
	"pkg/a.go":       "package a\nfunc  A( ) {}\n",
	"pkg/b.go":       "package a\n\nfunc B() {\n",
	"pkg/notes.txt":  "blanks  \nand no end",
	"pkg/@notes.txt": "more blanks  \n",
}

func TestWorkerWritesWhatTheCommandWrites(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, untidy)
	writeFiles(t, filepath.Join(dir, "box/7/_main"), untidy)
	sources := []string{"--", "pkg/BUILD", "pkg/a.go", "pkg/b.go", "pkg/notes.txt", "./pkg/@notes.txt"}
	w := startWorker(t, dir, nil, "check")

	withConfig := append([]string{"--config=autofix.toml"}, sources...)
	stdout, stderr, code := clitest.Command(t, dir, nil, nil, append([]string{"check"}, declaredCheck("command.", withConfig...)...)...)
	if code != 0 || stderr != "" || stdout == "" {
		t.Fatalf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	for _, test := range []struct{ prefix, sandbox string }{
		{"worker.", ""}, {"worker.", "box/7/_main"},
	} {
		got := w.ask(t, request{Arguments: declaredCheck(test.prefix, withConfig...), RequestID: 1, SandboxDir: test.sandbox})
		if diff := cmp.Diff(answer{Output: stdout, RequestID: 1}, got); diff != "" {
			t.Errorf("in %q: the answer (-want +got):\n%s", test.sandbox, diff)
		}
		for _, name := range workerOutputs {
			want, got := readFile(t, dir, "command."+name), readFile(t, dir, test.sandbox, test.prefix+name)
			if diff := cmp.Diff(want, got); diff != "" || want == "" {
				t.Errorf("in %q: --%s (-want +got):\n%s", test.sandbox, name, diff)
			}
		}
	}
	w.end(t, 0, "")
}

func TestWorkerRunsTheOtherVerbsOfActions(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, untidy)
	writeFiles(t, filepath.Join(dir, "box"), map[string]string{"a.go": untidy["pkg/a.go"]})

	canonicalize := startWorker(t, dir, nil, "canonicalize")
	got := canonicalize.ask(t, request{Arguments: []string{"--path=pkg/a.go", "--out=canonical.go", "--", "a.go"}, SandboxDir: "box"})
	if got != (answer{}) || readFile(t, dir, "box/canonical.go") != "package a\n\nfunc A() {}\n" {
		t.Errorf("%+v", got)
	}
	// Only the worker has a stdin.
	got = canonicalize.ask(t, request{Arguments: []string{"--path=pkg/a.go", "-"}})
	if got != (answer{}) {
		t.Errorf("%+v", got)
	}
	canonicalize.end(t, 0, "")

	check := startWorker(t, dir, nil, "check")
	check.ask(t, request{Arguments: declaredCheck("box/", "--", "pkg/a.go")})
	check.end(t, 0, "")
	gate := startWorker(t, dir, nil, "gate")
	got = gate.ask(t, request{Arguments: []string{"--stamp=stamp", "--", "out"}, SandboxDir: "box"})
	if got.ExitCode != cli.ExitFindings || !strings.Contains(got.Output, "pkg/a.go:2:1: warning: not formatted") {
		t.Errorf("%+v", got)
	}
	gate.end(t, 0, "")
}

// An invalid or crashing request is answered with its exit code, and has no
// lasting effect: the next one behaves like the first of a process.
func TestWorkerSurvivesBadRequests(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, untidy)
	w := startWorker(t, dir, []string{withChecker + "=panic"}, "check")
	good := request{Arguments: declaredCheck("", "--", "pkg/a.go")}
	first := w.ask(t, good)
	for _, test := range []struct {
		args   []string
		code   int
		output string
	}{
		{[]string{"--declared", "--", "pkg/notes.txt"}, cli.ExitFailed, "autofix: checker test failed on pkg/notes.txt: panic: index out of range\n"},
		{[]string{"--declared", "--config=gone.toml", "pkg/a.go"}, cli.ExitUsage, "autofix: gone.toml: no such file or directory\n"},
		{[]string{"--declared", "pkg/gone.go"}, cli.ExitUsage, "autofix: pkg/gone.go: not among the action's inputs: declare it: file does not exist\n"},
		{[]string{"--declared", "../pkg/a.go"}, cli.ExitUsage, "autofix: ../pkg/a.go: "},
		{[]string{"--declared", "--without=format", "--policy=strict", "--format=json", "pkg/a.go"}, cli.ExitDone, "{"},
		{[]string{"--declard"}, cli.ExitUsage, "autofix: command line: unknown flag --declard"},
		{[]string{"--help"}, cli.ExitDone, "Usage: autofix check "},
	} {
		if got := w.ask(t, request{Arguments: test.args}); got.ExitCode != test.code || !strings.HasPrefix(got.Output, test.output) {
			t.Errorf("%q: exit %d, want %d\n%s\nwant\n%s", test.args, got.ExitCode, test.code, got.Output, test.output)
		}
		if diff := cmp.Diff(first, w.ask(t, good)); diff != "" || first.ExitCode != cli.ExitDone {
			t.Errorf("after %q (-first +now):\n%s", test.args, diff)
		}
	}
	w.end(t, 0, "")
}

func TestWorkerStartsWithAVerbOfActionsAndEndsOnGarbage(t *testing.T) {
	const usage = "autofix: command line: --persistent_worker: only canonicalize, check, debug, gate, render, strip-config can be a persistent worker; name one of them first\n"
	for _, test := range []struct {
		args          []string
		stdin, stderr string
		code          int
	}{
		{[]string{"check"}, "", "", cli.ExitDone},
		{[]string{"fix"}, "", usage, cli.ExitUsage},
		{nil, "", usage, cli.ExitUsage},
		{[]string{"check"}, `{"arguments":["--he`, "autofix: worker: malformed request at byte 0 of the input: unexpected EOF; Bazel starts another one for the next request\n", cli.ExitFailed},
	} {
		stdout, stderr, code := clitest.Command(t, t.TempDir(), nil, []byte(test.stdin), append(test.args, workerFlag)...)
		if stdout != "" || stderr != test.stderr || code != test.code {
			t.Errorf("%q: exit %d\n%s\n%s", test.args, code, stdout, stderr)
		}
	}
	// After --, it is a file's name.
	if _, ok := startsWorker([]string{"check", "--", workerFlag}); ok {
		t.Error("the name of a file starts a worker")
	}
}

// Startup flags, such as those of --worker_extra_flag of Bazel, apply to every
// request.
func TestWorkerStartsWithFlags(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, untidy)
	w := startWorker(t, dir, nil, "check", "--format=json")
	for range 2 {
		if got := w.ask(t, request{Arguments: []string{"--declared", "pkg/a.go"}}); !json.Valid([]byte(got.Output)) {
			t.Errorf("%+v", got)
		}
	}
	w.end(t, 0, "")
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func readFile(t *testing.T, elements ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
