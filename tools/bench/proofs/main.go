//go:build linux

// Command proofs measures how often `autofix prove` is wrong, on the Go tasks of
// HumanEvalFix, and prints a table.
//
//	go run ./tools/bench/proofs DIR                    all tasks
//	go run ./tools/bench/proofs -tasks 20 DIR          the first 20 that can be used
//	go run ./tools/bench/proofs -results FILE DIR      go on from the proofs in FILE
//
// DIR has two public data sets, which are not part of this repository:
//
//	tasks/                 a clone of the repository of the tasks, which may be bare: for
//	                       each task N a commit "Task instance Go/N with tests", with go.mod,
//	                       mymain.go, which has the bug, and mymain_test.go
//	humaneval_go.jsonl.gz  the right answers, of HumanEval-X; or humaneval_go.jsonl
//
// The module cache must have the modules of a task: run `go mod download` in it.
//
// A task has four patches: the right answer; the bug with a change that has no
// effect; and two that keep the bug and know the inputs of the test. One of them
// has a chain of ifs for all inputs, the other a map of the inputs that fail.
// Each patch is judged by the test alone (red without it, green with it), as
// benchmarks do, and by a proof. A task is left out if its test passes with the
// bug or fails with the right answer. A patch that knows the inputs is left out
// if the test fails: it would deceive nobody. Commands run once in a state, not
// three times, because the tests always give the same result.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"sync"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	b := &bench{}
	most := flag.Int("tasks", 0, "tasks to measure; 0: all")
	flag.StringVar(&b.program, "autofix-prove", "", "the binary; default: a new one")
	flag.StringVar(&b.results, "results", "", "a file of the results, to which new ones are added; a proof in it is not made again")
	jobs := flag.Int("jobs", 1, "tasks to measure at a time")
	flag.StringVar(&b.keep, "keep", "", "a folder for the evidence of the proofs; default: it is removed")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name one folder, with the tasks and the answers; see `go doc ./tools/bench/proofs`")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, flag.Arg(0), *most, *jobs); err != nil {
		stop()
		log.Fatal(err)
	}
}

// A bench makes the proofs.
type bench struct {
	program string // autofix-prove
	results string // a file, or empty
	keep    string // a folder, or empty
	known   []result
	adding  sync.Mutex
}

// run measures the tasks of a folder, and prints the table.
func (b *bench) run(ctx context.Context, folder string, most, jobs int) error {
	dir, err := os.MkdirTemp("", "autofix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if b.known, err = readResults(b.results); err != nil {
		return err
	}
	if b.program == "" {
		b.program = filepath.Join(dir, "autofix-prove")
		if _, err := output(ctx, "", "go", "build", "-o", b.program, "github.com/rules-autofix/rules_autofix/cmd/autofix-prove"); err != nil {
			return fmt.Errorf("%w; name a binary with -autofix-prove", err)
		}
	} else if b.program, err = filepath.Abs(b.program); err != nil {
		return err
	}
	var places []*place
	for n := range max(jobs, 1) {
		p, err := b.open(ctx, folder, filepath.Join(dir, strconv.Itoa(n)))
		if err != nil {
			return err
		}
		places = append(places, p)
	}
	tasks, err := readTasks(ctx, folder, places[0].tree)
	if err != nil {
		return err
	}
	if most == 0 {
		most = len(tasks)
	}
	all, err := b.measureAll(ctx, places, tasks, most)
	if err != nil {
		return err
	}
	left := 0
	for _, r := range all {
		if r.Patch == right && r.Left != "" {
			left++
		}
	}
	fmt.Printf("%d tasks are left out\n\n%s", left, table(all))
	return nil
}

// measureAll measures tasks in several places, until there are as many that can
// be used as are wanted.
func (b *bench) measureAll(ctx context.Context, places []*place, tasks []task, most int) (all []result, err error) {
	var lock sync.Mutex
	next, used := 0, 0
	take := func() *task {
		lock.Lock()
		defer lock.Unlock()
		if err != nil || used >= most || next == len(tasks) {
			return nil
		}
		next, used = next+1, used+1
		return &tasks[next-1]
	}
	var group sync.WaitGroup
	for _, p := range places {
		group.Go(func() {
			for t := take(); t != nil; t = take() {
				rows, failed := p.measure(ctx, *t)
				lock.Lock()
				if failed != nil {
					err = errors.Join(err, fmt.Errorf("%s: %w", t.id, failed))
				} else if rows[0].Left != "" {
					used--
				}
				all = append(all, rows...)
				lock.Unlock()
			}
		})
	}
	group.Wait()
	return all, err
}
