package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A downloading is a call of a download tool.
type downloading struct {
	stage   *lint.Stage
	ins     *syntax.Instruction
	command *lint.Command
	first   *downloading   // the first one of its stage, with another tool
	fixes   []fixedits.Fix // the translation, or nil
}

// secondTools returns the calls of wget in stages that use curl before it, and
// the other way around.
func secondTools(p *lint.Pass) []downloading {
	var found []downloading
	var first *downloading
	for step := range p.Steps {
		if first != nil && first.stage != step.Stage {
			first = nil
		}
		for _, c := range step.Script.Commands {
			d := downloading{stage: step.Stage, ins: step.Outer, command: c, first: first}
			switch {
			case c.Name != "wget" && c.Name != "curl":
			case first == nil:
				first = &d
			case first.command.Name != c.Name:
				d.fixes = translation(p, c, first.command.Name)
				found = append(found, d)
			}
		}
	}
	return found
}

// maxDownloads is the maximum number of calls that a request has.
const maxDownloads = 50

// handOverDownloads returns the fix for all calls that have no translation, or
// none. Its signals are, for each stage, first_download with the tool to keep,
// and other_download for each call of the tool to replace.
func handOverDownloads(p *lint.Pass, found []downloading) []fixedits.Fix {
	request := handover.Request{Rule: "hadolint/DL4001"}
	var last *downloading
	calls := 0
	for i := range found {
		d := &found[i]
		if d.fixes != nil || calls == maxDownloads {
			continue
		}
		calls++
		if last == nil {
			request.Stage = d.stage.Index
		}
		if last == nil || last.first != d.first {
			request.Signals = append(request.Signals, toolSignal("first_download", d.first))
		}
		request.Signals = append(request.Signals, toolSignal("other_download", d))
		last = d
	}
	if last == nil {
		return nil
	}
	request.FinalStage = handover.Final(p.File)
	return []fixedits.Fix{handover.Fix("Download with one tool", p.Path, request)}
}

func toolSignal(kind string, d *downloading) handover.Signal {
	signal := handover.SignalOf(kind, d.ins)
	signal.Tool = d.command.Name
	return signal
}
