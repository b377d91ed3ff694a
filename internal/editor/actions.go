package editor

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// A choice describes the work of a code action. It is the data of the action:
// the client sends it back to get the edit.
type choice struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
	Fix     string `json:"fix,omitempty"`     // the id of the fix to apply
	Rule    string `json:"rule,omitempty"`    // apply all safe fixes of a rule, or silence the rule
	Finding string `json:"finding,omitempty"` // the id of the finding to silence
	// Question is the id of the fix to ask an agent for.
	Question string          `json:"question,omitempty"`
	Scope    *ignore.Scope   `json:"scope,omitempty"`  // silence for this scope
	Safety   fixedits.Safety `json:"safety,omitempty"` // apply all fixes that are at least this safe
}

// An offer is a code action without its edit.
type offer struct {
	action protocol.CodeAction
	choice choice
	rank   int // best first
}

// codeActions answers with the fixes of the findings in a range, and with the
// actions for the whole file.
func (s *server) codeActions(ctx context.Context, v *view, p *protocol.CodeActionParams) (any, error) {
	actions := []protocol.CodeAction{}
	d := v.documents[p.TextDocument.URI]
	if d == nil || d.root == "" || d.lost || !s.client.literals {
		return actions, nil
	}
	found, err := d.await(ctx)
	if err != nil {
		return nil, err
	}
	if found.artifact == nil {
		return actions, nil
	}
	run, err := s.session(ctx, v, d)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	var offers []offer
	if wants(p.Context.Only, protocol.CodeActionKindQuickFix) {
		start, end := d.text.Offsets(p.Range)
		offers = s.quickFixes(ctx, d, found, run, start, end)
	}
	offers = append(offers, s.fixAlls(found, run, p.Context.Only)...)
	for _, o := range offers {
		o.choice.URI, o.choice.Version = d.uri, d.version
		switch {
		case o.action.Command != nil:
		case s.client.resolves:
			o.action.Data = encoded(o.choice)
		default:
			edit, err := s.editOf(ctx, v, d, run, found, &o.choice, o.action.Title)
			if err != nil {
				continue // only actions with an edit are offered
			}
			o.action.Edit = edit
		}
		actions = append(actions, o.action)
	}
	return actions, nil
}

// wants reports whether a client that asks only for some kinds of actions gets
// one. Kinds are hierarchical.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(asked protocol.CodeActionKind) bool {
		return asked == "" || asked == kind || strings.HasPrefix(string(kind), string(asked)+".")
	})
}

// quickFixes returns the actions for the findings in a range of bytes.
func (s *server) quickFixes(ctx context.Context, d *document, found *findings, run *session, start, end int) []offer {
	var offers, later []offer
	var open []*fixedits.Diagnostic // for which an agent may find a fix
	rules := map[string]bool{}
	forms := s.opts.Tools.Checkers.Comments(checks.File{Path: d.path, Content: d.text.Content()})
	touched := func(finding *fixedits.Diagnostic) bool {
		return finding.Path == d.path && finding.Start <= end && finding.End >= start
	}
	for i := range found.built {
		if finding := &found.built[i]; touched(finding) {
			offers = append(offers, s.fixesOf(found, run, finding, []protocol.Diagnostic{s.diagnostic(d, found, finding)})...)
		}
	}
	for i := range found.artifact.Diagnostics {
		finding := &found.artifact.Diagnostics[i]
		if !touched(finding) {
			continue
		}
		shown := []protocol.Diagnostic{s.diagnostic(d, found, finding)}
		offers = append(offers, s.fixesOf(found, run, finding, shown)...)
		open = append(open, finding)
		later = append(later, s.silences(d, finding, forms(finding.Rule), shown, !rules[finding.Rule])...)
		if rules[finding.Rule] {
			continue
		}
		rules[finding.Rule] = true
		if n := count(found, run, finding.Rule); n > 1 {
			later = append(later, offer{action: protocol.CodeAction{
				Title: fmt.Sprintf("Fix all of %s in this file", finding.Rule), Kind: protocol.CodeActionKindQuickFix, Diagnostics: shown,
			}, choice: choice{Rule: finding.Rule, Safety: fixedits.SafetySafe}, rank: 1})
		}
		if rule, known := s.opts.Tools.Checkers.Rule(finding.Rule); known && s.client.opens {
			title := "Open the page of " + rule.Name
			later = append(later, offer{action: protocol.CodeAction{
				Title: title, Kind: protocol.CodeActionKindQuickFix, Diagnostics: shown,
				Command: &protocol.Command{Title: title, Command: openRule, Arguments: []json.RawMessage{encoded(rule.Name)}},
			}, rank: 3})
		}
	}
	for _, offers := range [][]offer{offers, later} {
		slices.SortStableFunc(offers, func(a, b offer) int { return cmp.Compare(a.rank, b.rank) })
	}
	return slices.Concat(offers, s.questions(ctx, d, run, open, found), later)
}

