package editor

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// isConfiguration reports whether a document is an autofix.toml.
func (d *document) isConfiguration() bool { return path.Base(d.path) == config.Name }

// mistakes returns the mistakes in the text of an autofix.toml, which need not
// be saved.
func (s *server) mistakes(d *document) []*config.Error {
	_, err := config.Parse(d.path, d.text.Content(), pipeline.Sections(s.opts.Tools))
	return mistakesOf(err)
}

// mistakesOf returns the mistakes in configuration files that an error joins.
func mistakesOf(err error) []*config.Error {
	switch e := err.(type) {
	case *config.Error:
		return []*config.Error{e}
	case interface{ Unwrap() []error }:
		var all []*config.Error
		for _, err := range e.Unwrap() {
			all = append(all, mistakesOf(err)...)
		}
		return all
	case interface{ Unwrap() error }:
		return mistakesOf(e.Unwrap())
	}
	return nil
}

// mistake returns a mistake as the editor shows it: at the word at its place.
func (d *document) mistake(e *config.Error) protocol.Diagnostic {
	shown := protocol.Diagnostic{Severity: protocol.DiagnosticSeverityError, Source: source, Message: e.Msg}
	if e.Line == 0 {
		return shown
	}
	text := d.text.Content()
	start := position.New(text, position.AnyEnd).Nearest(position.Position{Line: e.Line, Column: e.Column}, position.Columns{Unit: position.Bytes})
	end := start
	for end < len(text) && !bytes.ContainsRune([]byte(" \t\r\n=]"), rune(text[end])) {
		end++
	}
	shown.Range = d.text.Range(start, end)
	return shown
}

// completion answers with the texts that may be written at a place of an
// autofix.toml.
func (s *server) completion(_ context.Context, v *view, p *protocol.CompletionParams) (any, error) {
	items := []protocol.CompletionItem{}
	d := v.documents[p.TextDocument.URI]
	if d == nil || d.lost || !d.isConfiguration() {
		return items, nil
	}
	suggestions, start, end := config.Suggest(pipeline.Sections(s.opts.Tools), d.text.Content(), d.text.Offset(p.Position))
	for i, suggestion := range suggestions {
		item := protocol.CompletionItem{
			Label: strings.TrimRight(suggestion.Text, " =."), Kind: protocol.CompletionItemKindProperty, Detail: suggestion.Type, SortText: fmt.Sprintf("%05d", i),
			TextEdit: &protocol.TextEdit{Range: d.text.Range(start, end), NewText: suggestion.Text},
		}
		if suggestion.Value {
			item.Kind = protocol.CompletionItemKindValue
		}
		if suggestion.Doc != "" {
			doc := markup(suggestion.Doc, s.client.explains)
			item.Documentation = &doc
		}
		items = append(items, item)
	}
	return items, nil
}

// described answers a hover over a key or header of an autofix.toml.
func (s *server) described(d *document, at protocol.Position) any {
	doc, start, end := config.Describe(pipeline.Sections(s.opts.Tools), d.text.Content(), d.text.Offset(at))
	if doc == "" {
		return nil
	}
	place := d.text.Range(start, end)
	return protocol.Hover{Contents: markup(doc, s.client.markdown), Range: &place}
}
