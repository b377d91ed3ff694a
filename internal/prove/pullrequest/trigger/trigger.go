// Package trigger reads the events of GitHub Actions that ask for a proof: a
// comment that starts with /autofix prove, or a workflow that somebody starts by
// hand. An event is data of strangers: the caller asks whether the person may
// write, before anything runs.
package trigger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/coded"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/prove/command"
)

// Word starts a comment that asks for a proof.
const Word = "/autofix prove"

// A Code names the reason of an error. Codes are stable.
type Code string

// The codes of errors.
const (
	BadEvent   Code = "bad_event"   // not an event of these kinds
	NoTrigger  Code = "no_trigger"  // a comment that asks for nothing
	BadCommand Code = "bad_command" // the command cannot be read
)

// WayOut says in a few words what to do about the code.
func (c Code) WayOut() string {
	return map[Code]string{
		BadEvent:   "give the file that GITHUB_EVENT_PATH names, of issue_comment or workflow_dispatch",
		NoTrigger:  "start the comment with: " + Word + " COMMAND",
		BadCommand: "write one simple command on one line: " + Word + " COMMAND",
	}[c]
}

// An Error says why an event asks for no proof.
type Error = coded.Error[Code]

func fail(code Code, err error, format string, args ...any) error {
	return coded.New(code, err, format, args...)
}

// A Request asks for a proof.
type Request struct {
	Command    []string
	Issue      string // its number, or the text that a person gave as one; "" if there is none
	Person     string // who asks, by the name of GitHub
	Repository string // OWNER/NAME
}

// An event has the members of an event that are read.
type event struct {
	Action  string         `json:"action"`
	Inputs  map[string]any `json:"inputs"`
	Sender  person         `json:"sender"`
	Comment *struct {
		Body string `json:"body"`
		User person `json:"user"`
	} `json:"comment"`
	Issue *struct {
		Number int `json:"number"`
	} `json:"issue"`
	Repository struct {
		FullName string `json:"full_name"`
	} `json:"repository"`
}

type person struct {
	Login string `json:"login"`
}

// Read reads an event.
func Read(text []byte) (*Request, error) {
	if len(text) > github.MaxEvent {
		return nil, fail(BadEvent, nil, "the event is larger than %d MiB", github.MaxEvent>>20)
	}
	var e event
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&e); err != nil {
		return nil, fail(BadEvent, nil, "the event is not JSON of GitHub")
	}
	r := &Request{Repository: e.Repository.FullName, Person: e.Sender.Login}
	switch {
	case r.Repository == "" || r.Person == "":
		return nil, fail(BadEvent, nil, "the event does not say who asks, and where")
	case e.Comment != nil && e.Issue != nil:
		return r, r.comment(&e)
	case e.Inputs != nil:
		return r, r.inputs(e.Inputs)
	}
	return nil, fail(BadEvent, nil, "the event is neither a comment nor a workflow that was started")
}

// comment reads the first line of a comment. The others are for people.
func (r *Request) comment(e *event) error {
	if e.Action != "created" {
		// Others may edit a comment, and then it is not the author who asks.
		return fail(NoTrigger, nil, "the comment is not new")
	}
	if e.Comment.User.Login != e.Sender.Login {
		return fail(BadEvent, nil, "the author of the comment is not who sent it")
	}
	if e.Issue.Number < 1 {
		return fail(BadEvent, nil, "the comment is about no issue")
	}
	r.Issue = fmt.Sprint(e.Issue.Number)
	line, _, _ := strings.Cut(e.Comment.Body, "\n")
	rest, found := strings.CutPrefix(strings.TrimRight(line, "\r"), Word)
	if !found || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return fail(NoTrigger, nil, "the comment does not start with %s", Word)
	}
	return r.command(rest)
}

// inputs reads the inputs of a workflow: command and issue.
func (r *Request) inputs(in map[string]any) error {
	text, _ := in["command"].(string)
	r.Issue, _ = in["issue"].(string)
	return r.command(text)
}

// command reads a line. Words before the command would be options of autofix,
// which only the workflow may set, and not a comment.
func (r *Request) command(line string) error {
	words, err := command.Parse(strings.TrimSpace(line))
	if err != nil {
		return fail(BadCommand, err, "the command")
	}
	if words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 || words[0] == "" || strings.HasPrefix(words[0], "-") {
		return fail(BadCommand, nil, "there is no program, and options come from the workflow")
	}
	r.Command = words
	return nil
}
