//go:build linux

// Command adapters measures how fast reports of other tools are read, and how
// much memory that takes:
//
//	go run ./tools/bench/adapters                5 runs of each report
//	go run ./tools/bench/adapters -only sarif    one of them
//
// Each report is about 1,000 files of 200 lines, some of which are not ASCII. It
// is read by a process of its own, from its file to findings and fixes with byte
// offsets. The logs of SARIF have 200 MB: one as linters write it, with a fix
// for each result, and one as of a security scanner, whose results have long
// traces of the code. The other reports have 100,000 edits.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/internal/adapters/reports"
	"github.com/rules-autofix/rules_autofix/internal/heap"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// asChild is set in the process that reads a report.
const asChild = "BENCH_ADAPTERS"

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	if os.Getenv(asChild) != "" {
		if err := read(os.Args[1], os.Args[2], os.Args[3]); err != nil {
			log.Fatal(err)
		}
		return
	}
	runs := flag.Int("runs", 5, "measurements of each report; the median counts")
	only := flag.String("only", "", "reports, separated by commas; none: all")
	procs := flag.Int("procs", 2, "the value of GOMAXPROCS")
	flag.Parse()
	if err := run(*runs, *procs, *only); err != nil {
		log.Fatal(err)
	}
}

func run(runs, procs int, only string) error {
	dir, err := os.MkdirTemp("", "bench-adapters-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root := filepath.Join(dir, "workspace")
	if err := writeFiles(root); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	lines := []string{"report\tsize\tfixes\ttime\tprocessor time\tMB/s\tpeak memory"}
	for _, r := range kinds {
		if only != "" && !strings.Contains(","+only+",", ","+r.name+",") {
			continue
		}
		file := filepath.Join(dir, r.name)
		size, fixes, err := r.writeTo(file)
		if err != nil {
			return err
		}
		costs, err := measure.InTurn(runs, 0, measure.Side{Name: r.name, Do: func() (measure.Cost, error) {
			cmd := exec.Command(self, r.format, file, root)
			cmd.Env = append(measure.Environ(os.Environ(), procs), asChild+"=1")
			return measure.Run(cmd, 0)
		}})
		if err != nil {
			return err
		}
		cost := costs[r.name]
		lines = append(lines, fmt.Sprintf("%s\t%.1f MB\t%d\t%d ms\t%d ms\t%.0f\t%d MB", r.name, float64(size)/1e6, fixes,
			cost.Wall.Milliseconds(), cost.CPU.Milliseconds(), float64(size)/1e6/cost.Wall.Seconds(), cost.Peak>>20))
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	fmt.Printf("%d files of %d lines, GOMAXPROCS %d\n%s", fileCount, fileLines, procs, measure.Table(lines))
	return nil
}

// read reads a report as the command does.
func read(format, name, root string) error {
	ws, err := workspace.Open(root)
	if err != nil {
		return err
	}
	defer ws.Close()
	known, err := builtin.Format(format)
	if err != nil {
		return err
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < reports.Large { // as the command does
		heap.Grow()
	} else {
		heap.Small()
	}
	r := reports.Report{Name: name, Format: known, In: file, Written: time.Now()}
	reading, err := r.Read(ws)
	if err != nil {
		return err
	}
	if len(reading.Refused) > 0 {
		return reading.Refused[0]
	}
	if len(reading.Artifact.Fixes) == 0 || len(reading.Stale) > 0 {
		return fmt.Errorf("%d fixes, of which %d are stale", len(reading.Artifact.Fixes), len(reading.Stale))
	}
	return nil
}
