package client

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

func TestRun(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{Stdout: "release 7.7.1\n", Stderr: "INFO: hello\n"})
	var stderr bytes.Buffer
	c.Startup, c.OutputBase, c.Stderr = []string{"--nohome_rc"}, "/base", &stderr
	t.Setenv("BUILD_WORKSPACE_DIRECTORY", "/w")
	got, err := c.Run(t.Context(), "info", "release")
	if err != nil || string(got) != "release 7.7.1\n" || stderr.String() != "INFO: hello\n" {
		t.Errorf("%q, %v, stderr %q", got, err, &stderr)
	}
	call := fake.Calls()[0]
	if diff := gocmp.Diff([]string{"--nohome_rc", "--output_base=/base", "info", "release"}, call.Args); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if slices.Contains(call.Env, "BUILD_WORKSPACE_DIRECTORY=/w") || !slices.Contains(call.Env, "PWD="+c.Dir) {
		t.Errorf("environment %q", call.Env)
	}
	c.Env = append(os.Environ(), "OWN=1")
	if _, err := c.Run(t.Context(), "info"); err != nil || !slices.Contains(fake.Calls()[1].Env, "OWN=1") {
		t.Errorf("error %v, environment %q", err, fake.Calls()[1].Env)
	}
}

func TestErrors(t *testing.T) {
	for _, row := range []struct {
		exit   int
		stderr string
		want   string
	}{
		{2, "ERROR: --x :: Unrecognized option: --x\n", "bazel build: exit 2: Bazel does not accept its command line: ERROR: --x :: Unrecognized option: --x"},
		{2, "INFO: Invocation ID: 1\nERROR: Config value 'zzz' is not defined in any .rc file\n", "bazel build: exit 2: Bazel does not accept its command line: ERROR: Config value 'zzz' is not defined in any .rc file"},
		{7, "", "bazel build: exit 7"},
		{9, "Another command holds the client lock\n", "bazel build: exit 9: another command is running: Another command holds the client lock"},
		{32, "", "bazel build: exit 32: the remote environment has a problem"},
		{33, "", "bazel build: exit 33: Bazel ran out of memory"},
		{34, "", "bazel build: exit 34: the remote cache or execution failed"},
		{36, "FATAL: No space left on device\n", "bazel build: exit 36: this machine has a problem, such as a full disk or missing permissions: FATAL: No space left on device"},
		{37, "Starting local Bazel server and connecting to it...\n\x1b[32mINFO: \x1b[0mhello\n\x1b[31m\x1b[1mFATAL: \x1b[0mbazel crashed\n", "bazel build: exit 37: Bazel crashed: FATAL: bazel crashed"},
		{38, "", "bazel build: exit 38: Bazel could not upload the build events"},
		{39, "", "bazel build: exit 39: the remote cache has lost files that the build needs"},
		{48, "ERROR: no module x\n", "bazel build: exit 48: external dependencies could not be resolved or fetched: ERROR: no module x"},
		{97, "", "bazel build: exit 97"},
	} {
		c, _ := fakeClient(t, fakebazel.Answer{ExitCode: row.exit, Stderr: row.stderr, Events: last})
		result, err := c.Build(t.Context(), []string{"//..."})
		failed, ok := errors.AsType[*Error](err)
		if result != nil || !ok || err.Error() != row.want || failed.ExitCode != row.exit || failed.Command != "build" {
			t.Errorf("exit %d: %v, error %v, want %s", row.exit, result, err, row.want)
		}
		if text, err := c.Run(t.Context(), "build"); string(text) != "" || err == nil || err.Error() != row.want {
			t.Errorf("exit %d: error %v, want %s", row.exit, err, row.want)
		}
	}
}

func TestNoBazel(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "bazel")
	c := &Client{Bazel: missing, Dir: t.TempDir()}
	for command, run := range map[string]func() error{
		"info":  func() error { _, err := c.Run(t.Context(), "info"); return err },
		"query": func() error { _, err := c.Query(t.Context(), "//..."); return err },
		"build": func() error { _, err := c.Build(t.Context(), []string{"//..."}); return err },
	} {
		err := run()
		if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "bazel "+command+": ") || !strings.Contains(err.Error(), missing) {
			t.Errorf("%s: error %v", command, err)
		}
	}
}

