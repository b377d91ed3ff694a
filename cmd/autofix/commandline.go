package main

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// mostPaths is the maximum number of paths in a printed command.
const mostPaths = 3

// withPaths returns a command with the given PATHS, which are the paths of the
// command that prints it. If there are many, as in a generated list, a
// placeholder replaces them.
func withPaths(command string, paths []string) string {
	if len(paths) > mostPaths {
		return fmt.Sprintf("%s PATHS (the same %d paths as here)", command, len(paths))
	}
	return process.CommandLine(command, paths...)
}

// mostPasted bounds the bytes of the paths of a command that is to be pasted.
const mostPasted = 400

// fewPaths returns the PATHS for a command that is to be pasted: the given ones,
// or the folder that has all of them if they are too many.
func fewPaths(paths []string) []string {
	if len(strings.Join(paths, " ")) <= mostPasted {
		return paths
	}
	folder := path.Dir(filepath.ToSlash(paths[0]))
	for _, p := range paths[1:] {
		for p = filepath.ToSlash(p); folder != "." && folder != "/" && !strings.HasPrefix(p, folder+"/"); {
			folder = path.Dir(folder)
		}
		if path.IsAbs(p) != path.IsAbs(folder) || strings.HasPrefix(p, "../") {
			return nil // the working folder is as good as any
		}
	}
	return []string{folder}
}

// trustFlags returns the flags of fix, for a shell, that select fixes of a
// safety and only of these rules.
func trustFlags(safety fixedits.Safety, rules []string) string {
	var flags []string
	if safety != fixedits.SafetySafe {
		flags = append(flags, "--safety="+string(safety))
	}
	for _, rule := range rules {
		flags = append(flags, process.Quote("--rule="+literal.Replace(rule)))
	}
	return strings.Join(flags, " ")
}

// literal escapes a rule for path.Match, so that it matches nothing else.
var literal = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)
