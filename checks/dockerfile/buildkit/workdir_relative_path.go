package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var workdirRelativePath = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/WorkdirRelativePath",
		Summary:  "The first WORKDIR is an absolute path",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "A relative WORKDIR goes on from that of the base image, and with another version of that image the files may end up in " +
			"another place. Behind a first absolute one relative ones are fine.",
		Bad:  "FROM nginx:1.29\nWORKDIR html\nCOPY index.html .\n",
		Good: "FROM nginx:1.29\nWORKDIR /html\nCOPY index.html .\n",
		Fix: "puts the working folder of the base image before the path, if the image is a well-known one. Of other base images the " +
			"folder is not known, and there is no fix.",
	},
	Check: func(p *lint.Pass) {
		follow(p, func(isSet bool, s *lint.Stage, ins *syntax.Instruction) bool {
			if ins.Name == "workdir" && !isSet && s != nil && len(ins.Words) > 0 {
				checkWorkdir(p, s, ins)
			}
			return isSet || ins.Name == "workdir"
		})
	},
}

func checkWorkdir(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) {
	word := ins.Words[0]
	dir := p.Env(s, ins).Expand(word.Value)
	shell, _ := p.ShellOf(s, ins)
	// The platform of the build, on which it depends for BuildKit whether C: is a drive, is not known.
	windows := shell != lint.POSIX || p.Escape == '`'
	if dir.Assumed || dir.Err != nil || isAbsolute(dir.Value, windows) {
		return
	}
	var fixes []fixedits.Fix
	if edits := madeAbsolute(p, ins, word, p.Base(s).Workdir); edits != nil {
		fixes = append(fixes, fixedits.Fix{Title: "Write an absolute path", Edits: edits})
	}
	p.ReportWord(ins, word, fmt.Sprintf("the path %q is relative to whatever WORKDIR the base image has", dir.Value), fixes...)
}

func isAbsolute(dir string, windows bool) bool {
	if windows {
		dir = strings.ReplaceAll(dir, `\`, "/")
		if len(dir) > 1 && dir[0]|0x20 == 'c' && dir[1] == ':' {
			dir = dir[2:]
		}
	}
	return strings.HasPrefix(dir, "/")
}

// madeAbsolute returns the edits that make a path absolute that is relative to
// base: a name, which may be quoted or behind ./, but no variable or .. There
// are none if base is empty, which is a folder that is not known.
func madeAbsolute(p *lint.Pass, ins *syntax.Instruction, w syntax.Word, base string) []fixedits.Edit {
	if base == "" {
		return nil
	}
	start := 0
	if strings.HasPrefix(w.Value, `"`) || strings.HasPrefix(w.Value, "'") {
		start = 1
	}
	end := start
	if strings.HasPrefix(w.Value[start:], "./") {
		end += 2
	}
	rest := w.Value[end:]
	if rest == "" || strings.IndexByte(`$./"'`, rest[0]) >= 0 || rest[0] == p.Escape || len(rest) > 1 && rest[1] == ':' {
		return nil
	}
	return p.Replace(ins, w.Start+start, w.Start+end+1, strings.TrimSuffix(base, "/")+"/"+rest[:1])
}
