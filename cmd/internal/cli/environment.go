package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// An Environment is the part of the process environment that a verb uses.
type Environment struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Dir            string // the folder that relative PATHS are resolved against; absolute
	Terminal       bool   // stderr is a terminal: progress may be shown
	Listed         bool   // the command line names files by a list, which may be empty

	// Steps, if not nil, gets a line for each step, in place of a meter.
	Steps io.Writer

	meter *meter

	Checkers *checks.Registry
	Formats  *builtin.Formats
}

// NewEnvironment returns the environment of this process. Under `bazel run` the
// working folder is the runfiles tree, and BUILD_WORKING_DIRECTORY is the
// folder of the user.
func NewEnvironment() *Environment {
	dir := os.Getenv("BUILD_WORKING_DIRECTORY")
	if dir == "" {
		dir, _ = os.Getwd()
	}
	unsetEmpty()
	checkers, formats := builtin.Registry(version.Version)
	return &Environment{
		Stdin:    os.Stdin,
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Dir:      dir,
		Terminal: IsTerminal(os.Stderr),
		meter:    &meter{start: time.Now()},
		Checkers: checkers,
		Formats:  formats,
	}
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

// IsTerminal reports whether file is a terminal that supports escape sequences.
func IsTerminal(file *os.File) bool {
	return isatty.IsTerminal(file.Fd()) && os.Getenv("TERM") != "dumb"
}

// Tools returns the tools of the pipeline.
func (e *Environment) Tools() pipeline.Tools {
	return pipeline.Tools{Checkers: e.Checkers, Formats: e.Formats, Sections: []*config.Section{autofixai.Section, settings.Section, report.CISection}}
}

// Root returns the absolute path of the workspace.
func (e *Environment) Root(flags *Globals) (string, error) {
	switch {
	case flags.Root != "":
		return e.Absolute(flags.Root), nil
	case os.Getenv("BUILD_WORKSPACE_DIRECTORY") != "":
		return os.Getenv("BUILD_WORKSPACE_DIRECTORY"), nil
	default:
		return workspace.FindRoot(e.Dir)
	}
}

// Absolute returns path relative to the folder in which the user called the
// command.
func (e *Environment) Absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Dir, path)
}
