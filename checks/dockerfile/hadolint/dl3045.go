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
		Fix: "makes the target absolute, from the working folder of a base image that is well known, such as /go of golang. From scratch " +
			"on that is the root for sure, and the fix is safe. Of other base images the folder is not known, and there is no fix.",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "copy" || len(ins.Words) < 2 {
				continue
			}
			if dir, set := p.Workdir(s, ins); !set {
				checkRelative(p, s, ins, dir)
			}
		}
	},
}

// checkRelative reports a relative target. dir is the base image's folder, or
// empty if that is not known.
func checkRelative(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction, dir string) {
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
	if text := within(dir, target.Value); text != "" {
		title := "Copy to " + text
		if ins.JSON {
			text = `"` + text + `"`
		}
		f.Fixes = []fixedits.Fix{{Title: title, Safety: safety, Edits: p.ReplaceWord(ins, target, text)}}
	}
	p.Report(f)
}

// within returns a relative path as one from a folder, or nothing if the folder
// is not known, or the path has letters that mean more than themselves or leads
// out of the folder.
func within(dir, name string) string {
	if dir == "" || strings.ContainsAny(name, "$'\"\\`*?[<") || strings.Contains(name, "..") {
		return ""
	}
	folder := name == "." || strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")
	name = path.Join(dir, name)
	if folder && name != "/" {
		name += "/"
	}
	return name
}
