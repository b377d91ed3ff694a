package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// pointless maps commands that are useless in an image build to the reason.
var pointless = map[string]string{
	"free":     "the amount of free memory has no effect on a build",
	"ifconfig": "a build does not configure the network of the container",
	"kill":     "no process outlives the RUN that started it",
	"mount":    "the mount is gone after this RUN; use RUN --mount",
	"ps":       "no process outlives the RUN that started it",
	"service":  "no process outlives the RUN that started it",
	"shutdown": "a build has no machine to shut down",
	"ssh":      "its keys would stay in the image; use RUN --mount=type=ssh",
	"top":      "no process outlives the RUN that started it",
	"vim":      "a build is not interactive",
}

var dl3001 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3001",
		Summary:  "Do not run commands that are useless in a build",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Each RUN starts without the processes, terminal and mounts of the previous one. Commands that " +
			"inspect or change these (service, kill, ps, top, free, mount, ifconfig, shutdown, vim, ssh) have no " +
			"lasting effect. ssh with --mount=type=ssh and mount with --security=insecure are intentional and are " +
			"not reported.",
		Bad:  "FROM debian:12\nRUN service postgresql start\n",
		Good: "FROM debian:12\nCMD [\"postgres\"]\n",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				why, ok := pointless[c.Name]
				if ok && !meant(step.Script.Ins, c.Name) {
					p.ReportCommand(c, fmt.Sprintf("%s is useless in a build: %s", c.Name, why))
				}
			}
		}
	},
}

// meant reports whether a flag of a RUN shows that a command is intended.
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
