package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// baseArtifacts holds the flags of a gate that judges only findings that the
// artifacts of a base do not have.
type baseArtifacts struct {
	Base []string
	All  bool

	compared *baseline.Comparison // nil without --base
}

func (b *baseArtifacts) declare(f cli.FlagSet) {
	f.List(&b.Base, "base", "FILE", "Judge only findings that these artifacts do not have, which the same checks made of the base: what --out=artifacts=FILE wrote, an artifact, or a folder with such files whose names end in .json. Repeatable.")
	f.Toggle(&b.All, "all", "With --base: also list the old findings. They shut nothing.")
}

// flags returns the flags, for messages.
func (b *baseArtifacts) flags() string { return "--base=" + strings.Join(b.Base, " --base=") }

// read reads the base. It is nil without --base.
func (b *baseArtifacts) read(ctx context.Context, env *environment) (*baseline.Recorded, error) {
	if len(b.Base) == 0 {
		return nil, nil
	}
	artifacts, err := env.readArtifactLists(ctx, "--base=", b.Base, pipeline.ReadFindings)
	if err != nil {
		return nil, fmt.Errorf("gate: %w", err)
	}
	if len(artifacts) == 0 {
		return nil, &cli.UsageError{Err: fmt.Errorf("gate: %s: it has no artifacts, which is not the same as no findings: check the base with --out=artifacts=FILE", b.flags())}
	}
	base, err := baseline.RecordedIn(artifacts)
	if err != nil {
		return nil, incomparable("gate: "+b.flags(), err)
	}
	return base, nil
}

// compare compares the findings of artifacts with the base, if there is one, and
// stores the old ones in line.
func (b *baseArtifacts) compare(base *baseline.Recorded, artifacts []*artifact.Artifact, line *policy.Line) error {
	if base == nil {
		return nil
	}
	head, err := baseline.RecordedIn(artifacts)
	if err != nil {
		return incomparable("gate", err)
	}
	b.compared, line.Old = baseline.CompareRecorded(base, head)
	return nil
}

// incomparable returns the error of artifacts that cannot be compared. An
// artifact without fingerprints is never taken for one without findings.
func incomparable(what string, err error) error {
	text := inert.Line(err.Error())
	if _, ok := errors.AsType[*baseline.UnrecordedError](err); ok {
		text += ": without it, nobody can say which findings are new; check the base and the head again, both with this version of autofix"
	}
	return &cli.UsageError{Err: fmt.Errorf("%s: %s", what, text)}
}

// count writes the line that counts new and old findings, and lists the old
// ones if they are to be shown.
func (b *baseArtifacts) count(w io.Writer, verdict *policy.Verdict) error {
	if b.compared == nil {
		return nil
	}
	if !b.All {
		_, err := fmt.Fprintf(w, "autofix: %s\n", b.compared.Text("--all shows them"))
		return err
	}
	return report.Old(w, verdict, b.compared.Text(""))
}
