package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// maxScript bounds the file of a script, in bytes.
const maxScript = 16 << 20

// A script is the file of a scripted engine:
//
//	{
//	  "version": 1,
//	  "name": "a name",
//	  "answers": [
//	    {"step": "plan", "answer": {"hypothesis": "...", "files": ["a.go"]}},
//	    {"step": "tests", "text": "the answer verbatim, such as a fenced diff"},
//	    {"step": "fix", "error": "engine_timeout"},
//	    {"step": "fix", "diff": "what the model did to the files"}
//	  ]
//	}
//
// The first question of a step gets the first answer of that step, and so on.
type script struct {
	Version int            `json:"version"`
	Name    string         `json:"name"`
	Answers []scriptAnswer `json:"answers"`
}

type scriptAnswer struct {
	Step   Step            `json:"step"`
	Answer json.RawMessage `json:"answer"`
	Text   string          `json:"text"`
	Diff   string          `json:"diff"`
	Error  Code            `json:"error"`
	Usage  Usage           `json:"usage"` // Calls is 1 if missing
}

// OpenScript returns a model that answers by a script.
func OpenScript(path string) (Model, error) {
	text, err := readBounded(path, maxScript)
	if err != nil {
		return nil, &Error{Code: BadRecording, Detail: "the script", Err: err}
	}
	return ParseScript(text)
}

// ParseScript is OpenScript for the text of a script.
func ParseScript(text []byte) (Model, error) {
	s := &scripted{asked: map[Step]int{}}
	if err := strictjson.Decode(text, &s.script); err != nil {
		return nil, &Error{Code: BadRecording, Detail: "the script is not JSON of its format", Err: err}
	}
	if s.script.Version != 1 {
		return nil, &Error{Code: BadRecording, Detail: fmt.Sprintf("the script has the version %d, and only 1 is known", s.script.Version)}
	}
	for i := range s.script.Answers {
		if err := s.script.Answers[i].check(); err != nil {
			return nil, &Error{Code: BadRecording, Detail: fmt.Sprintf("answer %d of the script", i+1), Err: err}
		}
	}
	return s, nil
}

func (a *scriptAnswer) check() error {
	switch a.Step {
	case StepPlan, StepTests, StepFix, StepSummarize:
	default:
		return fmt.Errorf("%q is no step: use plan, tests, fix or summarize", a.Step)
	}
	said := 0
	for _, has := range []bool{len(a.Answer) > 0, a.Text != "", a.Error != ""} {
		if has {
			said++
		}
	}
	switch {
	case said > 1:
		return errors.New("more than one of answer, text and error")
	case said == 0 && a.Diff == "":
		return errors.New("none of answer, text, diff and error")
	case a.Error != "" && a.Error.WayOut() == "":
		return fmt.Errorf("%q is no code of an error", a.Error)
	}
	return nil
}

// readBounded reads a regular file of at most max bytes.
func readBounded(path string, max int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe might wait forever
		return nil, errors.New("not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, max+1))
	if err == nil && int64(len(text)) > max {
		err = fmt.Errorf("has more than %d bytes", max)
	}
	return text, err
}

type scripted struct {
	script script
	mu     sync.Mutex
	asked  map[Step]int
}

// Identity implements Model.
func (s *scripted) Identity() Identity { return Identity{Kind: KindScripted, Name: s.script.Name} }

// Close implements Model.
func (s *scripted) Close() {}

// Skip implements skipper.
func (s *scripted) Skip(step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[step]++
}

// Ask implements Model.
func (s *scripted) Ask(_ context.Context, q *Question) (*Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.asked[q.Step]
	for i := range s.script.Answers {
		a := &s.script.Answers[i]
		if a.Step != q.Step {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		if err := q.Spend(); err != nil {
			return nil, err
		}
		s.asked[q.Step]++
		return a.reply()
	}
	return nil, &Error{Code: NotRecorded, Detail: fmt.Sprintf("the script has %d answers to %s, and it is asked again", s.asked[q.Step], q.Step)}
}

func (a *scriptAnswer) reply() (*Reply, error) {
	r := &Reply{Text: a.Text, Diff: a.Diff, Usage: a.Usage}
	if r.Usage.Calls == 0 {
		r.Usage.Calls = 1
	}
	if len(a.Answer) > 0 {
		r.Text = string(a.Answer)
	}
	if a.Error != "" {
		return r, &Error{Code: a.Error, Detail: "the script says so"}
	}
	return r, nil
}
