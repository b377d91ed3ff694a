// Command bazel measures the cost of the checks under Bazel next to that of
// equivalent builds, and prints a table of medians (Markdown).
//
//	go run ./tools/bench/bazel                                          2,000 targets
//	go run ./tools/bench/bazel -targets 200,2000,6000 -runs 5           how it grows
//	go run ./tools/bench/bazel -targets 50 -cold-runs 1 -only null      a quick look
//
// It generates workspaces: packages of ten targets, each target of five files.
// Three targets in ten are Go libraries, three are of shell scripts, three of
// YAML, TOML and Markdown, one has the BUILD and .bzl files of its package. One
// file in twenty has a finding with a safe fix. The tool comes as users have
// it, a binary named by autofix.local, and the aspect by rules/autofix.bazelrc.
// Bazel is this repository's bazelw.
//
// What counts is Bazel's own "Elapsed time", so that what starts Bazel hides no
// difference; the server is warm, and no cache but its own is in use. The sides
// of a row take turns in one run. The rows:
//
// (a) A null build with --config=autofix, and one without: everything is up to
// date. Both ask one server; going from the one to the other costs a little in
// itself, so each is built once before it is measured. And one with an aspect
// that does nothing, without the preset, which is what Bazel takes for any
// aspect; -bazel-flags shows what its own ways change in that.
//
// (b) The check after the change of one file, and the null build without
// checks. Once of a shell script, and everything is built; once of a Go source,
// and only the outputs of the checks are built: compiling it again is not part
// of their work.
//
// (c) A cold check of everything, and the same tool, files, outputs and sandbox
// with an action and a process for each file. Before each, all files change (a
// number in their last line), so that every action runs; the analysis is done,
// on both sides. Then a cold check of the Go files alone, and rules_go's nogo
// with one analyzer that reports what gofumpt would change. The peer has the
// better of it: only its RunNogo actions are asked for (output group nogo_fix),
// not their validation and no compilation, which they do not need, since the
// libraries depend on the standard library alone; it writes no fix. Its process
// does parse and type-check each package, for that is what nogo is. Its binary
// and the standard library are built before. What both sides find is counted,
// and must be what was generated.
//
// (d) is the same at each size that -targets names: the rows of one kind stand
// together.
//
// (e) `bazel run //:fix` if nothing is to be fixed, and with a finding in one
// file, beside the null build with checks. All are measured by the clock, since
// the run is several commands of Bazel.
//
// Before a measurement, nothing else ought to run on the machine. -keep leaves
// the workspaces and their servers for a closer look.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
	"github.com/rules-autofix/rules_autofix/tools/bench/monorepo"
)

// A bench is how, and how often, everything is measured.
type bench struct {
	repository string   // this one's root
	dir        string   // the workspaces lie below
	tool       string   // the autofix binary
	strategy   string   // of AutofixCheck; "": Bazel's choice
	flags      string   // further flags of every build, as a .bazelrc has them
	runs       int      // of null builds and of single changes
	coldRuns   int      // of cold checks
	only       []string // scenarios; none: all
	keep       bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	var b bench
	sizes := flag.String("targets", "2000", "sizes of the workspaces, each a multiple of ten, separated by commas")
	flag.IntVar(&b.runs, "runs", 5, "measurements of null builds and single changes; the median counts")
	flag.IntVar(&b.coldRuns, "cold-runs", 3, "measurements of cold checks")
	flag.StringVar(&b.strategy, "strategy", "", "how checks run: worker or sandboxed; default: as Bazel chooses")
	flag.StringVar(&b.flags, "bazel-flags", "", "further flags of every build, on both sides, as a .bazelrc has them")
	flag.StringVar(&b.dir, "dir", "", "a folder for the workspaces, not below /tmp, which sandboxes hide; default: the user's caches")
	flag.BoolVar(&b.keep, "keep", false, "leave the workspaces and their Bazel servers")
	only := flag.String("only", "", "some of "+strings.Join(scenarioNames(), ",")+"; default: all")
	flag.Parse()
	targets, err := b.check(*sizes, *only)
	if err != nil || flag.NArg() > 0 {
		log.Print(cmp.Or(err, errors.New("takes no arguments, only flags")))
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := b.measureAll(ctx, targets); err != nil {
		log.Fatal(err)
	}
}

// check returns the sizes, or the mistake in the flags.
func (b *bench) check(sizes, only string) ([]int, error) {
	var targets []int
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < monorepo.TargetsPerPackage || n%monorepo.TargetsPerPackage != 0 {
			return nil, fmt.Errorf("-targets=%s: %q is not a positive multiple of %d", sizes, size, monorepo.TargetsPerPackage)
		}
		targets = append(targets, n)
	}
	if only != "" {
		b.only = strings.Split(only, ",")
	}
	for _, name := range b.only {
		if !slices.Contains(scenarioNames(), name) {
			return nil, fmt.Errorf("-only=%s: no scenario %q", only, name)
		}
	}
	if b.runs < 1 || b.coldRuns < 1 {
		return nil, errors.New("-runs and -cold-runs: at least 1")
	}
	if !slices.Contains([]string{"", "worker", "sandboxed"}, b.strategy) {
		return nil, fmt.Errorf("-strategy=%s: neither worker nor sandboxed", b.strategy)
	}
	return targets, nil
}

func (b *bench) measureAll(ctx context.Context, sizes []int) error {
	if err := b.prepare(); err != nil {
		return err
	}
	if b.keep {
		log.Printf("keeping %s", b.dir)
	} else {
		defer os.RemoveAll(b.dir)
	}
	var rows []row
	defer func() { fmt.Print(markdown(rows)) }() // rows until something failed
	for _, size := range sizes {
		for _, s := range scenarios {
			if !b.wants(s) {
				continue
			}
			more, err := s.run(b, ctx, size)
			if err != nil {
				return fmt.Errorf("%d targets: %w", size, err)
			}
			rows = append(rows, more...)
			log.Printf("%d targets: %s measured", size, s.name)
		}
	}
	return nil
}

// prepare makes the folder of the workspaces, with the tool.
func (b *bench) prepare() error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	if b.repository, err = workspace.FindRoot(here); err != nil {
		return err
	}
	if b.dir == "" {
		if b.dir, err = os.UserCacheDir(); err != nil {
			return fmt.Errorf("%w; name a folder with -dir", err)
		}
	}
	if b.dir, err = os.MkdirTemp(b.dir, "autofix-bench-"); err != nil {
		return fmt.Errorf("%w; name another folder with -dir", err)
	}
	if b.dir, err = filepath.Abs(b.dir); err != nil {
		return err
	}
	b.tool = filepath.Join(b.dir, "autofix")
	cmd := exec.Command("go", "build", "-trimpath", "-o", b.tool, "./cmd/autofix")
	cmd.Dir = b.repository
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build the tool of %s: %w\n%s", b.repository, err, out)
	}
	return nil
}
