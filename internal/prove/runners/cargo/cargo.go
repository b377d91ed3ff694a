// Package cargo is the test runner of Rust, `cargo test`.
package cargo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Runner reads `cargo test` by the output of test programs to stdout, and of
// cargo to stderr. Tests may print to stdout too, if they bypass the capture of
// their output. Each program first prints how many tests it runs, and in the
// end how many passed, so that a line that a test prints makes the two
// disagree.
var Runner = &results.Runner{
	Name:      "cargo",
	Programs:  []string{"cargo"},
	Versions:  map[string]string{"cargo": "--version"},
	Tests:     []string{"cargo build", "cargo check", "cargo test"},
	Setup:     []string{"cargo build", "cargo fetch"},
	Variables: []string{"CARGO", "CARGO_*", "RUSTC*", "RUSTDOC*", "RUSTUP_*", "RUSTFLAGS"},
	Parts: map[string][]string{
		"cargo.toml": {"test", "bench", "lib.test", "lib.harness", "lib.doctest", "lib.bench", "profile.test", "package.autotests"},
	},
	Rule:       rule,
	Runs:       func(argv []string) bool { return hasVerb(argv, "test", "t") },
	Builds:     func(argv []string) bool { return hasVerb(argv, "build", "check", "clippy") },
	Instrument: instrument, Read: read, Whole: whole,
}

func hasVerb(argv []string, verbs ...string) bool {
	at := verb(argv)
	return at > 0 && slices.Contains(verbs, argv[at])
}

// verb returns the index of the verb of a command of cargo, or -1.
func verb(argv []string) int {
	for i := 1; i < len(argv); i++ {
		if !strings.HasPrefix(argv[i], "-") && !strings.HasPrefix(argv[i], "+") {
			return i
		}
	}
	return -1
}

// instrument has cargo run all programs of tests, also after one that fails.
func instrument(argv []string, _ string) []string {
	at := verb(argv)
	if at < 0 || slices.Contains(argv, "--no-fail-fast") {
		return argv
	}
	return slices.Concat(argv[:at+1], []string{"--no-fail-fast"}, argv[at+1:])
}

var (
	testProgram = lazyregexp.New(`^ +Running (?:unittests )?(\S+) \(.*?([^/\\]+?)-[0-9a-f]{16}(?:\.exe)?\)$`)
	docTests    = lazyregexp.New(`^ +Doc-tests (\S+)$`)
	rustStart   = lazyregexp.New(`^running (\d+) tests?$`)
	rustCase    = lazyregexp.New(`^test (.+?)(?: - should panic| - compile fail| - compile)? \.\.\. (.*)$`)
	rustEnd     = lazyregexp.New(`^(ok|FAILED|ignored|bench:)(?:$|[ ,])`)
	rustResult  = lazyregexp.New(`^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; `)
	rustSaid    = lazyregexp.New(`^---- (.+?)(?: - should panic)? stdout ----$`)
	// rustDoc matches the name of an example in documentation: it has its line,
	// which a patch moves.
	rustDoc = lazyregexp.New(`^\S+ - .*\(line \d+\)$`)
)

// A rustProgram is the output of one test program.
type rustProgram struct {
	suite  string
	count  int // of the tests that it was to run
	cases  []*results.Case
	open   *results.Case // a case that has no end yet
	about  *results.Case // whose output follows
	ended  bool
	counts [4]int // passed, failed, ignored, measured: as the program says
}

// A rustRun reads the programs of a run.
type rustRun struct {
	c        *results.Collector
	programs []*rustProgram
	strays   int // lines of cases outside of a program
}

