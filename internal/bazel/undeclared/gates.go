package undeclared

import (
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/internal/bazel/bazelrc"
	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// CheckersOfBuilds returns the names of the user's own checkers in the aspects
// that the .bazelrc of a workspace names, sorted. It asks no Bazel, and reads
// only the files that these have to do with; what it cannot read has none.
func CheckersOfBuilds(ws *workspace.Workspace) []string {
	var names []string
	rc, _ := bazelrc.Read(ws.Read)
	for _, aspect := range rc.Aspects() {
		label, _, _ := strings.Cut(aspect, "%")
		file, main := client.PathOf(label)
		if !main {
			continue // such as @rules_autofix
		}
		for _, set := range setsIn(ws, file) {
			if set.has(aspect) {
				for _, checker := range set.Checkers {
					names = append(names, checkerName(ws, checker))
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// checkerName returns the name of the checker that a target declares.
func checkerName(ws *workspace.Workspace, label string) string {
	file, main := client.PathOf(label)
	_, name, _ := strings.Cut(label, ":")
	folder := strings.TrimSuffix(strings.TrimSuffix(file, name), "/")
	if !main {
		return name
	}
	buildFile := path.Join(folder, buildFileIn(ws.Root(), path.Clean(folder)))
	text, err := ws.Read(buildFile)
	if err != nil {
		return name
	}
	parsed, err := build.ParseBuild(buildFile, text)
	if err != nil {
		return name
	}
	for _, rule := range parsed.Rules("") {
		if given := rule.AttrString("checker_name"); rule.Name() == name && given != "" {
			return given
		}
	}
	return name
}
