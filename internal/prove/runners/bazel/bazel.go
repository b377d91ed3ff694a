// Package bazel is Bazel as a test runner.
package bazel

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// eventsFile is the name of the file of build events.
const eventsFile = "events.json"

// Runner reads `bazel test`, coverage and build by their build events, and the
// test.xml of each test. The exit code and what Bazel prints say nothing of a
// case.
var Runner = &results.Runner{
	Name:     "bazel",
	Programs: []string{"bazel", "bazelisk", "bazelw"}, Synonyms: []string{"bazelisk"},
	Versions:   map[string]string{"bazel": "--version", "bazelisk": "version"},
	Tests:      []string{"bazel build", "bazel coverage", "bazel test"},
	Setup:      []string{"bazel build", "bazel coverage", "bazel fetch", "bazel sync"},
	Variables:  []string{"BAZEL*", "USE_BAZEL*", "TEST_*", "RUNFILES_*"},
	Rule:       rule,
	Runs:       func(argv []string) bool { return command(argv) != "" },
	Instrument: instrument, Read: read, Measure: measure,
}

// command returns the command among the arguments of Bazel that is read, or "".
func command(argv []string) string {
	for _, arg := range argv[min(1, len(argv)):] {
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

// instrument adds options after the options of the person and of a .bazelrc;
// the last one wins. Every test runs, and each of them once.
func instrument(argv []string, out string) []string {
	add := []string{
		"--build_event_json_file=" + filepath.Join(out, eventsFile), "--nobuild_event_json_file_path_conversion",
		"--keep_going", "--experimental_convenience_symlinks=ignore",
	}
	if command(argv) != "build" {
		add = append(add, "--cache_test_results=no", "--flaky_test_attempts=1")
	}
	return results.BeforeDashes(argv, add...)
}

// read reads the events.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	c.NoCases = command(raw.Argv) == "build"
	readEvents(c)
	return c.Finish(string(raw.Stdout), string(raw.Stderr))
}

func readEvents(c *results.Collector) {
	raw := c.Raw
	if raw.End == evidence.Exited {
		switch raw.Exit {
		case 0, client.ExitBuildFailed, client.ExitTestsFailed, client.ExitNoTests:
		default:
			c.Built = false
			if why := client.Meaning(raw.Exit); why != "" && raw.Exit != client.ExitCommandLine {
				c.Problem(evidence.ProblemNoResults, fmt.Sprintf("bazel ended with exit code %d: %s", raw.Exit, why))
			}
		}
	}
	events, err := raw.Open(eventsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if raw.End == evidence.Exited && raw.Exit != 0 {
			c.Built = false // it did not come to its first event, such as for a broken .bazelrc
		} else if raw.End == evidence.Exited {
			c.Problem(evidence.ProblemNoResults, "bazel wrote no "+eventsFile)
		}
		return
	case err != nil:
		c.Trouble(evidence.ProblemBadResults, eventsFile, err)
		return
	}
	defer events.Close()
	verb := "test"
	if command(raw.Argv) == "build" {
		verb = "build"
	}
	result, err := client.ReadResult(verb, events, raw.MayRead)
	if err != nil {
		c.Trouble(evidence.ProblemBadResults, eventsFile, err)
	}
	targets := map[string]*client.Target{}
	for i := range result.Targets {
		targets[result.Targets[i].Label] = &result.Targets[i]
	}
	for i := range result.Tests {
		t := &result.Tests[i]
		addTest(c, t, targets[t.Label])
		delete(targets, t.Label)
	}
	for i := range result.Targets {
		if t := &result.Targets[i]; targets[t.Label] != nil {
			addTarget(c, t)
		}
	}
}

// addTarget adds a target that is not a test, or a test without a result.
func addTarget(c *results.Collector, t *client.Target) {
	r := results.Case{Suite: t.Label, Status: evidence.Errored, Message: t.Output}
	switch t.Status {
	case client.Built:
		return
	case client.Skipped:
		if !t.Test {
			return
		}
		r.Status = evidence.Skipped
	default:
		c.Built = false
	}
	c.Add(r)
}

// isolating are the strategies of Bazel by which a test sees only the files
// that it declares, and cannot write to the tree.
var isolating = map[string]bool{"linux-sandbox": true, "darwin-sandbox": true, "windows-sandbox": true, "docker": true}

// addStrategies notes how a test was run, if that was not in a sandbox of its
// own.
func addStrategies(c *results.Collector, t *client.Test) {
	for i := range t.Attempts {
		// Bazel names no strategy for an attempt that never started.
		if a := &t.Attempts[i]; a.Strategy != "" && !a.Cached && !isolating[a.Strategy] {
			c.Problem(evidence.ProblemNoNested, fmt.Sprintf("%s by the strategy %q", c.CleanName(t.Label), c.CleanName(a.Strategy)))
		}
	}
}

// addTest adds the cases of a test. target may be nil.
func addTest(c *results.Collector, t *client.Test, target *client.Target) {
	addStrategies(c, t)
	if t.Status == client.TestFailedToBuild || t.Status == client.TestNoStatus {
		r := results.Case{Suite: t.Label, Status: evidence.Errored, Message: "did not run"}
		if target != nil && target.Output != "" {
			r.Message = target.Output
		}
		c.Built = false
		c.Add(r)
		return
	}
	cases := tallied(c, t)
	red := false
	for _, r := range cases {
		red = red || r.Status.Red()
		c.Add(*r)
	}
	whole := results.Case{Suite: t.Label, Name: programName(t.Label, cases), Status: evidence.Passed, Message: t.Output, Flaky: t.Status == client.TestFlaky}
	switch {
	case t.Status.Green() && red:
		c.Problem(evidence.ProblemContradicted, c.CleanName(t.Label)+" passed with a red case")
		return
	case t.Status.Green() && len(cases) > 0 && !whole.Flaky:
		return
	case t.Status == client.TestFailed:
		if whole.Status = evidence.Failed; red {
			return
		}
	case !t.Status.Green():
		whole.Status = evidence.Errored
		whole.Message = string(t.Status) + "\n" + whole.Message
	}
	whole.Flaky = whole.Flaky || mixed(t.Attempts)
	c.Add(whole)
}

// programName returns the name of the case for a whole test: the name of its
// target if the program reports no cases, such as a script, whose exit code
// Bazel judges; else none.
func programName(label string, cases []*results.Case) string {
	if len(cases) > 0 {
		return ""
	}
	if at := strings.LastIndexByte(label, ':'); at >= 0 {
		return results.Named(label[at+1:])
	}
	return results.Named(path.Base(label))
}

// tallied returns the cases of a test, in the order of its first attempt. The
// shards of a run have different cases; its runs and attempts have the same.
func tallied(c *results.Collector, t *client.Test) []*results.Case {
	type id struct {
		suite, name string
		number      int // of the cases with that name in a run
	}
	type try struct{ run, attempt int }
	byID := map[id]*results.Case{}
	numbers := map[try]map[id]int{}
	var order []*results.Case
	for i := range t.Attempts {
		a := &t.Attempts[i]
		if a.Malformed != nil {
			c.Trouble(evidence.ProblemBadResults, "test.xml of "+t.Label, a.Malformed)
		}
		at := try{a.Run, a.Attempt}
		if numbers[at] == nil {
			numbers[at] = map[id]int{}
		}
		for j := range a.Cases {
			r := caseOf(t.Label, &a.Cases[j])
			key := id{suite: r.Suite, name: r.Name}
			numbers[at][key]++
			key.number = numbers[at][key]
			known := byID[key]
			if known == nil {
				known = &r
				byID[key] = known
				order = append(order, known)
				continue
			}
			known.Flaky = known.Flaky || r.Flaky || known.Status.Red() != r.Status.Red()
			if worst := results.Worse(known.Status, r.Status); worst != known.Status {
				known.Status, known.Message = r.Status, r.Message
			}
		}
	}
	return order
}

// caseOf returns a case of a test.xml. Its class is part of the suite.
func caseOf(label string, t *testxml.Case) results.Case {
	suite := label
	if t.Class != "" {
		suite += " " + t.Class
	}
	return results.Case{Suite: suite, Name: results.Named(t.Name), Status: results.StatusOf(t.Status), Message: t.Message, Flaky: t.Flaky}
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
