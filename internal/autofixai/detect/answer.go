package detect

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// A claim is an item of an answer.
type claim struct {
	Rule    string `json:"rule"`
	Line    int    `json:"line"`
	Quote   string `json:"quote"`
	Message string `json:"message"`
}

// The limits of findings.
const (
	maxFindings = 50  // of a file; more are dropped
	maxMessage  = 300 // bytes
)

// parse returns the claims of an answer. An error is about its form, and has no
// text of it.
func parse(answer string, maxBytes int) ([]claim, error) {
	a, err := patch.ParseAnswer(answer, patch.Formats{File: true, MaxBytes: maxBytes})
	if wrong, ok := errors.AsType[*patch.Error](err); ok {
		return nil, fmt.Errorf("%s; %s", wrong.Detail, wrong.Code.WayOut())
	}
	if err != nil {
		return nil, err
	}
	if a.Kind == patch.KindNoChange {
		return nil, nil
	}
	var claims []claim
	if err := json.Unmarshal([]byte(a.Body), &claims); err != nil {
		return nil, errors.New("the block is not a JSON array of objects with rule, line, quote and message")
	}
	return claims, nil
}

// A finding is a claim that holds as far as a program can tell.
type finding struct {
	rule    *Rule
	line    int // from 1
	quote   string
	message string
}

// accept returns the claims about places that exist, for rules that were asked
// for, and counts the others.
func accept(claims []claim, text string, asked []*Rule, counts *Counts) []finding {
	lines := strings.Split(text, "\n")
	var all []finding
	for _, c := range claims {
		at := slices.IndexFunc(asked, func(r *Rule) bool { return r.ID() == c.Rule })
		quote := strings.TrimSpace(c.Quote)
		message := clip.Line(c.Message, maxMessage)
		switch {
		case at < 0:
			counts.UnknownRule++
		case c.Line < 1 || c.Line > len(lines) || quote == "" || !strings.Contains(lines[c.Line-1], quote):
			counts.NoSuchPlace++
		case message == "":
			counts.NoMessage++
		case len(all) == maxFindings:
			counts.TooMany++
		default:
			all = append(all, finding{asked[at], c.Line, quote, message})
		}
	}
	return all
}
