package suggest

import "github.com/rules-autofix/rules_autofix/internal/coded"

// A Code names the reason of an error. Codes are stable.
type Code string

// The codes of errors.
const (
	BadEvent    Code = "bad_event"     // not an event of this kind
	OtherPlace  Code = "other_place"   // the event is of another repository
	SeveralFrom Code = "several_pulls" // the run could be of several pull requests
)

// WayOut says in a few words what to do about the code.
func (c Code) WayOut() string {
	return map[Code]string{
		BadEvent:    "give the file that GITHUB_EVENT_PATH names, in a workflow of workflow_run whose run is of pull_request",
		OtherPlace:  "run it in a workflow of that repository",
		SeveralFrom: "close all but one of them",
	}[c]
}

// An Error says why nothing is posted.
type Error = coded.Error[Code]

func fail(code Code, format string, args ...any) error {
	return coded.New(code, nil, format, args...)
}
