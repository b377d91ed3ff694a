package main

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

// A server is a generated workspace and its Bazel server.
type server struct {
	dir    string // the workspace
	bazelw string
}

var elapsed = regexp.MustCompile(`(?m)^INFO: Elapsed time: ([0-9.]+)s`)

// build returns the duration of a build as reported by Bazel.
func (s *server) build(ctx context.Context, args ...string) (time.Duration, error) {
	out, err := s.run(ctx, append([]string{"build", "--disk_cache="}, args...)...)
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

// buildByClock returns the duration of a build from the start to the end of its
// client.
func (s *server) buildByClock(ctx context.Context, args ...string) (time.Duration, error) {
	start := time.Now()
	_, err := s.run(ctx, append([]string{"build", "--disk_cache="}, args...)...)
	return time.Since(start), err
}

// fix returns the wall time of `bazel run //:fix`. Its output must contain
// want, to ensure that it did the intended work.
func (s *server) fix(ctx context.Context, want string) (time.Duration, error) {
	start := time.Now()
	out, err := s.run(ctx, "run", "--disk_cache=", "//:fix", "--", "--", "--disk_cache=")
	took := time.Since(start)
	if err == nil && !strings.Contains(out, want) {
		err = fmt.Errorf("bazel run //:fix: does not say %q:\n%s", want, out)
	}
	return took, err
}

// warmUp runs a build that is not measured, with the caches of the Bazel of
// this machine.
func (s *server) warmUp(ctx context.Context, args ...string) error {
	_, err := s.run(ctx, append([]string{"build"}, args...)...)
	return err
}

// run runs Bazel, and returns its output on both streams.
func (s *server) run(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, s.bazelw, append([]string{args[0], "--noshow_progress", "--color=no", "--curses=no"}, args[1:]...)...)
	cmd.Dir = s.dir
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 30 * time.Second
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("in %s: bazel %s: %w\n%s", s.dir, strings.Join(args, " "), err, out.String())
	}
	return out.String(), nil
}

// heap returns the bytes of live heap of the server after a garbage collection.
func (s *server) heap(ctx context.Context) (int64, error) {
	text, err := s.info(ctx, "used-heap-size-after-gc")
	if err != nil {
		return 0, err
	}
	megabytes, err := strconv.ParseInt(strings.TrimSuffix(text, "MB"), 10, 64)
	return megabytes << 20, err
}

// peak returns the peak resident memory of the server in bytes, or 0 if the
// system has no /proc.
func (s *server) peak(ctx context.Context) (int64, error) {
	pid, err := s.info(ctx, "server_pid")
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

// info returns one value of `bazel info`, which is the last line of its output.
func (s *server) info(ctx context.Context, key string) (string, error) {
	out, err := s.run(ctx, "info", key)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[len(lines)-1], nil
}

// remove stops the server and removes its outputs.
func (s *server) remove() error {
	_, err := s.run(context.Background(), "clean", "--expunge")
	return err
}
