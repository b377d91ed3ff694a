// Package fakeagent is an ACP agent for tests: one that answers by a script, or
// misbehaves. It uses the SDK of the protocol's community for the agent's side
// of the protocol, so it shares no code with the client under test.
//
// A test binary is its own agent:
//
//	func TestMain(m *testing.M) {
//		if fakeagent.IsAsked() {
//			os.Exit(fakeagent.Main())
//		}
//		os.Exit(m.Run())
//	}
package fakeagent

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// Variable is the environment variable with the script as JSON, or with `@` and
// the path of a file that has it.
const Variable = "AUTOFIX_FAKE_AGENT"

// A Script describes the behavior of the agent.
type Script struct {
	Name, Title, Version string `json:",omitempty"`

	// Answers are the answers to the prompts of a session, in order. The last
	// one repeats. Rules come first.
	Answers []Answer `json:",omitempty"`
	// Rules: the first whose pattern matches the prompt gives the answers, by its
	// own order.
	Rules []Rule `json:",omitempty"`
	// Chunk is the size in characters of the parts of an answer. 0 is one part.
	Chunk int `json:",omitempty"`
	// Asks are the requests of the agent before each answer: read PATH, write
	// PATH, terminal COMMAND, permission TITLE, permission-without-reject
	// TITLE, or METHOD. If the text of the answer is empty, the outcomes are
	// the answer, one a line.
	Asks []string `json:",omitempty"`
	// Modes are ids or `id: description`. The first one is the current one.
	Modes []string `json:",omitempty"`
	// ModesAsOptions offers them as a config option, the newer way.
	ModesAsOptions bool `json:",omitempty"`
	// ModeError has the agent refuse to change the mode.
	ModeError bool `json:",omitempty"`
	// Login has the agent ask for a login by this method: agent, variable or
	// terminal. The variable is FAKE_API_KEY.
	Login string `json:",omitempty"`
	// Stderr is printed to the standard error at the start.
	Stderr string `json:",omitempty"`
	// Delay is how long each prompt takes.
	Delay time.Duration `json:",omitempty"`

	// Trouble is a name of the list in trouble.go, and At where it happens:
	// initialize, session/new or session/prompt. Count and Text are parameters.
	Trouble string `json:",omitempty"`
	At      string `json:",omitempty"`
	Count   int    `json:",omitempty"`
	Text    string `json:",omitempty"`

	// Log is a file to which each prompt is appended, as one line of JSON, a Heard.
	Log string `json:",omitempty"`
	// PIDs is a file to which the agent and each child append their process ids.
	PIDs string `json:",omitempty"`
}

// An Answer is the agent's answer to a prompt.
type Answer struct {
	Text string
	// Notice and Thought come before the text, the first as a separate message.
	Notice  string `json:",omitempty"`
	Thought string `json:",omitempty"`
	// Stop is the reason to stop: by default end_turn.
	Stop string `json:",omitempty"`
	// Input and Output are tokens, told in the way of Usage: response, update,
	// quota, meta, chunk or, by default, none.
	Input, Output int     `json:",omitempty"`
	Cost          float64 `json:",omitempty"`
	Usage         string  `json:",omitempty"`
	// Files are texts that the agent writes without the client before it
	// answers, by their paths from the session's folder or absolute. A text
	// that starts with `-> ` is a link. The answer reports failures.
	Files map[string]string `json:",omitempty"`
	// Remove are files that it removes.
	Remove []string `json:",omitempty"`
	// Raw is a line that is written verbatim before the answer.
	Raw string `json:",omitempty"`
	// Error is a code of an error that is answered in place of all of it, with
	// the text as message.
	Error int `json:",omitempty"`
}

// PrintEnvironment as the text of an answer stands for the environment of the
// agent, one entry a line.
const PrintEnvironment = "$ENVIRONMENT"

// PrintFile before a path as the text of an answer stands for that file, which
// the agent reads without the client, or for the error.
const PrintFile = "$FILE "

// A Rule gives answers to the prompts that match a regular expression. With
// Expand, $1 in their texts is the first group of the match, and so on.
type Rule struct {
	Match   string
	Expand  bool `json:",omitempty"`
	Answers []Answer
}

// A Heard is a line of the log.
type Heard struct{ Session, Cwd, Mode, Prompt string }

// Env returns the entry of the environment that has the agent follow the
// script.
func (s Script) Env() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // it has only strings and numbers
	}
	return Variable + "=" + string(text)
}

// IsAsked reports whether this process was started as an agent.
func IsAsked() bool { return os.Getenv(Variable) != "" }

// Main is the agent, and returns its exit code.
func Main() int {
	text := []byte(os.Getenv(Variable))
	if len(text) > 0 && text[0] == '@' {
		var err error
		if text, err = os.ReadFile(string(text[1:])); err != nil {
			fmt.Fprintln(os.Stderr, "fakeagent:", err)
			return 2
		}
	}
	var script Script
	if err := json.Unmarshal(text, &script); err != nil {
		fmt.Fprintln(os.Stderr, "fakeagent: script:", err)
		return 2
	}
	script.notePID()
	fmt.Fprint(os.Stderr, script.Stderr)
	if script.Trouble != "" {
		return script.misbehave()
	}
	return script.serve(os.Stdin)
}

func (s Script) notePID() {
	if s.PIDs != "" {
		appendLine(s.PIDs, fmt.Sprint(os.Getpid()))
	}
}

// appendLine appends a line to a file in one write.
func appendLine(path, line string) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakeagent:", err)
		os.Exit(2)
	}
	defer file.Close()
	if _, err := file.WriteString(line + "\n"); err != nil {
		fmt.Fprintln(os.Stderr, "fakeagent:", err)
		os.Exit(2)
	}
}
