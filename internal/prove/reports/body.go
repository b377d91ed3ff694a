package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

// Marker is in the body of each pull request and comment of a proof, so that it
// is found again. It has the id of the proof's branch.
func Marker(branch string) string { return "<!-- autofix-prove: " + branch + " -->" }

// Title returns the title of a pull request, without a newline at its end.
func Title(e *evidence.Evidence) string {
	title := ""
	if c := best(e); c != nil && c.Words != nil {
		title = inert.Line(c.Words.Title)
	}
	if strings.TrimSpace(title) == "" {
		title = "Fix " + inert.Line(commandOf(e.Command))
	}
	if runes := []rune(strings.TrimSpace(title)); len(runes) > 100 {
		return string(runes[:99]) + "…"
	}
	return strings.TrimSpace(title)
}

// mostShown bounds a list of names in a body.
const mostShown = 20

// Body returns the text of a pull request, or of a comment if there is none.
func Body(e *evidence.Evidence, branch string) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("%s\n## Verdict: %s\n\n%s\n", Marker(branch), e.Verdict, Meaning(e.Verdict))
	if len(e.Reasons) > 0 {
		p("\n")
		for _, reason := range e.Reasons {
			p("- %s\n", inert.Text(reason))
		}
	}
	c := best(e)
	beforeAndAfter(&b, e, c)
	if c != nil {
		change(&b, c)
		testsOf(&b, c)
		conditionsOf(&b, c)
		wordsOf(&b, c.Words)
	}
	exceptions(&b, e)
	p("\n## How this was made\n\n- Patch by: %s; %s\n", inert.Text(who(&e.Engine)), cost(&e.Engine))
	p("- Base: %s%s\n", inert.Code(e.Base.Commit), map[bool]string{true: ", with uncommitted changes"}[e.Base.Dirty])
	p("- Sandbox: %s, network: %s\n", inert.Text(e.Sandbox.Level), inert.Text(e.Sandbox.Network))
	p("- Evidence: %s, by autofix %s\n", inert.Code(e.ID), inert.Text(e.Tool.Version))
	p("\nTo make the proof again, in a checkout of the base, with the artifacts of this one:\n\n```sh\nautofix prove --verify-evidence=evidence.json\n```\n")
	return b.String()
}

