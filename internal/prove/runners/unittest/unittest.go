// Package unittest is the test runner of Python's standard library.
package unittest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Runner reads `python -m unittest` by the output of its runner to stderr with
// -v. Tests print there too, so that a line of a test may look like one of the
// runner. The runner writes a case when it starts and when it ends, one at a
// time, and in the end how many there were: if a test prints a line of another
// case, the two disagree.
var Runner = &results.Runner{
	Name:    "unittest",
	Modules: []string{"unittest"},
	Tests:   []string{"python -m unittest"},
	Rule:    rule, Instrument: instrument, Read: read, Measure: measure, Whole: whole, Alone: alone,
}

// instrument adds -v at the end, where it counts more than -q.
func instrument(argv []string, _ string) []string {
	return results.BeforeDashes(argv, "-v")
}

var (
	// caseLine is the line with which a case starts. From Python 3.11 on,
	// its class is followed by its name; a class or module stands for its
	// fixture. A part of a case has two spaces before it.
	caseLine = lazyregexp.New(`^(  )?([^\s()]+) \(([^\s()]+)\)(.*)$`)
	// caseEnd is how a case ends, after its output.
	caseEnd    = lazyregexp.New(`(?:ok|FAIL|ERROR|expected failure|unexpected success|skipped (?:'.*'|".*"))$`)
	skipLine   = lazyregexp.New(`(?:^| \.\.\. )skipped (?:'.*'|".*")$`)
	toldLine   = lazyregexp.New(`^(FAIL|ERROR|UNEXPECTED SUCCESS): (.*)$`)
	ranLine    = lazyregexp.New(`^Ran (\d+) tests? in \d`)
	sumLine    = lazyregexp.New(`^(OK|FAILED|NO TESTS RAN)(?: \(.*\))?$`)
	skippedSum = lazyregexp.New(`\bskipped=(\d+)`)
)

// The lines around the runner's report on cases that failed.
var (
	doubleLine = strings.Repeat("=", 70)
	singleLine = strings.Repeat("-", 70)
)

// fixtures are the names of the runner for the fixtures of the cases of
// a class or module.
var fixtures = []string{"setUpClass", "tearDownClass", "setUpModule", "tearDownModule"}

// A run is the state of reading a run.
type run struct {
	c     *results.Collector
	cases []*outcome
	open  *outcome // it started, and did not end
	// started and skipped count the cases that the runner counts, and skips the
	// lines that say that something was skipped.
	started, skipped, skips int
	ran, told               int // in the summary: cases, and skips of them
	summaries               int
	failed                  bool
}

// An outcome is a case, or a fixture of cases.
type outcome struct {
	suite, name string
	end         evidence.Status // by its lines, if none of them is red
	red         evidence.Status // by its lines
	told        evidence.Status // by the runner's later report
	message     string
	apart       bool // no case that a source names
}

// note notes an end. Before Python 3.11, the ends of fixtures stand alone, so
// that they look like another end of the last case. The runner reports a red
// fixture later, and a skipped one did not pass.
func (x *outcome) note(said string) {
	switch {
	case said == "FAIL":
		x.red = results.Worse(x.red, evidence.Failed)
	case said == "ERROR":
		x.red = results.Worse(x.red, evidence.Errored)
	case said != "ok" && said != "unexpected success": // skipped, or an expected failure
		x.end = evidence.Skipped
	case x.end == evidence.Skipped:
	case said == "ok":
		x.end = results.Worse(x.end, evidence.Passed)
	default:
		x.end = evidence.Failed
	}
}

// status returns how the case ended. complete is whether the runner finished,
// and so reported every red case.
func (x *outcome) status(complete bool) evidence.Status {
	switch {
	case x.told != "":
		return x.told
	case x.red != "" && (!complete || x.end == ""):
		return x.red
	}
	return x.end
}

// read reads the lines.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	r := &run{c: c}
	r.read(strings.Split(strings.ReplaceAll(string(raw.Stderr), "\r\n", "\n"), "\n"))
	r.finish()
	if raw.Cut {
		c.Problem(evidence.ProblemBadResults, "a part of what unittest printed was not kept, since there is too much output")
	}
	return c.Finish(string(raw.Stderr), string(raw.Stdout))
}

func (r *run) read(lines []string) {
	at := func(i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return ""
	}
	var about *outcome // the subject of the failure in the lines
	inCases := true
	for i, line := range lines {
		switch told := toldLine().FindStringSubmatch(at(i + 1)); {
		case line == doubleLine && told != nil:
			inCases, about = false, r.toldOf(told[1], told[2], at(i+2))
		case line == singleLine && ranLine().MatchString(at(i+1)):
			inCases, about = false, nil
			r.summary(at(i+1), at(i+3))
		case inCases:
			if skipLine().MatchString(line) {
				r.skips++
			}
			r.line(line, at(i+1))
		case about != nil && line != doubleLine && line != singleLine && !toldLine().MatchString(line):
			about.message += line + "\n"
		}
	}
}

