package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// silenced reports whether findings of an analyzer at a place are not reported.
func (p *loaded) silenced(a *analysis.Analyzer, pos token.Pos) bool {
	if file := p.fset.File(pos); file != nil && p.unreported[file.Name()] {
		return true
	}
	return p.nolint.silence(a.Name, p.fset.Position(pos))
}

// checked returns a finding with its valid fixes, and a finding for each fix that
// is not.
func (p *loaded) checked(a *analysis.Analyzer, d analysis.Diagnostic) []analysis.Diagnostic {
	fixes := d.SuggestedFixes
	d.SuggestedFixes = nil
	var refused []analysis.Diagnostic
	for _, fix := range fixes {
		edits, err := p.edits(fix.TextEdits)
		if err != nil {
			refused = append(refused, analysis.Diagnostic{
				Pos: d.Pos, End: d.End,
				Message: fmt.Sprintf("the analyzer %s has a fix %q that is not used: %v", a.Name, fix.Message, err),
			})
			continue
		}
		d.SuggestedFixes = append(d.SuggestedFixes, analysis.SuggestedFix{Message: fix.Message, TextEdits: edits})
	}
	return append([]analysis.Diagnostic{d}, refused...)
}

// edits returns the edits of a fix in their order, or why they are not valid. An
// edit without an end inserts.
func (p *loaded) edits(given []analysis.TextEdit) ([]analysis.TextEdit, error) {
	edits := slices.Clone(given)
	for i := range edits {
		e := &edits[i]
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		file := p.fset.File(e.Pos)
		if file == nil {
			return nil, errors.New("an edit has no place")
		}
		// The end of a node without a closing brace is computed, and may be a
		// little after the end of the file.
		end := token.Pos(file.Base() + file.Size())
		if e.End > end && e.End < end+10 {
			e.End = end
		}
		switch from := p.fset.Position(e.Pos).Filename; {
		case !slices.ContainsFunc(p.syntax, func(f *ast.File) bool { return p.fset.File(f.FileStart) == file }):
			return nil, fmt.Errorf("an edit is in %s, which is not a file of this package", file.Name())
		case p.unreported[file.Name()]:
			return nil, fmt.Errorf("an edit is in %s, which cgo has made", file.Name())
		case from != file.Name():
			return nil, fmt.Errorf("an edit is in %s, whose text comes from %s, as a //line comment says", file.Name(), from)
		case e.End < e.Pos:
			return nil, fmt.Errorf("an edit at %s ends before it starts", p.at(e.Pos))
		case e.End > end:
			return nil, fmt.Errorf("an edit at %s ends after the file", p.at(e.Pos))
		}
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	for i := 1; i < len(edits); i++ {
		if edits[i].Pos < edits[i-1].End {
			return nil, fmt.Errorf("the edits at %s and %s overlap", p.at(edits[i-1].Pos), p.at(edits[i].Pos))
		}
	}
	return edits, nil
}

// at returns a place without the file.
func (p *loaded) at(pos token.Pos) string {
	position := p.fset.PositionFor(pos, false)
	return fmt.Sprintf("%d:%d", position.Line, position.Column)
}