func TestBuildAndTest(t *testing.T) {
	events := `{"id":{"targetCompleted":{"label":"//a:b"}},"completed":{"success":true}}` + "\n" + last
	for _, exit := range []int{0, ExitBuildFailed, ExitTestsFailed, ExitNoTests} {
		c, fake := fakeClient(t, fakebazel.Answer{Events: events, ExitCode: exit, Stderr: "INFO: x\nERROR: y\n"})
		for _, run := range []func(context.Context, []string, ...string) (*Result, error){c.Build, c.Test} {
			got, err := run(t.Context(), []string{"//a:b c", "-//x/..."}, "--config=ci", "--jobs=2")
			want := &Result{ExitCode: exit, Targets: []Target{{Label: "//a:b", Status: Built}}, Messages: "ERROR: y"}
			if diff := gocmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("error %v, -want +got:\n%s", err, diff)
			}
		}
		for i, command := range []string{"build", "test"} {
			call := fake.Calls()[i]
			want := command + " --keep_going --config=ci --jobs=2 --build_event_json_file_path_conversion=no --build_event_json_file=FILE --target_pattern_file=FILE"
			if got := strings.Join(withoutFile(call.Args), " "); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if diff := gocmp.Diff([]string{"//a:b c", "-//x/..."}, call.Patterns); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		}
	}
}

// A # starts a comment in a file of patterns, and Bazel 7 reads such a file in
// another encoding than BUILD files.
func TestPatternsOnTheCommandLine(t *testing.T) {
	for _, odd := range []string{"//a:b#c", "//a:é"} {
		c, fake := fakeClient(t, fakebazel.Answer{Events: last})
		if _, err := c.Build(t.Context(), []string{"//a:b", odd}); err != nil {
			t.Fatal(err)
		}
		if args := fake.Calls()[0].Args; !slices.Equal(args[len(args)-3:], []string{"--", "//a:b", odd}) {
			t.Errorf("arguments %q", args)
		}
	}
}

func TestBuildWithoutItsEvents(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer fakebazel.Answer
		want   string
	}{
		{"none", fakebazel.Answer{}, "bazel build: build events: "},
		{"none, and a failure", fakebazel.Answer{ExitCode: 1, Stderr: "ERROR: no\n"}, "bazel build: exit 1: the build failed: ERROR: no"},
		{"empty", fakebazel.Answer{Events: "\n"}, "bazel build: build events: they end before their last message"},
		{"cut off", fakebazel.Answer{Events: `{"id":{"started":{}}}` + "\n" + `{"id":{"targetC`}, "bazel build: build events: they end before their last message"},
		{"malformed", fakebazel.Answer{Events: `{"id":{"started":{}}}` + "\n<\n" + last}, "bazel build: build events: line 2: invalid character '<'"},
	} {
		c, _ := fakeClient(t, row.answer)
		result, err := c.Build(t.Context(), []string{"//..."})
		if result != nil || err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, error %v, want %s", row.name, result, err, row.want)
		}
	}
}

// The folder for files is full, or may not be written.
func TestNoTemporaryFolder(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{Events: last})
	missing := filepath.Join(t.TempDir(), "missing")
	for _, variable := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(variable, missing)
	}
	for command, run := range map[string]func() error{
		"bazel: ":      func() error { _, err := c.Query(t.Context(), "//..."); return err },
		"bazel test: ": func() error { _, err := c.Test(t.Context(), []string{"//..."}); return err },
	} {
		if err := run(); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), command) || !strings.Contains(err.Error(), missing) {
			t.Errorf("%s: error %v", command, err)
		}
	}
	if calls := fake.Calls(); len(calls) > 0 {
		t.Errorf("Bazel was started: %v", calls)
	}
}

func TestNothingStaysInTheTemporaryFolder(t *testing.T) {
	dir := t.TempDir()
	c, _ := fakeClient(t, fakebazel.Answer{For: []string{"test"}, ExitCode: 37}, fakebazel.Answer{Events: last})
	for _, variable := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(variable, dir)
	}
	_, _ = c.Query(t.Context(), "//...")
	_, _ = c.Build(t.Context(), []string{"//..."})
	_, _ = c.Test(t.Context(), []string{"//..."})
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestShutdown(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{})
	if err := c.Shutdown(t.Context()); err != nil || len(fake.Calls()) > 0 {
		t.Errorf("error %v, commands %v", err, fake.Calls())
	}
	c.OutputBase = "/base"
	if _, err := c.Run(t.Context(), "info"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second has nothing to do
		if err := c.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
	calls := fake.Calls()
	if len(calls) != 2 || !slices.Equal(calls[1].Args, []string{"--output_base=/base", "shutdown"}) {
		t.Errorf("commands %v", calls)
	}
}

