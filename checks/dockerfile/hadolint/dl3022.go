package hadolint

import (
	"fmt"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3022 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3022",
		Summary:  "COPY --from names an earlier stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "A name that no earlier stage has is taken for an image, which is pulled from a registry: a typing error may copy from a " +
			"stranger's image. A name with a tag, a digest, a folder or a variable is meant to be an image, and is not reported; nor is " +
			"anything in ONBUILD, which runs in another file's build.",
		Bad:  "FROM debian:12 AS build\nFROM debian:12\nCOPY --from=biuld /app /app\n",
		Good: "FROM debian:12 AS build\nFROM debian:12\nCOPY --from=build /app /app\n",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			from := copyFrom(ins)
			if s == nil || from == nil || from.Arg == "" || strings.ContainsAny(from.Arg, ":@/$") {
				continue
			}
			if p.StageBefore(s, from.Arg) == nil && !isStage(s, from.Arg) {
				p.ReportWord(ins, from.Word, fmt.Sprintf("no stage before this one is named %q", from.Arg))
			}
		}
	},
}

// copyFrom returns the flag --from of a COPY, or nil.
func copyFrom(ins *syntax.Instruction) *syntax.Flag {
	if ins.Name != "copy" {
		return nil
	}
	return lint.Flag(ins, "from")
}

// isStage reports whether --from names the stage itself, by its name or its number.
func isStage(s *lint.Stage, from string) bool {
	return s.Name.Value != "" && strings.EqualFold(from, s.Name.Value) || from == strconv.Itoa(s.Index)
}
