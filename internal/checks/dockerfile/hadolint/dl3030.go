package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3030 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3030",
		Summary:  "Add -y to yum install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "yum asks for confirmation. Nobody can answer during a build, so the build fails.",
		Bad:      "FROM centos:7\nRUN yum install httpd-2.4.6 && yum clean all\n",
		Good:     "FROM centos:7\nRUN yum install -y httpd-2.4.6 && yum clean all\n",
		Fix:      "adds -y after the verb. A build that succeeds without it installs the same packages.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although -y " +
			"does no more than answer a question.",
	},
	Check: rpmAsks(packages.Yum),
}

// rpmAsks returns the check of a rule that yum or dnf must not ask for
// confirmation.
func rpmAsks(manager packages.Manager) func(*lint.Pass) {
	return func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			if op.Action == packages.Install && !op.Open && !op.Has("y", "assumeyes", "assumeno") {
				reportFlag(p, op, op.Name()+" "+op.Verb+" does not wait for confirmation", "-y", op.AddFlag("-y"))
			}
		}, manager)
	}
}
