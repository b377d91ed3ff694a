package bazel

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"testing"
	"time"
)

// The fake Bazel is this test binary, started again with these variables set.
const (
	fakeEvents   = "AUTOFIX_TEST_FAKE_EVENTS"   // the file of events that it copies to where --build_event_json_file says
	fakeOutput   = "AUTOFIX_TEST_FAKE_OUTPUT"   // a file that it prints instead of a word
	fakeMessages = "AUTOFIX_TEST_FAKE_MESSAGES" // what it says on stderr besides a word
	fakeRecord   = "AUTOFIX_TEST_FAKE_RECORD"   // a folder for the files args, dir and environ
	fakeMode     = "AUTOFIX_TEST_FAKE_MODE"     // "exit N", "refuse FLAG", "wait" for an interrupt, or "die" by a signal
)

func TestMain(m *testing.M) {
	if os.Getenv(fakeRecord) != "" {
		os.Exit(fakeBazel())
	}
	os.Exit(m.Run())
}

func fakeBazel() int {
	fmt.Fprintln(os.Stderr, "bazel: a message")
	fmt.Fprint(os.Stderr, os.Getenv(fakeMessages))
	if output := os.Getenv(fakeOutput); output != "" {
		text, err := os.ReadFile(output)
		must(err)
		_, _ = os.Stdout.Write(text) // whoever reads may have had enough
	} else {
		fmt.Fprintln(os.Stdout, "bazel: some output")
	}
	record := os.Getenv(fakeRecord)
	dir, _ := os.Getwd()
	must(os.WriteFile(record+"/args", []byte(strings.Join(os.Args[1:], "\n")), 0o666))
	must(os.WriteFile(record+"/dir", []byte(dir), 0o666))
	must(os.WriteFile(record+"/environ", []byte(strings.Join(os.Environ(), "\n")), 0o666))
	commands, err := os.OpenFile(record+"/commands", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	must(err)
	if info, err := commands.Stat(); err == nil && info.Size() > 0 {
		fmt.Fprintln(commands)
	}
	fmt.Fprint(commands, strings.Join(os.Args[1:], " "))
	must(commands.Close())
	if flag, refuses := strings.CutPrefix(os.Getenv(fakeMode), "refuse "); refuses {
		if slices.Contains(os.Args, flag) {
			return exitCommandLine
		}
		must(os.Setenv(fakeMode, "exit 0"))
	}
	for _, arg := range os.Args {
		if out, ok := strings.CutPrefix(arg, "--build_event_json_file="); ok && os.Getenv(fakeEvents) != "" {
			events, err := os.ReadFile(os.Getenv(fakeEvents))
			must(err)
			must(os.WriteFile(out, events, 0o666))
		}
	}
	var code int
	switch mode := os.Getenv(fakeMode); mode {
	case "wait":
		return waitForInterrupt(record)
	case "die":
		self, err := os.FindProcess(os.Getpid())
		must(err)
		must(self.Kill())
		time.Sleep(time.Minute)
	default:
		_, err := fmt.Sscanf(mode, "exit %d", &code)
		must(err)
	}
	return code
}

// waitForInterrupt ends as Bazel does after an interrupt. The file ready says
// that an interrupt may come.
func waitForInterrupt(record string) int {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	must(os.WriteFile(record+"/ready", nil, 0o666))
	select {
	case <-interrupts:
		must(os.WriteFile(record+"/interrupted", nil, 0o666))
		return exitInterrupted
	case <-time.After(time.Minute):
		return exitBuildFailed
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
