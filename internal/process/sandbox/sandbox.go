// Package sandbox runs a program without the files and the network that it must
// not have. What it can enforce depends on the system, so it takes the best of a
// ladder of means, and says which.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// ErrUnavailable says that no level that a policy requires is available.
var ErrUnavailable = errors.New("no sandbox")

// A Rung of the ladder is a level, and why it is not available here. Err is nil
// if it is.
type Rung struct {
	Level Level
	Err   error
}

// String reads `LEVEL: why not`, or `LEVEL: available`.
func (r Rung) String() string {
	if r.Err != nil {
		return r.Level.String() + ": " + r.Err.Error()
	}
	return r.Level.String() + ": available"
}

// Probe tries every level but None, best first, by running a small program in
// it.
func Probe(ctx context.Context) []Rung {
	var rungs []Rung
	for _, r := range ladder {
		rungs = append(rungs, Rung{r.level, r.try(ctx)})
	}
	return rungs
}

// A rung is a way to enforce a policy.
type rung struct {
	level Level
	// try returns why the rung cannot be had. It is asked once a process.
	try func(ctx context.Context) error
	// wrap returns the command that runs the other one, or why this rung cannot do
	// what the policy says. The policy is valid, and the program is absolute.
	wrap func(p *Policy, mounts []mount, command process.Command) (process.Command, error)
}

// Wrap returns a command that runs the other one as a policy says, at the best
// level that is available here. The command's folder, environment and attributes
// come from the policy, and it runs with Tree, so that nothing of it survives.
//
// The program is a path, or a name to look up in the PATH of this process. The
// policy must make its file visible. If it ends by signal N, the exit code is
// 128+N at the levels Namespaces and Bubblewrap; what fails in the sandbox
// before the program starts is on its standard error, and the exit code is not 0.
//
// The error wraps ErrUnavailable if the policy requires a level that is not
// available.
func Wrap(ctx context.Context, p *Policy, command process.Command) (process.Command, Level, error) {
	p, command, err := prepare(p, command)
	if err != nil {
		return process.Command{}, None, fmt.Errorf("sandbox: %w", err)
	}
	// A wrong policy is an error at every level, not a lower level.
	mounts, err := planOf(p, command.Program)
	if err != nil {
		return process.Command{}, None, fmt.Errorf("sandbox: %w", err)
	}
	var reasons []string
	for _, r := range ladder {
		if r.level < p.Require {
			break
		}
		err := r.try(ctx)
		var wrapped process.Command
		if err == nil {
			wrapped, err = r.wrap(p, mounts, command)
		}
		if err == nil {
			return wrapped, r.level, nil
		}
		if ctx.Err() != nil {
			return process.Command{}, None, fmt.Errorf("sandbox: interrupted: %w", context.Cause(ctx))
		}
		reasons = append(reasons, Rung{r.level, err}.String())
	}
	if p.Require == None {
		return command, None, nil
	}
	if len(reasons) == 0 {
		reasons = []string{"this system has none"}
	}
	return process.Command{}, None, fmt.Errorf("%w of level %s or better: %s; %s",
		ErrUnavailable, p.Require, strings.Join(reasons, "; "), wayOut)
}
