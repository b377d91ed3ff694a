package hadolint

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3044 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3044",
		Summary:  "ENV does not refer to a variable that the same ENV sets before",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "All values of one ENV are made from the variables as they were before it. A reference to one that the same ENV sets gives " +
			"the old value, or nothing, though it reads as if it gave the new one. A variable that is set to itself, as in " +
			"`ENV VERSION=$VERSION`, has the same value before and after, and a variable may refer to its own old value.",
		Bad:  "FROM debian:12\nENV HOME=/app PATH=$HOME/bin:$PATH\n",
		Good: "FROM debian:12\nENV HOME=/app\nENV PATH=$HOME/bin:$PATH\n",
	},
	Check: func(p *lint.Pass) {
		for _, ins := range p.All {
			if ins.OnBuild != nil {
				ins = ins.OnBuild
			}
			if ins.Name == "env" && len(ins.Pairs) > 1 {
				checkEnv(p, ins)
			}
		}
	},
}

func checkEnv(p *lint.Pass, ins *syntax.Instruction) {
	changed := make(map[string]bool)
	for _, pair := range ins.Pairs {
		var names []string
		for _, ref := range lint.References(pair.Value.Value, p.Escape, false) {
			if changed[ref.Name] {
				names = append(names, ref.Name)
			}
		}
		if len(names) > 0 {
			p.ReportWord(ins, pair.Word, fmt.Sprintf("$%s is still what it was before this ENV, which sets it", slices.Min(names)))
		}
		key := lint.Unquote(pair.Key.Value)
		switch value := lint.Unquote(pair.Value.Value); value {
		case "$" + key, "${" + key + "}":
		default:
			changed[key] = true
		}
	}
}
