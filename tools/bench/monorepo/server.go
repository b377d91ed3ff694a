package monorepo

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Server is a generated workspace and its Bazel server.
type Server struct {
	Dir   string // the workspace
	Bazel string // the program
}

var elapsed = regexp.MustCompile(`(?m)^INFO: Elapsed time: ([0-9.]+)s`)

// Build returns the duration of a build as reported by Bazel.
func (s *Server) Build(ctx context.Context, args ...string) (time.Duration, error) {
	out, err := s.Run(ctx, append([]string{"build", "--disk_cache="}, args...)...)
	if err != nil {
		return 0, err
	}
	match := elapsed.FindStringSubmatch(out)
	if match == nil {
		return 0, fmt.Errorf("bazel build %s: does not say how long it took:\n%s", strings.Join(args, " "), out)
	}
	seconds, err := strconv.ParseFloat(match[1], 64)
	return time.Duration(seconds * float64(time.Second)), err
}

// BuildByClock returns the duration of a build from the start to the end of its
// client.
func (s *Server) BuildByClock(ctx context.Context, args ...string) (time.Duration, error) {
	start := time.Now()
	_, err := s.Run(ctx, append([]string{"build", "--disk_cache="}, args...)...)
	return time.Since(start), err
}

// WarmUp runs a build that is not measured, with the caches of the Bazel of
// this machine.
func (s *Server) WarmUp(ctx context.Context, args ...string) error {
	_, err := s.Run(ctx, append([]string{"build"}, args...)...)
	return err
}

// Run runs Bazel, and returns its output on both streams.
func (s *Server) Run(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, s.Bazel, append([]string{args[0], "--noshow_progress", "--color=no", "--curses=no"}, args[1:]...)...)
	cmd.Dir = s.Dir
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 30 * time.Second
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("in %s: bazel %s: %w\n%s", s.Dir, strings.Join(args, " "), err, out.String())
	}
	return out.String(), nil
}

// Heap returns the bytes of live heap of the server after a garbage collection.
func (s *Server) Heap(ctx context.Context) (int64, error) {
	text, err := s.Info(ctx, "used-heap-size-after-gc")
	if err != nil {
		return 0, err
	}
	megabytes, err := strconv.ParseInt(strings.TrimSuffix(text, "MB"), 10, 64)
	return megabytes << 20, err
}

// Peak returns the peak resident memory of the server in bytes, or 0 if the
// system has no /proc.
func (s *Server) Peak(ctx context.Context) (int64, error) {
	pid, err := s.Info(ctx, "server_pid")
	if err != nil {
		return 0, err
	}
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("/proc/%s/status: no VmHWM", pid)
}

// Info returns one value of `bazel info`, which is the last line of its output.
func (s *Server) Info(ctx context.Context, key string) (string, error) {
	out, err := s.Run(ctx, "info", key)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[len(lines)-1], nil
}

// Remove stops the server and removes its outputs.
func (s *Server) Remove() error {
	_, err := s.Run(context.Background(), "clean", "--expunge")
	return err
}
