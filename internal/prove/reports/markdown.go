package reports

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// phases are the headings of evidence.md, in order.
var phases = []struct {
	phase evidence.Phase
	title string
}{
	{evidence.Setup, "Setup"},
	{evidence.Reproduce, "Reproduce"},
	{evidence.Localize, "Localize"},
	{evidence.Prevent, "Prevent: tests that fail on the base"},
	{evidence.Fix, "Fix"},
	{evidence.Prove, "Prove"},
}

// Markdown returns evidence.md: every command that ran, by phase, with the end
// of its output where it did not pass.
func Markdown(e *evidence.Evidence) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("# Evidence %s: %s\n\n%s\n\n", inert.Text(e.ID), e.Verdict, Meaning(e.Verdict))
	p("- Command: %s\n- Base: %s\n- %s: %s\n", inert.Code(commandOf(e.Command)), inert.Code(e.Base.Commit), authorIs(e), inert.Text(author(e)))
	p("- Sandbox: %s; network: %s", inert.Text(e.Sandbox.Level), inert.Text(e.Sandbox.Network))
	if len(e.Sandbox.Missing) > 0 {
		p("; not enforced: %s", inert.Text(strings.Join(e.Sandbox.Missing, "; ")))
	}
	p("\n- Variables: %s\n", inert.Text(strings.Join(e.Environment, ", ")))
	for _, list := range [][]string{e.Reasons, e.Notes} {
		for _, text := range list {
			p("- %s\n", inert.Text(text))
		}
	}
	for _, section := range phases {
		heading := false
		for i := range e.Runs {
			r := &e.Runs[i]
			if r.Phase != section.phase {
				continue
			}
			if !heading {
				heading = true
				p("\n## %s\n", section.title)
			}
			runOf(&b, r)
		}
		if section.phase == evidence.Localize && e.Localization != nil {
			if !heading {
				p("\n## %s\n", section.title)
			}
			placesOf(&b, e.Localization)
		}
	}
	return b.String()
}

// runOf writes a run.
func runOf(b *strings.Builder, r *evidence.Run) {
	what := string(r.State)
	if r.Candidate > 0 {
		what += fmt.Sprintf(" of candidate %d", r.Candidate)
	}
	if r.Subject != "" {
		what += ", " + inert.Text(r.Subject)
	}
	fmt.Fprintf(b, "\n### %s: %s, run %d\n\n%s\n\n%s after %s; %s", r.ID, what, r.Attempt, inert.Code(commandOf(r.Command)), ended(r), took(r.Duration), counts(r))
	if !r.Built {
		b.WriteString("; something did not build")
	}
	fmt.Fprintf(b, ". SHA-256: %s\n", hashes(r))
	for _, problem := range r.Problems {
		fmt.Fprintf(b, "\n- **%s**: %s\n", problem.Code, inert.Text(problem.Detail))
	}
	if names := red(r); len(names) > 0 {
		b.WriteString("\n")
		list(b, names)
	}
	if !r.Passed() {
		if text, stream := lastLines(r); strings.TrimSpace(text) != "" {
			fmt.Fprintf(b, "\nThe end of the %s:\n\n%s", stream, inert.Block(text))
		}
	}
}

func placesOf(b *strings.Builder, l *evidence.Localization) {
	b.WriteString("\n| place | score | signals |\n|---|---:|---|\n")
	for _, place := range l.Places {
		at := place.Path
		if place.Line > 0 {
			at = fmt.Sprintf("%s:%d", at, place.Line)
		}
		fmt.Fprintf(b, "| %s | %.2f | %s |\n", inert.Code(at), place.Score, inert.Text(strings.Join(place.Signals, "; ")))
	}
	if l.Hypothesis != "" {
		fmt.Fprintf(b, "\nThe hypothesis of the model:\n\n%s", inert.Block(l.Hypothesis))
	}
}
