package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var noUnreachableStages = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/no-unreachable-stages",
		Summary:  "Do not keep stages that no build uses",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "A stage that the last stage does not need is not built, so nobody notices when it breaks, unless it " +
			"is built by name (--target). The option targets lists the stages that are built by name; otherwise, " +
			"they are read from the files of docker buildx bake and Compose in the folder of the Dockerfile and " +
			"its parents. If the option is not set and no such file names a stage of the Dockerfile, a stage with " +
			"a name is not reported, because it may be built by name. A file that only lists images without " +
			"names, for a bot that updates them, is not checked.",
		Bad:  "FROM golang:1.26\nRUN make\n\nFROM debian:12\nCOPY app /app\n",
		Good: "FROM golang:1.26 AS build\nRUN make\n\nFROM debian:12\nCOPY --from=build /app /app\n",
		Options: []checks.Option{{
			Name: "targets", Kind: config.Strings, Default: []string(nil),
			Doc: "names of the stages that are built with --target; * matches any text. If it is set, no other stage is; [] means none",
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
			p.ReportAt(s.From, fmt.Sprintf("%s is not used: delete it, or build it with --target", s))
		}
	},
}

// onlyImages reports whether a file is a list of images, maybe with labels,
// that builds nothing. Bots keep such files current.
func onlyImages(f *lint.File) bool {
	builds := func(ins *syntax.Instruction) bool { return ins.Name != "label" }
	return !slices.ContainsFunc(f.Stages, func(s *lint.Stage) bool { return s.Name.Value != "" || slices.ContainsFunc(s.Instructions, builds) })
}

// builtByName returns a function that reports whether a stage may be built by
// its name. If files of bake or Compose name a stage of the Dockerfile, they
// name all such stages.
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
		case name == "" || p.StageNamed(name) != s: // a later stage has the same name
			return false
		}
		return open || !named || names[name]
	}
}

// reachable reports for each stage whether it is built: as the last stage, by
// its name, or because a built stage needs it. all is true if a variable
// decides which stage is needed.
func reachable(p *lint.Pass, byName func(*lint.Stage) bool) (reached []bool, all bool) {
	reached = make([]bool, len(p.Stages))
	// A stage only needs earlier stages, so one pass from the last on is
	// enough.
	for i, s := range slices.Backward(p.Stages) {
		reached[i] = reached[i] || i == len(p.Stages)-1 || byName(s)
		if reached[i] && reach(p, s, reached) {
			return nil, true
		}
	}
	return reached, false
}

// reach marks the stages that a stage needs, and reports whether it may need
// any earlier one, because a variable decides.
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
	return name != "" && slices.ContainsFunc(targets, func(target string) bool {
		return lint.Glob(strings.ToLower(target), strings.ToLower(name))
	})
}
