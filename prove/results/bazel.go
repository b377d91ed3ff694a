package results

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/client"
	"github.com/rules-autofix/rules_autofix/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// eventsFile is the name of the file of build events.
const eventsFile = "events.json"

// A bazel reads `bazel test`, coverage and build by their build events, and
// the test.xml of each test. The exit code and what Bazel prints say nothing of
// a case.
type bazel struct{ command string }

func (bazel) Name() string { return "bazel" }

// bazelCommand returns the command among the arguments of Bazel that this
// package reads, or "".
func bazelCommand(argv []string) string {
	for _, arg := range argv[1:] {
		switch {
		case strings.HasPrefix(arg, "-"):
		case slices.Contains([]string{"test", "coverage", "build"}, arg):
			return arg
		default:
			return ""
		}
	}
	return ""
}

// Instrument adds options after the options of the person and of a .bazelrc;
// the last one wins. Every test runs, and each of them once.
func (b bazel) Instrument(argv []string, out string) []string {
	add := []string{
		"--build_event_json_file=" + filepath.Join(out, eventsFile), "--nobuild_event_json_file_path_conversion",
		"--keep_going", "--experimental_convenience_symlinks=ignore",
	}
	if b.command != "build" {
		add = append(add, "--cache_test_results=no", "--flaky_test_attempts=1")
	}
	return insertBeforeDashes(argv, add...)
}

// Read reads the events.
func (b bazel) Read(raw *Raw) Results {
	c := newCollector(raw)
	c.noCases = b.command == "build"
	b.read(c)
	return c.finish(string(raw.Stdout), string(raw.Stderr))
}

func (b bazel) read(c *collector) {
	raw := c.raw
	if raw.End == evidence.Exited {
		switch raw.Exit {
		case 0, client.ExitBuildFailed, client.ExitTestsFailed, client.ExitNoTests:
		default:
			c.built = false
			if why := client.Meaning(raw.Exit); why != "" && raw.Exit != client.ExitCommandLine {
				c.problem(evidence.ProblemNoResults, fmt.Sprintf("bazel ended with exit code %d: %s", raw.Exit, why))
			}
		}
	}
	events, err := openResult(raw, eventsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if raw.End == evidence.Exited && raw.Exit != 0 {
			c.built = false // it did not come to its first event, such as for a broken .bazelrc
		} else if raw.End == evidence.Exited {
			c.problem(evidence.ProblemNoResults, "bazel wrote no "+eventsFile)
		}
		return
	case err != nil:
		c.trouble(evidence.ProblemBadResults, eventsFile, err)
		return
	}
	defer events.Close()
	command := "test"
	if b.command == "build" {
		command = "build"
	}
	result, err := client.ReadResult(command, events, raw.mayRead)
	if err != nil {
		c.trouble(evidence.ProblemBadResults, eventsFile, err)
	}
	targets := map[string]*client.Target{}
	for i := range result.Targets {
		targets[result.Targets[i].Label] = &result.Targets[i]
	}
	for i := range result.Tests {
		t := &result.Tests[i]
		c.addBazelTest(t, targets[t.Label])
		delete(targets, t.Label)
	}
	for i := range result.Targets {
		if t := &result.Targets[i]; targets[t.Label] != nil {
			c.addBazelTarget(t)
		}
	}
}

// mayRead reports whether a file that results name is in a folder that the
// command had to itself.
func (raw *Raw) mayRead(path string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	for _, root := range append([]string{raw.Out, raw.Dir}, raw.Roots...) {
		if root == "" {
			continue
		}
		root, err := filepath.EvalSymlinks(root)
		if err != nil {
			continue
		}
		if below, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(below) {
			return true
		}
	}
	return false
}

// addBazelTarget adds a target that is not a test, or a test without a result.
func (c *collector) addBazelTarget(t *client.Target) {
	r := result{suite: t.Label, status: evidence.Errored, message: t.Output}
	switch t.Status {
	case client.Built:
		return
	case client.Skipped:
		if !t.Test {
			return
		}
		r.status = evidence.Skipped
	default:
		c.built = false
	}
	c.add(r)
}

// isolating are the strategies of Bazel by which a test sees only the files
// that it declares, and cannot write to the tree.
var isolating = map[string]bool{"linux-sandbox": true, "darwin-sandbox": true, "windows-sandbox": true, "docker": true}

