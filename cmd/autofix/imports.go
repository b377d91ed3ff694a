package main

import (
	"context"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters/reports"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// importHelp is the help of --import. %s is a sentence about the use of the
// reports.
const importHelp = "A report of another tool in a format of `autofix run-checker --output`, such as ruff=report.json; an artifact may have any NAME. %s A FILE of - is the standard input. Names in it are relative to the working folder. A fix for an older version of a file is stale. Repeatable."

// importAgain is the remedy for stale files of reports.
const importAgain = "run the tools again, and import their new reports"

// importFlags returns the flags of reports.
func importFlags(values []string) []string {
	flags := make([]string, len(values))
	for i, value := range values {
		flags[i] = "--import=" + value
	}
	return flags
}

// readImports reads reports about the files of ws. It sets the fixes among them
// that are stale in opts, and reports which results cannot be used.
func (e *environment) readImports(ctx context.Context, flags *cli.Globals, ws *workspace.Workspace, all []reports.Import, opts *pipeline.Options) ([]*artifact.Artifact, error) {
	root, err := e.Root(flags)
	if err != nil {
		return nil, err
	}
	var artifacts []*artifact.Artifact
	var stale pipeline.StaleFixes
	shown := e.Shown(ws.Root())
	for _, one := range all {
		reading, err := pipeline.UntilDone(ctx, func() (*reports.Reading, error) {
			return one.Read(ws, reports.Place{Path: e.Absolute(one.File), Stdin: e.Stdin, Root: root, Dir: e.Dir})
		})
		if err != nil {
			return nil, err
		}
		report.Refused(e.Stderr, one.File, reading.Refused, shown)
		opts.Refused = append(opts.Refused, report.Unusable(one.File, reading.Refused, shown)...)
		artifacts = append(artifacts, reading.Artifact)
		stale.Add(reading.Artifact, reading.Stale)
	}
	opts.Stale = stale.Reasons()
	return artifacts, nil
}
