//go:build linux

// Command writefloor compares workspace.Write with the floor: the minimum work to
// replace many files, each by a rename. It prints a table of medians, and of the
// ratios within each run.
//
// The floor reads all files, writes the same bytes to temporary files next to
// them, syncs the file system once and renames: one file after the other
// ("floor"), or several concurrently ("floor, N at once"). Write also takes the
// lock, writes the journal, hashes every original again, and syncs the folders.
//
// Each run and variant has its own new tree, and trees are only removed at the
// end: ext4 creates files slowly for some minutes after many were deleted.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/bench/floor"
	"github.com/rules-autofix/rules_autofix/bench/measure"
	"github.com/rules-autofix/rules_autofix/workspace"
)

type config struct {
	dir                  string
	files, perDir, lines int
	runs, atOnce         int
	profile              string
}

func main() {
	var c config
	flag.StringVar(&c.dir, "dir", "", "an existing folder on the file system to measure; the trees go below it")
	flag.IntVar(&c.files, "files", 10000, "files in a tree")
	flag.IntVar(&c.perDir, "per-dir", 20, "files in a folder")
	flag.IntVar(&c.lines, "lines", 120, "lines in a file")
	flag.IntVar(&c.runs, "runs", 5, "runs of each variant")
	flag.IntVar(&c.atOnce, "at-once", 8, "files at once in the parallel floor")
	flag.StringVar(&c.profile, "cpuprofile", "", "file for a CPU profile of workspace.Write")
	flag.Parse()
	if c.dir == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := compare(c); err != nil {
		fmt.Fprintf(os.Stderr, "writefloor: %v\n", err)
		os.Exit(1)
	}
}

// A variant is one way to replace all files of a tree. It returns the durations
// of its parts.
type variant struct {
	name string
	run  func(tree string, paths []string) ([]time.Duration, error)
}

func compare(c config) error {
	base, err := os.MkdirTemp(c.dir, "writefloor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(base)
	variants := []variant{
		{"floor", replace(1)},
		{fmt.Sprintf("floor, %d at once", c.atOnce), replace(c.atOnce)},
		{"workspace.Write", c.write},
	}
	times := make([][][]time.Duration, len(variants)) // by variant, run, part
	for run := range c.runs {
		for i := range variants {
			v := (i + run) % len(variants) // rotates the first variant
			tree := filepath.Join(base, fmt.Sprintf("%d-%d", run, v))
			paths, err := c.generate(tree)
			if err != nil {
				return err
			}
			syscall.Sync()
			parts, err := variants[v].run(tree, paths)
			if err != nil {
				return fmt.Errorf("%s: %w", variants[v].name, err)
			}
			times[v] = append(times[v], parts)
		}
	}
	fmt.Printf("%d files of %d lines, %d a folder; %d runs, %d processors; medians in ms\n",
		c.files, c.lines, c.perDir, c.runs, runtime.NumCPU())
	fmt.Printf("%-18s %7s %7s %7s %7s  %s\n", "", "write", "sync", "rename", "all", "all/floor (min..max)")
	for v, variant := range variants {
		fmt.Printf("%-18s", variant.name)
		for part := range 3 {
			if len(times[v][0]) == 4 {
				fmt.Printf(" %7.0f", median(times[v], part))
			} else {
				fmt.Printf(" %7s", "-")
			}
		}
		last := len(times[v][0]) - 1
		var ratios []float64
		for run := range c.runs {
			ratios = append(ratios, float64(times[v][run][last])/float64(times[0][run][3]))
		}
		fmt.Printf(" %7.0f  %.2f (%.2f..%.2f)\n", median(times[v], last),
			measure.Median(ratios), slices.Min(ratios), slices.Max(ratios))
	}
	return nil
}

// replace returns the floor with the given number of concurrent files.
func replace(atOnce int) func(tree string, paths []string) ([]time.Duration, error) {
	return func(tree string, paths []string) ([]time.Duration, error) {
		took, err := floor.Replace(tree, paths, atOnce)
		return []time.Duration{took.Write, took.Sync, took.Rename, took.All}, err
	}
}

func median(runs [][]time.Duration, part int) float64 {
	var all []float64
	for _, parts := range runs {
		all = append(all, float64(parts[part])/1e6)
	}
	return measure.Median(all)
}

// generate creates a tree, and returns its files relative to it, in byte order.
func (c config) generate(tree string) ([]string, error) {
	text := []byte(strings.Repeat("some line of text, as long as lines are\n", c.lines))
	paths := make([]string, c.files)
	for i := range c.files {
		paths[i] = fmt.Sprintf("d%03d/e%04d/f%06d.txt", i/c.perDir/20, i/c.perDir, i)
		path := filepath.Join(tree, paths[i])
		if i%c.perDir == 0 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return nil, err
			}
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// write replaces all files with workspace.Write, using texts of the same sizes.
func (c config) write(tree string, paths []string) ([]time.Duration, error) {
	w, err := workspace.Open(tree)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	changes := make([]workspace.Change, len(paths))
	for i, path := range paths {
		before, err := w.Read(path)
		if err != nil {
			return nil, err
		}
		changes[i] = workspace.Change{Path: path, BeforeSHA256: fixedits.Digest(before), After: slices.Clone(before)}
		changes[i].After[0] = 'S'
	}
	runtime.GC()
	if c.profile != "" {
		file, err := os.Create(c.profile)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			return nil, err
		}
		defer pprof.StopCPUProfile()
	}
	start := time.Now()
	err = w.Write(context.Background(), changes)
	return []time.Duration{time.Since(start)}, err
}
