package editor

import (
	"context"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// hover answers with the text of `autofix explain` for the rules of the
// findings at a position, or with the documentation of a key of autofix.toml.
func (s *server) hover(ctx context.Context, v *view, p *protocol.HoverParams) (any, error) {
	d := v.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	if d.isConfiguration() && !d.lost {
		if hover := s.described(d, p.Position); hover != nil {
			return hover, nil
		}
	}
	found, err := d.await(ctx)
	if err != nil || found.artifact == nil {
		return nil, err
	}
	offset := d.text.Offset(p.Position)
	var rules, texts []string
	var place *protocol.Range
	for i := range found.artifact.Diagnostics {
		finding := &found.artifact.Diagnostics[i]
		rule, known := s.opts.Tools.Checkers.Rule(finding.Rule)
		if finding.Path != d.path || offset < finding.Start || offset > finding.End || !known || slices.Contains(rules, rule.Name) {
			continue
		}
		text := rule.Text()
		if s.client.markdown {
			text = inert.Block(text)
		}
		rules, texts = append(rules, rule.Name), append(texts, text)
		if place == nil {
			at := d.text.Range(finding.Start, finding.End)
			place = &at
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	return protocol.Hover{Contents: markup(strings.Join(texts, "\n"), s.client.markdown), Range: place}, nil
}

// markup returns a text for a client that shows Markdown, or does not.
func markup(text string, markdown bool) protocol.MarkupContent {
	if markdown {
		return protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
	}
	return protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: text}
}
