package corpus_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// told returns a proof in the words of a row: the verdict, the conditions that
// were tried and do not hold, how many hunks were dropped, and how often an
// engine was asked.
func (p *proving) told(w *row, r *prove.Result) string {
	words := []string{string(r.Evidence.Verdict)}
	if len(r.Evidence.Candidates) > 0 {
		for _, c := range r.Evidence.Candidates[0].Conditions {
			if c.Holds == evidence.No || c.Holds == evidence.Weakly {
				words = append(words, c.ID)
			}
		}
	}
	if n := dropped(r.Evidence); n > 0 {
		words = append(words, fmt.Sprintf("dropped=%d", n))
	}
	if w.kind == "engine" {
		words = append(words, fmt.Sprintf("calls=%d", r.Evidence.Engine.Calls))
	}
	return strings.Join(words, " ")
}

// dropped returns how many hunks were left out because nothing needs them.
func dropped(e *evidence.Evidence) int {
	n := 0
	for i := range e.Candidates {
		for _, h := range e.Candidates[i].Hunks {
			if h.Dropped {
				n++
			}
		}
	}
	return n
}

// capped returns the words of a row if the sandbox is too weak for a proof, or
// cannot hold the sandboxes of Bazel.
func capped(want string, e *evidence.Evidence) string {
	var level sandbox.Level
	err := level.UnmarshalText([]byte(e.Sandbox.Level))
	if err == nil && level >= sandbox.Namespaces && !slices.ContainsFunc(e.Runs, lacksNested) {
		return want
	}
	if rest, proven := strings.CutPrefix(want, string(evidence.Proven)); proven {
		return string(evidence.Weak) + rest
	}
	return want
}

func lacksNested(r evidence.Run) bool {
	return slices.ContainsFunc(r.Problems, func(p evidence.Problem) bool { return p.Code == evidence.ProblemNoNested })
}

// filtered reports whether the person asked for some of the tests only.
func filtered() bool { return flag.Lookup("test.run").Value.String() != "" }

// script returns the script of an engine. The plan and the summary are the same
// for all.
func (p *proving) script(t *testing.T, name string) []byte {
	t.Helper()
	type answer struct {
		Step string `json:"step"`
		Text string `json:"text,omitempty"`
		Err  string `json:"error,omitempty"`
	}
	answers := []answer{{Step: "plan", Text: `{"hypothesis": "The first file that a test names is wrong.", "files": []}`}}
	for _, file := range p.order {
		step, found := strings.CutPrefix(file, "engine/"+name+"/")
		if !found {
			continue
		}
		step, _, _ = strings.Cut(step, "-")
		a := answer{Step: step, Text: p.others[file]}
		if code, failed := strings.CutPrefix(a.Text, "error: "); failed {
			a.Text, a.Err = "", strings.TrimSpace(code)
		}
		answers = append(answers, a)
	}
	answers = append(answers, answer{Step: "summarize", Text: `{"title": "A fix", "root_cause": "", "fix": "", "tests": "", "risk": ""}`})
	text, err := json.Marshal(map[string]any{"version": 1, "name": name, "answers": answers})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
