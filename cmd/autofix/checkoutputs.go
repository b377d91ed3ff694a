package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/spec"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// checkOutputs holds the output files of a check, whichever checker it runs.
type checkOutputs struct {
	Out        []string
	Diff       string
	Sarif      string
	Report     string
	FixActions string
	Origin     string
	Brief      bool
	Verbose    bool
	TagMistake []string
	Warn       []string

	outputs []outputFile // of Out, Diff, Sarif and Report
}

// declare declares the flags.
func (o *checkOutputs) declare(f cli.FlagSet) {
	f.List(&o.Out, "out", "[FORMAT=]FILE", fmt.Sprintf(outHelp, "json, which is the artifact: findings and fixes,"))
	f.Text(&o.Diff, "diff", "FILE", "Write the changes that the fixes would make, as a patch, like --out=diff=FILE.")
	f.Text(&o.Sarif, "sarif", "FILE", "Write the findings and fixes as SARIF 2.1.0, like --out=sarif=FILE.")
	f.Text(&o.Report, "report", "FILE", "Write the findings as text, like --out=text=FILE.")
	f.Text(&o.FixActions, "fix-actions", "FILE", "Write the fixes that have structured operations as fix actions, in JSON.")
	f.Text(&o.Origin, "origin", "LABEL", "The label that is checked, for the artifact.")
	f.Toggle(&o.Brief, "brief", "Print one line that counts the findings, as a build action does; on a terminal, one line per finding.")
	f.List(&o.TagMistake, "tag-mistake", "TEXT", "What is wrong with a tag of the target: a finding of autofix/tag at the first file. Repeatable.")
	f.List(&o.Warn, "warn", "FILE", "A file in which errors are warnings, and whose findings shut no gate: the tag autofix-warn is on its target. Repeatable.")
	cli.FromVariable(f.Toggle(&o.Verbose, "verbose", "List every finding as text, even if a rule reports many places in one file."), "AUTOFIX_VERBOSE")
}

// claimStdout returns the environment for these outputs and the other output of
// the verb: see environment.claimStdout.
func (o *checkOutputs) claimStdout(env *environment, printed string) (*environment, error) {
	all, err := parseOutputs(o.Out, "json")
	if err != nil {
		return nil, err
	}
	all = named(all, "--diff", report.DiffFormat, o.Diff)
	all = named(all, "--sarif", "sarif", o.Sarif)
	o.outputs = named(all, "--report", "text", o.Report)
	return env.claimStdout(printed, append(flagsOfOutputs(o.outputs), outputFlag{"--fix-actions", o.FixActions})...)
}

// made reports whether there are any.
func (o *checkOutputs) made() bool { return len(o.outputs) > 0 || o.FixActions != "" }

// artifact reports whether one of the outputs, or the printed one, is an
// artifact.
func (o *checkOutputs) artifact(printed string) bool {
	for _, output := range append([]outputFile{{format: printed}}, o.outputs...) {
		if format, ok := report.FormatNamed(output.format); ok && format.Artifact {
			return true
		}
	}
	return false
}

// write writes the files, and returns the findings and changes that they show.
// printed is the format of the output that is also printed. The files of
// --warn are marked first.
func (o *checkOutputs) write(ctx context.Context, env *environment, checked *pipeline.Checked, opts pipeline.Options, printed string, text report.TextOptions) (*report.Findings, *report.Changes, error) {
	checked.Warn(o.Warn)
	if o.artifact(printed) {
		baseline.Record(baseline.State{Artifact: checked.Artifact, Text: checked.Text})
	}
	findings := report.NewFindings(checked.Artifact, report.RulesOf(opts.Tools.Checkers), checked.Text)
	findings.Select(opts.Selection())
	changes := &report.Changes{}
	changes.Show(printed)
	for _, output := range o.outputs {
		changes.Show(output.format)
	}
	opts.NoFiles = !changes.Shown()
	_, err := pipeline.UntilDone(ctx, func() (struct{}, error) {
		return struct{}{}, checked.Plan(opts, func(plan *fixedits.Plan) error { return changes.Add(plan.Files) })
	})
	if err != nil {
		return nil, nil, err
	}
	findings.AddCrashes(report.CrashesOf(checked.Crashed))
	actionsFile := o.FixActions
	if findings.Crashed() {
		actionsFile = "" // it would be mistaken for that of a complete check
	}
	err = writeFixActions(env, actionsFile, checked.Artifact)
	for _, output := range o.outputs {
		if output.format == "json" && findings.Crashed() {
			continue
		}
		err = errors.Join(err, env.writeFile(output.file, func(w writer) error {
			return report.Write(w, output.format, findings, changes, text)
		}))
	}
	return findings, changes, err
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
	_, err := fmt.Fprintf(env.Stderr, "autofix: --fix-actions=%s: %d of %d fixes (%s)\n", name, written, all, strings.Join(others, ", "))
	return err
}

// reportPlace says where the report of a build action is. It is next to the
// artifact, if Bazel is asked for it. Bazel's link bazel-bin leads there.
func (o *checkOutputs) reportPlace() string {
	if o.Origin == "" { // no action
		return "without --brief, each is listed"
	}
	const place = "the output group autofix_report lists them"
	for _, output := range o.outputs {
		_, below, found := strings.Cut(output.file, "/bin/")
		if artifact, json := strings.CutSuffix(below, ".json"); found && json && strings.HasPrefix(output.file, "bazel-out/") {
			return place + " in bazel-bin/" + artifact + ".txt"
		}
	}
	return place
}
