package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3009 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3009",
		Summary:  "Delete the apt package lists after installing",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "The update command of apt-get, apt and aptitude stores lists of all packages below /var/lib/apt/lists. " +
			"The lists are outdated by the time the image is used, and they stay in the layer even if a later RUN " +
			"deletes them. The rule checks only the stages whose layers are part of an image: the last stage and " +
			"its ancestors. A RUN with a cache mount at /var/lib/apt leaves no lists.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.* && rm -rf /var/lib/apt/lists/*\n",
		Fix: "adds rm -rf /var/lib/apt/lists/* to the end of the script, in the style of its other commands. It " +
			"is a suggestion, because a script that is called later may rely on the lists. There is no fix if a " +
			"later RUN installs packages without an update of its own.",
	},
	Check: func(p *lint.Pass) {
		inImage, needed := shipped(p), listsNeeded(p)
		for step := range p.Steps {
			left := aptLists.dirty(p, step)
			if len(left) == 0 || !inImage[step.Stage] && !step.Held() {
				continue
			}
			command := ""
			if !needed[step.Outer] && installsAfter(step.Script, left[len(left)-1]) {
				command = "rm -rf /var/lib/apt/lists/*"
			}
			reportDirty(p, left, left[len(left)-1].Name()+" update leaves package lists in the image: delete /var/lib/apt/lists in the same RUN", command)
		}
	},
}

// aptLists describes the lists that apt-get update downloads.
var aptLists = &cleaning{
	managers: aptLike,
	leaves:   func(op *packages.Operation) bool { return op.Action == packages.Update },
	cleans:   func(op *packages.Operation) bool { return op.Verb == "distclean" || op.Verb == "dist-clean" },
	files:    folders{absolute: []string{"/var/lib/apt/lists"}, variables: []string{"APT_CONFIG"}},
}

// aptLike are the managers that use the lists.
var aptLike = []packages.Manager{packages.AptGet, packages.Apt, packages.Aptitude}

// installsAfter reports whether a script uses the lists after an operation
// updates them. If it does not, a later script is expected to.
func installsAfter(script *lint.Script, update *packages.Operation) bool {
	for _, op := range packages.In(script, aptLike...) {
		if op.Command.Word.Start > update.Command.Word.Start && usesLists(op) {
			return true
		}
	}
	return false
}

func usesLists(op *packages.Operation) bool {
	return op.Action != packages.Update && op.Action != packages.Clean && op.Action != packages.Remove
}

// listsNeeded returns the instructions after which a RUN uses the lists before
// it updates them, in the same stage or in a stage that builds on it.
func listsNeeded(p *lint.Pass) map[*syntax.Instruction]bool {
	found := make(map[*syntax.Instruction]bool)
	atEnd := make(map[*lint.Stage]bool)
	for i := len(p.Stages) - 1; i >= 0; i-- {
		stage := p.Stages[i]
		need := atEnd[stage]
		for j := len(stage.Instructions) - 1; j >= 0; j-- {
			ins := stage.Instructions[j]
			found[ins] = need
			if ins.Name == "run" {
				need = needsLists(p.Script(stage, ins), need)
			}
		}
		atEnd[stage.Parent] = atEnd[stage.Parent] || need
	}
	return found
}

// needsLists reports whether a script needs the lists of earlier instructions,
// given whether the instructions after it do.
func needsLists(script *lint.Script, after bool) bool {
	for _, op := range packages.In(script, aptLike...) {
		switch {
		case op.Action == packages.Update:
			return false
		case usesLists(op):
			return true
		}
	}
	return after
}