// addStrategies notes how a test was run, if that was not in a sandbox of its
// own.
func (c *collector) addStrategies(t *client.Test) {
	for i := range t.Attempts {
		// Of an attempt that never started, Bazel says none.
		if a := &t.Attempts[i]; a.Strategy != "" && !a.Cached && !isolating[a.Strategy] {
			c.problem(evidence.ProblemNoNested, fmt.Sprintf("%s by the strategy %q", c.cleanName(t.Label), c.cleanName(a.Strategy)))
		}
	}
}

// addBazelTest adds the cases of a test. target may be nil.
func (c *collector) addBazelTest(t *client.Test, target *client.Target) {
	c.addStrategies(t)
	if t.Status == client.TestFailedToBuild || t.Status == client.TestNoStatus {
		r := result{suite: t.Label, status: evidence.Errored, message: "it did not run"}
		if target != nil && target.Output != "" {
			r.message = target.Output
		}
		c.built = false
		c.add(r)
		return
	}
	cases := c.tallied(t)
	red := false
	for _, r := range cases {
		red = red || r.status.Red()
		c.add(*r)
	}
	whole := result{suite: t.Label, name: programName(t.Label, cases), status: evidence.Passed, message: t.Output, flaky: t.Status == client.TestFlaky}
	switch {
	case t.Status.Green() && red:
		c.problem(evidence.ProblemContradicted, c.cleanName(t.Label)+" passed with a red case")
		return
	case t.Status.Green() && len(cases) > 0 && !whole.flaky:
		return
	case t.Status == client.TestFailed:
		if whole.status = evidence.Failed; red {
			return
		}
	case !t.Status.Green():
		whole.status = evidence.Errored
		whole.message = string(t.Status) + "\n" + whole.message
	}
	whole.flaky = whole.flaky || mixed(t.Attempts)
	c.add(whole)
}

// programName returns the name of the case for a whole test: the name of its
// target if the program reports no cases, such as a script, whose exit code
// Bazel judges; else none.
func programName(label string, cases []*result) string {
	if len(cases) > 0 {
		return ""
	}
	if at := strings.LastIndexByte(label, ':'); at >= 0 {
		return named(label[at+1:])
	}
	return named(path.Base(label))
}

// tallied returns the cases of a test, in the order of its first attempt. The
// shards of a run have different cases; its runs and attempts have the same.
func (c *collector) tallied(t *client.Test) []*result {
	type id struct {
		suite, name string
		number      int // of the cases with that name in a run
	}
	type try struct{ run, attempt int }
	byID := map[id]*result{}
	numbers := map[try]map[id]int{}
	var order []*result
	for i := range t.Attempts {
		a := &t.Attempts[i]
		if a.Malformed != nil {
			c.trouble(evidence.ProblemBadResults, "test.xml of "+t.Label, a.Malformed)
		}
		at := try{a.Run, a.Attempt}
		if numbers[at] == nil {
			numbers[at] = map[id]int{}
		}
		for j := range a.Cases {
			r := bazelCase(t.Label, &a.Cases[j])
			key := id{suite: r.suite, name: r.name}
			numbers[at][key]++
			key.number = numbers[at][key]
			known := byID[key]
			if known == nil {
				known = &r
				byID[key] = known
				order = append(order, known)
				continue
			}
			known.flaky = known.flaky || r.flaky || known.status.Red() != r.status.Red()
			if worst := worse(known.status, r.status); worst != known.status {
				known.status, known.message = r.status, r.message
			}
		}
	}
	return order
}

// bazelCase returns a case of a test.xml. Its class is part of the suite.
func bazelCase(label string, t *testxml.Case) result {
	suite := label
	if t.Class != "" {
		suite += " " + t.Class
	}
	return result{suite: suite, name: named(t.Name), status: statusOf(t.Status), message: t.Message, flaky: t.Flaky}
}

// mixed reports whether some attempts passed and some did not. Shards are
// different tests.
func mixed(attempts []client.Attempt) bool {
	green := map[int]map[bool]bool{}
	for i := range attempts {
		a := &attempts[i]
		if green[a.Shard] == nil {
			green[a.Shard] = map[bool]bool{}
		}
		green[a.Shard][a.Status.Green()] = true
	}
	for _, seen := range green {
		if len(seen) > 1 {
			return true
		}
	}
	return false
}
