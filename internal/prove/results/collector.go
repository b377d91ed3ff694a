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

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// The bounds of results. Evidence is published, and has many runs.
const (
	maxCases      = 20_000
	maxName       = 512     // bytes of a name or suite
	maxMessages   = 1 << 20 // bytes of all messages of a run
	maxProblems   = 20      // of one code
	maxResultFile = 64 << 20
)

// A Collector gathers the results of a run, and bounds and cleans them.
type Collector struct {
	Raw      *Raw
	Cases    []evidence.Case
	Built    bool // false if something did not compile, load or import
	NoCases  bool // the command is not one for tests, or its tests are not known
	folders  []folder
	names    map[string]string // clean names by the original ones
	seen     map[string]int    // by key, how often
	details  map[string]string // the messages of red cases, by key
	messages int
	problems []evidence.Problem
	dropped  map[string]int // problems beyond the bound, by code
}

// NewCollector returns a collector for a run.
func NewCollector(raw *Raw) *Collector {
	return &Collector{Raw: raw, folders: foldersOf(raw), names: map[string]string{}, seen: map[string]int{}, details: map[string]string{}, dropped: map[string]int{}, Built: true}
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
func (c *Collector) withoutFolders(text string) string {
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
func (c *Collector) clean(text string) string {
	if c.Raw.Redact != nil {
		text = c.Raw.Redact(text)
	}
	return plain(c.withoutFolders(strings.ToValidUTF8(text, "\uFFFD")))
}

// CleanName returns a name of bounded length. A name that is cut stays
// distinct. Redaction takes time, and a suite has many cases.
func (c *Collector) CleanName(name string) string {
	known, done := c.names[name]
	if !done {
		known = c.cleanedName(name)
		c.names[name] = known
	}
	return known
}

func (c *Collector) cleanedName(name string) string {
	name = name[:min(len(name), 32*maxName)] // the end is not shown, so no half of a secret is
	name = strings.NewReplacer("\n", "\uFFFD", "\t", "\uFFFD").Replace(c.clean(name))
	if len(name) > maxName {
		sum := sha256.Sum256([]byte(name))
		name = strings.ToValidUTF8(name[:maxName-20], "") + "..." + hex.EncodeToString(sum[:8])
	}
	return name
}

// A Case is a case as a runner reports it.
type Case struct {
	Suite, Name string
	Status      evidence.Status
	Message     string // of the runner; dropped for cases that are not red
	Flaky       bool   // it was tried again, and the tries differ
}

// Add adds a case. A case that is not known is a problem, and does not count
// unless it is red.
func (c *Collector) Add(r Case) {
	suite, name := c.CleanName(r.Suite), c.CleanName(r.Name)
	if name != "" && c.Raw.Known != nil && !c.Raw.Known(suite, name) {
		c.Problem(evidence.ProblemForged, "no source has the test "+Called(suite, name))
		if !r.Status.Red() {
			return
		}
	}
	if len(c.Cases) >= maxCases {
		c.Problem(evidence.ProblemBadResults, fmt.Sprintf("more than %d cases: the rest was not read", maxCases))
		return
	}
	if r.Flaky {
		c.Problem(evidence.ProblemFlaky, Called(suite, name)+" differs from one try to the next")
	}
	add := evidence.Case{Suite: suite, Name: name, Status: r.Status}
	for key := add.Key(); c.seen[add.Key()] > 0; {
		c.seen[key]++
		add.Name = fmt.Sprintf("%s #%d", name, c.seen[key])
	}
	c.seen[add.Key()] = 1
	if r.Status.Red() {
		text := c.clean(r.Message)
		c.details[add.Key()] = text
		add.Message = excerpt(text)
		if c.messages += len(add.Message); c.messages > maxMessages {
			add.Message = ""
		}
	}
	c.Cases = append(c.Cases, add)
}

// Called returns how a text names a case.
func Called(suite, name string) string {
	return strings.TrimSpace(suite + " " + name)
}

// Problem adds a problem. The detail is of this package, with names that are
// clean.
func (c *Collector) Problem(code, detail string) {
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

// Trouble adds a problem of an error, which may have paths.
func (c *Collector) Trouble(code, what string, err error) {
	c.Problem(code, what+": "+process.LastLines(c.clean(err.Error())))
}

// Finish returns the results. outputs are texts that say how a run failed that
// has no red case.
func (c *Collector) Finish(outputs ...string) Results {
	slices.SortFunc(c.Cases, func(a, b evidence.Case) int {
		return cmp.Or(strings.Compare(a.Suite, b.Suite), strings.Compare(a.Name, b.Name))
	})
	c.compareWithExit()
	for _, code := range slices.Sorted(maps.Keys(c.dropped)) {
		c.problems = append(c.problems, evidence.Problem{Code: code, Detail: fmt.Sprintf("and %d more", c.dropped[code])})
	}
	return Results{Cases: c.Cases, Built: c.Built, Signature: c.signature(outputs), Problems: c.problems}
}

// compareWithExit adds problems of an exit code that the cases contradict, and
// of a run without tests.
func (c *Collector) compareWithExit() {
	if c.Raw.End != evidence.Exited {
		return // the end says it
	}
	ran, red := 0, 0
	for i := range c.Cases {
		switch s := c.Cases[i].Status; {
		case s.Red():
			red++
			ran++
		case s == evidence.Passed:
			ran++
		}
	}
	switch exit := c.Raw.Exit; {
	case exit == 0 && red > 0:
		c.Problem(evidence.ProblemContradicted, fmt.Sprintf("the command passed with %d red cases", red))
	case exit == 0 && !c.Built:
		c.Problem(evidence.ProblemContradicted, "the command passed, and something did not build")
	case exit != 0 && red == 0 && ran > 0 && c.Built:
		c.Problem(evidence.ProblemContradicted, fmt.Sprintf("the command failed with exit code %d without a red case", exit))
	}
	if ran == 0 && c.Built && !c.NoCases && !c.has(evidence.ProblemNoResults, evidence.ProblemBadResults) {
		c.Problem(evidence.ProblemNoTests, "no test ran")
	}
}

func (c *Collector) has(codes ...string) bool {
	return slices.ContainsFunc(c.problems, func(p evidence.Problem) bool { return slices.Contains(codes, p.Code) })
}

// Named returns a name of a case. The name of a suite is empty, so a case's is
// not.
func Named(name string) string {
	if strings.TrimSpace(name) == "" {
		return "(no name)"
	}
	return name
}
