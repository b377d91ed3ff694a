package buildkit

import (
	"fmt"
	"strings"
	"unicode"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var legacyKeyValueFormat = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/LegacyKeyValueFormat",
		Summary:  "Use key=value in ENV and LABEL",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "The form with a space is deprecated. It sets one variable to the rest of the line: in `ENV A 1 " +
			"B=2`, the value of A is \"1 B=2\", which is rarely intended.",
		Bad:  "FROM debian:12\nENV GREETING good morning\n",
		Good: "FROM debian:12\nENV GREETING=\"good morning\"\n",
		Fix: "writes = and quotes values with spaces. The value stays exactly the same. A value over several " +
			"lines has no fix, because several variables were probably intended.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if ins.Name != "env" && ins.Name != "label" {
				continue
			}
			for _, pair := range ins.Pairs {
				if !pair.Legacy {
					continue
				}
				var fixes []fixedits.Fix
				if s != nil && onOneLine(p, ins, pair) && canHaveEquals(p.Env(s, ins), pair, p.Escape) {
					fixes = append(fixes, fixedits.Fix{Title: "Use =", Edits: withEquals(p, ins, pair)})
				}
				p.ReportWord(ins, pair.Key, fmt.Sprintf("use %s=value instead of a space, which is deprecated", pair.Key.Value), fixes...)
			}
		}
	},
}

// onOneLine reports whether a pair is on a single line.
func onOneLine(p *lint.Pass, ins *syntax.Instruction, pair syntax.Pair) bool {
	span := ins.Text.Span(pair.Key.Start, pair.Value.End)
	return !strings.Contains(p.Source[span.Start:span.End], "\n")
}

// canHaveEquals reports whether a pair means the same with =: BuildKit can
// parse it, and its name has no quotes, which would make whitespace part of it.
func canHaveEquals(env lint.Env, pair syntax.Pair, escape byte) bool {
	return env.Expand(pair.Key.Value).Err == nil && env.Expand(pair.Value.Value).Err == nil &&
		!strings.ContainsAny(pair.Key.Value, `'"`+string(escape))
}

// withEquals returns the edits that write a pair with =. A value with unquoted
// whitespace is quoted as a whole or, if it already has quotes or escapes, the
// whitespace is escaped character by character.
func withEquals(p *lint.Pass, ins *syntax.Instruction, pair syntax.Pair) []fixedits.Edit {
	edits := p.Replace(ins, pair.Key.End, pair.Value.Start, "=")
	text, at := pair.Value.Value, pair.Value.Start
	bare := bareWhitespace(text, p.Escape)
	if len(bare) == 0 {
		return edits
	}
	if !strings.ContainsAny(text, `'"`+string(p.Escape)) {
		edits[0].New = []byte(`="`)
		return append(edits, p.Insert(ins, at+len(text), `"`)...)
	}
	for _, i := range bare {
		edits = append(edits, p.Replace(ins, at+i, at+i+1, string(p.Escape)+text[i:i+1])...)
	}
	return edits
}

// bareWhitespace returns the offsets of whitespace that is neither quoted nor
// escaped.
func bareWhitespace(text string, escape byte) []int {
	var out []int
	var quote, before rune
	for i, c := range text {
		switch {
		case before == rune(escape) && quote != '\'':
			c = 0 // an escaped escape character
		case quote == 0 && unicode.IsSpace(c):
			out = append(out, i)
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
		before = c
	}
	return out
}
