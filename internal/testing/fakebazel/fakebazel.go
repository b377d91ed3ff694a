// Package fakebazel is a Bazel for tests. It is the test binary itself, which
// is started again and answers commands as the test says.
package fakebazel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// folder is the environment variable that makes a test binary the fake. It has
// the folder with the answers.
const folder = "AUTOFIX_TEST_FAKE_BAZEL_DIR"

// Main is for TestMain: it runs the tests, or is the fake.
func Main(m *testing.M) {
	if dir := os.Getenv(folder); dir != "" {
		os.Exit(run(dir))
	}
	os.Exit(m.Run())
}

// An Answer is the fake's response to a command.
type Answer struct {
	// For are texts that occur in the command: in its arguments, or in the files
	// that --query_file and --target_pattern_file name. The first answer whose
	// texts all occur is taken. Without texts, it is for all commands.
	For  []string
	Once bool // it is for one command only

	Stdout, Stderr string
	Events         string // of --build_event_json_file; "": none is written
	ExitCode       int
	End            End // in place of ExitCode
}

// An End is a way to end.
type End string

const (
	Waits  End = "waits"  // until it is interrupted, and then as Bazel does
	Stays  End = "stays"  // until it is terminated or killed
	IsDead End = "isdead" // by a signal
)

// A Call is a command that the fake was given.
type Call struct {
	Args     []string // without the program
	Pid      int
	Dir      string
	Env      []string
	Query    string   // the content of --query_file
	Patterns []string // the content of --target_pattern_file
}

// A Fake is a fake Bazel.
type Fake struct {
	Program string // its path
	t       testing.TB
	dir     string
}

// Start makes the processes that this one starts a fake, until the test ends. A
// command without an answer fails with exit code 97.
func Start(t testing.TB, answers ...Answer) *Fake {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f := &Fake{Program: self, t: t, dir: t.TempDir()}
	text, err := json.Marshal(answers)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.file("answers"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv(folder, f.dir)
	t.Setenv("GO_TEST_RUN_FROM_BAZEL", "")  // else rules_go moves the child to another folder
	t.Setenv("GORACE", "atexit_sleep_ms=0") // else a child under -race ends a second late
	return f
}

func (f *Fake) file(name string) string { return filepath.Join(f.dir, name) }

// Calls returns the commands so far.
func (f *Fake) Calls() []Call {
	f.t.Helper()
	text, err := os.ReadFile(f.file("calls"))
	if err != nil && !os.IsNotExist(err) {
		f.t.Fatal(err)
	}
	var calls []Call
	for line := range bytes.Lines(text) {
		var call Call
		if err := json.Unmarshal(line, &call); err != nil {
			f.t.Fatal(err)
		}
		calls = append(calls, call)
	}
	return calls
}

// AwaitCall returns when the fake waits or stays.
func (f *Fake) AwaitCall() {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if exists(f.file("ready")) {
			return
		}
	}
}

// Interrupted reports whether a fake that waited was interrupted.
func (f *Fake) Interrupted() bool { return exists(f.file("interrupted")) }

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// run is the fake.
func run(dir string) int {
	call := Call{Args: os.Args[1:], Pid: os.Getpid(), Env: os.Environ()}
	call.Dir, _ = os.Getwd()
	events := ""
	for _, arg := range call.Args {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "--query_file":
			call.Query = string(read(value))
		case "--target_pattern_file":
			call.Patterns = strings.Split(strings.TrimSpace(string(read(value))), "\n")
		case "--build_event_json_file":
			events = value
		}
	}
	record(filepath.Join(dir, "calls"), &call)
	a := answer(dir, &call)
	fmt.Fprint(os.Stdout, a.Stdout)
	fmt.Fprint(os.Stderr, a.Stderr)
	if a.Events != "" && events != "" {
		must(os.WriteFile(events, []byte(a.Events), 0o666))
	}
	switch a.End {
	case Waits, Stays:
		return linger(dir, a.End)
	case IsDead:
		self, err := os.FindProcess(os.Getpid())
		must(err)
		must(self.Kill())
		time.Sleep(time.Minute)
	}
	return a.ExitCode
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	must(err)
	return text
}

func record(file string, call *Call) {
	line, err := json.Marshal(call)
	must(err)
	calls, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	must(err)
	_, err = calls.Write(append(line, '\n'))
	must(err)
	must(calls.Close())
}

// answer returns the answer to a call.
func answer(dir string, call *Call) Answer {
	var answers []Answer
	must(json.Unmarshal(read(filepath.Join(dir, "answers")), &answers))
	text := strings.Join(call.Args, " ") + "\n" + call.Query + "\n" + strings.Join(call.Patterns, "\n")
	for i, a := range answers {
		spent := filepath.Join(dir, fmt.Sprintf("spent.%d", i))
		if !hasAll(text, a.For) || a.Once && exists(spent) {
			continue
		}
		must(os.WriteFile(spent, nil, 0o666))
		return a
	}
	return Answer{ExitCode: 97, Stderr: "fakebazel: no answer to: " + text}
}

func hasAll(text string, parts []string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

// linger waits for an interrupt, and ignores it if the fake stays.
func linger(dir string, end End) int {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	// A test in a sandbox may have been started with the signal blocked.
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)
	must(os.WriteFile(filepath.Join(dir, "ready"), nil, 0o666))
	timeout := time.After(time.Minute)
	for {
		select {
		case <-interrupts:
			must(os.WriteFile(filepath.Join(dir, "interrupted"), nil, 0o666))
			if end == Waits {
				return 8 // as Bazel
			}
		case <-terminated:
			return terminatedCode
		case <-timeout:
			return 1
		}
	}
}

// terminatedCode is the exit code after SIGTERM, as in shells.
const terminatedCode = 143

func must(err error) {
	if err != nil {
		panic(err)
	}
}
