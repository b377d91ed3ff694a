package checker

import (
	"cmp"
	"encoding/json"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Task is the task of an agent for the file of a finding. Its JSON
// Schema is docs/ai_fix.schema.json. The agent is only asked with --ai, and its
// answer is checked: the finding must be gone.
//
// Goal, Constraints and Decline are instructions, one line each. Do not put
// text of the file there, which may be from anybody: it is Evidence.
type Task struct {
	Goal        string     `json:"goal"`                   // what to do
	Constraints []string   `json:"constraints,omitempty"`  // what the change must respect
	Evidence    []Evidence `json:"evidence,omitempty"`     // what the checker saw
	Decline     string     `json:"decline,omitempty"`      // when to change nothing
	MustAdd     []string   `json:"must_add,omitempty"`     // regular expressions, each of which an added line must match
	MustNotAdd  []string   `json:"must_not_add,omitempty"` // and that no added line may match
	MayChange   []string   `json:"may_change,omitempty"`   // of a Dockerfile: instructions, such as ENV, whose effect may change
	MayUse      []string   `json:"may_use,omitempty"`      // names and texts that the change may add, or that may go
	MayRun      []string   `json:"may_run,omitempty"`      // of a Dockerfile: the commands and instructions that the change may add
	NewPackages bool       `json:"new_packages,omitempty"` // of a Dockerfile: the change may install others than it names
}

// Evidence is something that a checker saw in a file.
type Evidence struct {
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"` // from 1; 0: of no line
	Text    string `json:"text,omitempty"` // of the file
}

// resolver is the id of the resolver that asks agents.
const resolver = "ai-autofix"

// handOver returns a fix whose edits an agent is asked for.
func (fix *Fix) handOver(f *Finding, path string) (fixedits.Fix, error) {
	if len(fix.Edits) > 0 || fix.Idempotent {
		return fixedits.Fix{}, fmt.Errorf("the fix %q has edits and asks for them", fix.Title)
	}
	data, err := json.Marshal(fix.Ask)
	if err != nil {
		return fixedits.Fix{}, fmt.Errorf("the fix %q: %w", fix.Title, err)
	}
	return fixedits.Fix{
		Rule: f.Rule, Phase: cmp.Or(f.Phase, PhaseSemantic), Title: fix.Title,
		Safety: SafetyUnsafe, Confidence: cmp.Or(fix.Confidence, ConfidenceLow),
		Resolver: &fixedits.Resolver{ID: resolver, Path: path, Data: data},
	}, nil
}
