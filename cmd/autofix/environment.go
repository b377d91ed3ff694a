package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mattn/go-isatty"

	"github.com/rules-autofix/rules_autofix/adapters/reports"
	autofixai "github.com/rules-autofix/rules_autofix/autofix_ai"
	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/builtin"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/prove/settings"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// An environment is the part of the process environment that a verb uses.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	data           io.Writer // the destination of an output named -; nil: stdout
	dir            string    // the folder that relative PATHS are resolved against; absolute
	terminal       bool      // stderr is a terminal: progress may be shown
	color          bool      // text on stdout has colors
	alone          bool      // the process runs one command and ends
	listed         bool      // the command line names files by a list, which may be empty
	verbose        bool      // also tell which configuration files count instead of others

	checkers *checks.Registry
	formats  *builtin.Formats
}

// newEnvironment returns the environment of this process. Under `bazel run` the
// working folder is the runfiles tree, and BUILD_WORKING_DIRECTORY is the
// folder of the user.
func newEnvironment() *environment {
	dir := os.Getenv("BUILD_WORKING_DIRECTORY")
	if dir == "" {
		dir, _ = os.Getwd()
	}
	unsetEmpty()
	checkers, formats := builtin.Registry(version.Version)
	return &environment{
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		dir:      dir,
		terminal: isTerminal(os.Stderr),
		color:    colors(os.Getenv, isTerminal(os.Stdout)),
		checkers: checkers,
		formats:  formats,
	}
}

// colors reports whether text has colors, by the variables that programs agree
// on: see no-color.org, force-color.org and bixense.com/clicolors.
func colors(variable func(name string) string, terminal bool) bool {
	on := func(name string) bool {
		value := variable(name)
		return value != "" && value != "0" && value != "false"
	}
	switch {
	case variable("NO_COLOR") != "":
		return false
	case variable("FORCE_COLOR") != "":
		return on("FORCE_COLOR")
	case on("CLICOLOR_FORCE"):
		return true
	case variable("CLICOLOR") == "0":
		return false
	}
	return terminal
}

// unsetEmpty unsets the variables of flags that are empty: scripts often set a
// variable to the empty string to mean that it is not set.
func unsetEmpty() {
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "AUTOFIX_") && value == "" {
			_ = os.Unsetenv(name)
		}
	}
}

// isTerminal reports whether file is a terminal that supports escape sequences.
func isTerminal(file *os.File) bool {
	return isatty.IsTerminal(file.Fd()) && os.Getenv("TERM") != "dumb"
}

// growHeap tunes the garbage collector for verbs that may hold the fixes of a
// whole workspace in memory.
func (e *environment) growHeap() {
	if e.alone {
		pipeline.GrowHeap()
	}
}

// growHeapFor is growHeap for a verb that reads reports, unless one is so large
// that reading it would fill the heap with garbage.
func (e *environment) growHeapFor(imports []string) {
	for _, value := range imports {
		_, file, _ := strings.Cut(value, "=")
		if info, err := os.Stat(e.absolute(file)); err == nil && info.Size() >= reports.Large {
			if e.alone {
				pipeline.StreamHeap()
			}
			return
		}
	}
	e.growHeap()
}

// tools returns the tools of the pipeline.
func (e *environment) tools() pipeline.Tools {
	return pipeline.Tools{Checkers: e.checkers, Formats: e.formats, Sections: []*config.Section{autofixai.Section, settings.Section}}
}

// root returns the absolute path of the workspace.
func (e *environment) root(flags *globals) (string, error) {
	switch {
	case flags.Root != "":
		return e.absolute(flags.Root), nil
	case os.Getenv("BUILD_WORKSPACE_DIRECTORY") != "":
		return os.Getenv("BUILD_WORKSPACE_DIRECTORY"), nil
	default:
		return workspace.FindRoot(e.dir)
	}
}

// absolute returns path relative to the folder in which the user called the
// command.
func (e *environment) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.dir, path)
}
