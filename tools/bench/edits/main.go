//go:build linux

// Command edits measures the edit engine and the writer against their peers,
// and prints a table of medians.
//
//	go run ./tools/bench/edits              all scenarios, 5 runs each
//	go run ./tools/bench/edits -only a,d    some of them
//
// Each pair of a row is measured in turn, in one run, so that its ratio does not
// depend on other load of the machine between two runs. Every measurement is a
// separate process: its wall time, and its peak resident memory according to the
// kernel.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
)

// A scenario measures one pair and returns its rows.
type scenario struct {
	name string
	what string
	run  func(*bench) ([]row, error)
}

var scenarios = []scenario{
	{"a", "100,000 fixes in 10,000 files of 120 lines", (*bench).tree},
	{"b", "1,000,000 fixes in 100,000 files of 120 lines", (*bench).largeTree},
	{"c", "one file of 10 MB with 100,000 edits", (*bench).largeFile},
	{"d", "the diff of two files of 11 MB", (*bench).largeDiff},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	if len(os.Args) > 1 && os.Args[1] == childFlag {
		if err := child(os.Args[2], os.Args[3:]); err != nil {
			log.Fatal(err)
		}
		return
	}
	runs := flag.Int("runs", 5, "measurements of each side; the median counts")
	only := flag.String("only", "", "scenarios to run, separated by commas; none: all")
	dir := flag.String("dir", "", "a folder on the file system to measure; default: a temporary one")
	flag.Parse()
	if err := measureAll(*runs, *only, *dir); err != nil {
		log.Fatal(err)
	}
}

func measureAll(runs int, only, dir string) error {
	dir, err := os.MkdirTemp(dir, "autofix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, runs: runs}
	for _, s := range scenarios {
		if only != "" && !slices.Contains(strings.Split(only, ","), s.name) {
			continue
		}
		rows, err := s.run(b)
		if err != nil {
			return fmt.Errorf("(%s) %s: %w", s.name, s.what, err)
		}
		fmt.Printf("\n(%s) %s\n%s", s.name, s.what, table(rows))
	}
	return nil
}
