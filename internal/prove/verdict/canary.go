package verdict

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// canaries is P10: each test that proves the patch is red when it is broken.
// Otherwise it asserts nothing, because the code that it tests has disarmed the
// assertion or the runner, or is equal to anything. A test that cannot be
// broken runs unchanged with the others, and may pass.
func (j *judge) canaries() {
	var green, equal, silent, impossible []string
	for _, c := range j.in.Canaries {
		name := c.Name
		if c.Suite != "" {
			name += " of " + c.Suite
		}
		first, second := j.canary(&c, evidence.CanaryValues), j.canary(&c, evidence.CanaryAssertions)
		switch {
		case first.Red(), first == evidence.Missing && second.Red():
		case c.Impossible != "" && (first != evidence.Passed || !c.Value):
			impossible = append(impossible, fmt.Sprintf("%s (%s)", name, c.Impossible))
		case c.Impossible == "" && (second == evidence.Passed || first == evidence.Passed && !c.Value):
			green = append(green, name)
		case first == evidence.Passed:
			equal = append(equal, fmt.Sprintf("%s (%s at line %d of %s)", name, c.What, c.Line, c.Path))
		default:
			silent = append(silent, name)
		}
	}
	if len(green) > 0 {
		j.find("P10", evidence.Refuted, evidence.No, several(green, "asserts nothing: it passes with a failing assertion, too (the canary)"))
	}
	if len(equal) > 0 {
		j.find("P10", evidence.Weak, evidence.Weakly, several(equal, "passes although the values that it asserts were changed (the canary), so what it compares is equal to anything, or is never compared"))
	}
	if len(silent) > 0 {
		j.find("P10", evidence.Weak, evidence.Unknown, several(silent, "has no result with a failing assertion (the canary)"))
	}
	if len(impossible) > 0 {
		j.find("P10", evidence.Weak, evidence.Unknown, several(impossible, "could not be broken to see whether it fails then (the canary)"))
	}
	j.says("P10", fmt.Sprintf("Red with broken assertions: %s.", report.NumberOf(len(j.in.Canaries), "proving test case")))
}

// canary returns the result of a broken test: red if the case is, or a case
// around or within it.
func (j *judge) canary(c *evidence.Canary, how string) evidence.Status {
	status := evidence.Missing
	for _, r := range j.subject(evidence.Canaried, how) {
		for i := range r.Cases {
			if k := &r.Cases[i]; related(k, c) {
				status = worst(status, k.Status)
			}
		}
	}
	return status
}

// related reports whether a case is a canary, or is within one, or the other
// way around.
func related(k *evidence.Case, c *evidence.Canary) bool {
	if k.Suite != c.Suite || k.Name == "" {
		return k.Suite == c.Suite && k.Name == c.Name
	}
	within := func(name, outer string) bool {
		rest, ok := strings.CutPrefix(name, outer)
		return ok && (rest == "" || strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, " > "))
	}
	return within(k.Name, c.Name) || within(c.Name, k.Name)
}
