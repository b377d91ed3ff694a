package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var workdirRelativePath = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/WorkdirRelativePath",
		Summary:  "Use an absolute path in the first WORKDIR",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "A relative WORKDIR is relative to that of the base image, and another version of the image may move " +
			"the files elsewhere. After an absolute WORKDIR, relative ones are fine.",
		Bad:  "FROM nginx:1.29\nWORKDIR html\nCOPY index.html .\n",
		Good: "FROM nginx:1.29\nWORKDIR /html\nCOPY index.html .\n",
		Fix: "adds the working folder of the base image in front of the path, if the image is well known. For " +
			"other base images the folder is unknown, and there is no fix.",
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
	// BuildKit treats C: as a drive depending on the platform of the build,
	// which is unknown.
	windows := shell != lint.POSIX || p.Escape == '`'
	if dir.Assumed || dir.Err != nil || isAbsolute(dir.Value, windows) {
		return
	}
	var fixes []fixedits.Fix
	if edits := madeAbsolute(p, ins, word, p.Base(s).Workdir); edits != nil {
		fixes = append(fixes, fixedits.Fix{Title: "Use an absolute path", Edits: edits})
	}
	p.ReportWord(ins, word, fmt.Sprintf("use an absolute path: %q is relative to the WORKDIR of the base image", dir.Value), fixes...)
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

// madeAbsolute returns the edits that make a path relative to base absolute.
// The path is a name, which may be quoted or start with ./, without variables
// or "..". There are no edits if base is empty, which means that the folder is
// unknown.
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
