//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A cost is what something took.
type cost struct {
	wall time.Duration
	cpu  time.Duration // user and system
	peak int64         // bytes of resident memory; of commands only
}

// inProcess measures a function of this process.
func inProcess(do func() error) (cost, error) {
	var before, after syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
		return cost{}, err
	}
	start := time.Now()
	err := do()
	c := cost{wall: time.Since(start)}
	if err == nil {
		err = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	}
	spent := func(u syscall.Rusage) int64 { return u.Utime.Nano() + u.Stime.Nano() }
	c.cpu = time.Duration(spent(after) - spent(before))
	return c, err
}

// command measures one run of a command of autofix, which may find something.
func (b *bench) command(config string, paths ...string) (cost, error) {
	args := []string{"check", "--root=" + b.dir, "--config=" + config, "--without=format", "--without=starlark", "--without=text", "--"}
	cmd := exec.Command(b.binary, append(args, paths...)...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		for _, name := range []string{"AUTOFIX_", "GOGC=", "GOMEMLIMIT=", "BUILD_WORK"} {
			if strings.HasPrefix(v, name) {
				return true
			}
		}
		return false
	})
	cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	var stderr strings.Builder
	cmd.Dir, cmd.Stderr = b.dir, &stderr
	start := time.Now()
	err := cmd.Run()
	c := cost{wall: time.Since(start)}
	if cmd.ProcessState == nil {
		return c, err
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 {
		return c, fmt.Errorf("%v: exit %d: %s", cmd.Args, code, stderr.String())
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.peak = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
	return c, nil
}

// A side is one thing that is measured.
type side struct {
	name string
	do   func() (cost, error)
}

// measured runs all sides in turn, b.runs times each after one that does not count, and returns the median costs by name.
func (b *bench) measured(sides []side) (map[string]cost, error) {
	all := make(map[string][]cost)
	for run := range b.runs + 1 {
		for _, s := range sides {
			c, err := s.do()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			if run > 0 {
				all[s.name] = append(all[s.name], c)
			}
		}
	}
	out := make(map[string]cost)
	for name, costs := range all {
		out[name] = median(costs)
	}
	return out, nil
}

// median returns the median of each figure.
func median(costs []cost) cost {
	middle := func(get func(cost) int64) int64 {
		values := make([]int64, len(costs))
		for i, c := range costs {
			values[i] = get(c)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return cost{
		wall: time.Duration(middle(func(c cost) int64 { return int64(c.wall) })),
		cpu:  time.Duration(middle(func(c cost) int64 { return int64(c.cpu) })),
		peak: middle(func(c cost) int64 { return c.peak }),
	}
}

// build makes the binary where none is given.
func (b *bench) build() (err error) {
	if b.binary != "" {
		b.binary, err = filepath.Abs(b.binary)
		return err
	}
	b.binary = filepath.Join(b.dir, "autofix")
	const command = "github.com/rules-autofix/rules_autofix/cmd/autofix"
	if out, err := exec.Command("go", "build", "-o", b.binary, command).CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s; name a binary with -autofix", command, err, out)
	}
	return nil
}
