package autofixai

// A Record is the outcome of a question, for reports.
type Record struct {
	Objective    string   `json:"objective"`
	Agent        Identity `json:"agent,omitzero"`
	Prompts      int      `json:"prompts"`
	Rounds       int      `json:"rounds"`
	PromptBytes  int      `json:"prompt_bytes"`
	AnswerBytes  int      `json:"answer_bytes"`
	Redactions   int      `json:"redactions"`
	Milliseconds int64    `json:"milliseconds"`
	Tokens       Tokens   `json:"tokens,omitzero"`
	Cached       bool     `json:"cached,omitempty"`
	Denied       []string `json:"denied,omitempty"`

	secrets int // in the texts for an agent, before the policy
}

// A Step is a question that is about to be asked, for progress.
type Step struct {
	Path, Objective string
	Number, Of      int // of the questions of the run, as far as they are known
}

// A Sending is a question that a run without AI would have asked.
type Sending struct {
	Path, Rule, Objective string
	Bytes                 int  // of the first prompt
	Cached                bool // the answer is known
}
