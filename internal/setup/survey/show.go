package survey

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// mostLanguages is the largest number of languages that are printed.
const mostLanguages = 8

// Text prints the result for a person.
func (r *Repository) Text(w io.Writer) error {
	line := report.NumberOf(r.Files, "file")
	for i, language := range r.Languages[:min(len(r.Languages), mostLanguages)] {
		line += fmt.Sprintf("%s %d %s", separator(i), language.Files, language.Name)
	}
	if len(r.Languages) > mostLanguages {
		line += ", ..."
	}
	lines := []string{"files\t" + line}
	if r.Bazel.In() {
		lines = append(lines, "Bazel\t"+strings.Join(r.Bazel.parts(), ", "))
	}
	if r.Hooks.Manager != "" {
		lines = append(lines, fmt.Sprintf("hooks\t%s (%s)", r.Hooks.Manager, r.Hooks.File))
	}
	for _, group := range r.LeftAlone {
		line := fmt.Sprintf("left alone\t%s: %s", report.NumberOf(group.Files, "file"), group.Reason)
		if len(group.Folders) > 0 {
			line += " (in " + few(group.Folders) + ")"
		}
		lines = append(lines, line)
	}
	for _, why := range r.Unread {
		lines = append(lines, "not read\t"+why)
	}
	if err := columns(w, lines); err != nil || len(r.Uses) == 0 {
		return err
	}
	lines = nil
	for _, use := range r.Uses {
		counterpart := use.Counterpart
		if counterpart == "" {
			counterpart = "stays; autofix has no counterpart"
		}
		lines = append(lines, fmt.Sprintf("%s\t%s (%s)", use.Name, counterpart, few(use.Where)))
	}
	fmt.Fprint(w, "\nand these tools:\n\n")
	return columns(w, lines)
}

// columns prints lines of a name, a tab and a text.
func columns(w io.Writer, lines []string) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		name, text, _ := strings.Cut(line, "\t")
		fmt.Fprintf(aligned, "  %s\t%s\n", inert.Line(name), inert.Line(text))
	}
	return aligned.Flush()
}

// separator returns what comes before the ith item of a list after a colon.
func separator(i int) string {
	if i == 0 {
		return ":"
	}
	return ","
}

// few returns the first names of a list, and how many there are besides.
func few(names []string) string {
	const most = 3
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// parts returns what there is of Bazel.
func (b *Bazel) parts() (all []string) {
	for _, file := range []string{b.Module, b.Workspace, b.Build} {
		if file != "" {
			all = append(all, file)
		}
	}
	all = append(all, b.RC.Files...)
	if b.Gazelle != "" {
		all = append(all, "Gazelle ("+b.Gazelle+")")
	}
	if b.Nogo != "" {
		all = append(all, "nogo ("+b.Nogo+")")
	}
	if b.Has(RulesLint) {
		all = append(all, "rules_lint")
	}
	return all
}
