package objective

import (
	"encoding/json"
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/addition"
	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// FindingData are the data of a fix for the objective Finding.
type FindingData struct {
	Message string `json:"message"` // of the finding
	Start   int    `json:"start"`   // its range, in bytes
	End     int    `json:"end"`
}

// Finding is for findings that have no fix, of any checker.
var Finding = &Objective{
	ID: "finding", Version: 2, Priority: 160, NoNewFindings: true,
	Judges: func(r *Request) bool { return addition.Judges(r.Path) },
	Read: func(r *Request) (*Task, error) {
		var data FindingData
		if err := strictjson.Decode(r.Data, &data); err != nil {
			return nil, fmt.Errorf("the data of the finding: %w", err)
		}
		r.Told = data.Message
		evidence, err := json.Marshal(Evidence{Message: data.Message + " [" + r.Rule + "]", Line: r.Finding.First})
		if err != nil {
			return nil, err
		}
		lines := fmt.Sprintf("Change only the lines %d to %d, and imports at the start of the file.", r.Window.First, r.Window.Last)
		return &Task{
			Goal: "Resolve the finding of a checker that the evidence has, and nothing else.",
			Constraints: []string{
				lines,
				"Keep what the code does apart from the finding: do not drop checks, calls or errors, and do not turn the finding off. Leave other lines as they are, and add no return without an error.",
				"Use only names that the code of the file has or that the finding names, local variables, and the usual types and errors of the language. Call no function more often than before, unless the finding names it.",
				"Keep the operands, operators, words and values of the lines of the finding, in their order, unless the finding names them. Beside them, add only what the finding names, checks of new variables, and errors.",
				"New strings may only be messages of errors, or texts that the finding has word by word.",
				"Add no comments, unless the finding asks for one.",
			},
			Evidence: evidence,
			Decline:  "You are not certain that the change is right, or the finding needs a change elsewhere.",
			Example:  Example{Before: "one\ntwo\nthree\n", After: "one\n2\nthree\n"},
		}, nil
	},
	Checks: []Check{{ID: "only-the-finding", Run: judgeAdditions}},
}

// judgeAdditions judges a change by closed lists, if its file has a judge.
func judgeAdditions(c *Change) []Issue {
	if !addition.Judges(c.Request.Path) {
		return nil
	}
	var issues []Issue
	for _, issue := range addition.Judge(&addition.Change{
		Path: c.Request.Path, Base: c.Base, Text: c.Patch.Text, Window: c.Request.Window, Finding: c.Request.Finding, Told: c.Request.Told,
	}) {
		issues = append(issues, Issue{Line: issue.Line, Message: issue.Message})
	}
	return issues
}
