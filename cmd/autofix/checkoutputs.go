package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/fix_actions/spec"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
)

// checkOutputs holds the output files of a check, whichever checker it runs.
type checkOutputs struct {
	Out        string
	Diff       string
	Sarif      string
	Report     string
	FixActions string
	Origin     string
	Brief      bool
	Verbose    bool
}

// declare declares the flags.
func (o *checkOutputs) declare(f flagSet) {
	f.text(&o.Out, "out", "FILE", "Write the artifact: findings and fixes as JSON.")
	f.text(&o.Diff, "diff", "FILE", "Write the changes that the fixes would make, as a patch.")
	f.text(&o.Sarif, "sarif", "FILE", "Write the findings and fixes as SARIF 2.1.0.")
	f.text(&o.Report, "report", "FILE", "Write the findings as text.")
	f.text(&o.FixActions, "fix-actions", "FILE", "Write the fixes that have structured operations as fix actions, in JSON.")
	f.text(&o.Origin, "origin", "LABEL", "The label that is checked, for the artifact.")
	f.toggle(&o.Brief, "brief", "Print one line that counts the findings, as a build action does.")
	fromVariable(f.toggle(&o.Verbose, "verbose", "List every finding as text, even if a rule reports many places in one file."), "AUTOFIX_VERBOSE")
}

// claimStdout returns the environment for these outputs and the other output of
// the verb: see environment.claimStdout.
func (o *checkOutputs) claimStdout(env *environment, printed string) (*environment, error) {
	return env.claimStdout(printed, outputFlag{"--out", o.Out}, outputFlag{"--diff", o.Diff},
		outputFlag{"--sarif", o.Sarif}, outputFlag{"--report", o.Report}, outputFlag{"--fix-actions", o.FixActions})
}

// made reports whether there are any.
func (o *checkOutputs) made() bool {
	return o.Out != "" || o.Diff != "" || o.Sarif != "" || o.Report != "" || o.FixActions != ""
}

// write writes the files. It returns their findings, and whether the diff has
// changes.
func (o *checkOutputs) write(ctx context.Context, env *environment, checked *pipeline.Checked, opts pipeline.Options, text report.TextOptions) (findings *report.Findings, changes bool, err error) {
	findings = report.NewFindings(checked.Artifact, ruleTexts(opts.Tools.Checkers), checked.Text)
	findings.Select(opts.Selection())
	opts.NoFiles = o.Diff == ""
	var diff bytes.Buffer
	changes, err = pipeline.UntilDone(ctx, func() (changes bool, err error) {
		err = checked.Plan(opts, func(plan *fixedits.Plan) error {
			changes = changes || len(plan.Files) > 0
			if o.Diff == "" {
				return nil
			}
			return diffTo(plan.Files)(&diff)
		})
		return changes, err
	})
	if err != nil {
		return nil, false, err
	}
	findings.AddCrashes(crashesOf(checked.Crashed))
	artifactFile, actionsFile := o.Out, o.FixActions
	if findings.Crashed() {
		artifactFile, actionsFile = "", "" // they would be mistaken for those of a complete check
	}
	return findings, changes, errors.Join(
		env.writeFile(artifactFile, artifactTo(checked.Artifact)),
		writeFixActions(env, actionsFile, checked.Artifact),
		env.writeText(o.Diff, diff.Bytes()),
		env.writeFile(o.Sarif, func(w writer) error { return report.SARIF(w, findings) }),
		env.writeFile(o.Report, func(w writer) error { return report.Text(w, findings, text) }),
	)
}

// writeFixActions writes the fixes of an artifact that have operations, and
// prints how many others there are.
func writeFixActions(env *environment, name string, a *artifact.Artifact) error {
	if name == "" {
		return nil
	}
	document, omitted := spec.FromArtifact(a)
	if err := env.writeText(name, spec.Marshal(document)); err != nil {
		return err
	}
	var others []string
	for _, left := range []struct {
		n    int
		what string
	}{
		{omitted.Edits, "without operations"}, {omitted.Alternatives, "alternatives"}, {omitted.Disposed, "cannot be applied"},
	} {
		if left.n > 0 {
			others = append(others, fmt.Sprintf("%s: %d", left.what, left.n))
		}
	}
	if others == nil {
		return nil
	}
	written := len(document.Actions)
	all := written + omitted.Edits + omitted.Alternatives + omitted.Disposed
	_, err := fmt.Fprintf(env.stderr, "autofix: --fix-actions=%s: %d of %d fixes (%s)\n", name, written, all, strings.Join(others, ", "))
	return err
}
