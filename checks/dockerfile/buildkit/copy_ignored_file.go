package buildkit

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var copyIgnoredFile = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/CopyIgnoredFile",
		Summary:  "COPY and ADD name no file that .dockerignore leaves out",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "What .dockerignore leaves out is not there when the image is built, and the build stops. The rule looks at NAME.dockerignore " +
			"beside the Dockerfile, or at .dockerignore in its folder, which is taken to be what is built from. A file with " +
			"exceptions (!) is not looked at: a folder may be left out and some of its files not.",
		Bad:  "FROM debian:12\nCOPY secret.env /app/\n",
		Good: "FROM debian:12\nCOPY app.env /app/\n",
	},
	Check: func(p *lint.Pass) {
		matcher := ignored(p)
		if matcher == nil {
			return
		}
		for s, ins := range p.All {
			if s == nil || ins.Name != "add" && ins.Name != "copy" || len(ins.Words) < 2 || ofStage(ins) {
				continue
			}
			env := p.Env(s, ins)
			for _, w := range ins.Words[:len(ins.Words)-1] {
				if source := env.Expand(w.Value); !source.Assumed && source.Err == nil && leftOut(matcher, source.Value) {
					p.ReportWord(ins, w, fmt.Sprintf(".dockerignore leaves %s out", source.Value))
				}
			}
		}
	},
}

// ignored returns what matches the files that are left out, or nil where that can't be said: there is no .dockerignore, it has
// exceptions, or BuildKit would refuse it, which it does with a message that says more than one here could.
func ignored(p *lint.Pass) *patternmatcher.PatternMatcher {
	patterns, err := ignorefile.ReadAll(bytes.NewReader(p.Dockerignore().Content))
	if err != nil || len(patterns) == 0 {
		return nil
	}
	matcher, err := patternmatcher.New(patterns)
	if err != nil || matcher.Exclusions() {
		return nil
	}
	return matcher
}

// ofStage reports whether a COPY takes from a stage or an image.
func ofStage(ins *syntax.Instruction) bool {
	for _, f := range ins.Flags {
		if f.Name == "from" && f.Arg != "" {
			return true
		}
	}
	return false
}

// leftOut reports whether a source of COPY or ADD is left out. A leading / is the folder that is built from. All of that folder
// is left out by * alone.
func leftOut(matcher *patternmatcher.PatternMatcher, source string) bool {
	if strings.HasPrefix(source, "<<") || strings.Contains(source, "://") || strings.HasPrefix(source, "git@") {
		return false
	}
	name := strings.TrimPrefix(path.Clean("/"+source), "/")
	if name == "" {
		for _, pattern := range matcher.Patterns() {
			switch pattern.String() {
			case "*", "**", "**/*":
				return true
			}
		}
		return false
	}
	matched, err := matcher.MatchesOrParentMatches(name)
	return matched && err == nil
}
