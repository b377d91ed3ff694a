package imageconfig

import (
	"slices"
	"strconv"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Stage is a stage that the image does not need.
type Stage struct {
	Name string // as written; may be empty
	Line int    // of its FROM, 1-based
}

// unused returns the stages that the last one does not need: neither as a base
// nor for files.
func unused(stages []instructions.Stage) []Stage {
	needed := make([]bool, len(stages))
	open := []int{len(stages) - 1}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at < 0 || needed[at] {
			continue
		}
		needed[at] = true
		for _, name := range sources(&stages[at]) {
			open = append(open, find(stages, at, name))
		}
	}
	var all []Stage
	for i := range stages {
		if needed[i] {
			continue
		}
		s := Stage{Name: stages[i].Name}
		if len(stages[i].Location) > 0 {
			s.Line = stages[i].Location[0].Start.Line
		}
		all = append(all, s)
	}
	return all
}

var mountedFrom = lazyregexp.New(`--mount=\S*?\bfrom=([^,\s]+)`)

// sources returns the names of the base of a stage and of the sources of its
// files: stages by name or number, and images.
func sources(s *instructions.Stage) []string {
	names := []string{s.BaseName}
	for _, command := range s.Commands {
		switch i := command.(type) {
		case *instructions.CopyCommand:
			names = append(names, i.From)
		case *instructions.RunCommand:
			for _, match := range mountedFrom().FindAllStringSubmatch(i.String(), -1) {
				names = append(names, match[1])
			}
		}
	}
	return names
}

// find returns the number of an earlier stage, or -1.
func find(stages []instructions.Stage, before int, name string) int {
	if n, err := strconv.Atoi(name); err == nil && n < before {
		return n
	}
	return slices.IndexFunc(stages[:before], func(s instructions.Stage) bool { return s.Name != "" && strings.EqualFold(s.Name, name) })
}
