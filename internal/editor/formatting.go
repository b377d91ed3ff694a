package editor

import (
	"context"
	"errors"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// formatting answers with the edits of the fixes of layout: of the formatter of
// the file, and of checkers that format.
func (s *server) formatting(ctx context.Context, v *view, p *protocol.DocumentFormattingParams) (any, error) {
	return s.format(ctx, v, p.TextDocument.URI, func(_ *document, _ *session, after []byte) ([]byte, error) { return after, nil })
}

func (s *server) rangeFormatting(ctx context.Context, v *view, p *protocol.DocumentRangeFormattingParams) (any, error) {
	return s.rangesFormatting(ctx, v, &protocol.DocumentRangesFormattingParams{TextDocument: p.TextDocument, Ranges: []protocol.Range{p.Range}})
}

// rangesFormatting answers with the edits of formatting that touch the lines of
// some ranges, and with the ones that these need to keep the meaning of the file.
func (s *server) rangesFormatting(ctx context.Context, v *view, p *protocol.DocumentRangesFormattingParams) (any, error) {
	return s.format(ctx, v, p.TextDocument.URI, func(d *document, run *session, after []byte) ([]byte, error) {
		languages, err := run.opts.Tools.Formats.For(run.opts.Config.For(d.path), d.path)
		if err != nil {
			return nil, err
		}
		var ranges [][2]int
		for _, r := range p.Ranges {
			ranges = append(ranges, d.lines(r))
		}
		part, err := languages.Ranges(d.path, d.text.Content(), after, ranges)
		if _, refused := errors.AsType[*formatting.RefusedError](err); refused {
			return d.text.Content(), nil
		}
		return part, err
	})
}

// lines returns the whole lines of a range. A line that starts at the end of the
// range is not one of them.
func (d *document) lines(r protocol.Range) [2]int {
	if r.End.Line < r.Start.Line {
		r.Start, r.End = r.End, r.Start
	}
	if r.End.Line == r.Start.Line || r.End.Character > 0 {
		r.End.Line++
	}
	start, end := d.text.Offsets(protocol.Range{Start: protocol.Position{Line: r.Start.Line}, End: protocol.Position{Line: r.End.Line}})
	return [2]int{start, end}
}

// format answers with the edits for a part of the formatted text of a file.
func (s *server) format(ctx context.Context, v *view, uri string, part func(d *document, run *session, after []byte) ([]byte, error)) (any, error) {
	d := v.documents[uri]
	if d == nil || d.root == "" || d.lost {
		return nil, fail(jsonrpc2.CodeInvalidParams, "%s is not an open file", uri)
	}
	found, err := d.await(ctx)
	if err != nil || found.artifact == nil {
		return nil, err
	}
	run, err := s.session(ctx, v, d)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	opts := run.opts
	for i := range found.artifact.Fixes {
		if fix := &found.artifact.Fixes[i]; fix.Phase == fixedits.PhaseFormat && !slices.Contains(opts.Rules, fix.Rule) {
			opts.Rules = append(opts.Rules, fix.Rule)
		}
	}
	if len(opts.Rules) == 0 {
		return nil, nil
	}
	result, err := pipeline.Preview(ctx, run.over, run.files, opts)
	if err != nil {
		return nil, err
	}
	for i := range result.Files {
		if file := &result.Files[i]; file.Path == d.path && !file.Deleted {
			after, err := part(d, run, file.After)
			if err != nil {
				return nil, err
			}
			return d.text.Edits(after)
		}
	}
	return nil, nil
}
