package main

import (
	"errors"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
)

// checkOutputs are the files that a check makes, whichever checker it runs.
type checkOutputs struct {
	Out    string `placeholder:"FILE" help:"Write the artifact, findings and fixes as JSON."`
	Diff   string `placeholder:"FILE" help:"Write what the fixes would change, as a patch."`
	Sarif  string `placeholder:"FILE" help:"Write SARIF 2.1.0, fixes included."`
	Report string `placeholder:"FILE" help:"Write the findings as text."`
	Origin string `placeholder:"LABEL" help:"On whose behalf: stands in the artifact."`
}

// write makes the files, and returns what they show and what a fix run would change.
func (o *checkOutputs) write(env *environment, checked *pipeline.Checked, opts pipeline.Options, text report.TextOptions) (*report.Findings, *fixedits.Plan, error) {
	plan, err := pipeline.Plan(checked.Source(), []*artifact.Artifact{checked.Artifact}, opts)
	if err != nil {
		return nil, nil, err
	}
	findings := report.NewFindings(checked.Artifact, ruleTexts(opts.Tools.Checkers), checked.Text)
	findings.SetPending(plan.Outcomes)
	return findings, plan, errors.Join(
		env.writeFile(o.Out, artifactTo(checked.Artifact)),
		env.writeFile(o.Diff, diffTo(plan.Files)),
		env.writeFile(o.Sarif, func(w writer) error { return report.SARIF(w, findings) }),
		env.writeFile(o.Report, func(w writer) error { return report.Text(w, findings, text) }),
	)
}