// line reads a line while cases run.
func (r *run) line(line, next string) {
	if m := caseLine().FindStringSubmatch(line); m != nil && (m[4] == "" && strings.Contains(next, " ... ") || strings.Contains(m[4], " ... ")) {
		r.start(m[1] != "", m[2], m[3], m[4]+next)
		_, rest, found := strings.Cut(m[4], " ... ")
		if !found {
			return // the next line has the first one of its documentation
		}
		// Before Python 3.11, nothing ends the line of a case whose parts failed.
		if caseLine().MatchString(rest) {
			r.open = nil
			r.line(rest, next)
			return
		}
		line = rest
	}
	if r.open == nil {
		return
	}
	if end := caseEnd().FindString(line); end != "" {
		r.open.note(end)
	}
}

// start opens a case.
func (r *run) start(isPart bool, name, suite, rest string) {
	x, counted := newOutcome(name, suite, rest)
	if last := r.last(); last != nil && last.name == name && last.suite == x.suite && (isPart || last.red != "") {
		r.open = last // a part of it, or its end after its failure
		return
	}
	if counted {
		r.started++
	}
	r.cases, r.open = append(r.cases, x), x
}

// newOutcome returns the case or fixture that a line names, and whether
// the runner counts it as a case. rest may have its documentation.
func newOutcome(name, suite, rest string) (x *outcome, counted bool) {
	x = &outcome{suite: strings.TrimSuffix(suite, "."+name), name: name}
	switch {
	case slices.Contains(fixtures, name):
		x.name, x.apart = "", true
		return x, false
	case x.suite == "unittest.loader._FailedTest":
		x.suite, x.name, x.apart = name, "", true
	default:
		x.apart = strings.HasPrefix(strings.TrimSpace(rest), "Doctest: ")
	}
	return x, true
}

func (r *run) last() *outcome {
	if len(r.cases) == 0 {
		return nil
	}
	return r.cases[len(r.cases)-1]
}

// toldOf returns the case whose failure the runner reports, and notes that it
// is red.
func (r *run) toldOf(how, who, documentation string) *outcome {
	status := evidence.Failed
	if how == "ERROR" {
		status = evidence.Errored
	}
	m := caseLine().FindStringSubmatch(who)
	if m == nil {
		m = []string{"", "", "", who, ""}
	}
	about, _ := newOutcome(m[2], m[3], documentation)
	i := slices.IndexFunc(r.cases, func(x *outcome) bool { return x.suite == about.suite && x.name == about.name })
	if i < 0 {
		// Before Python 3.11, a fixture has no separate line.
		i = len(r.cases)
		r.cases = append(r.cases, about)
	}
	r.cases[i].told = results.Worse(r.cases[i].told, status)
	return r.cases[i]
}

// summary reads the summary of the runner.
func (r *run) summary(ran, end string) {
	r.summaries++
	r.ran, _ = strconv.Atoi(ranLine().FindStringSubmatch(ran)[1])
	r.told = 0
	if m := sumLine().FindStringSubmatch(end); m != nil {
		r.failed = m[1] == "FAILED"
	}
	if m := skippedSum().FindStringSubmatch(end); m != nil {
		r.told, _ = strconv.Atoi(m[1])
	}
}

// finish adds the cases, and compares them with the summary.
func (r *run) finish() {
	for _, x := range r.cases {
		status := x.status(r.summaries > 0)
		if status == "" {
			status = evidence.Errored
			x.message += results.DidNotEnd + "\n"
		}
		if status == evidence.Skipped && !x.apart {
			r.skipped++
		}
		switch {
		case !x.apart:
			r.c.Add(results.Case{Suite: x.suite, Name: x.name, Status: status, Message: x.message})
		case status.Red():
			// A module from which no test can be loaded is reported as by other
			// runners.
			r.c.Built = r.c.Built && !strings.Contains(x.message, "ImportError: ") && !strings.Contains(x.message, "AttributeError: ")
			r.c.Add(results.Case{Suite: x.suite, Status: status, Message: x.message})
		}
	}
	raw := r.c.Raw
	if raw.End != evidence.Exited {
		return
	}
	switch {
	case r.summaries == 0 && raw.Exit == 0:
		r.c.Problem(evidence.ProblemContradicted, "unittest did not come to its end: something ended the process, such as sys.exit")
	case r.summaries == 0:
		if len(r.cases) == 0 {
			r.c.Built = false // such as for arguments that it does not have
		}
	case r.summaries > 1:
		r.c.Problem(evidence.ProblemForged, fmt.Sprintf("there are %d summaries, and unittest writes one", r.summaries))
	case r.started-r.skipped > r.ran || r.skips > r.told:
		r.c.Problem(evidence.ProblemForged, fmt.Sprintf(
			"there are lines of %d cases, %d of them skipped, and unittest counts %d and %d", r.started, r.skips, r.ran, r.told))
	case r.started < r.ran:
		r.c.Problem(evidence.ProblemBadResults, fmt.Sprintf("there are lines of %d cases that can be read, and unittest counts %d", r.started, r.ran))
	}
	if r.failed && raw.Exit == 0 {
		r.c.Problem(evidence.ProblemContradicted, "unittest says that it failed, and exits with 0")
	}
}
