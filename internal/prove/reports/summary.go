package reports

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// A Summary is summary.json: the result for programs.
type Summary struct {
	Version    int               `json:"version"` // 1
	ID         string            `json:"id"`
	Verdict    evidence.Verdict  `json:"verdict"`
	Exit       int               `json:"exit"`
	Reasons    []string          `json:"reasons"`
	Title      string            `json:"title"`
	Base       string            `json:"base"`
	Patch      string            `json:"patch_sha256,omitempty"`
	Files      []string          `json:"files"`
	Added      int               `json:"added"`
	Deleted    int               `json:"deleted"`
	Tests      []evidence.Test   `json:"tests"`
	Conditions map[string]string `json:"conditions"`
	Engine     evidence.Engine   `json:"engine"`
	Sandbox    string            `json:"sandbox"`
	Runs       int               `json:"runs"`
	Duration   int64             `json:"commands_ms"` // of all commands and other programs together
	// Artifacts is the folder, as the person named it or an absolute path. It is
	// printed, and not in the file.
	Artifacts string `json:"artifacts,omitempty"`
}

// Exit returns the exit code of a verdict.
func Exit(v evidence.Verdict) int {
	switch v {
	case evidence.Proven:
		return 0
	case evidence.Infra:
		return 3
	}
	return 1
}

// Summarize returns the summary of evidence.
func Summarize(e *evidence.Evidence) *Summary {
	s := &Summary{
		Version: 1, ID: e.ID, Verdict: e.Verdict, Exit: Exit(e.Verdict), Reasons: append([]string{}, e.Reasons...), Title: Title(e),
		Base: e.Base.Commit, Files: []string{}, Tests: []evidence.Test{}, Conditions: map[string]string{}, Engine: e.Engine,
		Sandbox: e.Sandbox.Level, Runs: len(e.Runs),
	}
	s.Duration = e.Asked
	for i := range e.Runs {
		s.Duration += e.Runs[i].Duration
	}
	if c := best(e); c != nil {
		s.Patch, s.Added, s.Deleted = c.SHA256, c.Added, c.Deleted
		for _, f := range c.Files {
			s.Files = append(s.Files, f.Path)
		}
		s.Tests = append(s.Tests, c.Tests...)
		for _, cond := range c.Conditions {
			s.Conditions[cond.ID] = string(cond.Holds)
		}
	}
	return s
}

// JSON returns a summary as JSON.
func (s *Summary) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// Text returns the summary for a terminal: one screen. Shown returns a path of
// the repository as people read it.
func Text(e *evidence.Evidence, artifacts string, shown func(path string) string) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("verdict:  %s\n", e.Verdict)
	for i, reason := range e.Reasons {
		if i == 5 && len(e.Reasons) > 6 { // a line for one would save none
			p("          and %s\n", report.NumberOf(len(e.Reasons)-i, "more reason"))
			break
		}
		p("          %s\n", inert.Line(reason))
	}
	if before := before(e); before != nil {
		where := ""
		if before.State != evidence.AtBase {
			where = ", on " + states[before.State]
		}
		p("before:   %s; %s%s\n", ended(before), counts(before), where)
	}
	c := best(e)
	if c != nil {
		if after := afterOf(e, c); after != nil {
			p("after:    %s; %s\n", ended(after), counts(after))
		}
		p("patch:    %s\n", sizeOf(c))
		for i, f := range c.Files {
			if i == 8 {
				p("          and %d more\n", len(c.Files)-i)
				break
			}
			p("          %s (%s)\n", inert.Line(shown(f.Path)), f.Kind)
		}
		parts, more := leftOut(c, 8, shown)
		for _, part := range parts {
			p("left out: %s\n", inert.Line(part))
		}
		if more > 0 {
			p("          and %d more\n", more)
		}
		if tried(e, c) {
			p("tests:    %s\n", testsLine(c))
			checks(&b, e, c)
		}
	}
	p("by:       %s\n", inert.Line(author(e)))
	p("sandbox:  %s, network %s\n", inert.Line(e.Sandbox.Level), inert.Line(e.Sandbox.Network))
	p("evidence: %s\n", inert.Line(artifacts))
	return b.String()
}

// testsLine counts the tests of a patch, and the tests that prove it.
func testsLine(c *evidence.Candidate) string {
	own, proving, others := 0, 0, 0
	for _, t := range c.Tests {
		switch {
		case t.Change == "unchanged":
			others++
		case t.Proves:
			proving++
			fallthrough
		default:
			own++
		}
	}
	var parts []string
	if own > 0 {
		parts = append(parts, fmt.Sprintf("%d added or changed", own))
	}
	if proving > 0 {
		parts = append(parts, prove(fmt.Sprint(proving), proving))
	}
	if others > 0 {
		parts = append(parts, prove(fmt.Sprintf("%d of the base", others), others))
	}
	if proving+others == 0 {
		parts = append(parts, "none proves the fix")
	}
	return strings.Join(parts, "; ")
}

func prove(some string, n int) string {
	if n == 1 {
		return some + " proves the fix"
	}
	return some + " prove the fix"
}

// checks prints the conditions that do not hold, without details that are among
// the reasons.
func checks(b *strings.Builder, e *evidence.Evidence, c *evidence.Candidate) {
	label := "checks:"
	for _, cond := range c.Conditions {
		if cond.Holds == evidence.Yes || cond.Holds == evidence.Unknown && e.Verdict == evidence.Refuted {
			continue // of a refuted patch, not all is tried
		}
		text := fmt.Sprintf("%s: %s", evidence.ConditionName(cond.ID), strings.Trim(marks[cond.Holds], "*"))
		if !slices.Contains(e.Reasons, cond.Detail) {
			text += ": " + strings.TrimSuffix(inert.Line(cond.Detail), ".")
		}
		fmt.Fprintf(b, "%-9s %s (%s)\n", label, text, cond.ID)
		label = ""
	}
}
