package report

import (
	"fmt"
	"strings"
	"unicode"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Counts are numbers of diagnostics.
type Counts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
}

// Count counts diagnostics by severity.
func Count(diagnostics []fixedits.Diagnostic) Counts {
	var c Counts
	for i := range diagnostics {
		c.add(diagnostics[i].Severity)
	}
	return c
}

func (c *Counts) add(s fixedits.Severity) {
	switch s {
	case fixedits.SeverityError:
		c.Error++
	case fixedits.SeverityWarning:
		c.Warning++
	default:
		c.Info++
	}
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

// OneLine puts a message on one line and replaces control characters.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r):
			return '\ufffd'
		}
		return r
	}, s)
}
