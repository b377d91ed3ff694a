// Package splice records the changes of a text from the pieces of a tree.
package splice

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// A Recorder collects the pieces of a new text in order: ranges of the old text
// that stay, and text between them.
type Recorder struct {
	old   string
	shift int // added to the offsets of the edits
	at    int // the end of the last range that stays
	text  []byte
	edits []fixedits.Edit
}

// New returns a Recorder of changes to old. Shift is added to the offsets of
// its edits.
func New(old string, shift int) *Recorder { return &Recorder{old: old, shift: shift} }

// Keep adds a range of the old text, after the ranges that it has.
func (r *Recorder) Keep(start, end int) {
	if start < end {
		r.flush(start, end)
		r.at = end
	}
}

// Put adds text.
func (r *Recorder) Put(text string) { r.text = append(r.text, text...) }

// Edits returns the changes, at the end of the new text. They are ascending and
// do not touch one another. Whitespace that a change has in common
// with the text that it replaces are not part of it.
func (r *Recorder) Edits() []fixedits.Edit {
	r.flush(len(r.old), len(r.old))
	return r.edits
}

// flush ends the change before the range from next to end, which stays.
func (r *Recorder) flush(next, end int) {
	from, to, text := r.at, next, r.text
	r.text = nil
	if r.old[from:to] == string(text) {
		return
	}
	for from < to && len(text) > 0 && r.old[from] == text[0] && isSpace(text[0]) && !r.splits(from+1, to, text[1:]) {
		from, text = from+1, text[1:]
	}
	for from < to && len(text) > 0 && r.old[to-1] == text[len(text)-1] && isSpace(r.old[to-1]) {
		if r.old[to-1] == '\n' && (before(r.old[:to-1]) == '\r' || before(text[:len(text)-1]) == '\r') {
			if to-from < 2 || len(text) < 2 || r.old[to-2] != '\r' || text[len(text)-2] != '\r' {
				break // between CR and LF
			}
		}
		to, text = to-1, text[:len(text)-1]
	}
	// Whole lines rather than from one line end to another: changes of lines
	// that follow each other then meet at the start of a line.
	if newline := lineEnd(r.old[to:max(to, end)]); newline > 0 {
		switch {
		case len(text) == 0 && lineEnd(r.old[from:to]) == newline:
			from, to = from+newline, to+newline
		case from == to && lineEnd(text) == newline:
			text = append(text[newline:len(text):len(text)], text[:newline]...)
			from, to = from+newline, to+newline
		}
	}
	if last := len(r.edits) - 1; last >= 0 && r.edits[last].End == r.shift+from {
		r.edits[last].End = r.shift + to
		r.edits[last].New = append(r.edits[last].New, text...)
		return
	}
	r.edits = append(r.edits, fixedits.Edit{Start: r.shift + from, End: r.shift + to, New: text})
}

// splits reports whether the rest of a change would start between CR and LF.
func (r *Recorder) splits(from, to int, text []byte) bool {
	return from > 0 && r.old[from-1] == '\r' &&
		(from < to && r.old[from] == '\n') != (len(text) > 0 && text[0] == '\n')
}

func before[T string | []byte](text T) byte {
	if len(text) == 0 {
		return 0
	}
	return text[len(text)-1]
}

// lineEnd returns the length of the line end at the start of text, or 0.
func lineEnd[T string | []byte](text T) int {
	switch {
	case len(text) > 0 && text[0] == '\n':
		return 1
	case len(text) > 1 && text[0] == '\r' && text[1] == '\n':
		return 2
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Apply returns old with ascending edits, whose offsets have been shifted.
func Apply(old string, shift int, edits []fixedits.Edit) []byte {
	size := len(old)
	for i := range edits {
		size += len(edits[i].New) - edits[i].End + edits[i].Start
	}
	text := make([]byte, 0, size)
	at := 0
	for i := range edits {
		text = append(text, old[at:edits[i].Start-shift]...)
		text = append(text, edits[i].New...)
		at = edits[i].End - shift
	}
	return append(text, old[at:]...)
}
