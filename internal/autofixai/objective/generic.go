package objective

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
)

// generic serves all other rules. Its data are Data.
var generic = &Objective{
	ID: "generic", Version: 2, Priority: 150,
	NewBases: true, SecretMounts: true,
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
			Goal: data.Goal, Constraints: append([]string{"Change only what the task needs."}, data.Constraints...),
			Evidence: evidence, Decline: data.Decline,
			Example: Example{Before: "one\ntwo\nthree\n", After: "one\n2\nthree\n"},
		}
		if r.IsDockerfile() {
			task.Constraints = append(task.Constraints, ofDockerfiles(strings.Join(data.MayChange, ", "))...)
		}
		if task.Decline == "" {
			task.Decline = "You are not certain that the change is right."
		}
		return task, nil
	},
	MayChange: func(r *Request, change imageconfig.Change) bool {
		data, err := readData(r)
		return err == nil && slices.Contains(data.MayChange, change.Instruction)
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
