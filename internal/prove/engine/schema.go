package engine

import (
	_ "embed"
	"encoding/json"
)

// The schemas of the answers.
var (
	//go:embed schema/plan.json
	planSchema json.RawMessage
	//go:embed schema/edit.json
	editSchema json.RawMessage
	//go:embed schema/summarize.json
	summarizeSchema json.RawMessage
)

// A planAnswer is the answer to StepPlan.
type planAnswer struct {
	Hypothesis string   `json:"hypothesis"`
	Files      []string `json:"files"`
}

// An editAnswer is the answer to StepTests and StepFix.
type editAnswer struct {
	Decline   string       `json:"decline"`
	Edits     []searchEdit `json:"edits"`
	Delete    []string     `json:"delete"`
	Diff      string       `json:"diff"`
	RootCause string       `json:"root_cause"`
	Fix       string       `json:"fix"`
	Tests     string       `json:"tests"`
	Risk      string       `json:"risk"`

	Justifications []justification `json:"justifications"`
}

// A searchEdit replaces lines of a file. It creates the file if it searches for
// nothing.
type searchEdit struct {
	Path    string `json:"path"`
	Search  string `json:"search"`
	Replace string `json:"replace"`
}

type justification struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// A summaryAnswer is the answer to StepSummarize.
type summaryAnswer struct {
	Title     string `json:"title"`
	RootCause string `json:"root_cause"`
	Fix       string `json:"fix"`
	Tests     string `json:"tests"`
	Risk      string `json:"risk"`
}
