package clitest

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// progress matches a line of progress, which depends on the time, up to the
// next one or to where it is cleared.
var progress = regexp.MustCompile(`\r\x1b\[K[^\r\n]*(\r\x1b\[K)`)

// OnTerminal is Command with a terminal of so many columns as stdout and stderr.
// It returns the text that a person sees: without the progress, which is
// cleared, and with plain line ends.
func OnTerminal(t *testing.T, dir string, env []string, columns uint16, args ...string) (seen string, code int) {
	t.Helper()
	seen, code = Recorded(t, dir, env, columns, args...)
	return WithoutProgress(seen), code
}

// WithoutProgress returns the text of a terminal without the progress, which is
// cleared.
func WithoutProgress(seen string) string {
	for was := ""; was != seen; {
		was, seen = seen, progress.ReplaceAllString(seen, "$1")
	}
	return strings.ReplaceAll(seen, "\r\x1b[K", "")
}

// Recorded is OnTerminal, with the progress.
func Recorded(t *testing.T, dir string, env []string, columns uint16, args ...string) (seen string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir, cmd.Env = dir, env
	return RecordedBy(t, cmd, columns, nil)
}

// RecordedBy is Recorded of any command that starts the program. The first text
// that shown accepts resizes the terminal to the columns that it returns; a nil
// shown accepts none.
func RecordedBy(t *testing.T, cmd *exec.Cmd, columns uint16, shown func(text string) (columns uint16)) (seen string, code int) {
	t.Helper()
	cmd.Env = append([]string{AsCommand + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, cmd.Env...)
	control, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: columns})
	if err != nil {
		t.Skipf("this machine has no pseudo terminals: %v", err)
	}
	defer control.Close()
	all := watched{shown: func(text string) bool {
		if shown == nil {
			return false
		}
		columns := shown(text)
		return columns > 0 && pty.Setsize(control, &pty.Winsize{Rows: 40, Cols: columns}) == nil
	}}
	// Linux ends the output of a terminal that no process has open with EIO.
	if _, err := io.Copy(&all, control); err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return strings.ReplaceAll(all.text.String(), "\r\n", "\n"), cmd.ProcessState.ExitCode()
}

// watched is a text that is looked at as it grows, until shown returns true.
type watched struct {
	text  strings.Builder
	shown func(text string) bool
	over  bool
}

func (w *watched) Write(part []byte) (int, error) {
	w.text.Write(part)
	w.over = w.over || w.shown(w.text.String())
	return len(part), nil
}
