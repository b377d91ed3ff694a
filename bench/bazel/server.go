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

// build returns how long a build took, as Bazel tells it.
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

// buildByClock returns how long a build took from the start of its client to
// its end.
func (s *server) buildByClock(ctx context.Context, args ...string) (time.Duration, error) {
	start := time.Now()
	_, err := s.run(ctx, append([]string{"build", "--disk_cache="}, args...)...)
	return time.Since(start), err
}

// fix returns how long `bazel run //:fix` took by the clock. It must say a
// text: one that did other work than was meant is not measured.
func (s *server) fix(ctx context.Context, want string) (time.Duration, error) {
	start := time.Now()
	out, err := s.run(ctx, "run", "--disk_cache=", "//:fix", "--", "--", "--disk_cache=")
	took := time.Since(start)
	if err == nil && !strings.Contains(out, want) {
		err = fmt.Errorf("bazel run //:fix: does not say %q:\n%s", want, out)
	}
	return took, err
}

// warmUp builds what is not to be measured, with such caches as this machine's
// Bazel has.
func (s *server) warmUp(ctx context.Context, args ...string) error {
	_, err := s.run(ctx, append([]string{"build"}, args...)...)
	return err
}

// run runs Bazel, and returns what it says on both streams.
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

// heap returns the bytes of the server's heap that live, after a collection.
func (s *server) heap(ctx context.Context) (int64, error) {
	text, err := s.info(ctx, "used-heap-size-after-gc")
	if err != nil {
		return 0, err
	}
	megabytes, err := strconv.ParseInt(strings.TrimSuffix(text, "MB"), 10, 64)
	return megabytes << 20, err
}

// peak returns the most resident memory that the server ever had, in bytes; 0
// where the system has no /proc.
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

// info returns one value of `bazel info`, which is the last line of what it
// prints.
func (s *server) info(ctx context.Context, key string) (string, error) {
	out, err := s.run(ctx, "info", key)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[len(lines)-1], nil
}

// remove stops the server, and removes all that it has built.
func (s *server) remove() error {
	_, err := s.run(context.Background(), "clean", "--expunge")
	return err
}
