package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// lastCounts returns a Check that reports each instruction of a kind that
// replaces an earlier one in its stage.
func lastCounts(name, keyword string) func(*lint.Pass) {
	return func(p *lint.Pass) {
		for _, s := range p.Stages {
			var before *syntax.Instruction
			for _, ins := range s.Instructions {
				if ins.Name != name {
					continue
				}
				if before != nil {
					p.ReportAt(ins, fmt.Sprintf("the %s on line %d has no effect: this one replaces it", keyword, before.Line),
						fixedits.Fix{Title: fmt.Sprintf("Delete the %s on line %d", keyword, before.Line), Edits: p.DeleteLines(before)})
				}
				before = ins
			}
		}
	}
}
