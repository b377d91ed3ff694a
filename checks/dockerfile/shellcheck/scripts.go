// Package shellcheck has a shellcheck that the user has look at the scripts of
// a Dockerfile: it says what these are, and reads what shellcheck said of them
// as findings in the Dockerfile. It runs nothing itself.
package shellcheck

import (
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

// A Script is what one RUN has its shell do.
type Script struct {
	Path    string // of the Dockerfile
	Dialect string // of shellcheck's --shell: sh, bash, dash or ksh
	Source  string // on one line, as BuildKit gives it to the shell, with the here-documents behind it

	guessed bool // which shell it is for
	file    *lint.File
	step    lint.Step
}

// Scripts returns the scripts of a Dockerfile, by its workspace-relative path,
// in order: those of RUN in shell form for a shell that shellcheck reads. There
// are none in a file that BuildKit does not take, such as a template.
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

// dialectOf returns the dialect of a script, and whether it is not certain. It
// is "" for a shell that shellcheck does not know.
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
		return "sh", true // it knows more than POSIX, and not all versions of shellcheck know it
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

// interpreter returns the program that the #! line of a script names, or "".
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
