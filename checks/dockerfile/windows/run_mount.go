package windows

import (
	"fmt"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var runMount = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/run-mount",
		Summary:  "A RUN for Windows has mounts that there are",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "Builds for Windows have no mounts of the types tmpfs and ssh. A mount of the type secret needs a target there that is " +
			"absolute, or env, as there is no /run/secrets.",
		Bad:  "FROM mcr.microsoft.com/windows/servercore:ltsc2022\nRUN --mount=type=secret,id=key build.exe\n",
		Good: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\nRUN --mount=type=secret,id=key,target=C:/key build.exe\n",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range instructions(p) {
			if ins.Name != "run" {
				continue
			}
			for _, m := range p.Script(s, ins).Mounts {
				if why := unsupported(m); why != "" {
					p.ReportWord(ins, m.Flag.Word, why)
				}
			}
		}
	},
}

// unsupported returns why a mount is none for Windows, or "".
func unsupported(m lint.Mount) string {
	_, env := m.Values["env"]
	switch {
	case m.Type == "tmpfs", m.Type == "ssh":
		return fmt.Sprintf("builds for Windows have no mounts of the type %s", m.Type)
	case m.Type != "secret", env && m.Target == "":
		return ""
	case m.Target == "":
		return "a secret needs a target or env in a build for Windows: there is no /run/secrets"
	case !isAbsolute(m.Target):
		return fmt.Sprintf("the target %s has to be absolute in a build for Windows, such as C:/%s", m.Target, path.Base(m.Target[strings.LastIndexByte(m.Target, ':')+1:]))
	}
	return ""
}

// isAbsolute reports whether a path is absolute on Windows, or may be as it has
// variables.
func isAbsolute(target string) bool {
	target = strings.ReplaceAll(target, `\`, "/")
	if strings.HasPrefix(target, "/") || strings.Contains(target, "$") {
		return true
	}
	return len(target) > 2 && target[1] == ':' && target[2] == '/'
}
