// Package node is the test runner of Node.js, of version 20 or later.
package node

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Runner is `node --test`.
var Runner = &results.Runner{
	Name:     "node",
	Programs: []string{"node"}, Synonyms: []string{"nodejs"},
	Versions:  map[string]string{"node": "--version"},
	Tests:     []string{"node"},
	Variables: []string{"NODE_OPTIONS", "NODE_PATH", "NODE_EXTRA_CA_CERTS", "NODE_REPL_*", "NODE_V8_*", "NODE_COMPILE_*", "NODE_TLS_*"},
	Rule:      rule, Runs: runs, Instrument: instrument, Read: read, Measure: measure, Whole: whole, Alone: alone,
}

// runs reports whether --test stands before the first file.
func runs(argv []string) bool {
	for _, arg := range argv[1:] {
		if arg == "--test" {
			return true
		}
		if !strings.HasPrefix(arg, "-") {
			break
		}
	}
	return false
}

// instrument adds a reporter after --test, before any possible file name. The
// output for a person does not change. If there are several reporters, each
// needs a destination, in their order.
func instrument(argv []string, out string) []string {
	at := slices.Index(argv, "--test")
	if at < 0 {
		return argv
	}
	return slices.Concat(argv[:at+1], Reporters(argv[at+1:], "junit", filepath.Join(out, results.JUnitFile)), argv[at+1:])
}

// Reporters returns the flags that add a reporter, which writes a file, to a
// command with the given flags.
func Reporters(flags []string, reporter, file string) []string {
	add := []string{"--test-reporter=" + reporter, "--test-reporter-destination=" + file}
	isFlag := func(name string) func(string) bool {
		return func(arg string) bool { return arg == name || strings.HasPrefix(arg, name+"=") }
	}
	if !slices.ContainsFunc(flags, isFlag("--test-reporter")) {
		add = append(add, "--test-reporter=spec")
	}
	if !slices.ContainsFunc(flags, isFlag("--test-reporter-destination")) {
		add = append(add, "--test-reporter-destination=stdout")
	}
	return add
}

// read reads the cases. A case with the path of a file is a file that broke, or
// in which no test ended: process.exit(0) makes it pass.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	found := c.ReadJUnit(func(t *testxml.Case) {
		r := results.Case{
			Suite: c.FileOf(t.File), Name: results.Named(strings.Join(append(t.Suites, t.Name), " > ")),
			Status: results.StatusOf(t.Status), Message: t.Message, Flaky: t.Flaky,
		}
		if filepath.IsAbs(t.Name) && len(t.Suites) == 0 {
			r.Suite, r.Name = c.FileOf(t.Name), ""
			if r.Status == evidence.Passed {
				c.Problem(evidence.ProblemNoTests, c.CleanName(r.Suite)+" ended without a test")
				return
			}
			r.Status = evidence.Errored
		}
		c.Add(r)
	})
	if !found && raw.End == evidence.Exited {
		c.Problem(evidence.ProblemNoResults, "node wrote no "+results.JUnitFile)
	}
	return c.Finish(string(raw.Stdout), string(raw.Stderr))
}

// measure has node report LCOV.
func measure(argv []string, out string) []results.Measurement {
	at := slices.Index(argv, "--test") + 1
	add := append([]string{"--experimental-test-coverage"}, Reporters(argv[at:], "lcov", filepath.Join(out, results.LCOVFile))...)
	return []results.Measurement{{By: "node", Commands: [][]string{slices.Concat(argv[:at], add, argv[at:])}, Reached: results.ReadLCOV}}
}

// whole keeps the flags that say how tests are loaded.
func whole(argv []string, _ results.File) []string {
	whole := argv[:1:1]
	for _, arg := range argv[1:] {
		if !strings.HasPrefix(arg, "-") {
			break // a file
		}
		name, _, hasValue := strings.Cut(arg, "=")
		if name == "--test" || hasValue && !strings.HasPrefix(name, "--test") || strings.HasPrefix(name, "--experimental-") {
			whole = append(whole, arg)
		}
	}
	return whole
}