// read reads the programs.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	var suites []string
	for line := range strings.Lines(string(raw.Stderr)) {
		line = strings.TrimRight(line, "\r\n")
		if m := testProgram().FindStringSubmatch(line); m != nil {
			suites = append(suites, m[2]+" "+strings.ReplaceAll(m[1], `\`, "/"))
		} else if m := docTests().FindStringSubmatch(line); m != nil {
			suites = append(suites, m[1]+" documentation")
		}
	}
	r := &rustRun{c: c}
	for line := range strings.Lines(string(raw.Stdout)) {
		r.line(strings.TrimRight(line, "\r\n"))
	}
	r.finish(suites)
	if raw.Cut {
		c.Problem(evidence.ProblemBadResults, "a part of what the tests printed was not kept, since there is too much output")
	}
	return c.Finish(string(raw.Stderr), string(raw.Stdout))
}

// now returns the program that prints, or nil.
func (r *rustRun) now() *rustProgram {
	if n := len(r.programs); n > 0 && !r.programs[n-1].ended {
		return r.programs[n-1]
	}
	return nil
}

func (r *rustRun) line(line string) {
	p := r.now()
	if m := rustStart().FindStringSubmatch(line); m != nil {
		p = &rustProgram{}
		p.count, _ = strconv.Atoi(m[1])
		r.programs = append(r.programs, p)
		return
	}
	if p == nil {
		if rustCase().MatchString(line) {
			r.strays++
		}
		return
	}
	if m := rustResult().FindStringSubmatch(line); m != nil {
		for i := range p.counts {
			p.counts[i], _ = strconv.Atoi(m[i+1])
		}
		p.ended = true
		return
	}
	if m := rustSaid().FindStringSubmatch(line); m != nil {
		p.about = nil
		if i := slices.IndexFunc(p.cases, func(t *results.Case) bool { return t.Name == m[1] }); i >= 0 {
			p.about = p.cases[i]
		}
		return
	}
	if line == "failures:" {
		p.open, p.about = nil, nil
		return
	}
	if p.about != nil {
		p.about.Message += line + "\n"
		return
	}
	p.status(line)
}

// status reads a line that may start or end a case.
func (p *rustProgram) status(line string) {
	if p.open != nil {
		if m := rustEnd().FindStringSubmatch(line); m != nil {
			p.end(m[1])
			return
		}
	}
	m := rustCase().FindStringSubmatch(line)
	if m == nil {
		return
	}
	p.open = &results.Case{Name: m[1]}
	p.cases = append(p.cases, p.open)
	if m := rustEnd().FindStringSubmatch(m[2]); m != nil {
		p.end(m[1])
	}
}

func (p *rustProgram) end(said string) {
	switch said {
	case "ok", "bench:":
		p.open.Status = evidence.Passed
	case "FAILED":
		p.open.Status = evidence.Failed
	default:
		p.open.Status = evidence.Skipped
	}
	p.open = nil
}

// finish adds the cases, and compares them with the programs' counts.
func (r *rustRun) finish(suites []string) {
	raw := r.c.Raw
	exited := raw.End == evidence.Exited
	if exited && raw.Exit != 0 && (len(r.programs) == 0 || results.NotBuilt(raw.Stderr)) {
		r.c.Built = false
	}
	for i, p := range r.programs {
		if i < len(suites) {
			p.suite = suites[i]
		}
		p.finish(r.c)
	}
	switch n := len(r.programs); {
	case !exited || !r.c.Built:
	case r.strays > 0 || n > len(suites):
		r.c.Problem(evidence.ProblemForged, fmt.Sprintf("there are %d programs of tests in the output, and cargo started %d", n, len(suites)))
	case n < len(suites):
		r.c.Problem(evidence.ProblemBadResults, fmt.Sprintf("cargo started %d programs of tests, and %d of them can be read", len(suites), n))
	case n == 0 && raw.Exit == 0:
		r.c.Problem(evidence.ProblemNoResults, "cargo test started no program of tests")
	}
}

func (p *rustProgram) finish(c *results.Collector) {
	var counts [4]int
	red := false
	for _, t := range p.cases {
		t.Suite = p.suite
		switch t.Status {
		case evidence.Passed:
			counts[0]++
		case evidence.Failed:
			counts[1]++
		case evidence.Skipped:
			counts[2]++
		default:
			t.Status = evidence.Errored
			t.Message += "the test did not end\n"
		}
		red = red || t.Status.Red()
		if rustDoc().MatchString(t.Name) {
			if t.Status.Red() {
				c.Add(results.Case{Suite: p.suite, Status: t.Status, Message: t.Message})
			}
			continue
		}
		c.Add(*t)
	}
	if !p.ended {
		if c.Raw.End == evidence.Exited && c.Raw.Exit == 0 {
			c.Problem(evidence.ProblemContradicted, c.CleanName(p.suite)+" did not come to its end: something ended the process, such as std::process::exit")
		} else if !red {
			c.Add(results.Case{Suite: p.suite, Status: evidence.Errored, Message: "the program of tests did not come to its end\n"})
		}
		return
	}
	counts[0] -= min(counts[0], p.counts[3]) // benchmarks
	told := p.counts
	told[3] = 0
	switch total := p.counts[0] + p.counts[1] + p.counts[2] + p.counts[3]; {
	case counts == told && total == p.count && len(p.cases) == p.count:
	case len(p.cases) < p.count && total == p.count:
		c.Problem(evidence.ProblemBadResults, fmt.Sprintf("%s says that it ran %d tests, and %d can be read", c.CleanName(p.suite), p.count, len(p.cases)))
	default:
		c.Problem(evidence.ProblemForged, fmt.Sprintf("there are lines of %d tests of %s, which counts %d", len(p.cases), c.CleanName(p.suite), total))
	}
}
