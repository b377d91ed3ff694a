package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// Marker is in the body of each pull request and comment of a proof, so that it
// is found again. It has the id of the proof's branch.
func Marker(branch string) string { return "<!-- autofix-prove: " + branch + " -->" }

const (
	mostShown    = 20      // names of a list in a body
	mostMessages = 3       // messages of failing cases
	mostCause    = 2 << 10 // characters of the cause at the top; all of it is below
)

// Body returns the text of a pull request, or of a comment if there is none. A
// pull request starts with the cause, the failing message, the tests that hold
// it now, and the size. Everything else is folded.
func Body(e *evidence.Evidence, branch string) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	c := best(e)
	pull := c != nil && (e.Verdict == evidence.Proven || e.Verdict == evidence.Weak)
	p("%s\n", Marker(branch))
	if pull {
		cause(&b, c)
		messages(&b, e, c)
		guards(&b, c)
		p("\n## Size\n\n%s.\n", sizeOf(c))
	}
	p("\n## Verdict: %s\n\n%s\n", e.Verdict, Meaning(e.Verdict))
	if len(e.Reasons) > 0 {
		p("\n")
		for _, reason := range e.Reasons {
			p("- %s\n", inert.Text(reason))
		}
	}
	if !pull {
		messages(&b, e, c)
	}
	p("\n<details><summary>All of the evidence</summary>\n")
	beforeAndAfter(&b, e, c)
	if c != nil {
		change(&b, c)
		testsOf(&b, e, c)
		checksOf(&b, e, c)
	}
	exceptions(&b, e)
	p("\n## How this was made\n\n- %s: %s\n", authorIs(e), inert.Text(author(e)))
	p("- Base: %s%s\n", inert.Code(e.Base.Commit), map[bool]string{true: ", with uncommitted changes"}[e.Base.Dirty])
	p("- Sandbox: %s, network: %s\n", inert.Text(e.Sandbox.Level), inert.Text(e.Sandbox.Network))
	p("- Evidence: %s, by autofix %s\n", inert.Code(e.ID), inert.Text(e.Tool.Version))
	if pull {
		p("- Rollback: revert the commit; nothing else depends on it\n")
	}
	if c != nil {
		p("\nTo make the proof again, in a checkout of the base, with the artifacts of this one:\n\n```sh\nautofix prove --verify-evidence=evidence.json\n```\n")
		wordsOf(&b, c.Words)
	}
	p("\n</details>\n")
	return b.String()
}

// cause writes the cause of the fault in the words of the engine, or the places
// that the patch changes.
func cause(b *strings.Builder, c *evidence.Candidate) {
	b.WriteString("\n## Cause\n\n")
	if c.Words != nil && strings.TrimSpace(c.Words.RootCause) != "" {
		fmt.Fprintf(b, "In the words of the model:\n\n%s", inert.Block(cut(c.Words.RootCause, mostCause, inert.Plain)))
		return
	}
	var needed, others []string
	for i := range c.Hunks {
		h := &c.Hunks[i]
		place := fmt.Sprintf("%s, line %d", inert.Code(h.Path), h.Line)
		switch {
		case h.Dropped || h.Needed == evidence.HunkNoCode:
		case h.Needed == evidence.HunkNeeded:
			needed = append(needed, place)
		default:
			others = append(others, place)
		}
	}
	switch {
	case len(needed) == 1:
		fmt.Fprintf(b, "Without the change of %s, the failure is back.\n", needed[0])
	case len(needed) > 1:
		b.WriteString("Without any one of these changes, the failure is back:\n\n")
		list(b, needed)
	case len(others) > 0:
		b.WriteString("Nobody has stated it. The patch changes:\n\n")
		list(b, others)
	default:
		b.WriteString("Nobody has stated it.\n")
	}
}

// list writes the first lines of a list, and how many more there are.
func list(b *strings.Builder, lines []string) {
	for i, line := range lines {
		if i == mostShown {
			fmt.Fprintf(b, "- and %d more\n", len(lines)-i)
			break
		}
		fmt.Fprintf(b, "- %s\n", line)
	}
}

// messages writes the messages of the failing cases before and after, or the
// end of the output of a command that has none.
func messages(b *strings.Builder, e *evidence.Evidence, c *evidence.Candidate) {
	before := before(e)
	if before == nil || before.Passed() {
		return
	}
	b.WriteString("\n## Failing message\n")
	after := afterOf(e, c)
	n := 0
	for _, failing := range failures(before) {
		if failing.Message == "" {
			continue
		}
		if n++; n > mostMessages {
			continue
		}
		fmt.Fprintf(b, "\n%s, before:\n\n%s", inert.Code(caseName(failing)), inert.Block(failing.Message))
		if after != nil {
			message(b, after, failing.Key())
		}
	}
	switch {
	case n > mostMessages:
		fmt.Fprintf(b, "\nAnd %s.\n", report.NumberOf(n-mostMessages, "other failing case"))
	case n == 0:
		end(b, before, "before")
		if after != nil && after.Passed() {
			b.WriteString("\nWith the patch, the command passes.\n")
		} else if after != nil {
			end(b, after, "with the patch")
		}
	}
}

// message writes the result of a case with the patch.
func message(b *strings.Builder, after *evidence.Run, key string) {
	for i := range after.Cases {
		now := &after.Cases[i]
		switch {
		case now.Key() != key:
			continue
		case now.Status.Red() && now.Message != "":
			fmt.Fprintf(b, "\nWith the patch:\n\n%s", inert.Block(now.Message))
		default:
			fmt.Fprintf(b, "\nWith the patch: %s.\n", now.Status)
		}
		return
	}
	b.WriteString("\nWith the patch, it did not run.\n")
}

