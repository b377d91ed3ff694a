// Package shellcheck checks the scripts of a Dockerfile with the user's
// shellcheck: it extracts the scripts, and translates shellcheck's output to
// findings in the Dockerfile. It does not run shellcheck itself.
package shellcheck

import (
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A Script is the shell script of a RUN.
type Script struct {
	Path    string // of the Dockerfile
	Dialect string // of shellcheck's --shell: sh, bash, dash or ksh
	Source  string // on one line, as BuildKit passes it to the shell, followed by the here-documents

	guessed bool // Dialect is a guess
	file    *lint.File
	step    lint.Step
}

// Scripts returns the scripts of a Dockerfile, by its workspace-relative path,
// in order: the scripts of RUN in shell form whose shell shellcheck supports.
// There are none in a file that BuildKit rejects, such as a template.
func Scripts(file string, content []byte) []*Script {
	read := lint.Read(checks.File{Path: file, Content: content}, checks.Settings{})
	if _, why := read.Refused(); len(read.Errors) > 0 || why != "" {
		return nil
	}
	var all []*Script
	for step := range read.Steps {
		script := step.Script
		if script.Shell != lint.POSIX || script.Ins.JSON || strings.TrimSpace(script.Source) == "" {
			continue
		}
		if dialect, guessed := dialectOf(read, step); dialect != "" {
			all = append(all, &Script{Path: file, Dialect: dialect, Source: script.Source, guessed: guessed, file: read, step: step})
		}
	}
	return all
}

// dialectOf returns the dialect of a script, and whether it is a guess. It is
// "" for a shell that shellcheck does not support.
func dialectOf(f *lint.File, step lint.Step) (dialect string, guessed bool) {
	name := interpreter(step.Script)
	if name == "" {
		if _, command := f.ShellOf(step.Stage, step.Outer); len(command) > 0 {
			name = command[0]
		}
	}
	switch path.Base(name) {
	case "bash", "dash":
		return path.Base(name), false
	case "ksh", "mksh":
		return "ksh", false
	case "ash", "busybox":
		return "sh", true // it has more than POSIX, but not all versions of shellcheck support it
	case "", ".", "sh":
	default:
		return "", false
	}
	switch f.Base(step.Stage).Shell {
	case bases.Dash:
		return "dash", false
	case bases.Bash:
		return "bash", false
	}
	return "sh", true
}

// interpreter returns the program of the #! line of a script, or "".
func interpreter(script *lint.Script) string {
	line, _, _ := strings.Cut(script.Source, "\n")
	rest, ok := strings.CutPrefix(line, "#!")
	words := strings.Fields(rest)
	switch {
	case !ok || len(script.Ins.Heredocs) == 0 || len(words) == 0:
		return ""
	case path.Base(words[0]) == "env" && len(words) > 1:
		return words[1]
	}
	return words[0]
}
