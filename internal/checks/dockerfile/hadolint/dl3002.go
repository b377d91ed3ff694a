package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3002 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3002",
		Summary:  "Do not run the image as root",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Security: true,
		Why: "An attacker who breaks out of a process that runs as root can do more damage to the host. Switch to root for the steps that need it, and " +
			"switch back at the end. A stage that other stages only build on or copy from is not an image of its own, and may end as " +
			"root.",
		Bad:  "FROM debian:12\nUSER root\nRUN install-packages\nCMD [\"server\"]\n",
		Good: "FROM debian:12\nUSER root\nRUN install-packages\nUSER server\nCMD [\"server\"]\n",
	},
	Check: func(p *lint.Pass) {
		used := usedStages(p)
		last := make([]*syntax.Instruction, len(p.Stages))
		seen := make(map[*syntax.Instruction]bool)
		for _, s := range p.Stages {
			user := s.Last("user")
			if user == nil && s.Parent != nil {
				user = last[s.Parent.Index]
			}
			last[s.Index] = user
			if user == nil || seen[user] || used[s.Index] || len(user.Words) == 0 || !isRoot(user.Words[0].Value) {
				continue
			}
			seen[user] = true
			p.ReportWord(user, user.Words[0], "the image runs as root: set a non-root USER at the end")
		}
	},
}

// isRoot reports whether an argument of USER is root, by name or number, with
// or without a group.
func isRoot(user string) bool {
	name, _, _ := strings.Cut(strings.Trim(user, `"'`), ":")
	return name == "root" || name != "" && strings.Trim(name, "0") == ""
}

// usedStages returns the stages that other stages build on, copy from or mount.
func usedStages(p *lint.Pass) []bool {
	used := make([]bool, len(p.Stages))
	use := func(s *lint.Stage) {
		if s != nil {
			used[s.Index] = true
		}
	}
	for _, s := range p.Stages {
		use(s.Parent)
		for _, ins := range s.Instructions {
			for _, f := range ins.Flags {
				switch f.Name {
				case "from":
					use(p.StageBefore(s, f.Arg))
				case "mount":
					use(p.StageBefore(s, lint.MountOption(f.Arg, "from")))
				}
			}
		}
	}
	return used
}