func TestCancellation(t *testing.T) {
	cause := errors.New("no time")
	for name, run := range map[string]func(c *Client, ctx context.Context) error{
		"info":  func(c *Client, ctx context.Context) error { _, err := c.Run(ctx, "info"); return err },
		"query": func(c *Client, ctx context.Context) error { _, err := c.Query(ctx, "//..."); return err },
		"test":  func(c *Client, ctx context.Context) error { _, err := c.Test(ctx, []string{"//..."}); return err },
	} {
		c, fake := fakeClient(t, fakebazel.Answer{End: fakebazel.Waits, Events: last})
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			fake.AwaitCall()
			cancel(cause)
		}()
		err := run(c, ctx)
		if !errors.Is(err, cause) || err.Error() != "bazel "+name+": interrupted: no time" {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Somebody else interrupted Bazel, such as a person in its terminal.
func TestAnInterruptThatOnlyBazelReceived(t *testing.T) {
	c, _ := fakeClient(t, fakebazel.Answer{ExitCode: ExitInterrupted})
	if _, err := c.Build(t.Context(), []string{"//..."}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// fakeServer writes the files of a server into the output base of a client.
func fakeServer(t *testing.T, c *Client, pid string) {
	t.Helper()
	c.OutputBase = t.TempDir()
	if err := os.Mkdir(filepath.Join(c.OutputBase, "server"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(c.OutputBase, "server", "server.pid.txt"), pid)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestTakeOverWithoutAServer(t *testing.T) {
	c, fake := fakeClient(t)
	c.OutputBase = filepath.Join(t.TempDir(), "missing")
	if err := c.TakeOver(t.Context()); err != nil || len(fake.Calls()) > 0 {
		t.Errorf("error %v, commands %v", err, fake.Calls())
	}
}

func TestTakeOverOfAnIdleServer(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{Stdout: "1\n"})
	fakeServer(t, c, "1")
	c.Startup = []string{"--nohome_rc"}
	if err := c.TakeOver(t.Context()); err != nil {
		t.Error(err)
	}
	want := []string{"--noblock_for_lock", "--nohome_rc", "--output_base=" + c.OutputBase, "info", "server_pid"}
	if calls := fake.Calls(); len(calls) != 1 || !slices.Equal(calls[0].Args, want) {
		t.Errorf("commands %v", calls)
	}
	if err := c.Shutdown(t.Context()); err != nil || len(fake.Calls()) != 2 {
		t.Errorf("the server that may have been started is not shut down: %v", err)
	}
}

func TestTakeOverFails(t *testing.T) {
	defer func(grace time.Duration) { takeOverGrace = grace }(takeOverGrace)
	takeOverGrace = time.Millisecond
	for _, row := range []struct {
		name, pid string
		answer    fakebazel.Answer
		want      string // "PID" is the process id
	}{
		{"not a number", "x\n", fakebazel.Answer{}, "bazel server: BASE/server/server.pid.txt: not a process id: \"x\\n\"; delete BASE"},
		{"all processes", "-1", fakebazel.Answer{}, "bazel server: BASE/server/server.pid.txt: not a process id: \"-1\"; delete BASE"},
		{"Bazel cannot tell", "1", fakebazel.Answer{ExitCode: 37}, "bazel info: exit 37: Bazel crashed"},
		// This process is not a server: it must survive.
		{"it does not end", "SELF", fakebazel.Answer{ExitCode: ExitLockHeld}, "bazel server: process SELF, of a run that was killed, does not end: kill it"},
	} {
		c, _ := fakeClient(t, row.answer)
		self := func(text string) string {
			text = strings.ReplaceAll(text, "SELF", strconv.Itoa(os.Getpid()))
			return strings.ReplaceAll(text, "BASE", filepath.ToSlash(c.OutputBase))
		}
		fakeServer(t, c, self(row.pid))
		err := c.TakeOver(t.Context())
		if err == nil || filepath.ToSlash(err.Error()) != self(row.want) {
			t.Errorf("%s: error %v, want %s", row.name, err, self(row.want))
		}
	}
}

func TestTakeOverIsInterrupted(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{ExitCode: ExitLockHeld})
	fakeServer(t, c, strconv.Itoa(os.Getpid()))
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("no time")
	go func() {
		for len(fake.Calls()) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel(cause)
	}()
	if err := c.TakeOver(ctx); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}
