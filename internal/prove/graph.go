package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/command"
)

// mostAnswer limits the output of a program that looks at the tree, in bytes.
const mostAnswer = 64 << 20

// program returns the path of a program that looks at the tree, or "".
func (l *lab) program(words ...string) string {
	p := command.Policy{Allow: []string{strings.Join(words, " ")}}
	cmd, err := p.Resolve(words, l.dir(), nil)
	if err != nil {
		return ""
	}
	return cmd.Program
}

// goTool runs go in the tree, offline, and returns its output. It caches the
// output for each state and arguments.
func (l *lab) goTool(ctx context.Context, args []string) ([]byte, error) {
	key := l.tree.Change().SHA256() + "\x00" + strings.Join(args, "\x00")
	if text, known := l.said[key]; known {
		return text, nil
	}
	program := l.program("go", "list")
	if program == "" {
		return nil, errors.New("there is no go")
	}
	var out, messages limited
	code, err := l.runner.Ask(ctx, l.tree, program, args, &out, &messages)
	if err != nil {
		return nil, err
	}
	if code != 0 {
		return out.Bytes(), fmt.Errorf("go %s: exit %d: %s", args[0], code, process.LastLines(messages.String()))
	}
	l.said[key] = out.Bytes()
	return out.Bytes(), nil
}

// bazel returns a client of Bazel in the tree, or nil if there is no Bazel.
func (l *lab) bazel(context.Context) *client.Client {
	program := l.program("bazel", "query")
	if program == "" {
		return nil
	}
	temp, err := l.runner.Temp()
	if err != nil {
		return nil
	}
	return &client.Client{Bazel: program, Dir: l.tree.Dir(), Temp: temp, Runs: func(ctx context.Context, p *client.Process) (int, error) {
		stdout, stderr := p.Stdout, p.Stderr
		if stdout == nil {
			stdout = io.Discard
		}
		if stderr == nil {
			stderr = io.Discard
		}
		return l.runner.Ask(ctx, l.tree, p.Program, p.Args, stdout, stderr)
	}}
}

// limited keeps the first bytes written to it.
type limited struct{ bytes.Buffer }

func (l *limited) Write(text []byte) (int, error) {
	l.Buffer.Write(text[:min(len(text), max(0, mostAnswer-l.Len()))])
	return len(text), nil
}