// fixesOf returns the fixes of a finding: safe ones first.
func (s *server) fixesOf(found *findings, run *session, finding *fixedits.Diagnostic, shown []protocol.Diagnostic) (offers []offer) {
	var kept []*fixedits.Fix
	for _, id := range finding.Fixes {
		fix := found.fixes[id]
		if fix == nil || !offered(run, fix, fixedits.SafetyUnsafe) || slices.ContainsFunc(kept, func(other *fixedits.Fix) bool { return sameEdits(fix, other) }) {
			continue
		}
		kept = append(kept, fix)
		o := offer{
			action: protocol.CodeAction{Title: inert.Line(fix.Title), Kind: protocol.CodeActionKindQuickFix, Diagnostics: shown},
			choice: choice{Fix: id}, rank: fix.Safety.Rank(),
		}
		if fix.Safety != fixedits.SafetySafe {
			o.action.Title += fmt.Sprintf(" (%s)", fix.Safety)
		} else if s.client.preferred && !slices.ContainsFunc(offers, func(other offer) bool { return other.action.IsPreferred }) {
			o.action.IsPreferred = true
		}
		offers = append(offers, o)
	}
	return offers
}

// sameEdits reports whether two fixes, as of two rules that find the same, have
// the same edits.
func sameEdits(a, b *fixedits.Fix) bool {
	return slices.EqualFunc(a.Edits, b.Edits, func(a, b fixedits.Edit) bool {
		return a.Path == b.Path && a.Start == b.Start && a.End == b.End && a.Kind == b.Kind && a.Executable == b.Executable && bytes.Equal(a.New, b.New)
	})
}

// offered reports whether the configuration lets a person apply a fix that they
// choose. A fix whose edits an agent would have to find is not offered.
func offered(run *session, fix *fixedits.Fix, safety fixedits.Safety) bool {
	opts := run.opts
	opts.Rules, opts.Safety = []string{fix.Rule}, safety
	return fix.Resolver == nil && opts.Selection().Reason(fix).Code == ""
}

// count returns the number of findings of a rule with a safe fix.
func count(found *findings, run *session, rule string) (n int) {
	for i := range found.artifact.Diagnostics {
		finding := &found.artifact.Diagnostics[i]
		if finding.Rule == rule && slices.ContainsFunc(finding.Fixes, func(id string) bool {
			fix := found.fixes[id]
			return fix != nil && offered(run, fix, fixedits.SafetySafe)
		}) {
			n++
		}
	}
	return n
}

// silences returns the actions that silence a finding by a comment.
func (s *server) silences(d *document, finding *fixedits.Diagnostic, form ignore.Form, shown []protocol.Diagnostic, file bool) (offers []offer) {
	for _, scope := range []ignore.Scope{ignore.Line, ignore.File} {
		if scope == ignore.File && !file {
			continue
		}
		if _, ok := silenced(d, finding, scope, form); !ok {
			continue
		}
		where := "here"
		if scope == ignore.File {
			where = "in this file"
		}
		offers = append(offers, offer{action: protocol.CodeAction{
			Title: fmt.Sprintf("Silence %s %s", finding.Rule, where), Kind: protocol.CodeActionKindQuickFix, Diagnostics: shown,
		}, choice: choice{Rule: finding.Rule, Finding: finding.ID, Scope: &scope}, rank: 2})
	}
	return offers
}

// fixAlls returns the actions for the whole file. The unsafe one is offered
// only to a client that asks for exactly that, so that nothing runs it on save
// by asking for source.fixAll.
func (s *server) fixAlls(found *findings, run *session, only []protocol.CodeActionKind) (offers []offer) {
	if len(run.files) == 0 {
		return nil
	}
	if wants(only, fixAll) {
		safe := slices.ContainsFunc(found.artifact.Fixes, func(fix fixedits.Fix) bool {
			return fix.Resolver == nil && run.opts.Selection().Reason(&fix).Code == ""
		})
		if safe {
			offers = append(offers, offer{action: protocol.CodeAction{Title: "Apply all safe fixes (autofix)", Kind: fixAll}, choice: choice{Safety: fixedits.SafetySafe}})
		}
	}
	if slices.Contains(only, fixAllUnsafe) {
		offers = append(offers, offer{action: protocol.CodeAction{Title: "Apply all fixes, unsafe ones too (autofix)", Kind: fixAllUnsafe}, choice: choice{Safety: fixedits.SafetyUnsafe}})
	}
	return offers
}

