package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The program of the tests is this binary, started again with this variable and
// one of the verbs below.
const program = "AUTOFIX_TEST_PROGRAM"

func TestMain(m *testing.M) {
	Init()
	if os.Getenv(program) != "" {
		os.Exit(run(os.Args[1], os.Args[2:]))
	}
	os.Exit(m.Run())
}

func run(verb string, args []string) int {
	switch verb {
	case "print": // STDOUT STDERR EXIT
		fmt.Fprint(os.Stdout, args[0])
		fmt.Fprint(os.Stderr, args[1])
		code, _ := strconv.Atoi(args[2])
		return code
	case "where": // prints its folder and the variable WHERE
		dir, _ := os.Getwd()
		fmt.Print(dir, " ", os.Getenv("WHERE"))
	case "die":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		time.Sleep(time.Minute)
	case "wait": // FILE: creates it, and ends after an interrupt
		interrupts := make(chan os.Signal, 1)
		signal.Notify(interrupts, os.Interrupt)
		_ = os.WriteFile(args[0], nil, 0o666)
		select {
		case <-interrupts:
			fmt.Print("interrupted")
		case <-time.After(time.Minute):
		}
	case "stay": // FILE: creates it, and goes on after an interrupt
		signal.Ignore(os.Interrupt)
		_ = os.WriteFile(args[0], nil, 0o666)
		time.Sleep(time.Minute)
	case "obey": // FILE: creates it, and ends with exit code 3 when it is asked to
		// A test in a sandbox may have been started with the signal blocked.
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		_ = os.WriteFile(args[0], nil, 0o666)
		select {
		case <-asked:
			return 3
		case <-time.After(time.Minute):
		}
	case "echo": // copies its input to its output, and counts it on stderr
		n, _ := io.Copy(os.Stdout, os.Stdin)
		fmt.Fprintf(os.Stderr, "%d bytes", n)
		return 4
	case "flood": // SIZE: writes that many bytes
		size, _ := strconv.Atoi(args[0])
		_, _ = os.Stdout.Write(make([]byte, size))
	case "sleep":
		time.Sleep(time.Minute)
	case "leave": // FILE: starts `stay FILE`, waits for the file, and ends
		self, _ := os.Executable()
		stay := Command{Program: self, Args: []string{"stay", args[0]}, Stdout: os.Stdout}
		go func() { _, _ = stay.Run(context.Background()) }()
		waitFor(args[0])
	default:
		return runOnUnix(verb, args)
	}
	return 0
}

func waitFor(file string) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
	}
}

// command returns a command of this binary.
func command(t *testing.T, args ...string) *Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// Without the last two, rules_go moves the child to another folder, and a
	// child under -race ends a second late.
	env := append(os.Environ(), program+"=1", "GO_TEST_RUN_FROM_BAZEL=", "GORACE=atexit_sleep_ms=0")
	return &Command{Program: self, Args: args, Dir: t.TempDir(), Env: env, Grace: time.Minute}
}

// eachWay has what a command can take along when it ends.
var eachWay = []func(*Command){
	func(*Command) {},
	func(c *Command) { c.Group = true },
	func(c *Command) { c.Tree = true },
}

func TestRun(t *testing.T) {
	for _, row := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"print", "out", "err", "0"}, 0, "out", "err"},
		{[]string{"print", "", "wrong", "3"}, 3, "", "wrong"},
		{[]string{"print", "", "", "255"}, 255, "", ""},
	} {
		for _, set := range eachWay {
			c := command(t, row.args...)
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			set(c)
			code, err := c.Run(t.Context())
			if code != row.code || err != nil || stdout.String() != row.stdout || stderr.String() != row.stderr {
				t.Errorf("%v: %d, %v, stdout %q, stderr %q", row.args, code, err, &stdout, &stderr)
			}
		}
	}
}

func TestRunHasItsFolderAndEnvironment(t *testing.T) {
	c := command(t, "where")
	dir, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	c.Dir, c.Stdout, c.Env = dir, &stdout, append(c.Env, "WHERE=here")
	if code, err := c.Run(t.Context()); code != 0 || err != nil || stdout.String() != dir+" here" {
		t.Errorf("%d, %v, %q", code, err, &stdout)
	}
}

func TestRunOfWhatCannotStart(t *testing.T) {
	c := command(t)
	c.Program = filepath.Join(t.TempDir(), "missing")
	if code, err := c.Run(t.Context()); code != -1 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%d, %v", code, err)
	}
	c = command(t, "print", "", "", "0")
	c.Dir = filepath.Join(t.TempDir(), "missing")
	if code, err := c.Run(t.Context()); code != -1 || err == nil {
		t.Errorf("%d, %v", code, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("no time")
	cancel(cause)
	if code, err := command(t, "print", "", "", "0").Run(ctx); code != -1 || !errors.Is(err, cause) {
		t.Errorf("%d, %v", code, err)
	}
}

func TestLastLines(t *testing.T) {
	var numbers []string
	for i := range 100 {
		numbers = append(numbers, strconv.Itoa(i))
	}
	for text, want := range map[string]string{
		"":                                   "",
		"a\n":                                "a",
		"a\nb\n\n\n":                         "a\nb",
		"\xff\n":                             "\uFFFD",
		strings.Repeat("x", 9000) + "\ny":    "y",
		strings.Repeat("x", 9000):            strings.Repeat("x", tailBytes),
		strings.Repeat("é", 9000) + "x":      strings.Repeat("é", tailBytes/2-1) + "x",
		strings.Join(numbers, "\n") + "\n\n": strings.Join(numbers[100-tailLines:], "\n"),
	} {
		if got := LastLines(text); got != want {
			t.Errorf("%.20q: %.40q, want %.40q", text, got, want)
		}
	}
}

func TestTail(t *testing.T) {
	text := strings.Repeat("0123456789abcdef\n", 5000)
	for _, size := range []int{1, 100, 5000, len(text)} {
		var tail Tail
		for part := range slices.Chunk([]byte(text), size) {
			if n, err := tail.Write(part); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := tail.String(); got != LastLines(text) {
			t.Errorf("parts of %d bytes: %q", size, got)
		}
		if len(tail.text) > 4*tailBytes {
			t.Errorf("parts of %d bytes: %d bytes kept", size, len(tail.text))
		}
	}
}
