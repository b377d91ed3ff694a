package windows

import (
	"fmt"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var runMount = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/run-mount",
		Summary:  "Do not use mounts that Windows builds do not support",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "Windows builds do not support the mount types tmpfs and ssh. A secret mount needs an absolute " +
			"target or env there, because /run/secrets does not exist.",
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

// unsupported returns why Windows builds do not support a mount, or "".
func unsupported(m lint.Mount) string {
	_, env := m.Values["env"]
	switch {
	case m.Type == "tmpfs", m.Type == "ssh":
		return fmt.Sprintf("Windows builds do not support mounts of the type %s", m.Type)
	case m.Type != "secret", env && m.Target == "":
		return ""
	case m.Target == "":
		return "set target or env: Windows builds have no /run/secrets for secrets"
	case !isAbsolute(m.Target):
		return fmt.Sprintf("the target %q must be absolute in Windows builds, such as C:/%s", m.Target, path.Base(m.Target[strings.LastIndexByte(m.Target, ':')+1:]))
	}
	return ""
}

// isAbsolute reports whether a path is absolute on Windows, or may be because
// of a variable.
func isAbsolute(target string) bool {
	target = strings.ReplaceAll(target, `\`, "/")
	if strings.HasPrefix(target, "/") || strings.Contains(target, "$") {
		return true
	}
	return len(target) > 2 && target[1] == ':' && target[2] == '/'
}
