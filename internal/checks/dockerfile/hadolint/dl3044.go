package hadolint

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3044 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3044",
		Summary:  "Do not refer to a variable in the ENV that sets it",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "All values of an ENV are expanded with the variables as they were before it. A reference to a " +
			"variable that the same ENV sets expands to the old value, or to nothing. A variable may refer to its " +
			"own old value, as in `ENV PATH=$PATH:/app`.",
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
			p.ReportWord(ins, pair.Word, fmt.Sprintf("$%s expands to its value before this ENV: set it in a separate ENV first", slices.Min(names)))
		}
		key := lint.Unquote(pair.Key.Value)
		switch value := lint.Unquote(pair.Value.Value); value {
		case "$" + key, "${" + key + "}":
		default:
			changed[key] = true
		}
	}
}
