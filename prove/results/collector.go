package results

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/process"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// The bounds of results. Evidence is published, and has many runs.
const (
	maxCases      = 20_000
	maxName       = 512     // bytes of a name or suite
	maxMessages   = 1 << 20 // bytes of all messages of a run
	maxProblems   = 20      // of one code
	maxResultFile = 64 << 20
)

// A collector gathers the results of a run, and bounds and cleans them.
type collector struct {
	raw      *Raw
	folders  []folder
	cases    []evidence.Case
	names    map[string]string // clean names by the original ones
	seen     map[string]int    // by key, how often
	details  map[string]string // the messages of red cases, by key
	built    bool
	noCases  bool // the command is not one for tests, or its tests are not known
	messages int
	problems []evidence.Problem
	dropped  map[string]int // problems beyond the bound, by code
}

func newCollector(raw *Raw) *collector {
	return &collector{raw: raw, folders: foldersOf(raw), names: map[string]string{}, seen: map[string]int{}, details: map[string]string{}, dropped: map[string]int{}, built: true}
}

// A folder is one whose paths are not published.
type folder struct {
	path *regexp.Regexp // with the separator after it, if any
	name string         // in its place
}

// foldersOf returns the folders of a run, the longest names first.
func foldersOf(raw *Raw) []folder {
	var all []folder
	names := map[string]string{raw.Dir: "", raw.Out: "<results>/"}
	for _, root := range raw.Roots {
		names[root] = "<cache>/"
	}
	for _, path := range slices.SortedFunc(maps.Keys(names), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }) {
		if len(path) < 2 {
			continue // the root, or none
		}
		quoted := regexp.QuoteMeta(path) + "|" + regexp.QuoteMeta(filepath.ToSlash(path))
		all = append(all, folder{regexp.MustCompile("(?:" + quoted + `)([/\\]|\b|$)`), names[path]})
	}
	return all
}

// withoutFolders removes the paths of folders from a text.
func (c *collector) withoutFolders(text string) string {
	for _, f := range c.folders {
		text = f.path.ReplaceAllStringFunc(text, func(match string) string {
			switch last := match[len(match)-1]; {
			case last == '/' || last == '\\':
				return f.name
			case f.name == "":
				return "."
			}
			return strings.TrimSuffix(f.name, "/")
		})
	}
	return text
}

// clean returns a text as it may be published: redacted, without paths of this
// machine and codes of terminals. A text of a file is not redacted yet.
func (c *collector) clean(text string) string {
	if c.raw.Redact != nil {
		text = c.raw.Redact(text)
	}
	return inert(c.withoutFolders(strings.ToValidUTF8(text, "\uFFFD")))
}

// cleanName returns a name of bounded length. A name that is cut stays distinct.
// Redaction takes time, and a suite has many cases.
func (c *collector) cleanName(name string) string {
	known, done := c.names[name]
	if !done {
		known = c.cleanedName(name)
		c.names[name] = known
	}
	return known
}

func (c *collector) cleanedName(name string) string {
	name = name[:min(len(name), 32*maxName)] // the end is not shown, so no half of a secret is
	name = strings.NewReplacer("\n", "\uFFFD", "\t", "\uFFFD").Replace(c.clean(name))
	if len(name) > maxName {
		sum := sha256.Sum256([]byte(name))
		name = strings.ToValidUTF8(name[:maxName-20], "") + "..." + hex.EncodeToString(sum[:8])
	}
	return name
}

// A result is a case as a runner reports it.
type result struct {
	suite, name string
	status      evidence.Status
	message     string // of the runner; dropped for cases that are not red
	flaky       bool   // it was tried again, and the tries differ
}

