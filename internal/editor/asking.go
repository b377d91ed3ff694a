package editor

import (
	"context"
	"fmt"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Ask adds to the options of a run the steps of `autofix fix --ai`: the question
// to the agent of the person's configuration, and the verification of its
// answer. opts.Asks then has the reason why no agent is asked for a fix. Nothing
// is sent before the run. said gets lines about the steps. The caller calls
// finish with the error of the run, and gets the error to show.
type Ask func(ws *workspace.Workspace, opts *pipeline.Options, said io.Writer) (finish func(ctx context.Context, failure error) error, err error)

// questions returns the actions that ask an agent for the fixes of findings that
// have no edits. There are none unless the person has enabled agents, and the
// client resolves actions and can show the patch before it is applied.
func (s *server) questions(ctx context.Context, d *document, run *session, findings []*fixedits.Diagnostic, found *findings) (offers []offer) {
	if s.opts.Ask == nil || !s.client.resolves || !s.client.annotates || len(findings) == 0 {
		return nil
	}
	opts := run.opts
	finish, err := s.opts.Ask(run.ws, &opts, io.Discard)
	if err != nil {
		s.tell(protocol.MessageTypeWarning, fmt.Sprintf("autofix: no agent can be asked: %v", err))
		return nil
	}
	defer func() { _ = finish(ctx, nil) }()
	for _, finding := range findings {
		for _, fix := range openFixes(found, finding, opts.HandOver) {
			opts.Rules, opts.Safety = []string{fix.Rule}, fixedits.SafetyUnsafe
			if opts.Asks == nil || opts.Selection().Reason(fix).Code != "" {
				continue
			}
			offers = append(offers, offer{action: protocol.CodeAction{
				Title: inert.Line(fix.Title) + " (asks an agent)", Kind: protocol.CodeActionKindQuickFix, Diagnostics: []protocol.Diagnostic{s.diagnostic(d, found, finding)},
			}, choice: choice{Rule: fix.Rule, Question: fix.ID}})
		}
	}
	return offers
}

// openFixes returns the fixes of a finding that have no edits yet, or the one
// that handOver, which may be nil, has for a finding without fixes.
func openFixes(found *findings, finding *fixedits.Diagnostic, handOver func(*fixedits.Diagnostic) *fixedits.Fix) (open []*fixedits.Fix) {
	for _, id := range finding.Fixes {
		if fix := found.fixes[id]; fix != nil && fix.Resolver != nil {
			open = append(open, fix)
		}
	}
	if len(finding.Fixes) == 0 && handOver != nil {
		if fix := handOver(finding); fix != nil {
			fix.ID = fixedits.ContentID(fix)
			open = append(open, fix)
		}
	}
	return open
}

// ask asks an agent for the edits of a fix. The client shows the patch, and
// applies it if the person agrees.
func (s *server) ask(ctx context.Context, v *view, d *document, run *session, c *choice, title string) (*protocol.WorkspaceEdit, error) {
	if s.opts.Ask == nil || !s.client.annotates {
		return nil, fail(codeRequestFailed, "no agent can be asked here")
	}
	ctx, work, end := s.begin(ctx, nil, "autofix: "+title)
	defer end("")
	opts := run.opts
	opts.Safety, opts.Rules, opts.Only = fixedits.SafetyUnsafe, []string{c.Rule}, map[string]bool{c.Question: true}
	finish, err := s.opts.Ask(run.ws, &opts, work)
	if err != nil {
		return nil, err
	}
	result, err := pipeline.Preview(ctx, run.over, run.files, opts)
	err = finish(ctx, err)
	switch {
	case ctx.Err() != nil:
		return nil, fail(codeCanceled, "canceled: nothing is changed")
	case err != nil:
		return nil, err
	case len(result.Files) == 0:
		return nil, fail(codeRequestFailed, "there is no answer to apply: %s", whyNot(result, c.Question))
	}
	edit, err := s.edit(v, d.root, title, result.Files, true)
	if err != nil {
		return nil, err
	}
	patch := &strings.Builder{}
	if err := report.Diff(patch, result.Files); err != nil {
		return nil, err
	}
	shown := edit.ChangeAnnotations[annotation]
	shown.Description = inert.Plain(patch.String())
	edit.ChangeAnnotations[annotation] = shown
	return edit, nil
}
