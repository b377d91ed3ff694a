// Package objective has the tasks for agents: one objective for the fixes of
// some rules, with its part of the prompt, and the conditions for an answer.
// Only the answer is judged, never the agent.
package objective

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/addition"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// A Request is a fix without edits.
type Request struct {
	Rule  string
	Path  string          // of the file, workspace relative
	Title string          // of the fix
	Data  json.RawMessage // for the resolver; its shape is the objective's

	Finding addition.Lines // of the file; zero: unknown
	Window  addition.Lines // that may change; zero: all
	Told    string         // what the checker names; Read sets it
}

// A Task is an objective's part of a prompt. Its texts are plain English.
type Task struct {
	Goal        string          // the task, a paragraph
	Constraints []string        // one sentence each
	Evidence    json.RawMessage // the evidence found in the file; may be nil
	Decline     string          // when to answer NO_CHANGE, a sentence
	Example     Example         // a short one, of another file
}

// An Example is a change of a short text.
type Example struct{ Before, After string }

// An Objective is the task of an agent for the fixes of some rules.
type Objective struct {
	ID       string
	Version  int      // of its prompt and checks: answers for others are not used again
	Priority int      // among the fixes of one file, lower ones come first
	Rules    []string // none: all rules that no other objective has

	// Read returns the task of a request. An error means that the objective
	// cannot read the data of the fix.
	Read func(r *Request) (*Task, error)

	// RepeatsComments allows a comment that turns findings off at more places,
	// if it was in the file.
	RepeatsComments bool
	// Checks judge a change, in order, until one has issues.
	Checks []Check
	// Judges reports whether the checks judge the answers to a request. If not,
	// an answer is only shown. nil: they do.
	Judges func(r *Request) bool
	// NoNewFindings means that an answer may cause no finding of any severity.
	NoNewFindings bool
	// Rounds and MaxChurn limit the settings of the same names; 0 sets no
	// limit.
	Rounds   int
	MaxChurn int // percent of the lines of the file
}

// A Change is the change of a file by an answer, from the text that the
// objective started with. All texts have LF line ends.
type Change struct {
	Request *Request
	Base    []byte
	Patch   *patch.Result       // from Base
	Before  *imageconfig.Config // of Dockerfiles; nil for other files
	After   *imageconfig.Config

	baseFile, file *lint.File // of Dockerfiles, when they are needed
}

// A Check judges a change.
type Check struct {
	ID  string // the issue's rule is patch/ID
	Run func(c *Change) []Issue
}

// An Issue is a reason not to accept a change. Agents get it as JSON.
type Issue struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"`   // of the changed file, 1-based; 0: of no line
	Column  int    `json:"column,omitempty"` // 1-based, in bytes
	Snippet string `json:"snippet,omitempty"`
}

// String returns an issue without its snippet, for people.
func (i Issue) String() string {
	text := i.Message + " [" + i.Rule + "]"
	if i.Line > 0 {
		text = fmt.Sprintf("line %d: %s", i.Line, text)
	}
	return text
}

// all are the objectives. The last one has no rules, and gets the remaining
// ones.
var all = []*Objective{secrets, multiStage, oneDownloader, healthcheck, generic}

// All returns the objectives, by priority.
func All() []*Objective {
	sorted := append(slices.Clone(all), Finding)
	slices.SortStableFunc(sorted, func(a, b *Objective) int { return cmp.Compare(a.Priority, b.Priority) })
	return sorted
}

// For returns the objective of a rule.
func For(rule string) *Objective {
	for _, o := range all {
		if slices.Contains(o.Rules, rule) {
			return o
		}
	}
	return generic
}

// IsDockerfile reports whether the rule of a request is one of Dockerfiles, or
// the name of its file is.
func (r *Request) IsDockerfile() bool {
	switch namespace, _, _ := strings.Cut(r.Rule, "/"); namespace {
	case "hadolint", "buildkit", "dockerfile", "windows":
		return true
	}
	return syntax.Named(path.Base(r.Path))
}

// Judge returns the issues of a change, without the checkers' issues. churn is
// the limit of the settings.
func (o *Objective) Judge(c *Change, churn int) []Issue {
	if issues := tooMuch(c.Patch, c.Base, least(churn, o.MaxChurn)); len(issues) > 0 {
		return issues
	}
	if issues := noSilencing(c, o.RepeatsComments); len(issues) > 0 {
		return named("no-silencing", issues)
	}
	if issues := noHiddenCharacters(c); len(issues) > 0 {
		return named("no-hidden-characters", issues)
	}
	if c.After != nil {
		if issues := keepDirectives(c); len(issues) > 0 {
			return named("keep-directives", issues)
		}
	}
	for _, check := range o.Checks {
		if issues := check.Run(c); len(issues) > 0 {
			return named(check.ID, issues)
		}
	}
	return nil
}

// keepTheImage returns the changes of the image, except by some instructions.
func keepTheImage(c *Change, mayChange []string) []Issue {
	var issues []Issue
	for _, change := range imageconfig.Changes(c.Before, c.After) {
		if !slices.Contains(mayChange, change.Instruction) {
			issues = append(issues, Issue{Message: change.String() + "; keep it as it was"})
		}
	}
	return issues
}

func named(id string, issues []Issue) []Issue {
	for i := range issues {
		issues[i].Rule = "patch/" + id
	}
	return issues
}

func least(a, b int) int {
	if b > 0 {
		return min(a, b)
	}
	return a
}

// freeChurn is the number of lines that an answer may always add and delete.
const freeChurn = 40

// tooMuch returns an issue if a change has more lines than percent of the base.
func tooMuch(p *patch.Result, base []byte, percent int) []Issue {
	lines := strings.Count(string(base), "\n")
	limit := max(freeChurn, lines*percent/100)
	if changed := p.Added + p.Deleted; changed > limit {
		return []Issue{{Rule: "patch/limit-churn", Message: fmt.Sprintf(
			"the change adds %d lines and deletes %d, more than %d together; change only what the task needs", p.Added, p.Deleted, limit)}}
	}
	return nil
}
