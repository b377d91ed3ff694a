//go:build linux

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

const (
	largeLine  = "%08d: a line of a hundred bytes, which stands here for all that a large generated file may hold.....\n"
	largeEdits = 100_000
)

// largeFile compares reading a file, applying an edit to each of its lines and
// writing it with only reading and writing it.
func (b *bench) largeFile() ([]row, error) {
	from, to := filepath.Join(b.dir, "large"), filepath.Join(b.dir, "large.out")
	if err := writeLarge(from, largeEdits, 0); err != nil {
		return nil, err
	}
	child := func(name string) side {
		return side{
			name:    name,
			prepare: func() error { return os.RemoveAll(to) },
			command: func() *exec.Cmd { return self(name, from, to) },
		}
	}
	r, err := b.compare("read, change, write", child("apply"), child("copy"))
	return []row{r}, err
}

// largeDiff compares unified diffs of two files that differ in every hundredth
// line and in some blocks.
func (b *bench) largeDiff() ([]row, error) {
	old, changed := filepath.Join(b.dir, "old"), filepath.Join(b.dir, "new")
	lines := 11_000_000 / len(fmt.Sprintf(largeLine, 0))
	if err := errors.Join(writeLarge(old, lines, 0), writeLarge(changed, lines, 100)); err != nil {
		return nil, err
	}
	ours := side{name: "textdiff", command: func() *exec.Cmd { return self("diff", old, changed) }}
	var rows []row
	for _, peer := range []side{
		{name: "diff -u", exit: 1, command: func() *exec.Cmd { return exec.Command("diff", "-u", old, changed) }},
		{name: "git diff", exit: 1, command: func() *exec.Cmd {
			return exec.Command("git", "diff", "--no-index", "--no-color", old, changed)
		}},
	} {
		r, err := b.compare("unified diff", ours, peer)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// writeLarge writes a text with the given number of lines without holding it in
// memory: the peak of this process would count for its child processes. If
// every > 0, each line whose number is a multiple of it differs, and
// occasionally a line is missing or added.
func writeLarge(name string, lines, every int) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for i := range lines {
		switch {
		case every > 0 && i%(every*50) == 7:
		case every > 0 && i%(every*50) == 19:
			fmt.Fprintf(out, largeLine+"a new line\n", i)
		case every > 0 && i%every == 0:
			fmt.Fprintf(out, "changed "+largeLine, i)
		default:
			fmt.Fprintf(out, largeLine, i)
		}
	}
	return out.Flush()
}

// applyLarge replaces the number of each line.
func applyLarge(from, to string) error {
	before, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	edits := make([]fixedits.Edit, 0, largeEdits)
	width, number := len(fmt.Sprintf(largeLine, 0)), []byte("number")
	for start := 0; start < len(before); start += width {
		edits = append(edits, fixedits.Edit{Path: "large", Start: start, End: start + 8, New: number})
	}
	after, err := fixedits.Apply(before, edits)
	if err != nil {
		return err
	}
	return os.WriteFile(to, after, 0o644)
}

func copyLarge(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}

func diffLarge(old, changed string) error {
	before, err := os.ReadFile(old)
	if err != nil {
		return err
	}
	after, err := os.ReadFile(changed)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(textdiff.Unified("old", "new", before, after, textdiff.Options{}))
	return err
}