// end writes the end of an output of a run.
func end(b *strings.Builder, r *evidence.Run, when string) {
	text, stream := lastLines(r)
	if strings.TrimSpace(text) == "" {
		fmt.Fprintf(b, "\nThe command printed nothing %s; %s.\n", when, ended(r))
		return
	}
	fmt.Fprintf(b, "\nThe end of the %s %s:\n\n%s", stream, when, inert.Block(text))
}

// guards writes the tests that hold the fix.
func guards(b *strings.Builder, c *evidence.Candidate) {
	b.WriteString("\n## Tests that hold it now\n\n")
	var lines []string
	for i := range c.Tests {
		if t := &c.Tests[i]; t.Proves {
			lines = append(lines, fmt.Sprintf("%s (%s)%s", inert.Code(testName(t)), inert.Text(t.Change), map[bool]string{true: ", weakly: it does not build without the fix"}[t.Weak]))
		}
	}
	if len(lines) == 0 {
		lines = []string{"None that is known by name."}
	}
	list(b, lines)
}

func beforeAndAfter(b *strings.Builder, e *evidence.Evidence, c *evidence.Candidate) {
	before := before(e)
	fmt.Fprintf(b, "\n## Before and after\n\nCommand: %s\n\n| | ends with | test cases | time | SHA-256 |\n|---|---|---|---|---|\n", inert.Code(commandOf(e.Command)))
	for _, row := range []struct {
		name string
		run  *evidence.Run
	}{{"before", before}, {"after", afterOf(e, c)}} {
		if row.run == nil {
			fmt.Fprintf(b, "| %s | not run | | | |\n", row.name)
			continue
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", row.name, ended(row.run), counts(row.run), took(row.run.Duration), hashes(row.run))
	}
	if before == nil {
		return
	}
	if before.State != evidence.AtBase {
		fmt.Fprintf(b, "\nBefore is %s: the command passes on the base itself.\n", states[before.State])
	}
	if names := red(before); len(names) > 0 {
		b.WriteString("\nFailing before:\n\n")
		list(b, names)
	}
}

// hashes returns the hashes of the outputs of a run that are not empty.
func hashes(r *evidence.Run) string {
	var all []string
	for _, stream := range []struct {
		name string
		is   *evidence.Output
	}{{"standard output", &r.Stdout}, {"standard error", &r.Stderr}} {
		if stream.is.Bytes > 0 {
			all = append(all, stream.name+" "+inert.Code(stream.is.SHA256))
		}
	}
	if len(all) == 0 {
		return "no output"
	}
	return strings.Join(all, ", ")
}

// lastLines returns the end of a run's output, as a person reads it: at most 20
// lines and 4 KiB. It also returns the name of the stream.
func lastLines(r *evidence.Run) (text, stream string) {
	text, stream = printed.Text(&r.Stdout), "standard output"
	if messages := printed.Text(&r.Stderr); strings.TrimSpace(text) == "" || r.Reader == "bazel" && strings.TrimSpace(messages) != "" {
		text, stream = messages, "standard error"
	}
	return process.LastLines(text), stream
}

func change(b *strings.Builder, c *evidence.Candidate) {
	fmt.Fprintf(b, "\n## Change\n\n%s. SHA-256 of patch.diff: %s\n\n| file | kind | lines | why |\n|---|---|---:|---|\n", sizeOf(c), inert.Code(c.SHA256))
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
		list(b, unproven)
	}
}

func testsOf(b *strings.Builder, e *evidence.Evidence, c *evidence.Candidate) {
	if !tried(e, c) {
		return
	}
	b.WriteString("\n## Tests\n\n")
	if len(c.Tests) == 0 {
		b.WriteString("The patch adds or changes no test.\n")
		return
	}
	b.WriteString("| test | | without the fix | with it | proves the fix |\n|---|---|---|---|---|\n")
	for i := range c.Tests {
		t := &c.Tests[i]
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", inert.Code(testName(t)), inert.Text(t.Change), t.Before, t.After, proves(t))
	}
	if m := c.Mutants; m != nil {
		fmt.Fprintf(b, "\n%s", noticed(m))
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

// checksOf writes the conditions of a patch that ran.
func checksOf(b *strings.Builder, e *evidence.Evidence, c *evidence.Candidate) {
	if len(c.Conditions) == 0 || !tried(e, c) {
		return
	}
	b.WriteString("\n## Checks\n\n| check | holds | about | detail | |\n|---|---|---|---|---|\n")
	for _, cond := range c.Conditions {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", inert.Text(evidence.ConditionName(cond.ID)), marks[cond.Holds], conditions[cond.ID], inert.Text(cond.Detail), inert.Text(cond.ID))
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
	b.WriteString("\n## In the words of the model\n\nThese are quotations. No verdict rests on them.\n")
	for _, part := range parts {
		if part.text != "" {
			fmt.Fprintf(b, "\n%s:\n\n%s", part.name, inert.Block(part.text))
		}
	}
}

func exceptions(b *strings.Builder, e *evidence.Evidence) {
	if len(e.Exceptions) == 0 {
		return
	}
	b.WriteString("\n## Exceptions\n\n")
	for _, x := range e.Exceptions {
		fmt.Fprintf(b, "- %s, by %s: %s", inert.Code(x.Policy), inert.Text(x.By), inert.Text(x.Reason))
		if x.Alternative != "" {
			fmt.Fprintf(b, ". Instead: %s", inert.Text(x.Alternative))
		}
		b.WriteString("\n")
	}
}
