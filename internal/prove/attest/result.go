package attest

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// Bounds of a list of names. The names left out are counted.
const (
	mostNames = 1000
	mostRunes = 300 // of a name
	// mostBytesOfName of a name are looked at: four of a character, and some for
	// codes of colors, which are removed.
	mostBytesOfName = utf8.UTFMax*mostRunes + 64
)

// A testResult is the predicate test-result v0.1.
type testResult struct {
	Result        string     `json:"result"` // PASSED, WARNED or FAILED
	Configuration []resource `json:"configuration"`
	Passed        []string   `json:"passedTests,omitempty"`
	Warned        []string   `json:"warnedTests,omitempty"`
	Failed        []string   `json:"failedTests,omitempty"`
}

// resultOf returns the statement of a run. A run with untrusted results is a
// warning at best, and so is each test that passed in it.
func resultOf(r *evidence.Run, base []resource, of resource) ([]byte, error) {
	passed, failed := names(r, func(s evidence.Status) bool { return s == evidence.Passed }), names(r, evidence.Status.Red)
	omitted := passed.omitted + failed.omitted
	result := testResult{Result: "PASSED", Passed: passed.kept, Failed: failed.kept}
	switch {
	case len(failed.kept) > 0 || !r.Passed():
		result.Result = "FAILED"
	case len(r.Problems) > 0 || missing(r):
		result.Result = "WARNED"
	}
	if len(r.Problems) > 0 {
		result.Passed, result.Warned = nil, result.Passed
	}
	command, err := json.Marshal(r.Command)
	if err != nil {
		return nil, fmt.Errorf("attest: %s: %w", r.ID, err)
	}
	of.Annotations = map[string]any{"run": r.ID, "phase": r.Phase, "state": r.State, "attempt": r.Attempt}
	if r.Candidate > 0 {
		of.Annotations["candidate"] = r.Candidate
	}
	if omitted > 0 {
		of.Annotations["omittedTests"] = omitted
	}
	result.Configuration = append([]resource{of, {Name: "command", Content: command, MediaType: "application/json"}}, base...)
	s := statement{Type: statementType, Subject: base, PredicateType: testResultType, Predicate: result}
	if r.Tree != "" {
		if !hash64().MatchString(r.Tree) {
			return nil, fmt.Errorf("attest: %s: its tree is no SHA-256", r.ID)
		}
		s.Subject = []resource{{Name: "change over the base", Digest: map[string]string{"sha256": r.Tree}}}
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("attest: %s: %w", r.ID, err)
	}
	return text, nil
}

type bounded struct {
	kept    []string
	omitted int
}

// names returns the names of the cases of some statuses, each once.
func names(r *evidence.Run, want func(evidence.Status) bool) bounded {
	var b bounded
	seen := map[string]bool{}
	for i := range r.Cases {
		c := &r.Cases[i]
		if !want(c.Status) {
			continue
		}
		name := nameOf(c)
		switch {
		case seen[name]:
		case len(b.kept) == mostNames:
			b.omitted++
		default:
			seen[name] = true
			b.kept = append(b.kept, name)
		}
	}
	return b
}

// nameOf returns the name of a case with its suite, on one line and inert.
func nameOf(c *evidence.Case) string {
	text := strings.TrimSpace(c.Suite + " " + c.Name)
	long := len(text) > mostBytesOfName
	if long {
		text = text[:mostBytesOfName]
	}
	name := []rune(inert.Line(text))
	if long && len(name) < mostRunes {
		return string(name) + "…"
	}
	if len(name) > mostRunes {
		return string(name[:mostRunes-1]) + "…"
	}
	return string(name)
}

func missing(r *evidence.Run) bool {
	for i := range r.Cases {
		if r.Cases[i].Status == evidence.Missing {
			return true
		}
	}
	return false
}
