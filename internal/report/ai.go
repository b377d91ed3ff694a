package report

import (
	"fmt"
	"io"

	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// AI is what agents were asked for in a run.
type AI struct {
	Prompts int            // that were sent
	Cached  int            // fixes whose answer was kept from an earlier run
	Tokens  int            // as the agent counts them; 0 if it does not
	Fixes   map[string]any // details of each fix, as JSON, by its id without edits

	// Sendings are the texts that a run which asks nobody would have sent to
	// Agent.
	Sendings []Sending
	Agent    string // its command
}

// A Sending is a question that would have been sent.
type Sending struct {
	Path, Rule, Objective string
	Bytes                 int  // of the prompt
	Cached                bool // the answer is known, so nothing would be sent
}

type (
	aiJSON struct {
		Prompts  int           `json:"prompts"`
		Cached   int           `json:"cached"`
		Tokens   int           `json:"tokens,omitempty"`
		Agent    string        `json:"agent,omitempty"`
		Sendings []sendingJSON `json:"would_send,omitempty"`
	}
	sendingJSON struct {
		Path      string `json:"path"`
		Rule      string `json:"rule"`
		Objective string `json:"objective"`
		Bytes     int    `json:"bytes"`
		Cached    bool   `json:"cached,omitempty"`
	}
)

func (a *AI) json() *aiJSON {
	if a == nil {
		return nil
	}
	j := &aiJSON{Prompts: a.Prompts, Cached: a.Cached, Tokens: a.Tokens, Agent: a.Agent}
	for _, sending := range a.Sendings {
		j.Sendings = append(j.Sendings, sendingJSON(sending))
	}
	return j
}

// of returns the details of a fix, or nil.
func (a *AI) of(o *Outcome) any {
	if a == nil {
		return nil
	}
	if known := a.Fixes[o.OwnID]; known != nil {
		return known
	}
	return a.Fixes[o.ID]
}

// writeAI says what agents were asked for, or would be.
func (s *Summary) writeAI(w io.Writer) {
	a := s.AI
	switch {
	case a == nil:
	case a.Agent != "" && len(a.Sendings) == 0:
		fmt.Fprintf(w, "autofix: AI: nothing would be sent%s\n", s.unasked())
	case a.Agent != "":
		fmt.Fprintf(w, "autofix: AI: would be sent to %s:\n", inert.Line(a.Agent))
		for _, sending := range a.Sendings {
			known := ""
			if sending.Cached {
				known = " (not sent: the answer is known)"
			}
			fmt.Fprintf(w, "  %s: %s for %s, %d bytes%s\n", inert.Line(sending.Path), sending.Objective, sending.Rule, sending.Bytes, known)
		}
	case a.Prompts+a.Cached > 0:
		fmt.Fprintf(w, "autofix: AI: %s", NumberOf(a.Prompts, "prompt"))
		if a.Tokens > 0 {
			fmt.Fprintf(w, ", %s", NumberOf(a.Tokens, "token"))
		}
		if a.Cached > 0 {
			fmt.Fprintf(w, ", %s from an earlier run", NumberOf(a.Cached, "answer"))
		}
		fmt.Fprintln(w)
	}
}

// unasked says that some findings have no fix that an agent could be asked for.
func (s *Summary) unasked() string {
	n := 0
	for i := range s.Left {
		if len(s.Left[i].Fixes) == 0 {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "; 1 finding has no fix: name its rule in resolve of [ai]"
	}
	return fmt.Sprintf("; %d findings have no fix: name their rules in resolve of [ai]", n)
}