// resolve answers with the edit of a code action.
func (s *server) resolve(ctx context.Context, v *view, action *protocol.CodeAction) (any, error) {
	var c choice
	if err := json.Unmarshal(action.Data, &c); err != nil {
		return nil, fail(jsonrpc2.CodeInvalidParams, "the action is not one of this server: %v", err)
	}
	d := v.documents[c.URI]
	if d == nil || d.version != c.Version || d.lost || d.root == "" {
		return nil, fail(codeModified, "%s has changed since the action was offered", c.URI)
	}
	found, err := d.await(ctx)
	if err != nil {
		return nil, err
	}
	if found.artifact == nil {
		return nil, fail(codeRequestFailed, "%s", cmp.Or(found.trouble, "nothing is known about the file"))
	}
	run, err := s.session(ctx, v, d)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	if action.Edit, err = s.editOf(ctx, v, d, run, found, &c, action.Title); err != nil {
		return nil, err
	}
	return action, nil
}

// editOf returns the edit of a choice.
func (s *server) editOf(ctx context.Context, v *view, d *document, run *session, found *findings, c *choice, label string) (*protocol.WorkspaceEdit, error) {
	opts := run.opts
	opts.Safety = c.Safety
	var result *pipeline.Result
	var err error
	confirm := c.Safety == fixedits.SafetyUnsafe
	switch {
	case c.Scope != nil:
		return s.silence(v, d, found, c, label)
	case c.Question != "":
		return s.ask(ctx, v, d, run, c, label)
	case c.Fix != "":
		fix := found.fixes[c.Fix]
		if fix == nil {
			return nil, fail(codeModified, "there is no such fix")
		}
		opts.Safety, opts.Rules, opts.Only = fixedits.SafetyUnsafe, []string{fix.Rule}, map[string]bool{fix.ID: true}
		confirm = fix.Safety == fixedits.SafetyUnsafe
		_, result, err = pipeline.Merge(run.over, []*artifact.Artifact{cmp.Or(found.from[fix.ID], found.artifact)}, opts)
	default:
		if c.Rule != "" {
			opts.Rules = []string{c.Rule}
		}
		result, err = pipeline.Preview(ctx, run.over, run.files, opts)
	}
	if err != nil {
		return nil, err
	}
	if len(result.Files) == 0 && c.Fix != "" {
		return nil, fail(codeRequestFailed, "the fix changes nothing: %s", whyNot(result, c.Fix))
	}
	return s.edit(v, d.root, label, result.Files, confirm)
}

// whyNot returns why a fix was not applied.
func whyNot(result *pipeline.Result, id string) string {
	for i := range result.Outcomes {
		if o := &result.Outcomes[i]; (o.ID == id || o.OwnID == id) && o.Status != fixedits.StatusApplied {
			return string(o.Status) + ": " + o.Reason.String()
		}
	}
	return "the text is as it would make it"
}

// silence returns the edit that inserts the comment that silences a finding.
func (s *server) silence(v *view, d *document, found *findings, c *choice, label string) (*protocol.WorkspaceEdit, error) {
	i := slices.IndexFunc(found.artifact.Diagnostics, func(finding fixedits.Diagnostic) bool { return finding.ID == c.Finding })
	if i < 0 {
		return nil, fail(codeModified, "there is no such finding")
	}
	finding := &found.artifact.Diagnostics[i]
	content := d.text.Content()
	form := s.opts.Tools.Checkers.Comments(checks.File{Path: d.path, Content: content})(finding.Rule)
	after, ok := silenced(d, finding, *c.Scope, form)
	if !ok {
		return nil, fail(codeRequestFailed, "no comment can silence %s there", finding.Rule)
	}
	return s.edit(v, d.root, label, []fixedits.FileChange{{Path: d.path, Before: content, After: after}}, false)
}

// silenced returns the text of a document with a comment that silences a finding.
// It reports false if no comment can do that.
func silenced(d *document, finding *fixedits.Diagnostic, scope ignore.Scope, form ignore.Form) ([]byte, bool) {
	content := d.text.Content()
	insertions, failed := ignore.Silence(d.path, content, []ignore.Want{{
		Rule: finding.Rule, Offset: finding.Start, Scope: scope, Form: form, Formatter: finding.Phase == fixedits.PhaseFormat,
	}})
	after, err := fixedits.Apply(content, insertions)
	return after, err == nil && len(failed) == 0
}

// execute runs a command of the server.
func (s *server) execute(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (any, error) {
	if p.Command == buildCommand {
		return nil, s.build(ctx, v, p)
	}
	var name string
	if p.Command != openRule || len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &name) != nil {
		return nil, fail(jsonrpc2.CodeInvalidParams, "%s is not a command of this server with these arguments", p.Command)
	}
	rule, known := s.opts.Tools.Checkers.Rule(name)
	if !known {
		return nil, fail(jsonrpc2.CodeInvalidParams, "there is no rule %s", name)
	}
	s.call("window/showDocument", protocol.ShowDocumentParams{URI: checks.Page(rule.Name), External: true})
	return nil, nil
}
