// Package yaml lowers structured operations on YAML to edits of the text.
//
// An operation changes no more than its place. New text follows its
// surroundings: the indentation of its neighbors, brackets or lines, quotes,
// and line ends. An entry is removed with the comment on its last line and with
// the comments directly above it, but comments at the start of the file stay.
// In brackets over several lines, a new entry has its own line if its neighbors
// do, and each comment stays with its entry. A replaced value keeps its anchor,
// and its tag unless that is one of YAML's own types.
package yaml

import (
	"bytes"
	"slices"
	"strings"

	upstream "go.yaml.in/yaml/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

const bom = "\ufeff"

// A File is a parsed text with the operations so far.
type File struct {
	shift  int    // the length of the byte order mark
	plain  string // without it
	added  bool   // the last line has no line end; the parsed text has one
	values []any

	opened *parsed // of Open
	now    *parsed // with the operations that it was parsed with
	pieces []piece // of the current text; nil if it is opened's
}

var _ operation.File = (*File)(nil)

// A parsed text is one with the trees of its documents.
type parsed struct {
	text    string
	roots   []*node
	touched []*node // that operations changed, and the nodes around them
	style   *style  // nil before the first operation
	added   bool    // the last line end of the text is not in the file
}

// A piece of a text is a range of the text of Open, or new text.
type piece struct {
	start, end int
	text       string // if start is -1
}

// Open parses a text. The error is an *operation.Error.
func Open(text []byte) (*File, error) {
	plain := string(bytes.TrimPrefix(text, []byte(bom)))
	documents, err := load(plain)
	if err != nil {
		return nil, err
	}
	values, err := valuesOf(documents, len(plain))
	if err != nil {
		return nil, err
	}
	f := &File{shift: len(text) - len(plain), plain: plain, values: values}
	f.added = plain != "" && !strings.HasSuffix(plain, "\n")
	if f.opened, err = f.parse(f.ended(), documents); err != nil {
		return nil, err
	}
	f.now = f.opened
	return f, nil
}

// ended returns the text with a line end on its last line.
func (f *File) ended() string {
	if f.added {
		return f.plain + "\n"
	}
	return f.plain
}

func (f *File) parse(text string, documents []*upstream.Node) (*parsed, error) {
	roots, err := walk(text, documents)
	return &parsed{text: text, roots: roots, added: f.added}, err
}

// Documents returns the number of documents.
func (f *File) Documents() int { return len(f.opened.roots) }

// Value returns a decoded document of the text of Open.
func (f *File) Value(document int) any {
	if document < 0 || document >= len(f.values) {
		return nil
	}
	return f.values[document]
}

// Reset takes back all operations.
func (f *File) Reset() {
	f.now, f.pieces = f.opened, nil
	f.now.reset()
}

func (p *parsed) reset() {
	for _, n := range p.touched {
		n.change, n.touched, n.listed = nil, nil, false
	}
	p.touched = nil
}

// Edits returns the changes since Open.
func (f *File) Edits() []fixedits.Edit {
	patches := f.now.patches()
	if len(patches) == 0 && f.pieces == nil {
		return nil
	}
	r := splice.New(f.opened.text, 0)
	at := 0
	for _, p := range patches {
		f.keep(r, at, p.start)
		r.Put(p.text)
		at = p.end
	}
	f.keep(r, at, len(f.now.text))
	edits := r.Edits()
	if f.added {
		edits = f.unended(edits)
	}
	edits = slices.DeleteFunc(joined(edits), func(e fixedits.Edit) bool { return f.plain[e.Start:e.End] == string(e.New) })
	for i := range edits {
		edits[i].Start += f.shift
		edits[i].End += f.shift
	}
	return edits
}

// joined joins edits that touch.
func joined(edits []fixedits.Edit) []fixedits.Edit {
	var all []fixedits.Edit
	for _, e := range edits {
		if n := len(all); n > 0 && all[n-1].End == e.Start {
			all[n-1].End = e.End
			all[n-1].New = slices.Concat(all[n-1].New, e.New)
			continue
		}
		all = append(all, e)
	}
	return all
}

// keep adds a range of the current text.
func (f *File) keep(r *splice.Recorder, start, end int) {
	f.each(start, end, func(p piece) {
		if p.start >= 0 {
			r.Keep(p.start, p.end)
		} else {
			r.Put(p.text)
		}
	})
}

// unended takes the line end away that the parsed text has and the text does
// not, unless a block scalar at the end of the new text is the longer for it.
func (f *File) unended(edits []fixedits.Edit) []fixedits.Edit {
	if len(edits) == 0 || edits[len(edits)-1].End < len(f.plain) {
		return edits
	}
	ended := withEnd(f.plain, edits, true)
	without := withEnd(f.plain, edits, false)
	if sameValues(splice.Apply(f.plain, 0, ended), splice.Apply(f.plain, 0, without)) {
		return without
	}
	return ended
}

// sameValues reports whether two texts have the same values.
func sameValues(a, b []byte) bool {
	x, errX := Decode(a)
	y, errY := Decode(b)
	return errX == nil && errY == nil && operation.Equal(x, y)
}

// withEnd returns edits of a text with a line end at its end as edits of the
// text without it. The new text is one with a line end, or without.
func withEnd(plain string, edits []fixedits.Edit, ended bool) []fixedits.Edit {
	edits = slices.Clone(edits)
	last := &edits[len(edits)-1]
	if last.End == len(plain) { // the line end after it is kept
		if ended {
			last.New = append(last.New[:len(last.New):len(last.New)], newlineOf(plain)...)
		}
		return edits
	}
	last.End = len(plain)
	text, had := bytes.CutSuffix(last.New, []byte("\n"))
	if !ended {
		last.New = bytes.TrimSuffix(text, []byte("\r"))
	}
	switch {
	case last.Start > len(plain): // it begins after the line end that is not there
		last.Start = len(plain)
		last.New = append([]byte(newlineOf(plain)), last.New...)
	case !ended && !had && strings.HasSuffix(plain[:last.Start], "\n"):
		last.Start--
		if strings.HasSuffix(plain[:last.Start], "\r") {
			last.Start--
		}
	}
	return edits
}

// Text returns the text with the operations so far, and the byte order mark.
func (f *File) Text() []byte {
	return append([]byte(bom)[:f.shift:f.shift], splice.Apply(f.plain, f.shift, f.Edits())...)
}

// settle parses the text with the operations so far. The text of an operation
// can then be changed like any other.
func (f *File) settle() error {
	var pieces []piece
	add := func(p piece) {
		if p.start >= 0 && p.start == p.end || p.start < 0 && p.text == "" {
			return
		}
		pieces = append(pieces, p)
	}
	var text strings.Builder
	at := 0
	for _, p := range append(f.now.patches(), patch{start: len(f.now.text), end: len(f.now.text)}) {
		f.each(at, p.start, add)
		text.WriteString(f.now.text[at:p.start])
		add(piece{start: -1, text: p.text})
		text.WriteString(p.text)
		at = p.end
	}
	documents, err := load(text.String())
	if err != nil {
		return err
	}
	now, err := f.parse(text.String(), documents)
	if err != nil {
		return err
	}
	f.now.reset()
	now.style = f.opened.style
	f.now, f.pieces = now, pieces
	return nil
}

// each calls add with the pieces of a range of the current text.
func (f *File) each(start, end int, add func(piece)) {
	if f.pieces == nil {
		add(piece{start: start, end: end})
		return
	}
	at := 0
	for _, p := range f.pieces {
		size := len(p.text)
		if p.start >= 0 {
			size = p.end - p.start
		}
		if from, to := max(start-at, 0), min(end-at, size); from < to {
			if p.start >= 0 {
				add(piece{start: p.start + from, end: p.start + to})
			} else {
				add(piece{start: -1, text: p.text[from:to]})
			}
		}
		at += size
	}
}

// Find returns where the text of Open has the value at a pointer.
func (f *File) Find(document int, pointer string) (operation.Place, bool) {
	tokens, err := operation.Parse(pointer)
	if err != nil || document < 0 || document >= len(f.opened.roots) {
		return operation.Place{}, false
	}
	n := f.opened.roots[document]
	var key *node
	for _, token := range tokens {
		i := n.find(token) // an alias has no entries: its value is elsewhere
		if i < 0 {
			return operation.Place{}, false
		}
		key, n = n.entries[i].key, n.entries[i].value
	}
	place := operation.Place{Start: n.start, End: n.end, KeyStart: n.start, KeyEnd: n.start}
	if key != nil {
		place.KeyStart, place.KeyEnd = key.start, key.end
	}
	for _, at := range []*int{&place.Start, &place.End, &place.KeyStart, &place.KeyEnd} {
		*at = min(*at, len(f.plain)) + f.shift
	}
	return place, true
}
