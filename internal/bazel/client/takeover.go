package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// takeOverGrace is how long a server may take to end.
var takeOverGrace = 20 * time.Second

// TakeOver ends the server of the output base, which must be set, if it still
// runs a command. Nobody else may use the output base: the client that started
// the command was killed, which a server does not notice.
func (c *Client) TakeOver(ctx context.Context) error {
	pidFile := filepath.Join(c.OutputBase, "server", "server.pid.txt")
	text, err := os.ReadFile(pidFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("bazel server: %w", err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 0 {
		return fmt.Errorf("bazel server: %s: not a process id: %q; delete %s", pidFile, text, c.OutputBase)
	}
	asking := *c
	asking.Startup = append([]string{"--noblock_for_lock"}, c.Startup...)
	c.started = true
	for end := time.Now().Add(takeOverGrace); ; {
		_, err := asking.Run(ctx, "info", "server_pid")
		var failed *Error
		if !errors.As(err, &failed) || failed.ExitCode != ExitLockHeld {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("bazel server: process %d, of a run that was killed, does not end: kill it", pid)
		}
		if isServer(pid, c.OutputBase) {
			_ = process.Terminate(pid)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("bazel server: interrupted: %w", context.Cause(ctx))
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// isServer reports whether a process is the server of an output base, as far as
// the machine shows. A server that crashed leaves its id behind, which another
// process may have by now.
func isServer(pid int, outputBase string) bool {
	cmdline := func(process string) ([]byte, error) { return os.ReadFile(filepath.Join("/proc", process, "cmdline")) }
	if _, err := cmdline("self"); err != nil {
		return true // no such files here
	}
	args, _ := cmdline(strconv.Itoa(pid))
	return bytes.Contains(args, []byte("--output_base="+outputBase+"\x00"))
}
