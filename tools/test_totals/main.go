// Command test_totals counts test cases.
//
//	test_totals [-bazel FILE]... [-go FILE]...
//
// A -bazel file is the output of `bazel test --build_event_json_file`, and a
// -go file the output of `go test -json`. Stdout gets the numbers of cases that
// passed, failed and were skipped, stderr the names of the failed ones. A test
// that ended without any failing case of its own (killed, timed out, not built)
// is a failure too.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "test_totals:", err)
		os.Exit(1)
	}
}

// totals are counted test cases: how many passed and were skipped, and the
// names of the failed ones.
type totals struct {
	passed, skipped int
	failed          []string
}

func (t *totals) add(more totals) {
	t.passed += more.passed
	t.skipped += more.skipped
	t.failed = append(t.failed, more.failed...)
}

func run(args []string, stdout, stderr io.Writer) error {
	var inputs []input
	flags := flag.NewFlagSet("test_totals", flag.ContinueOnError)
	flags.SetOutput(stderr)
	for name, count := range map[string]counter{"bazel": countBazel, "go": countGo} {
		flags.Func(name, "a `file` of events", func(path string) error {
			inputs = append(inputs, input{path, count})
			return nil
		})
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	var sum totals
	for _, in := range inputs {
		found, err := in.read()
		if err != nil {
			return err
		}
		sum.add(found)
	}
	slices.Sort(sum.failed)
	for _, name := range sum.failed {
		fmt.Fprintln(stderr, "failed:", name)
	}
	_, err := fmt.Fprintln(stdout, sum.passed, len(sum.failed), sum.skipped)
	return err
}

// An input is a file, and what counts in such a one.
type input struct {
	path  string
	count counter
}

type counter func(io.Reader) (totals, error)

func (in input) read() (totals, error) {
	file, err := os.Open(in.path)
	if err != nil {
		return totals{}, err
	}
	defer file.Close()
	found, err := in.count(file)
	if err != nil {
		return totals{}, fmt.Errorf("%s: %w", in.path, err)
	}
	return found, nil
}
