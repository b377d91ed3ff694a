package baseline

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A place is one of the places of a finding. Most findings have one. A finding
// of a formatter stands for all of its changes in a file, and some rules have
// one finding for many places: each line that the fix changes is a place. Whoever
// fixes one of them must not meet the others as new.
type place struct {
	of    int // index of the diagnostic
	rule  string
	line  int // 1-based; 0: not known
	print fingerprint
}

// A stateFile is a file in one of the states.
type stateFile struct {
	text   []byte
	lines  *position.Text
	places []place
	memory []byte // of sum
}

// filesOf returns the files with findings, with their places in order.
func filesOf(s State) map[string]*stateFile {
	fixes := fixesOf(s.Artifact)
	files := map[string]*stateFile{}
	for _, i := range inOrder(s.Artifact) {
		d := &s.Artifact.Diagnostics[i]
		f := files[d.Path]
		if f == nil {
			f = newFile(s.Text(d.Path))
			files[d.Path] = f
		}
		f.add(i, d, editsOf(d, fixes))
	}
	return files
}

// newFile returns a file without places. text is nil if it is not known.
func newFile(text []byte) *stateFile {
	return &stateFile{text: text, lines: position.New(text, position.LF)}
}

// fixesOf returns the fixes of an artifact by id.
func fixesOf(a *artifact.Artifact) map[string]*fixedits.Fix {
	fixes := make(map[string]*fixedits.Fix, len(a.Fixes))
	for i := range a.Fixes {
		fixes[a.Fixes[i].ID] = &a.Fixes[i]
	}
	return fixes
}

// inOrder returns the indices of the diagnostics in the order of their places.
func inOrder(a *artifact.Artifact) []int {
	order := make([]int, len(a.Diagnostics))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		x, y := &a.Diagnostics[i], &a.Diagnostics[j]
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), strings.Compare(x.Rule, y.Rule), strings.Compare(x.Message, y.Message))
	})
	return order
}

// HasPlaces reports whether a finding has a place for each line that its fix
// changes.
func HasPlaces(d *fixedits.Diagnostic) bool {
	_, places := fixedits.Places(d.Message)
	return places > 1 || d.Phase == fixedits.PhaseFormat
}

// editsOf returns the edits of a finding that has a place for each.
func editsOf(d *fixedits.Diagnostic, fixes map[string]*fixedits.Fix) []fixedits.Edit {
	if !HasPlaces(d) {
		return nil
	}
	for _, id := range d.Fixes {
		if fix := fixes[id]; fix != nil {
			return slices.DeleteFunc(slices.Clone(fix.Edits), func(e fixedits.Edit) bool { return e.Path != d.Path || e.Kind != fixedits.EditText })
		}
	}
	return nil
}

// add adds the places of a diagnostic.
func (f *stateFile) add(of int, d *fixedits.Diagnostic, edits []fixedits.Edit) {
	if f.text == nil || d.End > len(f.text) {
		said, _ := fixedits.Places(d.Message)
		words := []byte(said)
		f.places = append(f.places, place{of: of, rule: d.Rule, line: d.Line, print: fingerprint{f.sum(words), f.sum(words, nil, nil)}})
		return
	}
	if len(edits) == 0 {
		first, last := f.lines.Line(d.Start), f.lines.Line(max(d.Start, d.End-1))
		f.places = append(f.places, f.place(of, d.Rule, f.text[d.Start:d.End], first, last))
		return
	}
	for _, e := range edits {
		first, last := f.lines.Line(e.Start), f.lines.Line(max(e.Start, e.End-1))
		for line := first; line <= last; line++ {
			f.places = append(f.places, f.place(of, d.Rule, nil, line, line))
		}
	}
}

// place returns the place of a text in some lines. Blank text stands for the
// lines.
func (f *stateFile) place(of int, rule string, text []byte, first, last int) place {
	lines := f.span(first, last)
	if len(bytes.TrimSpace(text)) == 0 {
		text = lines
	}
	return place{of: of, rule: rule, line: first, print: fingerprint{
		lines: f.sum(lines),
		near:  f.sum(text, f.span(first-1, first-1), f.span(last+1, last+1)),
	}}
}

// span returns the text of lines, or nil if there are none.
func (f *stateFile) span(first, last int) []byte {
	if first < 1 || last > f.lines.Lines() {
		return nil
	}
	return f.text[f.lines.Start(first):f.lines.End(last)]
}

// sum returns the digest of texts.
func (f *stateFile) sum(texts ...[]byte) digest { return digestOf(&f.memory, texts...) }
