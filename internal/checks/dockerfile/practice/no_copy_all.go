package practice

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var noCopyAll = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/no-copy-all",
		Summary:  "Do not copy the whole build context",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "COPY . copies everything in the folder: keys, .git, old build outputs. A change of any file also " +
			"invalidates the cache for all later steps.",
		Bad:     "FROM debian:12\nCOPY . /app\n",
		Good:    "FROM debian:12\nCOPY go.mod go.sum /app/\nCOPY cmd /app/cmd\n",
		Options: []checks.Option{{Name: "final-only", Kind: config.Bool, Default: false, Doc: "check only the last stage and its ancestors"}},
	},
	Check: func(p *lint.Pass) {
		final := make(map[*lint.Stage]bool)
		if len(p.Stages) > 0 {
			for s := p.Stages[len(p.Stages)-1]; s != nil; s = s.Parent {
				final[s] = true
			}
		}
		finalOnly := p.Bool("final-only")
		for s, ins := range p.All {
			if ins = lint.Inner(ins); (ins.Name == "copy" || ins.Name == "add") && (!finalOnly || final[s]) {
				checkCopy(p, ins)
			}
		}
	},
}

func checkCopy(p *lint.Pass, ins *syntax.Instruction) {
	for _, f := range ins.Flags {
		if f.Name == "from" {
			return
		}
	}
	for i, w := range ins.Words {
		switch source := strings.Trim(w.Value, `"'`); source {
		case ".", "./", "*", "./*", "/", "/.":
			if i < len(ins.Words)-1 {
				p.ReportWord(ins, w, "copy files by name: "+source+" copies the whole build context")
			}
		}
	}
}
