package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3013 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3013",
		Summary:  "Pin the versions of packages in pip install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Without a version, pip " + whyNewest + " A bound is accepted as a version, as is a requirements or " +
			"constraints file, which has the versions. A Git repository needs a revision.",
		Bad:  "FROM python:3.12\nRUN pip install flask\n",
		Good: "FROM python:3.12\nRUN pip install flask==3.0.3\n",
	},
	Check: func(p *lint.Pass) {
		constrained := settled(p, func(ins *syntax.Instruction) (on, ok bool) {
			file, ok := variable(ins, "PIP_CONSTRAINT")
			return file != "", ok
		})
		operations(p, func(ins *syntax.Instruction, op *packages.Operation) {
			if !op.Has("c", "constraint") && !constrained[ins] {
				reportUnpinned(p, op)
			}
		}, packages.Pip, packages.Pipx)
	},
}
