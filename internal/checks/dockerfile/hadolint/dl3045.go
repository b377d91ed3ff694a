package hadolint

import (
	"fmt"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3045 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3045",
		Summary:  "Set WORKDIR before a COPY to a relative path",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "A relative target is relative to the working folder. If the file does not set it, the base image " +
			"does, and the files end up elsewhere when the base image changes. A WORKDIR of an earlier stage that " +
			"this one builds on counts. In a stage that starts from scratch, the working folder is always the " +
			"root, so the severity is info.",
		Bad:  "FROM debian:12\nCOPY app.conf etc/\n",
		Good: "FROM debian:12\nWORKDIR /srv\nCOPY app.conf etc/\n",
		Fix: "makes the target absolute, with the working folder of a well-known base image, such as /go of " +
			"golang. In a stage that starts from scratch, the fix is safe, unless the name of the base image has " +
			"variables, which a build argument may set. For other base images the folder is unknown, and there is " +
			"no fix.",
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
// empty if it is unknown.
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
	f := lint.Finding{Span: lint.Words(ins, target), Message: fmt.Sprintf("the target %q is relative: set WORKDIR before it or use an absolute path", target.Value)}
	safety := fixedits.SafetySuggestion
	if env.Complete { // the stage starts from scratch
		f.Severity = fixedits.SeverityInfo
		if lint.FromScratch(s) {
			safety = fixedits.SafetySafe
		}
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

// within returns the absolute form of a path relative to a folder. It returns
// "" if the folder is unknown, if the path has special characters, or if it
// leaves the folder.
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
