// Command local_registry creates a Bazel module registry from local folders, for
// a machine that cannot reach the Bazel Central Registry. tools/bazelw/modules.sh
// runs it.
//
//	local_registry -out DIR -at DIR [-scan GLOB]... [-overridden NAME]... [-folder NAME@VERSION=DIR=SEEN]... [-go NAME=PATH@VERSION]...
//
// It writes into the folder given by -out, which Bazel will access as that given
// by -at:
//
//	modules/   a copy of each Go module of -go, and a stub for each required module that is not given
//	registry/  the registry, for --registry
//
// The registry serves each module in the given version and in every version that
// a served or scanned module requires, so that Bazel's version selection needs
// no other registry.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "local_registry:", err)
		os.Exit(1)
	}
}

// An options holds the parsed command line.
type options struct {
	out, at    string
	scan       []string // globs
	overridden []string // names
	folders    []folderOption
	goModules  []goModule
}

// A folderOption is a module in a folder, and the path of the folder as seen by
// Bazel.
type folderOption struct {
	module    module
	dir, seen string
}

// run executes the command line args. Usage goes to stderr.
func run(args []string, stderr io.Writer) error {
	opts, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	r := newRegistry(opts.out, opts.at, opts.overridden)
	for _, glob := range opts.scan {
		if err := r.scan(glob); err != nil {
			return err
		}
	}
	for _, f := range opts.folders {
		if err := r.add(f.module, f.dir, f.seen); err != nil {
			return err
		}
	}
	for _, m := range opts.goModules {
		dir := filepath.Join(opts.out, "modules", m.name)
		if err := m.install(dir); err != nil {
			return err
		}
		if err := r.add(module{m.name, m.bazelVersion()}, dir, r.seen(m.name)); err != nil {
			return err
		}
	}
	return r.write()
}

func parseOptions(args []string, stderr io.Writer) (options, error) {
	var opts options
	flags := flag.NewFlagSet("local_registry", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&opts.out, "out", "", "the folder to write")
	flags.StringVar(&opts.at, "at", "", "where Bazel will see that folder")
	flags.Func("scan", "a `glob` of MODULE.bazel files whose dependencies are served too", func(glob string) error {
		opts.scan = append(opts.scan, glob)
		return nil
	})
	flags.Func("overridden", "a module's `name` that Bazel never asks the registry for", func(name string) error {
		opts.overridden = append(opts.overridden, name)
		return nil
	})
	flags.Func("folder", "a module in a folder: `NAME@VERSION=DIR=SEEN`", func(value string) error {
		f, err := parseFolder(value)
		opts.folders = append(opts.folders, f)
		return err
	})
	flags.Func("go", "a module that is a Go module: `NAME=PATH@VERSION`", func(value string) error {
		m, err := parseGoModule(value)
		opts.goModules = append(opts.goModules, m)
		return err
	})
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	if opts.out == "" || opts.at == "" {
		return opts, errors.New("-out and -at: both are required")
	}
	return opts, nil
}

func parseFolder(value string) (folderOption, error) {
	parts := strings.Split(value, "=")
	name, version, ok := strings.Cut(parts[0], "@")
	if len(parts) != 3 || !ok || name == "" || version == "" || parts[1] == "" || parts[2] == "" {
		return folderOption{}, errors.New("not NAME@VERSION=DIR=SEEN")
	}
	return folderOption{module{name, version}, parts[1], parts[2]}, nil
}
