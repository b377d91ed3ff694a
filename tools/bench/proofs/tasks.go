//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// The files of a task.
const (
	sourceName = "mymain.go"
	testName   = "mymain_test.go"
)

// A task is a function with a bug, and a test of it.
type task struct {
	id     string // such as Go/12
	commit string
	answer answer
}

// An answer is a row of HumanEval-X.
type answer struct {
	ID          string `json:"task_id"`
	Import      string `json:"import"`
	Declaration string `json:"declaration"`
	Solution    string `json:"canonical_solution"`
}

// subject is the message of the commit that has a task with its test.
var subject = regexp.MustCompile(`(?m)^([0-9a-f]{40}) Task instance (Go/([0-9]+)) with tests$`)

// A place is a folder in which one task at a time is measured.
type place struct {
	*bench
	dir  string
	tree string // a clone of the tasks
}

// open makes a place.
func (b *bench) open(ctx context.Context, folder, dir string) (*place, error) {
	p := &place{bench: b, dir: dir, tree: filepath.Join(dir, "tree")}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	_, err := output(ctx, "", "git", "clone", "--quiet", "--shared", "--no-checkout", filepath.Join(folder, "tasks"), p.tree)
	return p, err
}

// readTasks returns the tasks with an answer, in the order of their numbers.
func readTasks(ctx context.Context, folder, tree string) ([]task, error) {
	answers, err := readAnswers(folder)
	if err != nil {
		return nil, err
	}
	commits, err := output(ctx, tree, "git", "log", "--all", "--format=%H %s")
	if err != nil {
		return nil, err
	}
	var tasks []task
	numbers := map[string]int{}
	for _, match := range subject.FindAllStringSubmatch(commits, -1) {
		t := task{id: match[2], commit: match[1], answer: answers[match[2]]}
		if _, twice := numbers[t.id]; twice || t.answer.ID == "" {
			continue
		}
		if numbers[t.id], err = strconv.Atoi(match[3]); err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("%s: it has no task with an answer", folder)
	}
	slices.SortFunc(tasks, func(a, b task) int { return numbers[a.id] - numbers[b.id] })
	return tasks, nil
}

// readAnswers returns the right answers by the ids of their tasks.
func readAnswers(folder string) (map[string]answer, error) {
	rows, err := readRows[answer](filepath.Join(folder, "humaneval_go.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		rows, err = readRows[answer](filepath.Join(folder, "humaneval_go.jsonl.gz"))
	}
	answers := map[string]answer{}
	for _, a := range rows {
		answers[a.ID] = a
	}
	return answers, err
}

// readRows reads a file of JSON values, which may be compressed.
func readRows[row any](name string) ([]row, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var text io.Reader = file
	if filepath.Ext(name) == ".gz" {
		if text, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	var all []row
	for decoder := json.NewDecoder(text); ; {
		var r row
		switch err := decoder.Decode(&r); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, r)
	}
}

// output runs a command and returns its standard output.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return string(text), fmt.Errorf("%s: %w: %s", cmd, err, stderr.Bytes())
	}
	return string(text), nil
}
