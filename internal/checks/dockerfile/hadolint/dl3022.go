package hadolint

import (
	"fmt"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3022 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3022",
		Summary:  "Refer to an earlier stage in COPY --from",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "If no earlier stage has the name, it is taken for an image and pulled from a registry, so a typo " +
			"may copy from an untrusted image. A name with a tag, a digest, a slash or a variable is clearly an " +
			"image and is not reported. ONBUILD is not checked, because it runs in the build of another file.",
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
				p.ReportWord(ins, from.Word, fmt.Sprintf("COPY --from refers to %q, but no earlier stage has that name: use an earlier stage, or an image with a tag", from.Arg))
			}
		}
	},
}

// copyFrom returns the --from flag of a COPY, or nil.
func copyFrom(ins *syntax.Instruction) *syntax.Flag {
	if ins.Name != "copy" {
		return nil
	}
	return lint.Flag(ins, "from")
}

// isStage reports whether --from refers to the stage itself, by name or number.
func isStage(s *lint.Stage, from string) bool {
	return s.Name.Value != "" && strings.EqualFold(from, s.Name.Value) || from == strconv.Itoa(s.Index)
}
