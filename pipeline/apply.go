package pipeline

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// applyOnce merges artifacts, which are identified, over the files as they are.
func applyOnce(source Source, artifacts []*artifact.Artifact, opts *Options) (*Result, error) {
	plan, err := merge(source, proposals(artifacts), opts)
	if err != nil {
		return nil, err
	}
	result := &Result{Files: plan.Files, found: Diagnostics(artifacts)}
	result.add(1, plan, opts)
	done := map[string]bool{}
	for i := range result.Outcomes {
		if o := &result.Outcomes[i]; o.Settled {
			done[o.ID] = true
		}
	}
	var left []fixedits.Diagnostic
	for _, d := range result.found {
		if !anyOf(done, d.Fixes) {
			left = append(left, d)
		}
	}
	result.Left = explain(left, result.Outcomes)
	return result, nil
}

func anyOf(set map[string]bool, keys []string) bool {
	for _, key := range keys {
		if set[key] {
			return true
		}
	}
	return false
}
