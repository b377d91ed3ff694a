// Package reports writes the result of a proof: for people as Markdown and
// HTML, as the title and the body of a pull request, and as a summary for
// programs.
//
// Outputs of commands and words of models are quoted, and nothing in them is
// Markdown, HTML or a link.
package reports

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// Meaning explains a verdict in one sentence.
func Meaning(v evidence.Verdict) string {
	switch v {
	case evidence.Proven:
		return "The behavior changed as asserted: the command fails before the patch and passes with it, and tests hold it to that."
	case evidence.Weak:
		return "The command fails before the patch and passes with it, but some of the evidence is weak or missing."
	case evidence.Inconclusive:
		return "The evidence does not decide it."
	case evidence.NotAccepted:
		return "A rule for patches does not accept the patch, so nothing of it ran."
	case evidence.Refuted:
		return "The evidence speaks against the patch."
	}
	return "The proof could not be made: the machine failed, which says nothing about the patch."
}

// conditions say what each condition is about.
var conditions = map[string]string{
	"P1":  "the command fails before, always in the same way, and passes after",
	"P2":  "no test that passed before fails, is missing or skipped after",
	"P3":  "a test fails without the fix and passes with it",
	"P4":  "all runs of a state agree",
	"P5":  "tests ran, and exit codes agree with them",
	"P6":  "what decides how tests run is unchanged, and no test was deleted, skipped or emptied",
	"P7":  "tests reach the changed lines",
	"P8":  "each part of the fix is needed, and tests notice mistakes in it",
	"P9":  "a new tree gives the same result",
	"P10": "the tests that prove the patch fail if their assertions are broken: the canary",
}

// marks show at a glance whether a condition holds.
var marks = map[evidence.Holds]string{evidence.Yes: "yes", evidence.Weakly: "weakly", evidence.Unknown: "not known", evidence.No: "**no**"}

// proves says whether a test proves the fix.
func proves(t *evidence.Test) string {
	switch {
	case t.Proves && t.Weak:
		return "weakly: it does not build without the fix"
	case t.Proves:
		return "yes"
	}
	return "no"
}

// commandOf returns a command as a person writes it.
func commandOf(words []string) string {
	var all []string
	for _, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n\"'\\$`*?[]{}()<>|&;#~!") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		all = append(all, w)
	}
	return strings.Join(all, " ")
}

func took(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// ended says how a run ended, such as "exit 1".
func ended(r *evidence.Run) string {
	switch r.End {
	case evidence.TimedOut:
		return "out of time"
	case evidence.Signaled:
		return "killed by a signal"
	case evidence.NotStarted:
		return "not started"
	case evidence.Canceled:
		return "canceled"
	}
	return fmt.Sprintf("exit %d", r.Exit)
}

// counts says how many cases a run has, such as "12 passed, 1 failed".
func counts(r *evidence.Run) string {
	n := map[evidence.Status]int{}
	for i := range r.Cases {
		n[r.Cases[i].Status]++
	}
	var all []string
	for _, s := range []evidence.Status{evidence.Passed, evidence.Failed, evidence.Errored, evidence.Skipped, evidence.Missing} {
		switch {
		case n[s] == 0:
		case s == evidence.Errored:
			all = append(all, report.NumberOf(n[s], "error"))
		default:
			all = append(all, fmt.Sprintf("%d %s", n[s], s))
		}
	}
	if len(all) == 0 {
		return "no test cases"
	}
	return strings.Join(all, ", ")
}

// red returns the names of the cases of a run that did not pass, as Markdown.
func red(r *evidence.Run) []string {
	var names []string
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Status.Red() {
			names = append(names, inert.Code(caseName(c)))
		}
	}
	return names
}

// find returns the first run of a state, of the reproduction, or nil.
func find(e *evidence.Evidence, phase evidence.Phase, state evidence.State, candidate int) *evidence.Run {
	for i := range e.Runs {
		r := &e.Runs[i]
		if r.Phase == phase && r.State == state && !r.Suite && (candidate == 0 || r.Candidate == candidate) {
			return r
		}
	}
	return nil
}

