package objective

import (
	"encoding/json"
	"regexp"
	"strings"
)

// generic serves all other rules. Its data are Data.
var generic = &Objective{
	ID: "generic", Version: 3, Priority: 150, Judges: judgesData,
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
		if judgesData(r) {
			task.Constraints = append(task.Constraints, data.allowed(r)...)
		}
		if task.Decline == "" {
			task.Decline = "You are not certain that the change is right."
		}
		return task, nil
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
		{ID: "only-the-data", Run: onlyTheData},
		{ID: "keep-the-image", Run: func(c *Change) []Issue {
			data, err := readData(c.Request)
			if err != nil || c.After == nil {
				return nil
			}
			return keepTheImage(c, data.MayChange)
		}},
	},
}

// allowed returns the constraints for an answer, in sentences for the agent.
func (d *Data) allowed(r *Request) []string {
	var all []string
	if !r.IsDockerfile() {
		all = append(all, "Add only names that the code of the file has, local variables, and the usual types and errors of the language. Call no function more often than before. New strings may only be messages of errors. Add no comments and drop no calls or conditions, unless they are named below.")
	} else {
		all = append(all, "Add no instructions and no commands, and keep the ones that are there, in their order.")
	}
	if len(d.MayUse) > 0 {
		all = append(all, "These names and texts may be added or go: "+strings.Join(d.MayUse, ", ")+".")
	}
	if len(d.MayRun) > 0 {
		all = append(all, "These commands and instructions may be added, word for word: "+strings.Join(d.MayRun, "; ")+".")
	}
	return all
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
