//go:build linux

// Command dockerfile compares `autofix check` on a thousand Dockerfiles with
// parsing and linting the same files in BuildKit, and prints a table of medians
// in Markdown.
//
//	go run ./tools/bench/dockerfile              1,000 files, 7 runs
//	go run ./tools/bench/dockerfile -rules       also the cost of each rule
//
// All sides are measured in turn, in one run and on one processor, so that a
// ratio does not depend on other load of the machine between two runs. Wall time
// counts; processor time distinguishes a busy machine from a slow program.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	b := &bench{}
	flag.IntVar(&b.runs, "runs", 7, "measurements of each figure; the median counts")
	flag.IntVar(&b.count, "files", 1000, "how many Dockerfiles are made, of 20 to 200 lines")
	flag.StringVar(&b.binary, "autofix", "", "the binary of autofix; default: a new one")
	perRule := flag.Bool("rules", false, "also print what each rule costs in a file")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	if err := b.run(*perRule); err != nil {
		log.Fatal(err)
	}
}

// A bench holds the files to measure, and the number of runs.
type bench struct {
	runs, count int
	binary      string
	dir         string // of the files
	files       []checks.File
}

func (b *bench) run(perRule bool) error {
	dir, err := os.MkdirTemp("", "autofix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b.dir = dir
	b.files = generate(b.count)
	size, lines := 0, 0
	for _, f := range b.files {
		name := filepath.Join(dir, "files", filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Content, 0o666); err != nil {
			return err
		}
		size += len(f.Content)
		lines += count(f.Content)
	}
	rows, err := b.measure()
	if err != nil {
		return err
	}
	fmt.Printf("%d Dockerfiles, %d lines and %d bytes each on average, GOMAXPROCS 1, medians of %d\n\n%s",
		len(b.files), lines/len(b.files), size/len(b.files), b.runs, table(rows))
	if perRule {
		costs, err := b.rules()
		if err != nil {
			return err
		}
		fmt.Printf("\n%s", costs)
	}
	return nil
}
