//go:build linux

package main

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// inProcess measures a function of this process.
func inProcess(name string, do func() error) measure.Side {
	spent := func() time.Duration {
		var u syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail with these arguments
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return measure.Side{Name: name, Do: func() (measure.Cost, error) {
		before, start := spent(), time.Now()
		err := do()
		return measure.Cost{Wall: time.Since(start), CPU: spent() - before}, err
	}}
}

// command measures a command of autofix, which may have findings, without the
// given checkers.
func (b *bench) command(name, config, path string, without ...string) measure.Side {
	return measure.Side{Name: name, Do: func() (measure.Cost, error) {
		args := []string{"check", "--root=" + b.dir, "--config=" + config}
		for _, checker := range without {
			args = append(args, "--without="+checker)
		}
		cmd := exec.Command(b.binary, append(args, "--", path)...)
		cmd.Dir, cmd.Env = b.dir, measure.Environ(os.Environ(), 1)
		return measure.Run(cmd, 0, 1)
	}}
}
