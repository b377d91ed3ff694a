package pipeline

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/baseline"
)

// Together combines artifacts into one, with each finding and each fix once,
// however many targets have its file. Its tool is the first one that is named
// as tool, or else tool. Fixes are as the plan for their own artifact left
// them: one that some artifact can apply has no disposition.
//
// It is an error if two artifacts are for different bytes of a file: see
// [baseline.OneState].
func Together(artifacts []*artifact.Artifact, tool artifact.Tool) (*artifact.Artifact, error) {
	one := artifact.New(tool, "")
	for _, a := range artifacts {
		if a.Tool.Name == tool.Name {
			one.Tool = a.Tool
			break
		}
	}
	if len(artifacts) == 1 {
		one.Origin = artifacts[0].Origin
		one.Without = artifacts[0].Without
	}
	one.Checkers = Checkers(artifacts, tool)
	if _, err := baseline.OneState(artifacts); err != nil {
		return nil, err
	}
	fixes := map[string]int{} // index by id
	artifacts = identified(artifacts)
	for _, a := range artifacts {
		one.Snapshots = append(one.Snapshots, a.Snapshots...)
		one.Reads = append(one.Reads, a.Reads...)
		one.Warn = append(one.Warn, a.Warn...)
		one.LeftAlone = append(one.LeftAlone, a.LeftAlone...)
		for _, fix := range a.Fixes {
			if i, ok := fixes[fix.ID]; ok {
				if fix.Disposition == nil {
					one.Fixes[i].Disposition = nil
				}
				continue
			}
			fixes[fix.ID] = len(one.Fixes)
			one.Fixes = append(one.Fixes, fix)
		}
	}
	one.Diagnostics = distinctDiagnostics(artifacts)
	one.Normalize()
	one.LeftAlone = slices.Compact(one.LeftAlone)
	return one, nil
}

// Checkers returns the sorted names of the checkers that looked at the files of
// artifacts. builtin is the tool with several checkers.
func Checkers(artifacts []*artifact.Artifact, builtin artifact.Tool) []string {
	var names []string
	for _, a := range artifacts {
		if len(a.Checkers) == 0 && a.Tool.Name != builtin.Name {
			names = append(names, a.Tool.Name)
		}
		names = append(names, a.Checkers...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
