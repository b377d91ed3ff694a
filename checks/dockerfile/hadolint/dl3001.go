package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// pointless are commands that have nothing to do in the build of an image, or in a container.
var pointless = map[string]string{
	"free":     "a build has no use for what memory is free",
	"ifconfig": "the network of a build is not the container's",
	"kill":     "no process outlives a step of a build",
	"mount":    "what is mounted is gone after the step; RUN has --mount",
	"ps":       "no process outlives a step of a build",
	"service":  "no process outlives a step of a build",
	"shutdown": "there is no machine to shut down",
	"ssh":      "its keys would be in the image; RUN --mount=type=ssh lends them",
	"top":      "no process outlives a step of a build",
	"vim":      "nobody is there to use an editor",
}

var dl3001 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3001",
		Summary:  "RUN has no commands that make no sense in a container",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Each RUN begins with no process of the last one, no terminal and no mounts of its own. Commands that look at such things " +
			"or change them (service, kill, ps, top, free, mount, ifconfig, shutdown, vim, ssh) do nothing that lasts. An ssh with " +
			"--mount=type=ssh and a mount with --security=insecure are meant, and are not reported.",
		Bad:  "FROM debian:12\nRUN service postgresql start\n",
		Good: "FROM debian:12\nCMD [\"postgres\"]\n",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				why, ok := pointless[c.Name]
				if ok && !meant(step.Script.Ins, c.Name) {
					p.ReportCommand(c, fmt.Sprintf("%s in a build: %s", c.Name, why))
				}
			}
		}
	},
}

// meant reports whether a flag of a RUN is there for a command.
func meant(run *syntax.Instruction, command string) bool {
	for _, f := range run.Flags {
		switch {
		case command == "ssh" && f.Name == "mount" && lint.MountOption(f.Arg, "type") == "ssh",
			command == "mount" && f.Name == "security" && f.Arg == "insecure":
			return true
		}
	}
	return false
}
