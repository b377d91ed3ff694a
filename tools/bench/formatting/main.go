//go:build linux

// Command formatting measures `autofix check` with its formatting rules against
// the check modes of the canonical formatters, and prints a table of medians.
//
//	go run ./tools/bench/formatting                            all scenarios, 5 runs each, or 15 seconds a row
//	go run ./tools/bench/formatting -only gofumpt -procs 1     one, on one processor
//	go run ./tools/bench/formatting -starlark DIR -shell DIR   other files
//
// All sides of a scenario get the same files, by name: the files of the
// language that parse and are not marked as generated, which the tools treat
// differently. They are measured in turn, in one run, so that the ratio does
// not depend on other load of the machine between two runs. Wall time counts;
// processor time distinguishes a busy machine from a slow program.
//
// --format=files reports the same as the check modes of the tools: which files
// are not formatted. The report, in the other row, also contains the places, and
// verifies that formatting is stable, which requires formatting changed files
// twice.
//
// The peers' binaries are given by flags, or installed at the versions of
// go.mod; gofmt is that of the Go installation.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	b := &bench{tools: map[string]*string{}}
	flag.IntVar(&b.runs, "runs", 5, "measurements of each side, at least; the median counts")
	only := flag.String("only", "", "scenarios to run, separated by commas; none: all")
	procs := flag.String("procs", "1,2", "values of GOMAXPROCS, separated by commas")
	for _, name := range []string{"autofix", "gofmt", "gofumpt", "buildifier", "shfmt"} {
		b.tools[name] = flag.String(name, "", "the binary of "+name+"; default: a new one")
	}
	folders := map[string]*string{
		"go":       flag.String("go", "", "a folder of Go files; default: the standard library"),
		"starlark": flag.String("starlark", "", "a folder of Starlark files; default: the module cache"),
		"shell":    flag.String("shell", "", "a folder of shell scripts; default: the module cache"),
	}
	flag.Parse()
	if err := b.measureAll(*only, *procs, folders); err != nil {
		log.Fatal(err)
	}
}

// measureAll runs the scenarios that are wanted.
func (b *bench) measureAll(only, procs string, folders map[string]*string) error {
	dir, err := os.MkdirTemp("", "autofix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b.dir = dir
	var values []int
	for text := range strings.SplitSeq(procs, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("-procs=%s: %q is not a number of processors", procs, text)
		}
		values = append(values, n)
	}
	for _, s := range scenarios {
		if only != "" && !slices.Contains(strings.Split(only, ","), s.name) {
			continue
		}
		rows, err := b.run(s, *folders[s.corpus], values)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("\n%s", table(rows))
	}
	return nil
}

// run measures one scenario over the files of a folder.
func (b *bench) run(s scenario, folder string, procs []int) ([]row, error) {
	folder, err := corpus(s.corpus, folder)
	if err != nil {
		return nil, err
	}
	files, size, err := sources(folder, s)
	if err != nil {
		return nil, err
	}
	config := filepath.Join(b.dir, s.name+".toml")
	if err := os.WriteFile(config, []byte(s.config), 0o666); err != nil {
		return nil, err
	}
	ours, err := b.tool("autofix")
	if err != nil {
		return nil, err
	}
	theirs, err := b.tool(s.peer)
	if err != nil {
		return nil, err
	}
	check := func(options ...string) []string {
		return slices.Concat([]string{"check"}, options,
			[]string{"--root=" + folder, "--config=" + config, "--without=starlark", "--without=text", "--"}, files)
	}
	var rows []row
	for _, n := range procs {
		r, err := b.compare(
			side{name: "autofix check --format=files", command: ours, args: check("--format=files"), dir: folder, procs: n},
			side{name: "autofix check", command: ours, args: check(), dir: folder, procs: n, dirty: " [format/"},
			side{
				name: strings.Join(slices.Concat([]string{s.peer}, s.args), " "), command: theirs, args: slices.Concat(s.args, files),
				dir: folder, procs: n, dirty: s.dirty,
			},
		)
		if err != nil {
			return nil, err
		}
		r.what = fmt.Sprintf("%s, %d files, %d MB, GOMAXPROCS %d", s.name, len(files), size>>20, n)
		rows = append(rows, r)
	}
	return rows, nil
}
