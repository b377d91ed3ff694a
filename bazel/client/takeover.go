package client

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// exitLockHeld is the exit code of --noblock_for_lock while another command
// runs.
const exitLockHeld = 9

// takeOverGrace is how long a server may take to end.
const takeOverGrace = 20 * time.Second

// TakeOver ends the server of the output base if it still runs a command.
// Nobody else may use the output base: the client that started the command was
// killed, which a server does not notice.
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
	if err != nil {
		return fmt.Errorf("bazel server: %s: %w", pidFile, err)
	}
	asking := *c
	asking.Startup = append([]string{"--noblock_for_lock"}, c.Startup...)
	c.started = true
	for end := time.Now().Add(takeOverGrace); ; {
		_, err := asking.Run(ctx, "info", "server_pid")
		var failed *Error
		if !errors.As(err, &failed) || failed.ExitCode != exitLockHeld {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("bazel server: process %d, of a run that was killed, does not end: kill it", pid)
		}
		// The server holds its lock, so it lives and has this process id.
		if process, err := os.FindProcess(pid); err == nil {
			_ = terminate(process)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(200 * time.Millisecond):
		}
	}
}