// add adds a case. A case that is not known is a problem, and does not count
// unless it is red.
func (c *collector) add(r result) {
	suite, name := c.cleanName(r.suite), c.cleanName(r.name)
	if name != "" && c.raw.Known != nil && !c.raw.Known(suite, name) {
		c.problem(evidence.ProblemForged, "no source has the test "+called(suite, name))
		if !r.status.Red() {
			return
		}
	}
	if len(c.cases) >= maxCases {
		c.problem(evidence.ProblemBadResults, fmt.Sprintf("more than %d cases: the rest was not read", maxCases))
		return
	}
	if r.flaky {
		c.problem(evidence.ProblemFlaky, called(suite, name)+" differs from one try to the next")
	}
	add := evidence.Case{Suite: suite, Name: name, Status: r.status}
	for key := add.Key(); c.seen[add.Key()] > 0; {
		c.seen[key]++
		add.Name = fmt.Sprintf("%s #%d", name, c.seen[key])
	}
	c.seen[add.Key()] = 1
	if r.status.Red() {
		text := c.clean(r.message)
		c.details[add.Key()] = text
		add.Message = excerpt(text)
		if c.messages += len(add.Message); c.messages > maxMessages {
			add.Message = ""
		}
	}
	c.cases = append(c.cases, add)
}

// called returns how a text names a case.
func called(suite, name string) string {
	return strings.TrimSpace(suite + " " + name)
}

// problem adds a problem. The detail is of this package, with names that are
// clean.
func (c *collector) problem(code, detail string) {
	p := evidence.Problem{Code: code, Detail: detail}
	if slices.Contains(c.problems, p) {
		return
	}
	same := 0
	for _, other := range c.problems {
		if other.Code == code {
			same++
		}
	}
	if same >= maxProblems {
		c.dropped[code]++
		return
	}
	c.problems = append(c.problems, p)
}

// trouble adds a problem of an error, which may have paths.
func (c *collector) trouble(code, what string, err error) {
	c.problem(code, what+": "+process.LastLines(c.clean(err.Error())))
}

// finish returns the results. outputs are texts that say how a run failed that
// has no red case.
func (c *collector) finish(outputs ...string) Results {
	slices.SortFunc(c.cases, func(a, b evidence.Case) int {
		return cmp.Or(strings.Compare(a.Suite, b.Suite), strings.Compare(a.Name, b.Name))
	})
	c.compareWithExit()
	for _, code := range slices.Sorted(maps.Keys(c.dropped)) {
		c.problems = append(c.problems, evidence.Problem{Code: code, Detail: fmt.Sprintf("and %d more", c.dropped[code])})
	}
	return Results{Cases: c.cases, Built: c.built, Signature: c.signature(outputs), Problems: c.problems}
}

// compareWithExit adds problems of an exit code that the cases contradict, and
// of a run without tests.
func (c *collector) compareWithExit() {
	if c.raw.End != evidence.Exited {
		return // the end says it
	}
	ran, red := 0, 0
	for i := range c.cases {
		switch s := c.cases[i].Status; {
		case s.Red():
			red++
			ran++
		case s == evidence.Passed:
			ran++
		}
	}
	switch exit := c.raw.Exit; {
	case exit == 0 && red > 0:
		c.problem(evidence.ProblemContradicted, fmt.Sprintf("the command passed with %d red cases", red))
	case exit == 0 && !c.built:
		c.problem(evidence.ProblemContradicted, "the command passed, and something did not build")
	case exit != 0 && red == 0 && ran > 0 && c.built:
		c.problem(evidence.ProblemContradicted, fmt.Sprintf("the command failed with exit code %d without a red case", exit))
	}
	if ran == 0 && c.built && !c.noCases && !c.has(evidence.ProblemNoResults, evidence.ProblemBadResults) {
		c.problem(evidence.ProblemNoTests, "no test ran")
	}
}

func (c *collector) has(codes ...string) bool {
	return slices.ContainsFunc(c.problems, func(p evidence.Problem) bool { return slices.Contains(codes, p.Code) })
}

// named returns a name of a case. The name of a suite is empty, so a case's is
// not.
func named(name string) string {
	if strings.TrimSpace(name) == "" {
		return "(no name)"
	}
	return name
}
