package main

import (
	"io"
	"os"
	"strings"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters/reports"
	"github.com/rules-autofix/rules_autofix/internal/heap"
)

// An environment is the part of the process environment that a verb uses.
type environment struct {
	cli.Environment
	data    io.Writer // the destination of an output named -; nil: stdout
	color   bool      // text on stdout has colors
	read    bool      // a person reads stdout on a terminal
	alone   bool      // the process runs one command and ends
	args    []string  // the command line
	verbose bool      // also tell which configuration files count instead of others
}

// newEnvironment returns the environment of this process.
func newEnvironment() *environment {
	terminal := cli.IsTerminal(os.Stdout)
	return &environment{Environment: *cli.NewEnvironment(), color: colors(os.Getenv, terminal), read: isRead(os.Getenv, terminal)}
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

// growHeap tunes the garbage collector for verbs that may hold the fixes of a
// whole workspace in memory.
func (e *environment) growHeap() {
	if e.alone {
		heap.Grow()
	}
}

// growHeapFor is growHeap for a verb that reads reports. If one is so large
// that reading it would fill the heap with garbage, the heap stays small.
func (e *environment) growHeapFor(imports []string) {
	for _, value := range imports {
		_, file, _ := strings.Cut(value, "=")
		if info, err := os.Stat(e.Absolute(file)); err == nil && info.Size() >= reports.Large {
			return
		}
	}
	e.growHeap()
}
