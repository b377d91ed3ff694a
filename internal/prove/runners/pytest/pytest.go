// Package pytest is the test runner pytest, of version 5.1 or later.
package pytest

import (
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
)

var modules = []string{"pytest", "py.test"}

// Runner is pytest, as a program and as a module of Python.
var Runner = &results.Runner{
	Name:     "pytest",
	Programs: []string{"pytest", "py.test"}, Synonyms: []string{"py.test"},
	Modules:   modules,
	Imports:   []string{"_pytest", "pluggy", "iniconfig", "packaging", "xdist", "execnet", "pygments", "exceptiongroup", "tomli"},
	Versions:  map[string]string{"pytest": "--version"},
	Tests:     []string{"pytest", "python -m pytest"},
	Variables: []string{"PYTEST_*"},
	Parts:     map[string][]string{"pyproject.toml": {"tool.pytest"}, "setup.cfg": {"tool:pytest", "pytest"}},
	Rule:      rule, Instrument: instrument, Read: read, Measure: measure, Whole: whole, Alone: alone,
}

// instrument adds options after the options of the person; the last one wins.
func instrument(argv []string, out string) []string {
	return results.BeforeDashes(argv, "--junitxml="+filepath.Join(out, results.JUnitFile), "-o", "junit_family=xunit2")
}

// The exit codes of pytest that say that no test ran.
const (
	interrupted = 2 // also: a file could not be collected
	internal    = 3
	usage       = 4
)

// read reads the cases. A file that cannot be imported has one case without a
// class, which stands for its tests.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	found := c.ReadJUnit(func(t *testxml.Case) {
		r := results.Case{Suite: t.Class, Name: results.Named(t.Name), Status: results.StatusOf(t.Status), Message: t.Message, Flaky: t.Flaky}
		if t.Class == "" && t.Status == testxml.Errored {
			r.Suite, r.Name = t.Name, ""
			c.Built = false
		}
		c.Add(r)
	})
	if raw.End == evidence.Exited && len(c.Cases) == 0 && slices.Contains([]int{1, interrupted, internal, usage}, raw.Exit) {
		c.Built = false // such as for a conftest.py that cannot be imported
	} else if !found && raw.End == evidence.Exited {
		c.Problem(evidence.ProblemNoResults, "pytest wrote no "+results.JUnitFile)
	}
	return c.Finish(string(raw.Stdout), string(raw.Stderr))
}

// measure of a pytest that is its own program needs its plugin.
func measure(argv []string, out string) []results.Measurement {
	if at := python.Module(argv, modules...); at > 0 {
		return []results.Measurement{python.Coverage(argv, at, out)}
	}
	add := []string{"--cov=.", "--cov-report=lcov:" + filepath.Join(out, results.LCOVFile), "--cov-fail-under=0"}
	return []results.Measurement{{By: "pytest-cov", Commands: [][]string{results.BeforeDashes(argv, add...)}, Reached: results.ReadLCOV}}
}

// whole returns the program, or Python with the module.
func whole(argv []string, _ results.File) []string {
	return slices.Clone(argv[:max(1, python.Module(argv, modules...)+1)])
}
