package checks

import (
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

// Page returns the address of the page about a built-in rule.
func Page(rule string) string {
	namespace, name, _ := strings.Cut(rule, "/")
	return version.Homepage + "/blob/main/docs/rules/" + namespace + ".md#" + strings.ToLower(name)
}

// Text returns the explanation of a rule for a person.
func (rule *Rule) Text() string {
	w := new(strings.Builder)
	fmt.Fprintf(w, "%s: %s\n\n", rule.Name, rule.Summary)
	fmt.Fprintf(w, "Severity: %s\nPhase: %s\n", rule.Severity, rule.Phase)
	if rule.Safety != "" {
		fmt.Fprintf(w, "Fix: %s\n", rule.Safety)
	} else {
		fmt.Fprintln(w, "Fix: none")
	}
	if rule.Security {
		fmt.Fprintln(w, "Security: an answer of an agent with a new finding is refused")
	}
	if rule.Same != "" {
		fmt.Fprintf(w, "Says the same: %s\n", rule.Same)
	}
	sectionText(w, "Why", rule.Why)
	exampleText(w, "Bad", rule.Bad)
	exampleText(w, "Good", rule.Good)
	sectionText(w, "What the fix does", rule.Fix)
	sectionText(w, "Why the fix has no certificate", rule.NoCertificate)
	for _, table := range rule.OptionTables() {
		optionsText(w, table)
	}
	return w.String()
}

// optionsText writes the options that a table of autofix.toml may have.
func optionsText(w io.Writer, table OptionTable) {
	fmt.Fprintf(w, "\nOptions, in %s of autofix.toml:\n", table.Name)
	for _, option := range table.Options {
		fmt.Fprintf(w, "  %s (%s, default %s): %s\n", option.Name, option.Type(), option.DefaultTOML(), option.Doc)
		if len(option.Values) > 0 {
			fmt.Fprintf(w, "    one of %s\n", strings.Join(option.Values, ", "))
		}
	}
}

func sectionText(w io.Writer, title, text string) {
	if text != "" {
		fmt.Fprintf(w, "\n%s: %s\n", title, strings.TrimSpace(text))
	}
}

func exampleText(w io.Writer, title, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(w, "\n%s:\n", title)
	for line := range strings.Lines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintf(w, "    %s\n", strings.TrimSuffix(line, "\n"))
	}
}
