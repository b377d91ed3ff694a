package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// Warned returns a line for each file in the Warn of an artifact: which of its
// rules the tag makes warnings of, and for which ones the configuration is more
// lenient.
func Warned(artifacts []*artifact.Artifact, opts *pipeline.Options) []string {
	var lines []string
	for _, a := range artifacts {
		for _, path := range a.Warn {
			var byTag, byConfig []string
			for i := range a.Diagnostics {
				d := &a.Diagnostics[i]
				if d.Path != path {
					continue
				}
				var configured fixedits.Severity
				if opts.Config != nil {
					configured = opts.Config.For(path).Severity(d.Rule)
				}
				rule, _ := opts.Tools.Checkers.Rule(d.Rule)
				switch {
				case cmp.Or(configured, rule.Severity) == fixedits.SeverityError:
					byTag = append(byTag, d.Rule)
				case configured == fixedits.SeverityInfo:
					byConfig = append(byConfig, d.Rule)
				}
			}
			line := fmt.Sprintf("%s: by the tag autofix-warn (%s), its findings shut no gate", Shown(opts.Shown).Of(path), cmp.Or(a.Origin, "no target"))
			if len(byTag) > 0 {
				line += "; the tag makes warnings of the errors of " + strings.Join(distinct(byTag), ", ")
			}
			if len(byConfig) > 0 {
				line += "; the configuration is more lenient about " + strings.Join(distinct(byConfig), ", ")
			}
			lines = append(lines, inert.Line(line))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
