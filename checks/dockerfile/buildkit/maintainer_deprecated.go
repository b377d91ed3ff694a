package buildkit

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var maintainerDeprecated = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/MaintainerDeprecated",
		Summary:  "who has made an image is said by a label, not by MAINTAINER",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "MAINTAINER is deprecated. A label is found by all that reads images, and the OCI image format has a name for this one: " +
			"org.opencontainers.image.authors.",
		Bad:  "FROM debian:12\nMAINTAINER Ada Lovelace <ada@example.com>\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.authors=\"Ada Lovelace <ada@example.com>\"\n",
		Fix:  "writes the label. What looks for the field Author of an image no longer finds it.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if ins.Name != "maintainer" {
				continue
			}
			var fixes []fixedits.Fix
			if s != nil && ins.Args.Value != "" {
				fixes = append(fixes, fixedits.Fix{Title: "Write a label", Edits: authors(p, ins)})
			}
			p.ReportAt(ins, "MAINTAINER is deprecated: use the label org.opencontainers.image.authors", fixes...)
		}
	},
}

// authors returns the edits that make a LABEL of a MAINTAINER. MAINTAINER takes all to the letter, quotes around the name too,
// which are not meant.
func authors(p *lint.Pass, ins *syntax.Instruction) []fixedits.Edit {
	keyword := "LABEL"
	if ins.Keyword.Value == ins.Name {
		keyword = "label"
	}
	edits := p.ReplaceWord(ins, ins.Keyword, keyword)
	text := ins.Args.Value
	first, last := 0, len(text)
	quoted := last > 1 && (text[0] == '"' || text[0] == '\'') && text[last-1] == text[0]
	if quoted {
		first, last = 1, last-1
	}
	at := ins.Args.Start
	const opening = `org.opencontainers.image.authors="`
	if first == last {
		return append(edits, p.Replace(ins, at, ins.Args.End, opening+`"`)...)
	}
	for i := range len(text) {
		old := text[i : i+1]
		if quoted && (i == 0 || i == last) {
			old = ""
		}
		replacement := old
		if i >= first && i < last && (strings.Contains(`"$`, old) || old[0] == p.Escape) {
			replacement = string(p.Escape) + old
		}
		if i == 0 {
			replacement = opening + replacement
		}
		if i == len(text)-1 {
			replacement += `"`
		}
		if replacement != text[i:i+1] {
			edits = append(edits, p.Replace(ins, at+i, at+i+1, replacement)...)
		}
	}
	return edits
}
