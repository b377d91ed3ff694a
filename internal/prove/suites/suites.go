// Package suites finds the tests around a change: the tests that may fail
// because of it, although they are not the reproduction.
//
// Bazel is asked for the tests that depend on the changed files, and go for the
// packages whose tests do. The tests of other runners cannot be selected, so
// all of them run. Texts of a tree are hostile: names are checked, lists are
// bounded, and a tree that cannot be queried has the suites that need no
// answer.
package suites

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// The kinds of suites.
const (
	Bazel        = "bazel"        // tests that Bazel finds
	Go           = "go"           // packages that go finds
	Whole        = "whole"        // all tests of the runner of the reproduction
	Configured   = "configured"   // of the settings
	Reproduction = "reproduction" // there is nothing else
)

// A Suite is a command that runs tests around a change, in one state of the
// tree.
type Suite struct {
	Kind string
	// Command is the command to run. It is empty if there is none in this
	// state, because all tests of the suite are new in another one.
	Command []string
	// Names are the packages or targets that run, sorted. Nil if they are not
	// known.
	Names []string
	Why   string // a sentence, for people

	id   string               // equal for the suite in other states
	has  map[string]bool      // the names that this state has; nil: not known
	make func([]string) Suite // the suite with other names
}

// An Input is the input of a search.
type Input struct {
	// Dir is the root of the tree, which holds the state that is asked about.
	Dir string
	// Paths are the changed files, relative to Dir, with slashes, whether they
	// exist in this state or not.
	Paths []string
	// Command is the reproduction. It runs in the folder Folder of Dir.
	Command []string
	Folder  string
	// Configured are commands of the settings, which a person wrote.
	Configured [][]string
	// File returns a file of the tree, by its path relative to Folder.
	File func(path string) ([]byte, error)
	// Bazel asks Bazel in the workspace that has Dir as its root. Nil: it is not
	// asked.
	Bazel *client.Client
	// Go runs go with arguments in Dir, offline, and returns its stdout. Nil:
	// it is not asked.
	Go func(ctx context.Context, args []string) ([]byte, error)
}

// maxNames bounds the tests of a suite.
const maxNames = 500

// For returns the suites of a change in the state that the tree holds, in the
// order in which they should run. Each has a reason. An error is ctx's: a suite
// reports a tree that cannot be queried.
func For(ctx context.Context, in *Input) ([]Suite, error) {
	var found []Suite
	var trouble []string
	for _, search := range searches(in) {
		more, err := search(ctx, in)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			trouble = append(trouble, err.Error())
		}
		if found = append(found, more...); len(found) > 0 {
			break
		}
	}
	for _, command := range in.Configured {
		if len(command) > 0 {
			found = append(found, Suite{Kind: Configured, Command: slices.Clone(command), Why: "the settings name it"})
		}
	}
	if len(found) == 0 {
		if whole := runners.Whole(in.Command, in.File); whole != nil {
			found = append(found, Suite{Kind: Whole, Command: whole, Why: "all tests of the runner: which of them depend on the change is not known"})
		}
	}
	if len(found) == 0 {
		found = append(found, Suite{Kind: Reproduction, Command: slices.Clone(in.Command), Why: "no other tests are known"})
	}
	for i := range found {
		s := &found[i]
		if s.id == "" {
			s.id = s.Kind + "\x00" + strings.Join(s.Command, "\x00")
		}
		if i == 0 && len(trouble) > 0 {
			s.Why += "; " + strings.Join(trouble, "; ")
		}
	}
	return found, nil
}

// searches returns the ways to find tests around a reproduction: by its own
// program, or by the files of the tree if the program does not show any tests.
func searches(in *Input) []func(context.Context, *Input) ([]Suite, error) {
	switch runners.For(in.Command, in.File).Name {
	case "bazel":
		return []func(context.Context, *Input) ([]Suite, error){bazelSuites}
	case "go-test":
		return []func(context.Context, *Input) ([]Suite, error){goSuites}
	case "exit":
		return []func(context.Context, *Input) ([]Suite, error){bazelSuites, goSuites}
	}
	return nil
}

// A Pair is a suite in two states. A suite without a command runs nothing in
// that state.
type Pair struct{ Base, Candidate Suite }

// Together returns the suites of two states so that the same tests run in both,
// as far as a state has them. A test that only the candidate has is not asked
// for in the base, where its name would be an error; one that only the base has
// is missing in the candidate.
func Together(base, candidate []Suite) []Pair {
	var pairs []Pair
	var left []Suite
	for _, c := range candidate {
		at := slices.IndexFunc(base, func(b Suite) bool { return b.id == c.id })
		if at < 0 {
			left = append(left, c)
			continue
		}
		pairs = append(pairs, Pair{base[at].with(c.Names), c.with(base[at].Names)})
	}
	for _, c := range left {
		pairs = append(pairs, Pair{Suite{Kind: c.Kind, Names: c.Names[:0:0], Why: c.Why, id: c.id}, c})
	}
	for _, b := range base {
		if !slices.ContainsFunc(candidate, func(c Suite) bool { return c.id == b.id }) {
			pairs = append(pairs, Pair{b, Suite{Kind: b.Kind, Names: b.Names[:0:0], Why: b.Why, id: b.id}})
		}
	}
	return pairs
}

// with returns the suite with more names, as far as its state has them.
func (s Suite) with(names []string) Suite {
	if s.make == nil || s.has == nil {
		return s
	}
	all := slices.Clone(s.Names)
	for _, name := range names {
		if s.has[name] {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if slices.Equal(all, s.Names) {
		return s
	}
	made := s.make(all)
	made.Why = s.Why
	return made
}

// isName reports whether a name of a target or package may stand in a command:
// it is neither an option nor a pattern, and is printed unchanged.
func isName(name string) bool {
	return name != "" && len(name) <= 1024 && name[0] != '-' && !strings.Contains(name, "...") && !strings.ContainsFunc(name, func(r rune) bool {
		return r <= ' ' || r == 0x7f || r == '\uFFFD' || strings.ContainsRune("*?[]{}$`\"'\\|&;<>()!", r)
	})
}

// isPath reports whether a path is below the tree.
func isPath(name string) bool {
	return name != "" && path.Clean(name) == name && !path.IsAbs(name) && name != ".." && !strings.HasPrefix(name, "../")
}

// bounded returns the names that run, and says how many are left out.
func bounded(names []string) (kept []string, said string) {
	if len(names) <= maxNames {
		return names, ""
	}
	return names[:maxNames], fmt.Sprintf(", of which the first %d run", maxNames)
}