// before returns the run that shows the fault: on the base, or on the base with
// the tests of the patch if the command passes there.
func before(e *evidence.Evidence) *evidence.Run {
	if r := find(e, evidence.Reproduce, evidence.WithTests, 0); r != nil {
		return r
	}
	return find(e, evidence.Reproduce, evidence.AtBase, 0)
}

// asIs returns a path unchanged: the reader of a page may be anywhere.
func asIs(path string) string { return path }

// leftOut names the parts that are not in the patch, at most n, and how many
// more there are.
func leftOut(c *evidence.Candidate, n int, shown func(path string) string) (parts []string, more int) {
	for i := range c.Hunks {
		h := &c.Hunks[i]
		switch {
		case !h.Dropped:
		case len(parts) == n:
			more++
		default:
			parts = append(parts, fmt.Sprintf("%s, line %d, because no test needs it", shown(h.Path), h.Line))
		}
	}
	return parts, more
}

// best returns the first candidate, or nil.
func best(e *evidence.Evidence) *evidence.Candidate {
	if len(e.Candidates) == 0 {
		return nil
	}
	return &e.Candidates[0]
}

// afterOf returns the first run of the command with the whole patch, or nil.
func afterOf(e *evidence.Evidence, c *evidence.Candidate) *evidence.Run {
	if c == nil {
		return nil
	}
	return find(e, evidence.Prove, evidence.AtCandidate, c.ID)
}

// tried reports whether anything of a patch ran. If not, its conditions and the
// results of its tests say nothing.
func tried(e *evidence.Evidence, c *evidence.Candidate) bool {
	return c != nil && slices.ContainsFunc(e.Runs, func(r evidence.Run) bool { return r.Candidate == c.ID && r.State != evidence.WithTests })
}

// sizeOf returns the size of a patch, such as "2 added lines in 1 file".
func sizeOf(c *evidence.Candidate) string {
	var parts []string
	if c.Added > 0 || c.Deleted == 0 {
		parts = append(parts, report.NumberOf(c.Added, "added line"))
	}
	if c.Deleted > 0 {
		parts = append(parts, report.NumberOf(c.Deleted, "deleted line"))
	}
	return strings.Join(parts, " and ") + " in " + report.NumberOf(len(c.Files), "file")
}

// noticed returns how many mutants tests notice, as a sentence.
func noticed(m *evidence.Mutants) string {
	return fmt.Sprintf("Tests notice %d of %s in the changed lines.", m.Killed, report.NumberOf(m.Tried, "small mistake"))
}

// cost describes the usage of an engine.
func cost(e *evidence.Engine) string {
	text := report.NumberOf(e.Calls, "call")
	if e.Input+e.Output > 0 {
		text += fmt.Sprintf(", %s in, %d out", report.NumberOf(int(e.Input), "token"), e.Output)
	}
	if e.Cost > 0 {
		text += strings.TrimRight(fmt.Sprintf(", %.4f %s", e.Cost, e.Unit), " ")
	}
	return text
}

// authorIs returns the label of the author.
func authorIs(e *evidence.Evidence) string {
	if len(e.Candidates) == 0 {
		return "Asked"
	}
	return "Patch by"
}

// author says who made the patch, and at which cost.
func author(e *evidence.Evidence) string {
	switch {
	case e.Engine.Kind != "" && e.Engine.Kind != "none":
		return who(&e.Engine) + "; " + cost(&e.Engine)
	case len(e.Candidates) == 0:
		return "nobody"
	}
	return "the person who gave it; no model was asked"
}

// who names an engine.
func who(e *evidence.Engine) string {
	words := []string{e.Kind}
	for _, w := range []string{e.Name, e.Version, e.Model} {
		if w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}
