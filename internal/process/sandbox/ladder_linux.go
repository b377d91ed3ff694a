package sandbox

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

const wayOut = "install bubblewrap, or allow unprivileged user namespaces " +
	"(sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"

// ladder has the best means first.
var ladder = []rung{bubblewrap, namespaces, files}

// once keeps the answer of a function, unless it was interrupted.
func once(ask func(context.Context) error) func(context.Context) error {
	var mu sync.Mutex
	asked := false
	var answer error
	return func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if asked {
			return answer
		}
		err := ask(ctx)
		if ctx.Err() == nil {
			asked, answer = true, err
		}
		return err
	}
}

// tryTime is how long a small program may take in a sandbox.
const tryTime = 10 * time.Second

// tryWith runs a small program under a policy that denies the network.
func tryWith(ctx context.Context, wrap func(*Policy, []mount, process.Command) (process.Command, error)) error {
	dir, err := os.MkdirTemp("", "autofix-sandbox-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p, command, err := prepare(&Policy{Dir: dir}, process.Command{Program: "/bin/sh", Args: []string{"-c", ": >made"}})
	if err != nil {
		return err
	}
	mounts, err := planOf(p, command.Program)
	if err != nil {
		return err
	}
	if command, err = wrap(p, mounts, command); err != nil {
		return err
	}
	var stderr process.Tail
	command.Stderr = &stderr
	ctx, cancel := context.WithTimeoutCause(ctx, tryTime, fmt.Errorf("nothing came of it within %v", tryTime))
	defer cancel()
	code, err := command.Run(ctx)
	switch {
	case err != nil:
		return err
	case code != 0:
		return fmt.Errorf("exit code %d: %s", code, stderr.String())
	}
	if _, err := os.Stat(dir + "/made"); err != nil {
		return errors.New("the program ran elsewhere")
	}
	return nil
}

// closeInherited sees to it that no program that is started from now on gets
// files beyond the first three, which Go passes only on demand: files that this
// process was started with would reach through any sandbox.
func closeInherited() {
	if unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, name := range names {
		if fd, err := strconv.Atoi(name.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}
