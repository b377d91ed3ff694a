package report

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Counts are numbers of diagnostics.
type Counts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
}

// count counts the places of diagnostics by severity.
func count(diagnostics []fixedits.Diagnostic) Counts {
	var c Counts
	for i := range diagnostics {
		c.add(diagnostics[i].Severity, placesOf(&diagnostics[i]))
	}
	return c
}

func (c *Counts) add(s fixedits.Severity, n int) {
	switch s {
	case fixedits.SeverityError:
		c.Error += n
	case fixedits.SeverityWarning:
		c.Warning += n
	default:
		c.Info += n
	}
}

// all returns the sum.
func (c Counts) all() int { return c.Error + c.Warning + c.Info }

// placesOf returns the number of places that a finding stands for: the last of
// very many of a rule in a file stands for the following ones.
func placesOf(d *fixedits.Diagnostic) int {
	_, places := fixedits.Places(d.Message)
	return places
}

func bySeverity(c Counts) string {
	var parts []string
	if c.Error > 0 {
		parts = append(parts, NumberOf(c.Error, "error"))
	}
	if c.Warning > 0 {
		parts = append(parts, NumberOf(c.Warning, "warning"))
	}
	if c.Info > 0 {
		parts = append(parts, fmt.Sprintf("%d info", c.Info))
	}
	return strings.Join(parts, ", ")
}

// NumberOf returns a number with its noun, in the plural if needed.
func NumberOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "x") {
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func isAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

func itThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
