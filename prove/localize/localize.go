// Package localize finds the files that may have a fault, from the output of a
// failing command and from facts about the tree. It uses no model.
package localize

import (
	"context"
	"time"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// An Input is the information about a failure. Everything in it but the
// functions may be hostile.
type Input struct {
	Run *evidence.Run // the reproduction, on the base
	// Roots are the absolute paths of the tree when the command ran, such as
	// the path of the worktree as named and with links resolved. Paths below
	// them are paths of the tree.
	Roots []string
	// Files are the paths of all files of the base, sorted.
	Files []string
	// Read returns a file of the base.
	Read func(path string) ([]byte, error)
	// IsTest reports whether a file is one of tests; nil: none is.
	IsTest func(path string) bool
	// Recent are the latest commits, the newest first.
	Recent []Commit
	// Deps returns the source files that a test depends on in the graph of the
	// build, with their distance from it, from 1. suite is the suite of a
	// failing case, such as //app:app_test. It may be nil.
	Deps func(ctx context.Context, suite string) (map[string]int, error)
	// Covered are the lines that failing tests reached, by path; nil: not known.
	Covered map[string][]int
}

// A Commit is a change of the past.
type Commit struct {
	Age   time.Duration // at the time of the base
	Files []string
}

// MaxPlaces bounds what Find returns.
const MaxPlaces = 30
