package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var noUnreachableStages = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/no-unreachable-stages",
		Summary:  "Every stage is part of what is built",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "A stage that the last one needs nothing of is not built, so nobody notices when it breaks, unless it is built by its name " +
			"(--target). Which ones are, the option targets says, or the files for docker buildx bake and for Compose in the folder of " +
			"the Dockerfile and upward. If the option is not set, and no such file names a stage of this Dockerfile, a stage with a name " +
			"is not reported: to be built by it is the only use that it can have. A file of nothing but images without names, and their labels, " +
			"which a bot keeps current, is not judged.",
		Bad:  "FROM golang:1.26\nRUN make\n\nFROM debian:12\nCOPY app /app\n",
		Good: "FROM golang:1.26 AS build\nRUN make\n\nFROM debian:12\nCOPY --from=build /app /app\n",
		Options: []checks.Option{{
			Name: "targets", Kind: config.Strings, Default: []string(nil),
			Doc: "names of stages that are built by --target; * stands for any. If it is set, there are no others; [] says that there are none",
		}},
	},
	Check: func(p *lint.Pass) {
		targets := p.Texts("targets")
		reached, all := reachable(p, func(s *lint.Stage) bool { return isTarget(s.Name.Value, targets) })
		if !all && slices.Contains(reached, false) && !p.Configured("targets") {
			reached, all = reachable(p, builtByName(p))
		}
		if all || onlyImages(p.File) {
			return
		}
		for i, s := range p.Stages {
			if reached[i] {
				continue
			}
			name := fmt.Sprint(i)
			if written := s.Name.Value; written != "" {
				name = fmt.Sprintf("%q", written)
			}
			p.ReportAt(s.From, fmt.Sprintf("nothing needs the stage %s", name))
		}
	},
}

// onlyImages reports whether a file is a list of images, if with labels, and
// builds nothing, as those are that a bot keeps current.
func onlyImages(f *lint.File) bool {
	builds := func(ins *syntax.Instruction) bool { return ins.Name != "label" }
	return !slices.ContainsFunc(f.Stages, func(s *lint.Stage) bool { return s.Name.Value != "" || slices.ContainsFunc(s.Instructions, builds) })
}

// builtByName returns a function that reports whether a stage may be built by its
// name. Where files for bake or Compose name a stage of the Dockerfile, they name
// all that are.
func builtByName(p *lint.Pass) func(*lint.Stage) bool {
	names := make(map[string]bool)
	named, open := false, false
	for _, b := range p.Builds() {
		own := b.Dockerfile == p.Path
		open = open || b.Any && (own || b.Dockerfile == "")
		names[strings.ToLower(b.Stage)] = true
		named = named || own && p.StageNamed(b.Stage) != nil
	}
	return func(s *lint.Stage) bool {
		name := strings.ToLower(s.Name.Value)
		switch {
		case names[strconv.Itoa(s.Index)]:
			return true
		case name == "" || p.StageNamed(name) != s: // a later one has the name
			return false
		}
		return open || !named || names[name]
	}
}

// reachable reports for each stage whether it is built: as the last one, as one
// that is built by its name, or since such a one needs it. All is true if a
// variable says which stage is needed.
func reachable(p *lint.Pass, byName func(*lint.Stage) bool) (reached []bool, all bool) {
	reached = make([]bool, len(p.Stages))
	// What a stage needs is before it, so that one look at each, from the last on, is enough.
	for i, s := range slices.Backward(p.Stages) {
		reached[i] = reached[i] || i == len(p.Stages)-1 || byName(s)
		if reached[i] && reach(p, s, reached) {
			return nil, true
		}
	}
	return reached, false
}

// reach marks the stages that one needs, and reports whether it may need any that is before it, as a variable says which.
func reach(p *lint.Pass, s *lint.Stage, reached []bool) (any bool) {
	if strings.Contains(s.Base.Value, "$") {
		return true
	}
	if s.Parent != nil {
		reached[s.Parent.Index] = true
	}
	for _, ins := range s.Instructions {
		for _, flag := range lint.Inner(ins).Flags {
			from := imageOf(flag)
			if from == "" {
				continue
			}
			if strings.Contains(from, "$") {
				return true
			}
			if needed := p.StageBefore(s, from); needed != nil {
				reached[needed.Index] = true
			}
		}
	}
	return false
}

func isTarget(name string, targets []string) bool {
	return name != "" && slices.ContainsFunc(targets, func(t string) bool {
		head, tail, pattern := strings.Cut(t, "*")
		if !pattern {
			return strings.EqualFold(t, name)
		}
		return len(name) >= len(head)+len(tail) && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail)
	})
}
