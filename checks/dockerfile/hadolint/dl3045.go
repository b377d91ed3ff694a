package hadolint

import (
	"fmt"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3045 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3045",
		Summary:  "COPY to a relative path comes after a WORKDIR",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "A relative target is within the working folder. Where the file does not set that, the base image does, and the files go " +
			"elsewhere when it changes. A WORKDIR of an earlier stage that this one begins from counts. " +
			"From scratch on, it is the root for sure, and the finding no more than info.",
		Bad:  "FROM debian:12\nCOPY app.conf etc/\n",
		Good: "FROM debian:12\nWORKDIR /srv\nCOPY app.conf etc/\n",
		Fix: "makes the target absolute, from the root. That is where it is for most images, which set no working folder. For scratch " +
			"it is known, so there the fix is safe.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "copy" || len(ins.Words) < 2 {
				continue
			}
			if _, set := p.Workdir(s, ins); !set {
				checkRelative(p, s, ins)
			}
		}
	},
}

func checkRelative(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) {
	target := ins.Words[len(ins.Words)-1]
	env := p.Env(s, ins)
	value, known := env.Known(target.Value)
	if !known {
		value = target.Value
	}
	if value == "" || p.Absolute(value) || strings.HasPrefix(value, `\`) {
		return
	}
	f := lint.Finding{Span: lint.Words(ins, target), Message: fmt.Sprintf("%q is relative, and no WORKDIR says to what", target.Value)}
	safety := fixedits.SafetySuggestion
	if env.Complete { // the stage begins from scratch
		safety, f.Severity = fixedits.SafetySafe, fixedits.SeverityInfo
	}
	if text := fromRoot(target.Value); text != "" && !s.Windows() {
		title := "Copy to " + text
		if ins.JSON {
			text = `"` + text + `"`
		}
		f.Fixes = []fixedits.Fix{{Title: title, Safety: safety, Edits: p.ReplaceWord(ins, target, text)}}
	}
	p.Report(f)
}

// fromRoot returns a relative path as one from the root, or nothing where it has letters that mean more than themselves, or
// leads out of its folder.
func fromRoot(name string) string {
	if strings.ContainsAny(name, "$'\"\\`*?[<") || strings.Contains(name, "..") {
		return ""
	}
	folder := name == "." || strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")
	name = path.Join("/", name)
	if folder && name != "/" {
		name += "/"
	}
	return name
}
