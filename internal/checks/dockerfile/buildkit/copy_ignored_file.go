package buildkit

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var copyIgnoredFile = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/CopyIgnoredFile",
		Summary:  "Do not copy files that .dockerignore excludes",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Excluded files are not part of the build context, so the build fails. The rule reads " +
			"NAME.dockerignore beside the Dockerfile or, if there is none, .dockerignore in its folder, which is " +
			"assumed to be the build context. A file with exceptions (!) is not checked, because an excluded " +
			"folder may then have included files.",
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
					p.ReportWord(ins, w, fmt.Sprintf(".dockerignore excludes %q, so it cannot be copied: change .dockerignore, or do not copy it", source.Value))
				}
			}
		}
	},
}

// ignored returns the matcher of the excluded files. It returns nil if there is
// no .dockerignore, if it has exceptions, or if BuildKit would reject it with a
// message of its own.
func ignored(p *lint.Pass) *patternmatcher.PatternMatcher {
	content := p.Dockerignore().Content
	if len(content) == 0 {
		return nil
	}
	patterns, err := ignorefile.ReadAll(bytes.NewReader(content))
	if err != nil || len(patterns) == 0 {
		return nil
	}
	matcher, err := patternmatcher.New(patterns)
	if err != nil || matcher.Exclusions() {
		return nil
	}
	return matcher
}

// ofStage reports whether a COPY copies from a stage or an image.
func ofStage(ins *syntax.Instruction) bool {
	for _, f := range ins.Flags {
		if f.Name == "from" && f.Arg != "" {
			return true
		}
	}
	return false
}

// leftOut reports whether a source of COPY or ADD is excluded. A leading / is
// the root of the build context. Only * excludes all of it.
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
