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

// compare compares the findings of artifacts with the ones of the base, and
// stores the old ones in line.
func (b *baseArtifacts) compare(ctx context.Context, env *environment, artifacts []*artifact.Artifact, line *policy.Line) error {
	if len(b.Base) == 0 {
		return nil
	}
	flag := "--base=" + strings.Join(b.Base, " --base=")
	past, err := env.readArtifactLists(ctx, "--base=", b.Base)
	if err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	if len(past) == 0 {
		return &cli.UsageError{Err: fmt.Errorf("gate: %s: it has no artifacts, which is not the same as no findings: check the base with --out=artifacts=FILE", flag)}
	}
	tool := env.Tools().Checkers.Tool
	base, err := pipeline.Together(past, tool)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("gate: %s: %w", flag, err)}
	}
	head, err := pipeline.Together(artifacts, tool)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("gate: %w", err)}
	}
	b.compared, err = baseline.CompareRecorded(base, head)
	if missing, ok := errors.AsType[*baseline.UnrecordedError](err); ok {
		return &cli.UsageError{Err: fmt.Errorf("gate: %s: %s: without it, nobody can say which findings are new; check the base and the head again, both with this version of autofix", flag, inert.Line(missing.Error()))}
	}
	if err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	line.Old = b.compared.Old(head)
	return nil
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
