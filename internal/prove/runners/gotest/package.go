package gotest

import (
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// A goPackage is a package of Go whose tests run.
type goPackage struct {
	name        string
	tests       map[string]*goCase
	open        []string // tests of the top level that run: neither paused nor ended
	said        head     // outside of tests
	passed      bool     // the testing package printed PASS: its end was reached
	noTests     bool
	end         string // pass, fail, skip, or "" if the package did not end
	unbuilt     bool
	failedBuild string
}

// A goCase is a test, benchmark, fuzz test, example or subtest.
type goCase struct {
	state  string // of the current round: run, pause, or "" before and after it
	rounds int
	status evidence.Status // the worst of the rounds
	mixed  bool            // the rounds differ
	said   head
}

func (p *goPackage) test(name string) *goCase {
	t := p.tests[name]
	if t == nil {
		t = &goCase{}
		p.tests[name] = t
	}
	return t
}

func (p *goPackage) output(e *goEvent) {
	if e.Test == "" {
		// Before Go 1.20, output of a test without a newline comes before it.
		p.passed = p.passed || strings.HasSuffix(e.Output, "PASS\n")
		p.noTests = p.noTests || strings.Contains(e.Output, "[no test files]") || strings.Contains(e.Output, "no tests to run")
		p.said.write(e.Output)
		return
	}
	if strings.HasPrefix(e.Output, "=== ") {
		return
	}
	p.test(e.Test).said.write(e.Output)
}

// event adds an event of a test. Whatever a test prints behind a 0x16 byte
// becomes an event, so events are compared with what package testing does: it
// runs one test of the top level at a time, unless it is paused; a test runs
// before it ends, once in each round; and subtests run in their test. A test
// that prints the end of another one must break one of these rules, or be the
// last that is heard of.
func (p *goPackage) event(s *goStream, e *goEvent) {
	t := p.test(e.Test)
	slash := strings.LastIndexByte(e.Test, '/')
	isSubtest, parent := slash >= 0, e.Test[:max(slash, 0)]
	forged := func(why string) {
		s.c.Problem(evidence.ProblemForged, results.Called(s.c.CleanName(p.name), s.c.CleanName(e.Test))+": "+why)
	}
	switch e.Action {
	case "run":
		switch {
		case t.state != "":
			forged("an event says that it runs while it runs")
			return
		case t.rounds > 0 && !s.repeats:
			forged("an event says that it runs again")
			return
		case !isSubtest && len(p.open) > 0:
			forged("an event says that it runs during " + s.c.CleanName(p.open[0]))
			return
		case isSubtest && p.tests[parent] != nil && p.tests[parent].state == "" && p.tests[parent].rounds > 0:
			forged("an event says that it runs outside of its test")
			return
		}
		t.state = "run"
		if !isSubtest && !isBenchmark(e.Test) { // some versions do not report their end
			p.open = append(p.open, e.Test)
		}
	case "pause", "cont":
		if t.state == "" {
			forged("an event says that it was paused, and it does not run")
			return
		}
		t.state = "run"
		if e.Action == "pause" {
			t.state = "pause"
		}
		if !isSubtest {
			p.close(e.Test)
		}
	case "pass", "fail", "skip", "bench":
		if t.state == "" {
			// A forged failure only hurts the forger.
			forged("an event says that it ended, and it does not run")
			if e.Action != "fail" {
				return
			}
		}
		t.state = ""
		t.rounds++
		p.close(e.Test)
		t.note(e.Action)
	}
}

func (p *goPackage) close(test string) {
	p.open = slices.DeleteFunc(p.open, func(open string) bool { return open == test })
}

func isBenchmark(test string) bool { return strings.HasPrefix(test, "Benchmark") }

// note adds the end of a round.
func (t *goCase) note(action string) {
	status := evidence.Passed
	switch action {
	case "skip":
		status = evidence.Skipped
	case "fail":
		status = evidence.Failed
		if results.Crashed(t.said.String()) && !strings.Contains(t.said.String(), "WARNING: DATA RACE") {
			status = evidence.Errored
		}
	}
	if t.status != "" && t.status.Red() != status.Red() {
		t.mixed = true
	}
	t.status = results.Worse(t.status, status)
}

// finish adds the cases of the package.
func (p *goPackage) finish(s *goStream) {
	red, crashed := false, slices.ContainsFunc(slices.Collect(maps.Values(p.tests)), func(t *goCase) bool { return t.state == "" && t.status == evidence.Errored })
	for _, name := range slices.Sorted(maps.Keys(p.tests)) {
		t := p.tests[name]
		switch {
		case t.state == "pause" || t.state != "" && crashed && t.status == "":
			continue // another test ended the process
		case t.state != "" && isBenchmark(name) && (p.end == "pass" || strings.Contains(t.said.String(), " ns/op")):
			t.note("bench")
		case t.state != "":
			t.status = evidence.Errored
			t.said.write(results.DidNotEnd + "\n")
		}
		if t.status == "" {
			continue // only forged events have it
		}
		red = red || t.status.Red()
		s.c.Add(results.Case{Suite: p.name, Name: name, Status: t.status, Message: t.said.String(), Flaky: t.mixed})
	}
	name := s.c.CleanName(p.name)
	switch {
	case p.unbuilt || strings.Contains(p.said.String(), "[build failed]") && p.end == "fail" && len(p.tests) == 0:
		s.c.Built = false
		s.c.Add(results.Case{Suite: p.name, Status: evidence.Errored, Message: s.buildOutput(p)})
	case p.end == "fail" && !red:
		s.c.Add(results.Case{Suite: p.name, Status: evidence.Errored, Message: p.said.String()})
	case p.end == "":
		if !red {
			s.c.Add(results.Case{Suite: p.name, Status: evidence.Errored, Message: p.said.String() + "\nthe package did not end\n"})
		}
	case p.end == "pass" && !p.passed && !p.noTests:
		// TestMain, init or a test ended the process.
		code := evidence.ProblemContradicted
		if len(p.tests) == 0 {
			code = evidence.ProblemNoTests
		}
		s.c.Problem(code, name+" passed, and its tests did not reach their end: something ended the process, such as os.Exit in TestMain")
	}
}