func beforeAndAfter(b *strings.Builder, e *evidence.Evidence, c *evidence.Candidate) {
	before := before(e)
	var after *evidence.Run
	if c != nil {
		after = find(e, evidence.Prove, evidence.AtCandidate, c.ID)
	}
	fmt.Fprintf(b, "\n## Before and after\n\nCommand: %s\n\n| | ends with | test cases | time | hash of the output |\n|---|---|---|---|---|\n", inert.Code(commandOf(e.Command)))
	for _, row := range []struct {
		name string
		run  *evidence.Run
	}{{"before", before}, {"after", after}} {
		if row.run == nil {
			fmt.Fprintf(b, "| %s | not run | | | |\n", row.name)
			continue
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", row.name, ended(row.run), counts(row.run), took(row.run.Duration), inert.Code(row.run.Stdout.SHA256[:min(16, len(row.run.Stdout.SHA256))]))
	}
	if before == nil {
		return
	}
	if before.State != evidence.AtBase {
		fmt.Fprintf(b, "\nBefore is %s: the command passes on the base itself.\n", states[before.State])
	}
	if names, more := red(before, mostShown); len(names) > 0 {
		b.WriteString("\nFailing before:\n\n")
		for _, name := range names {
			fmt.Fprintf(b, "- %s\n", inert.Code(name))
		}
		if more > 0 {
			fmt.Fprintf(b, "- and %d more\n", more)
		}
	}
	if text := lastLines(before); text != "" {
		fmt.Fprintf(b, "\n<details><summary>The end of the output before</summary>\n\n%s\n</details>\n", inert.Block(text))
	}
}

// lastLines returns the end of a run's output, as a person reads it: at most 20
// lines and 4 KiB.
func lastLines(r *evidence.Run) string {
	text := printed.Text(&r.Stdout)
	if messages := printed.Text(&r.Stderr); strings.TrimSpace(text) == "" || r.Reader == "bazel" && strings.TrimSpace(messages) != "" {
		text = messages
	}
	return process.LastLines(text)
}

func change(b *strings.Builder, c *evidence.Candidate) {
	fmt.Fprintf(b, "\n## Change\n\n%d added and %d deleted lines in %d files. SHA-256 of patch.diff: %s\n\n| file | kind | lines | why |\n|---|---|---:|---|\n", c.Added, c.Deleted, len(c.Files), inert.Code(c.SHA256))
	for _, f := range c.Files {
		op := ""
		if f.Op != "modify" {
			op = ", " + f.Op
		}
		fmt.Fprintf(b, "| %s | %s%s | +%d −%d | %s |\n", inert.Code(f.Path), f.Kind, op, f.Added, f.Deleted, inert.Text(f.Justification))
	}
	var unproven []string
	for _, h := range c.Hunks {
		switch {
		case h.Dropped:
			unproven = append(unproven, fmt.Sprintf("%s, line %d: left out of the patch, because no test needs it", inert.Code(h.Path), h.Line))
		case h.Needed == evidence.HunkUnproven:
			unproven = append(unproven, fmt.Sprintf("%s, line %d: no test needs it", inert.Code(h.Path), h.Line))
		}
	}
	if len(unproven) > 0 {
		b.WriteString("\nParts that are not proven:\n\n")
		for _, u := range unproven {
			fmt.Fprintf(b, "- %s\n", u)
		}
	}
}

func testsOf(b *strings.Builder, c *evidence.Candidate) {
	b.WriteString("\n## Tests\n\n")
	if len(c.Tests) == 0 {
		b.WriteString("The patch adds or changes no test.\n")
		return
	}
	b.WriteString("| test | | without the fix | with it | proves the fix |\n|---|---|---|---|---|\n")
	for _, t := range c.Tests {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", inert.Code(strings.TrimSpace(t.Suite+" "+t.Name)), inert.Text(t.Change), t.Before, t.After, proves(&t))
	}
	if m := c.Mutants; m != nil {
		fmt.Fprintf(b, "\nTests notice %d of %d small mistakes in the changed lines.", m.Killed, m.Tried)
		if len(m.Alive) > 0 {
			b.WriteString(" Not noticed:\n\n")
			for _, a := range m.Alive {
				fmt.Fprintf(b, "- %s, line %d: %s\n", inert.Code(a.Path), a.Line, inert.Text(a.What))
			}
		} else {
			b.WriteString("\n")
		}
	}
}

func conditionsOf(b *strings.Builder, c *evidence.Candidate) {
	if len(c.Conditions) == 0 {
		return
	}
	b.WriteString("\n## Conditions\n\n| | condition | holds | |\n|---|---|---|---|\n")
	for _, cond := range c.Conditions {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", inert.Text(cond.ID), conditions[cond.ID], marks[cond.Holds], inert.Text(cond.Detail))
	}
}

// wordsOf quotes the words of an engine.
func wordsOf(b *strings.Builder, w *evidence.Words) {
	if w == nil {
		return
	}
	parts := []struct{ name, text string }{
		{"Root cause", w.RootCause}, {"Fix", w.Fix}, {"Tests", w.Tests}, {"Risk and rollback", w.Risk},
	}
	if !slices.ContainsFunc(parts, func(p struct{ name, text string }) bool { return p.text != "" }) {
		return
	}
	b.WriteString("\n## In the words of the model\n\nThese are quotations. Nothing above rests on them.\n")
	for _, part := range parts {
		if part.text != "" {
			fmt.Fprintf(b, "\n%s:\n\n%s", part.name, inert.Block(part.text))
		}
	}
}

func exceptions(b *strings.Builder, e *evidence.Evidence) {
	b.WriteString("\n## Exceptions\n\n")
	if len(e.Exceptions) == 0 {
		b.WriteString("None.\n")
	}
	for _, x := range e.Exceptions {
		fmt.Fprintf(b, "- %s, by %s: %s", inert.Code(x.Policy), inert.Text(x.By), inert.Text(x.Reason))
		if x.Alternative != "" {
			fmt.Fprintf(b, ". Instead: %s", inert.Text(x.Alternative))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## Rollback\n\nRevert the commit: it is one, and nothing else depends on it.\n")
}
