package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/config"
)

// configure applies the configured severities to the findings of other tools.
// Findings of rules that are off are removed, with the fixes that only they
// list. A fix that no finding lists is removed if its own rule is off.
// Checkers that are built in do this themselves.
func configure(a *artifact.Artifact, opts *Options) {
	severity := func(path, rule string) fixedits.Severity { return opts.config().For(path).Severity(rule) }
	listed, kept := map[string]bool{}, map[string]bool{} // ids of fixes
	a.Diagnostics = slices.DeleteFunc(a.Diagnostics, func(d fixedits.Diagnostic) bool {
		off := severity(d.Path, d.Rule) == config.SeverityOff
		for _, id := range d.Fixes {
			listed[id] = true
			kept[id] = kept[id] || !off
		}
		return off
	})
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		if configured := severity(d.Path, d.Rule); configured != "" {
			d.Severity = configured
		}
	}
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		if listed[fix.ID] {
			return !kept[fix.ID]
		}
		return slices.ContainsFunc(fix.Edits, func(e fixedits.Edit) bool { return severity(e.Path, fix.Rule) == config.SeverityOff })
	})
	a.Normalize()
}
