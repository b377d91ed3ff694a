// Package runners has the test runners, a package each, and finds the runner of
// a command.
package runners

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/bazel"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/cargo"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/gotest"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/jest"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/mocha"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/node"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/pytest"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/unittest"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/vitest"
)

// All are the runners that are known.
var All = []*results.Runner{
	bazel.Runner, cargo.Runner, gotest.Runner, jest.Runner, mocha.Runner, node.Runner, pytest.Runner, unittest.Runner, vitest.Runner,
}

// For returns the runner of a command, by its program and arguments. It reads
// package.json by file. A command that is not known has a runner that knows
// only its exit code.
func For(argv []string, file results.File) *results.Runner {
	return forCommand(argv, file, 0)
}

func forCommand(argv []string, file results.File, depth int) *results.Runner {
	if len(argv) == 0 {
		return exit
	}
	program := results.Program(argv[0])
	if r := ofProgram(program); r != nil {
		switch {
		case r.Runs == nil || r.Runs(argv):
			return r
		case r.Builds != nil && r.Builds(argv):
			return build
		}
	}
	switch program {
	case "node":
		return forNode(argv, file, depth)
	case "npm", "pnpm", "yarn":
		return forScript(argv, file, depth)
	case "python":
		return forPython(argv)
	case "tsc":
		return build
	case "uv", "poetry", "pdm", "pipenv":
		return forEnvironment(argv, file, depth)
	}
	return exit
}

// ofProgram returns the runner with a program, or nil.
func ofProgram(name string) *results.Runner {
	at := slices.IndexFunc(All, func(r *results.Runner) bool { return slices.Contains(r.Programs, name) })
	if at < 0 {
		return nil
	}
	return All[at]
}

// Whole returns a command without the arguments that choose among its tests, so
// that it runs all tests of its runner, or nil. It is nil for a command whose
// tests are not known, and for one that names packages or targets.
func Whole(argv []string, file results.File) []string {
	if r := For(argv, file); r.Whole != nil {
		return r.Whole(argv, file)
	}
	return nil
}

// Measurements returns the ways to measure which lines a command reaches, the
// best first: see [results.Runner.Measure]. If there are none, it says why.
func Measurements(r *results.Runner, argv []string, out string) (ways []results.Measurement, why string) {
	switch {
	case r.Name == exit.Name:
		return nil, "what its tests are is not known"
	case r.Measure == nil:
		return nil, r.Name + " does not measure it"
	}
	if ways = r.Measure(argv, out); len(ways) > 0 {
		return ways, ""
	}
	return nil, "its runner cannot be told to measure it"
}

// versions are the arguments with which other programs print their version.
var versions = map[string]string{"npm": "--version", "pnpm": "--version", "yarn": "--version", "python": "--version", "python3": "--version", "make": "--version"}

// VersionArgument returns the argument with which a program prints its version,
// or "" if that is not known.
func VersionArgument(program string) string {
	for _, r := range All {
		if argument := r.Versions[program]; argument != "" {
			return argument
		}
	}
	return versions[program]
}
