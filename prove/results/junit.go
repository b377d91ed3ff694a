package results

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// junitFile is the name of the file of results of runners that write JUnit's
// XML.
const junitFile = "junit.xml"

// readJUnit reads the file of results. It reports false if there is none, which
// is a problem unless the command says enough itself.
func (c *collector) readJUnit(add func(*testxml.Case)) bool {
	in, err := openResult(c.raw, junitFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		c.trouble(evidence.ProblemBadResults, junitFile, err)
		return true
	}
	defer in.Close()
	cases, err := testxml.Read(in)
	if err != nil {
		c.trouble(evidence.ProblemBadResults, junitFile, err)
	}
	for i := range cases {
		add(&cases[i])
	}
	return true
}

// statusOf returns the status of a case of JUnit's XML.
func statusOf(s testxml.Status) evidence.Status {
	switch s {
	case testxml.Failed:
		return evidence.Failed
	case testxml.Errored:
		return evidence.Errored
	case testxml.Skipped:
		return evidence.Skipped
	}
	return evidence.Passed
}

// A pytest reads pytest, of version 5.1 or later.
type pytest struct{}

func (pytest) Name() string { return "pytest" }

// Instrument adds options after the options of the person; the last one wins.
func (pytest) Instrument(argv []string, out string) []string {
	return insertBeforeDashes(argv, "--junitxml="+filepath.Join(out, junitFile), "-o", "junit_family=xunit2")
}

// insertBeforeDashes adds arguments at the end, or before -- if there is one.
func insertBeforeDashes(argv []string, add ...string) []string {
	at := slices.Index(argv, "--")
	if at < 0 {
		at = len(argv)
	}
	return slices.Concat(argv[:at], add, argv[at:])
}

// The exit codes of pytest that say that no test ran.
const (
	pytestInterrupted = 2 // also: a file could not be collected
	pytestInternal    = 3
	pytestUsage       = 4
)

// Read reads the cases. A file that cannot be imported has one case without a
// class, which stands for its tests.
func (pytest) Read(raw *Raw) Results {
	c := newCollector(raw)
	found := c.readJUnit(func(t *testxml.Case) {
		r := result{suite: t.Class, name: named(t.Name), status: statusOf(t.Status), message: t.Message, flaky: t.Flaky}
		if t.Class == "" && t.Status == testxml.Errored {
			r.suite, r.name = t.Name, ""
			c.built = false
		}
		c.add(r)
	})
	if raw.End == evidence.Exited && len(c.cases) == 0 && slices.Contains([]int{1, pytestInterrupted, pytestInternal, pytestUsage}, raw.Exit) {
		c.built = false // such as for a conftest.py that cannot be imported
	} else if !found && raw.End == evidence.Exited {
		c.problem(evidence.ProblemNoResults, "pytest wrote no "+junitFile)
	}
	return c.finish(string(raw.Stdout), string(raw.Stderr))
}

// A nodeTest reads `node --test`, of Node.js 20 or later.
type nodeTest struct{}

func (nodeTest) Name() string { return "node" }

// Instrument adds a reporter after --test, before any possible file name. The
// output for a person does not change. If there are several reporters, each
// needs a destination, in their order.
func (nodeTest) Instrument(argv []string, out string) []string {
	at := slices.Index(argv, "--test")
	if at < 0 {
		return argv
	}
	return slices.Concat(argv[:at+1], nodeReporters(argv[at+1:], "junit", filepath.Join(out, junitFile)), argv[at+1:])
}

// nodeReporters returns the flags that add a reporter, which writes a file, to
// a command with the given flags.
func nodeReporters(flags []string, reporter, file string) []string {
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

// Read reads the cases. A case with the path of a file is a file that broke, or
// in which no test ended: process.exit(0) makes it pass.
func (nodeTest) Read(raw *Raw) Results {
	c := newCollector(raw)
	found := c.readJUnit(func(t *testxml.Case) {
		r := result{
			suite: c.fileOf(t.File), name: named(strings.Join(append(t.Suites, t.Name), " > ")),
			status: statusOf(t.Status), message: t.Message, flaky: t.Flaky,
		}
		if filepath.IsAbs(t.Name) && len(t.Suites) == 0 {
			r.suite, r.name = c.fileOf(t.Name), ""
			if r.status == evidence.Passed {
				c.problem(evidence.ProblemNoTests, c.cleanName(r.suite)+" ended without a test")
				return
			}
			r.status = evidence.Errored
		}
		c.add(r)
	})
	if !found && raw.End == evidence.Exited {
		c.problem(evidence.ProblemNoResults, "node wrote no "+junitFile)
	}
	return c.finish(string(raw.Stdout), string(raw.Stderr))
}

// fileOf returns the path of a file below the tree, with slashes.
func (c *collector) fileOf(path string) string {
	if c.raw.Dir != "" && filepath.IsAbs(path) {
		if below, err := filepath.Rel(c.raw.Dir, path); err == nil && filepath.IsLocal(below) {
			path = below
		}
	}
	return filepath.ToSlash(path)
}
