package report

import (
	"bytes"
	"errors"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// Combined are artifacts that are shown as one.
type Combined struct {
	source    pipeline.Source
	artifacts []*artifact.Artifact
	one       *artifact.Artifact
	opts      pipeline.Options
}

// Combine combines artifacts about files of source. A single one is itself.
// opts decide which fixes are pending, with the same checkers as in the check.
func Combine(source pipeline.Source, artifacts []*artifact.Artifact, opts pipeline.Options) (*Combined, error) {
	c := &Combined{source: source, artifacts: artifacts, opts: opts}
	checkers := opts.Tools.Checkers
	if len(artifacts) == 1 {
		c.one = artifacts[0]
	} else {
		var err error
		if c.one, err = pipeline.Together(artifacts, checkers.Tool); err != nil {
			return nil, err
		}
	}
	if c.one.Tool.Name == checkers.Tool.Name {
		c.opts.Tools.Checkers = checkers.Without(c.one.Without...)
	}
	return c, nil
}

// Render returns the artifacts in one of OutputFormats.
func (c *Combined) Render(format string, text TextOptions) ([]byte, error) {
	checked := pipeline.OfArtifact(c.source, c.one)
	var out bytes.Buffer
	var unread error
	findings := NewFindings(c.one, RulesOf(c.opts.Tools.Checkers), func(path string) []byte {
		text, err := checked.ReadText(path)
		if err != nil && unread == nil {
			unread = err
		}
		return text
	})
	findings.artifacts = c.artifacts
	findings.Select(c.opts.Selection())
	var changes Changes
	changes.Show(format)
	var err error
	switch {
	case !changes.Shown():
	case len(c.artifacts) == 1:
		err = checked.Plan(c.opts, func(plan *fixedits.Plan) error {
			return errors.Join(current(plan.Outcomes), changes.Add(plan.Files))
		})
		err = Judged(checked.Crashed, text.Shown, err)
	default: // each may have other checkers turned off
		err = c.merge(&changes)
	}
	if err != nil {
		return nil, err
	}
	text.Files = checked.Files
	if err := Write(&out, format, findings, &changes, text); err != nil {
		return nil, err
	}
	return out.Bytes(), unread
}

// merge adds the changes of a plan over all artifacts.
func (c *Combined) merge(changes *Changes) error {
	_, result, err := pipeline.Merge(c.source, c.artifacts, c.opts)
	if err != nil {
		return err
	}
	for i := range result.Outcomes {
		if err := current([]fixedits.Outcome{*result.Outcomes[i].Outcome}); err != nil {
			return err
		}
	}
	return Judged(result.Crashed, c.opts.Shown, errors.Join(FailedError(result.Failed, c.opts.Shown), changes.Add(result.Files)))
}

// current returns an error if a fix is for an older file.
func current(outcomes []fixedits.Outcome) error {
	for i := range outcomes {
		if o := &outcomes[i]; o.Status == fixedits.StatusStale {
			return fmt.Errorf("%s; check it again", o.Reason.String())
		}
	}
	return nil
}
