package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// A request says what to analyze. All names of files are relative to the
// execution root, in which the program runs.
type request struct {
	path       string   // of the package, as the linker knows it
	srcs       []string // all sources, also the ones of other platforms
	unreported []string // Go files that cgo has made, in which nothing is reported
	archives   []archive
	imported   map[string]string // files with facts, by the path of the package
	stdlib     []string          // folders with the packages of the standard library
	tags       []string
	testFilter string // "": all files, "only": the ones of external tests, "exclude": all others
	goMod      string // may be empty
	facts      string // output
	findings   string // output; "" if they are not wanted
	flags      []string
}

// An archive is the compiled form of a package that is imported directly.
type archive struct {
	names []string // by which sources import it
	path  string   // as the linker knows it
	file  string
}

// expand replaces an argument @FILE by the lines of that file.
func expand(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		name, ok := strings.CutPrefix(arg, "@")
		if !ok {
			all = append(all, arg)
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		for line := range strings.Lines(string(text)) {
			all = append(all, strings.TrimSuffix(line, "\n"))
		}
	}
	return all, nil
}

// parse reads a command line.
func parse(args []string) (*request, error) {
	r := &request{imported: map[string]string{}}
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard) // the error says it
	list := func(into *[]string) func(string) error {
		return func(value string) error {
			*into = append(*into, value)
			return nil
		}
	}
	set.StringVar(&r.path, "package", "", "the path of the package")
	set.Func("src", "a source", list(&r.srcs))
	set.Func("unreported", "a source of cgo", list(&r.unreported))
	set.Func("archive", "NAME:NAME...=PATH=FILE", func(value string) error {
		names, rest, ok := strings.Cut(value, "=")
		path, file, also := strings.Cut(rest, "=")
		if !ok || !also {
			return fmt.Errorf("expected NAMES=PATH=FILE")
		}
		r.archives = append(r.archives, archive{names: strings.Split(names, ":"), path: path, file: file})
		return nil
	})
	set.Func("imported", "PATH=FILE with facts", func(value string) error {
		path, file, ok := strings.Cut(value, "=")
		if !ok {
			return fmt.Errorf("expected PATH=FILE")
		}
		r.imported[path] = file
		return nil
	})
	set.Func("stdlib", "a folder with the standard library", list(&r.stdlib))
	set.Func("tag", "a build tag", list(&r.tags))
	set.StringVar(&r.testFilter, "testfilter", "", "which files of a test")
	set.StringVar(&r.goMod, "gomod", "", "go.mod")
	set.StringVar(&r.facts, "facts", "", "where to write facts")
	set.StringVar(&r.findings, "findings", "", "where to write findings")
	set.Func("flag", "NAME.FLAG=VALUE of an analyzer", list(&r.flags))
	if err := set.Parse(args); err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	if set.NArg() > 0 {
		return nil, fmt.Errorf("arguments: %s: unexpected", set.Arg(0))
	}
	return r, nil
}
