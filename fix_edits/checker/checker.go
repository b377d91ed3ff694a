// Package checker is for writing custom checkers: programs that read the files
// passed by an autofix_checker rule and report findings and fixes.
//
//	func main() { checker.Main("todo", "1", check) }
//
//	func check(f *checker.File) error {
//		if at := bytes.Index(f.Content, []byte("TODO:")); at >= 0 {
//			f.Report(checker.Finding{
//				Rule: "todo/owner", Message: "name the owner: TODO(name):", Start: at, End: at + len("TODO:"),
//			})
//		}
//		return nil
//	}
//
// The arguments are then
//
//	args = ["--out={out}", "--", "{files}"]
//
// The package imports only the edit model, and programs that use it need no
// other package of this module.
package checker

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Exit codes of Main. Findings have none: a checker that found something did
// its work, and exits with 0.
const (
	exitFailed = 1
	exitUsage  = 2
)

// Main is the complete main function of a checker: it calls check for each file
// on the command line, writes the artifact, and exits. The name and version are
// the program's. The version may be empty.
//
// Flags are parsed by package flag. In addition to those defined by the
// program, there are:
//
//	--out FILE         writes the artifact to FILE instead of standard output
//	--files_list FILE  also checks the files listed in FILE, one per line
//
// The exit code is 0 if all files were checked, whatever was found; 1 if a file
// could not be checked or the artifact could not be written; and 2 after a
// mistake in the command line. After a failure there is no artifact, and
// standard error lists each file with its error.
func Main(name, version string, check func(*File) error) {
	c := command{name: name, version: version, check: check, root: os.DirFS("."), stdout: os.Stdout}
	c.define(flag.CommandLine)
	flag.Parse()
	if err := c.run(flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, strings.ReplaceAll(err.Error(), "\n", "\n"+name+": "))
		os.Exit(exitCode(err))
	}
}

// A command is the command line that Main runs.
type command struct {
	name, version string
	check         func(*File) error
	root          fs.FS
	stdout        io.Writer

	out, list string // flags
}

func (c *command) define(flags *flag.FlagSet) {
	flags.StringVar(&c.out, "out", "", "write the artifact to `FILE` instead of standard output")
	flags.StringVar(&c.list, "files_list", "", "check the files that the lines of `FILE` name as well")
}

// errUsage reports a mistake in the command line.
var errUsage = errors.New("no files to check: name them, or pass --files_list")

func exitCode(err error) int {
	if errors.Is(err, errUsage) {
		return exitUsage
	}
	return exitFailed
}

func (c *command) run(paths []string) error {
	if c.list != "" {
		text, err := os.ReadFile(c.list)
		if err != nil {
			return fmt.Errorf("--files_list: %w", err)
		}
		for line := range strings.Lines(string(text)) {
			paths = append(paths, strings.TrimSuffix(line, "\n"))
		}
	} else if len(paths) == 0 {
		return errUsage
	}
	text, err := Check(c.root, c.name, c.version, paths, c.check)
	if err != nil {
		return err
	}
	if c.out == "" {
		_, err = c.stdout.Write(text)
	} else {
		err = os.WriteFile(c.out, text, 0o666)
	}
	if err != nil {
		return fmt.Errorf("artifact: %w", err)
	}
	return nil
}

// caught calls check. It converts a panic to an error with the stack, so that
// the failure names the file.
func caught(f *File, check func(*File) error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v\n%s", value, debug.Stack())
		}
	}()
	return check(f)
}

// Check calls check for each file and returns the artifact as JSON. The paths
// are slash separated and relative to root, the root of the workspace. A file
// that is named twice is checked once. All files are checked even if some of
// them fail or panic; the error then has a line for each failure, and there is
// no artifact.
//
// Main calls Check. Tests of a checker can call it with an fstest.MapFS.
func Check(root fs.FS, name, version string, paths []string, check func(*File) error) ([]byte, error) {
	found := artifact.New(artifact.Tool{Name: name, Version: version}, "")
	c := newCollector(root, paths)
	var failures []error
	for _, path := range paths {
		if c.checked[path] {
			continue
		}
		c.checked[path] = true
		content, err := fs.ReadFile(root, path)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		found.Snapshots = append(found.Snapshots, fixedits.SnapshotOf(path, content))
		file := &File{Path: path, Content: content, found: c}
		if err := caught(file, check); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", path, err))
		}
		failures = append(failures, file.mistakes...)
	}
	if len(failures) > 0 {
		return nil, errors.Join(failures...)
	}
	for path := range c.created {
		found.Snapshots = append(found.Snapshots, fixedits.SnapshotOfAbsent(path))
	}
	found.Diagnostics, found.Fixes = c.Diagnostics, c.Fixes
	found.Normalize()
	return artifact.Marshal(found)
}
