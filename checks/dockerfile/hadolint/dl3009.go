package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3009 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3009",
		Summary:  "apt's lists of packages are deleted in the same layer",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "apt-get update, and that of apt and aptitude, stores lists of all packages below /var/lib/apt/lists. They are old when the image is " +
			"used, and stay in the layer whatever a later RUN deletes. Only stages whose layers an image has are " +
			"judged: the last one, and those that others begin from. Where /var/lib/apt is a cache mount, nothing is " +
			"left.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.* && rm -rf /var/lib/apt/lists/*\n",
		Fix: "adds rm -rf /var/lib/apt/lists/* at the end of the script, as its other commands are written. It is a " +
			"suggestion, since a script that is called later may count on the lists, and it is none where a later RUN " +
			"installs without an update of its own.",
	},
	Check: func(p *lint.Pass) {
		inImage, needed := shipped(p), listsNeeded(p)
		for step := range p.Steps {
			left := aptLists.dirty(step.Script)
			if len(left) == 0 || !inImage[step.Stage] && !step.Held() {
				continue
			}
			command := ""
			if !needed[step.Outer] && installsAfter(step.Script, left[len(left)-1]) {
				command = "rm -rf /var/lib/apt/lists/*"
			}
			reportDirty(p, left, left[len(left)-1].Name()+" update leaves its lists in the image: delete /var/lib/apt/lists in the same RUN", command)
		}
	},
}

// aptLists is what apt-get update downloads.
var aptLists = &cleaning{
	managers: aptLike,
	leaves:   func(op *packages.Operation) bool { return op.Action == packages.Update },
	cleans:   func(op *packages.Operation) bool { return op.Verb == "distclean" || op.Verb == "dist-clean" },
	within:   below("/var/lib/apt/lists"),
}

// aptLike are the managers that read the lists.
var aptLike = []packages.Manager{packages.AptGet, packages.Apt, packages.Aptitude}

// installsAfter reports whether a script uses the lists that an operation of it has read. Where it does not, something else
// will.
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

// listsNeeded returns the instructions behind which a RUN uses the lists before it reads them anew: one of the same stage, or
// of those that begin from it.
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

// needsLists reports whether a script needs the lists of before, where what follows it does or does not.
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
