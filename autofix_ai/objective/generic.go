package objective

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/rules-autofix/rules_autofix/autofix_ai/imageconfig"
)

// Data are those of a fix for the generic objective: what any checker gives an
// agent. Their JSON Schema is docs/ai_fix.schema.json.
type Data struct {
	Goal        string     `json:"goal"`
	Constraints []string   `json:"constraints,omitempty"`
	Evidence    []Evidence `json:"evidence,omitempty"`
	Decline     string     `json:"decline,omitempty"`
	MustAdd     []string   `json:"must_add,omitempty"`
	MustNotAdd  []string   `json:"must_not_add,omitempty"`
	MayChange   []string   `json:"may_change,omitempty"`
	NewPackages bool       `json:"new_packages,omitempty"`
}

// Evidence is something that a checker saw in the file.
type Evidence struct {
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"`
	Text    string `json:"text,omitempty"`
}

// generic serves all other rules. Its data are Data.
var generic = &Objective{
	ID: "generic", Version: 1, Priority: 150,
	Read: func(r *Request) (*Task, error) {
		data, err := readData(r)
		if err != nil {
			return nil, err
		}
		evidence, err := json.Marshal(struct {
			Rule     string     `json:"rule"`
			Evidence []Evidence `json:"evidence"`
		}{r.Rule, data.Evidence})
		if err != nil {
			return nil, err
		}
		task := &Task{
			Goal: data.Goal, Constraints: append([]string{"Change only what the task needs."}, data.Constraints...), Evidence: evidence, Decline: data.Decline,
			Example: Example{Before: "one\ntwo\nthree\n", After: "one\n2\nthree\n"},
		}
		if r.IsDockerfile() {
			task.Constraints = append(task.Constraints, ofDockerfiles...)
		}
		if task.Decline == "" {
			task.Decline = "You are not certain that the change is right."
		}
		return task, nil
	},
	MayChange: func(r *Request, change imageconfig.Change) bool {
		data, err := readData(r)
		if err != nil {
			return false
		}
		for _, instruction := range data.MayChange {
			if instruction == change.Instruction {
				return true
			}
		}
		return false
	},
	NewPackages: func(r *Request) bool {
		data, err := readData(r)
		return err == nil && data.NewPackages
	},
	Checks: []Check{
		{ID: "must-add", Run: func(c *Change) []Issue {
			data, err := readData(c.Request)
			if err != nil {
				return nil
			}
			var issues []Issue
			for _, pattern := range data.MustAdd {
				if !adds(c, pattern) {
					issues = append(issues, Issue{Message: "no added line matches " + pattern})
				}
			}
			return issues
		}},
		{ID: "must-not-add", Run: func(c *Change) []Issue {
			data, err := readData(c.Request)
			if err != nil {
				return nil
			}
			var issues []Issue
			for _, pattern := range data.MustNotAdd {
				if adds(c, pattern) {
					issues = append(issues, Issue{Message: "an added line matches " + pattern})
				}
			}
			return issues
		}},
	},
}

func adds(c *Change, pattern string) bool {
	matches := regexp.MustCompile(pattern) // readData has compiled it
	for _, line := range c.Patch.AddedLines() {
		if matches.MatchString(line.Text) {
			return true
		}
	}
	return false
}

// readData returns the data of a fix of any checker.
func readData(r *Request) (*Data, error) {
	var data Data
	decoder := json.NewDecoder(bytes.NewReader(r.Data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&data); err != nil {
		return nil, fmt.Errorf("the data of the fix: %w", err)
	}
	if data.Goal == "" {
		return nil, fmt.Errorf("the data of the fix: it has no goal")
	}
	for _, pattern := range append(append([]string{}, data.MustAdd...), data.MustNotAdd...) {
		if _, err := regexp.Compile(pattern); err != nil {
			return nil, fmt.Errorf("the data of the fix: %w", err)
		}
	}
	return &data, nil
}
