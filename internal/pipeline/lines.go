package pipeline

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
)

// OnLines returns an artifact with the findings and fixes that touch the lines
// of Options.Lines. A fix does if one of its edits does. The fixes of built-in
// formatters and of the rules text/* are reduced to the edits that do. Source
// has the texts of the artifact's snapshots.
func (o *Options) OnLines(a *artifact.Artifact, source Source) (*artifact.Artifact, error) {
	if o.Lines == nil {
		return a, nil
	}
	l := &lineFilter{opts: o, source: source, files: map[string]*lineFile{}}
	some := *a
	some.Fixes, some.Diagnostics = nil, nil
	parts := map[string]*linePart{} // by id
	for i := range a.Fixes {
		part, err := l.part(&a.Fixes[i])
		if err != nil {
			return nil, err
		}
		parts[a.Fixes[i].ID] = part
	}
	listed := map[string]bool{}
	for _, d := range a.Diagnostics {
		keep, ids := l.touches(d.Path, d.Start, d.End), []string(nil)
		for _, id := range d.Fixes {
			part := parts[id]
			switch {
			case part == nil:
				continue
			case part.fix != nil && (keep || len(part.fix.Edits) > 0):
				keep = true
				ids = append(ids, part.fix.ID)
			case part.whole:
				keep = part.reason != "" // else the formatter changes no such line
			}
			if listed[id] = true; keep {
				part.explain(&d, l.file(d.Path).text)
			}
		}
		if d.Fixes = ids; keep {
			d.ID = fixedits.DiagnosticID(&d)
			some.Diagnostics = append(some.Diagnostics, d)
		}
	}
	used := map[string]bool{}
	for i := range some.Diagnostics {
		for _, id := range some.Diagnostics[i].Fixes {
			used[id] = true
		}
	}
	for i := range a.Fixes {
		if part := parts[a.Fixes[i].ID]; part.fix != nil && (used[part.fix.ID] || !listed[a.Fixes[i].ID] && len(part.fix.Edits) > 0) {
			some.Fixes = append(some.Fixes, *part.fix)
		}
	}
	some.Normalize()
	return &some, nil
}

// A lineFilter finds what touches the lines.
type lineFilter struct {
	opts   *Options
	source Source
	files  map[string]*lineFile
}

type lineFile struct {
	text  []byte
	lines [][2]int
}

func (l *lineFilter) file(path string) *lineFile {
	file := l.files[path]
	if file == nil {
		file = &lineFile{}
		if text, err := l.source.Read(path); err == nil { // a file that is missing or unreadable has no lines
			file.text, file.lines = text, l.opts.Lines(path, text)
		}
		l.files[path] = file
	}
	return file
}

// touches reports whether a range of bytes has a part of the lines, or is an
// empty range in or beside them.
func (l *lineFilter) touches(path string, start, end int) bool {
	file := l.file(path)
	if start > end || end > len(file.text) {
		return false
	}
	from := bytes.LastIndexByte(file.text[:start], '\n') + 1
	to := end
	if end == start || file.text[end-1] != '\n' {
		if next := bytes.IndexByte(file.text[end:], '\n'); next >= 0 {
			to += next + 1
		} else {
			to = len(file.text)
		}
	}
	return slices.ContainsFunc(file.lines, func(of [2]int) bool {
		return from < of[1] && of[0] < to || start == end && of[0] <= start && start <= of[1]
	})
}

func (l *lineFilter) edits(e fixedits.Edit) bool {
	return !e.IsCreation() && !e.IsDeletion() && l.touches(e.Path, e.Start, e.End)
}

// A linePart is the part of a fix that touches the lines.
type linePart struct {
	fix    *fixedits.Fix   // nil if there is none
	whole  bool            // the fix is of a formatter, for a whole file
	reason string          // why there is none although some edits touch the lines
	edits  []fixedits.Edit // the ones of fix, or else the ones that touch the lines
}

// part returns the part of a fix that touches the lines.
func (l *lineFilter) part(fix *fixedits.Fix) (*linePart, error) {
	_, builtin := l.opts.Tools.Checkers.Rule(fix.Rule)
	formats := fix.Phase == fixedits.PhaseFormat
	touching := slices.DeleteFunc(slices.Clone(fix.Edits), func(e fixedits.Edit) bool { return !l.edits(e) })
	switch {
	case len(fix.Edits) == 0 || !formats && len(touching) > 0 && !strings.HasPrefix(fix.Rule, "text/"), len(touching) == len(fix.Edits) && !formats:
		return &linePart{fix: fix}, nil
	case len(touching) == 0:
		return &linePart{whole: formats}, nil
	case formats && builtin:
		return l.formatted(fix, touching)
	case formats && len(touching) < len(fix.Edits):
		return &linePart{whole: true, reason: "its formatter changes other lines too", edits: touching}, nil
	}
	return &linePart{fix: reduced(fix, touching)}, nil
}

// formatted returns the part of the fix of a built-in formatter.
func (l *lineFilter) formatted(fix *fixedits.Fix, touching []fixedits.Edit) (*linePart, error) {
	path := fix.Edits[0].Path
	file := l.file(path)
	after, err := fixedits.Apply(file.text, fix.Edits)
	if err != nil {
		return nil, err
	}
	languages, err := l.opts.Tools.Formats.For(l.opts.config().For(path), path)
	if err != nil {
		return nil, err
	}
	after, err = languages.Ranges(path, file.text, after, file.lines)
	if refused, ok := errors.AsType[*formatting.RefusedError](err); ok {
		return &linePart{whole: true, reason: refused.Reason, edits: touching}, nil
	}
	changes := textdiff.Changes(file.text, after)
	if err != nil || len(changes) == 0 {
		return &linePart{whole: true}, err
	}
	edits := make([]fixedits.Edit, len(changes))
	for i, c := range changes {
		edits[i] = fixedits.Edit{Path: path, Start: c.Start, End: c.End, New: c.New}
	}
	return &linePart{fix: reduced(fix, edits), whole: true, edits: edits}, nil
}

// reduced returns a fix with other edits.
func reduced(fix *fixedits.Fix, edits []fixedits.Edit) *fixedits.Fix {
	some := *fix
	some.Edits, some.Certificate = edits, nil
	some.ID = fixedits.ContentID(&some)
	return &some
}

// explain adapts the finding of the fix of a formatter.
func (p *linePart) explain(d *fixedits.Diagnostic, text []byte) {
	if p.whole && strings.HasPrefix(d.Rule, formatRules) {
		var changes []textdiff.Change
		for _, e := range p.edits {
			changes = append(changes, textdiff.Change{Start: e.Start, End: e.End, New: e.New})
		}
		d.Message = format.Message(text, changes)
		d.Start, d.End = changes[0].Start, changes[0].End
		at := position.At(text, d.Start)
		d.Line, d.Column = at.Line, at.Column
	}
	if p.reason != "" {
		d.Message += "; not fixed only in the changed lines: " + p.reason
	}
}
