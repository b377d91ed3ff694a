package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// linters returns the lines about linters that a run did not have.
func (p *programFlags) linters(env *environment, ws *workspace.Workspace, named *pathFlags, files []string, left []pipeline.LeftAlone, checked int, opts *pipeline.Options) []string {
	var lines []string
	if line := p.unlinted(env, named, files, left, checked, opts); line != "" {
		lines = append(lines, line)
	}
	others := slices.DeleteFunc(undeclared.CheckersOfBuilds(ws), func(name string) bool { return slices.Contains(p.declared.Names, name) })
	if len(others) > 0 {
		lines = append(lines, fmt.Sprintf("left to Bazel: %s, see docs/linters", inert.Line(strings.Join(others, ", "))))
	}
	return lines
}

// unlinted returns the line that says for how many files of a run there was no
// linter, by extension, or "". checked is the number of files that some checker
// looked at, and left are the files that were skipped on purpose.
func (p *programFlags) unlinted(env *environment, named *pathFlags, files []string, left []pipeline.LeftAlone, checked int, opts *pipeline.Options) string {
	if checked > 0 && len(files) <= report.Handful && env.onlyFiles(named.Paths) {
		return ""
	}
	skipped := map[string]bool{}
	for _, file := range left {
		skipped[file.Path] = true
	}
	return report.Unlinted(files, func(file string) bool {
		return skipped[file] || p.declared.Lints(file) || pipeline.Understood(file, opts)
	})
}

// onlyFiles reports whether there are PATHS, and none names a folder.
func (e *environment) onlyFiles(paths []string) bool {
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(name string) bool {
		info, err := os.Stat(e.Absolute(name))
		return err == nil && info.IsDir()
	})
}
