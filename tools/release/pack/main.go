// Command pack creates the files of a release. Its outputs depend only on its
// inputs, not on times, users, modes or the order of the file system.
//
//	pack archive -out FILE [-program NAME=PATH]... [-file NAME=PATH]... [-dir NAME=PATH]...
//	pack sums -out FILE ARCHIVE...
//	pack versions -table FILE -version VERSION -out FILE PLATFORM=ARCHIVE...
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
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// run executes the command line args. Usage goes to stderr.
func run(args []string, stderr io.Writer) error {
	verbs := map[string]func(args []string, stderr io.Writer) error{
		"archive":  runArchive,
		"sums":     runSums,
		"versions": runVersions,
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		return errors.New("no such verb: name one of archive, sums, versions")
	}
	if err := verbs[args[0]](args[1:], stderr); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return nil
}

func runArchive(args []string, stderr io.Writer) error {
	flags, out := newFlags("archive", stderr)
	var entries []entry
	add := func(mode os.FileMode) func(string) error {
		return func(value string) error {
			name, path, err := cutPair(value)
			entries = append(entries, entry{name, path, mode})
			return err
		}
	}
	flags.Func("program", "an executable: `NAME=PATH`", add(0o755))
	flags.Func("file", "another file: `NAME=PATH`", add(0o644))
	flags.Func("dir", "the files of a folder, by their names: `NAME=PATH`", func(value string) error {
		name, path, err := cutPair(value)
		if err != nil {
			return err
		}
		files, err := os.ReadDir(path)
		for _, file := range files {
			entries = append(entries, entry{name + "/" + file.Name(), filepath.Join(path, file.Name()), 0o644})
		}
		return err
	})
	if err := parse(flags, args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q: give files as -program, -file or -dir", flags.Arg(0))
	}
	return writeArchive(*out, entries)
}

func runSums(args []string, stderr io.Writer) error {
	flags, out := newFlags("sums", stderr)
	if err := parse(flags, args); err != nil {
		return err
	}
	text, err := sums(flags.Args())
	if err != nil {
		return err
	}
	return os.WriteFile(*out, []byte(text), 0o666)
}

func runVersions(args []string, stderr io.Writer) error {
	flags, out := newFlags("versions", stderr)
	table := flags.String("table", "", "the table of the versions so far")
	version := flags.String("version", "", "the version of the archives")
	if err := parse(flags, args); err != nil {
		return err
	}
	digests := map[string]string{}
	for _, value := range flags.Args() {
		platform, path, err := cutPair(value)
		if err != nil {
			return err
		}
		if digests[platform], err = digest(path); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(*table)
	if err != nil {
		return err
	}
	if text, err = addVersion(*table, text, *version, digests); err != nil {
		return err
	}
	return os.WriteFile(*out, text, 0o666)
}

func newFlags(verb string, stderr io.Writer) (flags *flag.FlagSet, out *string) {
	flags = flag.NewFlagSet(verb, flag.ContinueOnError)
	flags.SetOutput(stderr)
	return flags, flags.String("out", "", "the `file` to write")
}

// parse parses args, which must include -out.
func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.Lookup("out").Value.String() == "" {
		return errors.New("-out: it is required")
	}
	return nil
}

func cutPair(value string) (key, path string, err error) {
	key, path, ok := strings.Cut(value, "=")
	if !ok || key == "" || path == "" {
		return "", "", fmt.Errorf("%q is not a pair: separate the name and the path with =", value)
	}
	return key, path, nil
}
