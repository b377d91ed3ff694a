package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3060 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3060",
		Summary:  "Run yarn cache clean in the same RUN as yarn install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "yarn install stores its downloads in a cache, which stays in the layer and is never used again. The " +
			"rule checks only the stages whose layers are part of an image: the last stage and its ancestors.",
		Bad:  "FROM node:22\nRUN yarn install\n",
		Good: "FROM node:22\nRUN yarn install && yarn cache clean\n",
		Fix:  "adds yarn cache clean " + fixAppends,
	},
	Check: func(p *lint.Pass) {
		inImage := shipped(p)
		for step := range p.Steps {
			if !inImage[step.Stage] && !step.Held() {
				continue
			}
			if left := yarnCache.dirty(p, step); len(left) > 0 {
				command := left[len(left)-1].Name() + " cache clean"
				reportDirty(p, left, "yarn leaves its cache in the image: run "+command+" in the same RUN", command)
			}
		}
	},
}

// yarnCache describes yarn's cache: below ~/.cache or ~/.yarn, or in a folder
// of all users.
var yarnCache = &cleaning{
	managers: []packages.Manager{packages.Yarn},
	leaves:   func(op *packages.Operation) bool { return op.Action == packages.Install },
	cleans:   func(op *packages.Operation) bool { return op.Verb == "cache clean" },
	files: folders{
		home:      []string{".cache/yarn", ".yarn/cache", ".yarn/berry/cache"},
		variables: []string{"YARN_CACHE_FOLDER", "yarn_cache_folder", "YARN_GLOBAL_FOLDER", "XDG_CACHE_HOME/yarn", "HOME/.cache/yarn", "HOME/.yarn"},
	},
}
