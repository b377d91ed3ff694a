package worktree

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A batch is a git that answers with one object after another.
type batch struct {
	running *process.Running
	out     *bufio.Reader
}

func startBatch(g *git) (*batch, error) {
	command := process.Command{
		Program: g.program, Args: append(slices.Clone(overrides), "cat-file", "--batch"), Dir: g.dir, Env: g.env,
	}
	running, err := command.Start(context.Background())
	if err != nil {
		return nil, err
	}
	return &batch{running, bufio.NewReader(running.Stdout)}, nil
}

// read returns an object. After an error, the batch cannot be used any more.
func (b *batch) read(hash string) ([]byte, error) {
	if _, err := io.WriteString(b.running.Stdin, hash+"\n"); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	// HASH TYPE SIZE, the object, and a newline.
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	fields := strings.Fields(header)
	if len(fields) != 3 {
		return nil, fail(MissingObjects, nil, "object %s", strings.TrimSpace(header))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size > maxRead {
		return nil, fail(FileTooLarge, nil, "object %s: %s bytes", hash, fields[2])
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, text); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return text[:size], nil
}

func (b *batch) close() { b.running.Close(0) }
