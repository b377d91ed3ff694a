package editor

import (
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// source is the source of diagnostics, as the editor shows it.
const source = "autofix"

var severities = map[fixedits.Severity]protocol.DiagnosticSeverity{
	fixedits.SeverityError:   protocol.DiagnosticSeverityError,
	fixedits.SeverityWarning: protocol.DiagnosticSeverityWarning,
	fixedits.SeverityInfo:    protocol.DiagnosticSeverityInformation,
}

// diagnostics returns findings as the editor shows them.
func (s *server) diagnostics(d *document, found *findings) []protocol.Diagnostic {
	all := []protocol.Diagnostic{}
	if found.trouble != "" {
		all = append(all, protocol.Diagnostic{Severity: protocol.DiagnosticSeverityError, Source: source, Message: found.trouble})
	}
	for _, mistake := range found.mistakes {
		all = append(all, d.mistake(mistake))
	}
	if found.artifact == nil {
		return all
	}
	for i := range found.artifact.Diagnostics {
		if finding := &found.artifact.Diagnostics[i]; finding.Path == d.path {
			all = append(all, s.diagnostic(d, found, finding))
		}
	}
	for i := range found.built {
		all = append(all, s.diagnostic(d, found, &found.built[i]))
	}
	return all
}

func (s *server) diagnostic(d *document, found *findings, finding *fixedits.Diagnostic) protocol.Diagnostic {
	shown := protocol.Diagnostic{
		Range:    d.text.Range(finding.Start, finding.End),
		Severity: severities[finding.Severity],
		Code:     finding.Rule,
		Source:   source,
		Message:  finding.Labeled(finding.Message),
		Data:     encoded(finding.ID),
	}
	rule, known := s.opts.Tools.Checkers.Rule(finding.Rule)
	if known && s.client.links {
		shown.CodeDescription = &protocol.CodeDescription{Href: checks.Page(rule.Name)}
	}
	if deletes(found, finding) && slices.Contains(s.client.tags, protocol.DiagnosticTagUnnecessary) {
		shown.Tags = append(shown.Tags, protocol.DiagnosticTagUnnecessary)
	}
	if known && rule.Deprecated && slices.Contains(s.client.tags, protocol.DiagnosticTagDeprecated) {
		shown.Tags = append(shown.Tags, protocol.DiagnosticTagDeprecated)
	}
	if s.client.related {
		shown.RelatedInformation = related(d, found, finding)
	} else {
		shown.Message = fixedits.WithRelated(shown.Message, finding.Related)
	}
	return shown
}

// maxRelated bounds the related places of a finding.
const maxRelated = 10

// related returns the related places of a finding, and the places on other lines
// that its first fix changes. A place that is changed in another file is its
// start.
func related(d *document, found *findings, finding *fixedits.Diagnostic) (all []protocol.DiagnosticRelatedInformation) {
	for i := range finding.Related[:min(len(finding.Related), maxRelated)] {
		r := &finding.Related[i]
		all = append(all, protocol.DiagnosticRelatedInformation{Location: d.location(r), Message: inert.Line(r.Message)})
	}
	if len(finding.Fixes) == 0 || found.fixes[finding.Fixes[0]] == nil {
		return all
	}
	fix := found.fixes[finding.Fixes[0]]
	at := d.text.Range(finding.Start, finding.End)
	files := map[string]bool{}
	for i := range fix.Edits {
		edit := &fix.Edits[i]
		place := protocol.Location{URI: d.uri}
		if edit.Path == d.path {
			place.Range = d.text.Range(edit.Start, edit.End)
			if place.Range.Start.Line <= at.End.Line && place.Range.End.Line >= at.Start.Line {
				continue
			}
		} else {
			if files[edit.Path] {
				continue
			}
			files[edit.Path] = true
			place.URI = d.uriOf(edit.Path)
		}
		if len(all) == maxRelated {
			break
		}
		all = append(all, protocol.DiagnosticRelatedInformation{Location: place, Message: "changes too: " + inert.Line(fix.Title)})
	}
	return all
}

// location returns a related place. The text of another file is not at hand:
// the place there is a point, whose column is right after ASCII.
func (d *document) location(r *fixedits.Related) protocol.Location {
	if r.Path == d.path {
		return protocol.Location{URI: d.uri, Range: d.text.Range(r.Start, r.End)}
	}
	at := protocol.Position{Line: uint32(min(r.Line-1, math.MaxInt32)), Character: uint32(min(r.Column-1, math.MaxInt32))}
	return protocol.Location{URI: d.uriOf(r.Path), Range: protocol.Range{Start: at, End: at}}
}

// uriOf returns the URI of another file of the workspace.
func (d *document) uriOf(path string) string {
	return uriOf(filepath.Join(d.root, filepath.FromSlash(path)))
}

// deletes reports whether a safe fix deletes the text of a finding, which is
// then unnecessary.
func deletes(found *findings, finding *fixedits.Diagnostic) bool {
	return slices.ContainsFunc(finding.Fixes, func(id string) bool {
		fix := found.fixes[id]
		return fix != nil && fix.Safety == fixedits.SafetySafe && finding.Start < finding.End && len(fix.Edits) == 1 &&
			len(fix.Edits[0].New) == 0 && fix.Edits[0].Path == finding.Path && fix.Edits[0].Start <= finding.Start && finding.End <= fix.Edits[0].End
	})
}

// push shows the findings of a version of a document, if it is still the newest
// when they are known.
func (s *server) push(d *document) {
	if !d.settle() {
		return
	}
	found := d.find()
	s.publish(d, d.uri, s.diagnostics(d, found))
}

// publish sends the diagnostics of a document, unless there is a newer version.
// A nil document is one that was closed.
func (s *server) publish(d *document, uri string, all []protocol.Diagnostic) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	p := protocol.PublishDiagnosticsParams{URI: uri, Diagnostics: all}
	switch {
	case d == nil && s.view.Load().documents[uri] != nil: // it is open again
		return
	case d != nil && (d.ctx.Err() != nil || s.view.Load().documents[uri] != d):
		return
	case d != nil && s.client.versions:
		p.Version = &d.version
	}
	_ = s.conn.Load().Notify(s.ctx, "textDocument/publishDiagnostics", p)
}

// pull answers a client that asks for the diagnostics of a document.
func (s *server) pull(ctx context.Context, v *view, p *protocol.DocumentDiagnosticParams) (any, error) {
	d := v.documents[p.TextDocument.URI]
	if d == nil {
		return nil, fail(jsonrpc2.CodeInvalidParams, "%s is not open", p.TextDocument.URI)
	}
	found, err := d.await(ctx)
	if canceled, ok := err.(*jsonrpc2.Error); ok && canceled.Code == codeModified {
		again := &jsonrpc2.Error{Code: codeServerCanceled, Message: canceled.Message}
		again.SetError(protocol.DiagnosticServerCancellationData{RetriggerRequest: true})
		return nil, again
	}
	if err != nil {
		return nil, err
	}
	all := s.diagnostics(d, found)
	id := resultID(all)
	if id == p.PreviousResultID {
		return protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id}, nil
	}
	return protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: id, Items: all}, nil
}

// resultID returns the id of diagnostics, by their content.
func resultID(all []protocol.Diagnostic) string { return fixedits.Digest(encoded(all))[:16] }

// encoded returns a value of the protocol as JSON. All of them have one.
func encoded(value any) json.RawMessage {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}
