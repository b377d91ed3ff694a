package verify

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A Command judges by one command, such as go test ./..., which depends on
// every file. It is red if its exit code is not 0.
type Command struct {
	Args []string // the program, and its arguments
	Dir  string   // a folder of the shadow, which has copies
	Env  []string // its environment
}

// Affected returns the command itself.
func (c *Command) Affected(_ context.Context, files []string) ([]Target, error) {
	return []Target{{Name: process.CommandLine(process.Quote(c.Args[0]), c.Args[1:]...), Test: true, Files: files}}, nil
}

// Try runs the command for each request: as often as asked, or until its color
// changes.
func (c *Command) Try(ctx context.Context, requests []Request) ([]Answer, error) {
	answers := make([]Answer, len(requests))
	for i, request := range requests {
		for run := range request.Runs {
			answer, err := c.run(ctx)
			if err != nil {
				return nil, err
			}
			if run > 0 && answer.Color != answers[i].Color {
				answer.Color = Flaky
			}
			if answers[i] = answer; answer.Color == Flaky {
				break
			}
		}
	}
	return answers, nil
}

// endGrace is how long a command may take to end after an interrupt, before
// it is killed.
var endGrace = 5 * time.Second

func (c *Command) run(ctx context.Context) (Answer, error) {
	var output process.Tail
	command := process.Command{
		Program: c.Args[0], Args: c.Args[1:], Dir: c.Dir, Env: append(c.Env, "PWD="+c.Dir),
		Stdout: &output, Stderr: &output, Group: true, Grace: endGrace,
	}
	code, err := command.Run(ctx)
	_, killed := errors.AsType[*exec.ExitError](err)
	switch {
	case killed || err == nil && code != 0:
		return Answer{Color: Red, Output: output.String()}, nil
	case err != nil:
		return Answer{}, fmt.Errorf("%s: %w", c.Args[0], err)
	}
	return Answer{}, nil
}
