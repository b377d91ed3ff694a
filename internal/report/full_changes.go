package report

import (
	"cmp"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
)

// changes writes what the fixes of findings change, file by file. The file of
// the findings comes first, and is not named.
func (v *fullText) changes(found []*fixedits.Diagnostic) {
	own := found[0].Path
	byPath := map[string][]fixedits.Edit{}
	paths := []string{own}
	seen := map[string]bool{}
	for _, d := range found {
		fix := v.pendingFix(d)
		if fix == nil {
			fix = v.firstFix(d)
		}
		if fix == nil || seen[fix.ID] {
			continue
		}
		seen[fix.ID] = true
		for _, e := range fix.Edits {
			if byPath[e.Path] == nil && e.Path != own {
				paths = append(paths, e.Path)
			}
			byPath[e.Path] = append(byPath[e.Path], e)
		}
	}
	slices.Sort(paths[1:])
	for _, path := range paths {
		edits := byPath[path]
		if len(edits) == 0 {
			continue
		}
		name := terminal.Inline(v.opts.Shown.Of(path))
		if path != own || edits[0].Kind != fixedits.EditText {
			v.note(verbOf(&edits[0]) + name)
		}
		if edits[0].IsDeletion() {
			continue
		}
		v.screen.Diff(v.w, v.gutter, v.partsOf(path, edits))
	}
}

// verbOf returns the word for the effect of an edit on its file.
func verbOf(e *fixedits.Edit) string {
	switch {
	case e.IsDeletion():
		return "deletes "
	case e.Kind != fixedits.EditText:
		return "creates "
	}
	return "changes "
}

// partsOf returns what edits change, in parts: lines that no edit touches
// divide them. Edits that overlap, of alternatives, are left out.
func (v *fullText) partsOf(path string, edits []fixedits.Edit) []terminal.Diff {
	if edits[0].Kind != fixedits.EditText {
		return []terminal.Diff{{Line: 1, Changes: []textdiff.Change{{New: edits[0].New}}}}
	}
	source, ok := v.source(path)
	if !ok {
		return nil
	}
	slices.SortStableFunc(edits, func(a, b fixedits.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var parts []terminal.Diff
	for i := 0; i < len(edits); {
		first, last := source.Lines.Line(edits[i].Start), source.Lines.Line(edits[i].End)
		end := i + 1
		for end < len(edits) && source.Lines.Line(edits[end].Start) <= last+1 {
			last = max(last, source.Lines.Line(edits[end].End))
			end++
		}
		start, stop := source.Lines.Start(first), len(source.Text)
		if last < source.Lines.Lines() {
			stop = source.Lines.Start(last + 1)
		}
		part := source.Text[start:stop]
		within := slices.Clone(edits[i:end])
		for j := range within {
			within[j].Start, within[j].End = within[j].Start-start, within[j].End-start
		}
		if after, err := fixedits.Apply(part, within); err == nil {
			parts = append(parts, terminal.Diff{Part: part, Line: first, Changes: textdiff.Changes(part, after)})
		}
		i = end
	}
	return parts
}
