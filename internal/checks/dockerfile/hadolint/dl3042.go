package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3042 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3042",
		Summary:  "Add --no-cache-dir to pip install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why:      "pip caches downloads and built wheels for later installs, but later builds never use a cache in a layer.",
		Bad:      "FROM python:3.12\nRUN pip install flask==3.0.3\n",
		Good:     "FROM python:3.12\nRUN pip install --no-cache-dir flask==3.0.3\n",
		Fix: "adds --no-cache-dir after install. It is a suggestion: a later RUN that installs the same packages " +
			"downloads them again.",
	},
	Check: func(p *lint.Pass) {
		off := settled(p, pipCacheOff)
		for step := range p.Steps {
			if off[step.Outer] || strings.Contains(step.Script.Source, "PIP_NO_CACHE_DIR=") && pipCacheOffHere().MatchString(step.Script.Source) {
				continue
			}
			for _, op := range pipCache.dirty(p, step) {
				reportFlag(p, op, "pip leaves no cache in the image", "--no-cache-dir", op.AddFlag("--no-cache-dir"))
			}
		}
	},
}

// pipCache describes pip's cache, in whatever home folder.
var pipCache = &cleaning{
	managers: []packages.Manager{packages.Pip},
	leaves: func(op *packages.Operation) bool {
		return op.Action == packages.Install && !op.Open && !op.Has("no-cache-dir")
	},
	cleans: func(op *packages.Operation) bool { return op.Verb == "cache purge" },
	files:  folders{home: []string{".cache/pip"}, variables: []string{"PIP_CACHE_DIR", "XDG_CACHE_HOME/pip", "HOME/.cache/pip"}},
}

// pipCacheOffHere finds an assignment within a script.
var pipCacheOffHere = lazyregexp.New(`\bPIP_NO_CACHE_DIR=["']?(?i:1|true|yes|on|t|y)\b`)

// pipCacheOff reports whether an instruction turns pip's cache off or on for
// later instructions.
func pipCacheOff(ins *syntax.Instruction) (off, ok bool) {
	if value, ok := variable(ins, "PIP_NO_CACHE_DIR"); ok {
		switch strings.ToLower(value) {
		case "1", "true", "yes", "on", "t", "y":
			return true, true
		}
		return false, true
	}
	if ins.Name == "run" && strings.Contains(ins.Args.Value, "no-cache-dir") && strings.Contains(ins.Args.Value, " config ") {
		return true, true
	}
	return false, false
}
