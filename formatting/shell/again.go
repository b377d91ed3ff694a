package shell

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"
)

// formatsTo reports whether Format makes once of once, which it made of src, whose tree is file. That it does not may be wrong.
//
// What is printed of the statements at the top depends on their trees and on the differences of the lines in these, and on
// nothing beyond the blank lines around them. So of a piece of src that was only indented, which leaves its tree as it was,
// it is known what comes out. What is between such pieces is formatted again. It must parse on its own, and have as many
// statements as before: else the two texts were not cut at the same places.
func (l *language) formatsTo(path string, src, once []byte, file *syntax.File) bool {
	dialect := l.dialectFor(path, once)
	if dialect != l.dialectFor(path, src) || special(src) || tooLong(src) || tooLong(once) {
		return false
	}
	changed := changedParts(pieces(src, file.Stmts), once)
	if len(changed) == 1 && len(changed[0].text) == len(once) {
		return false
	}
	t := l.tools.Get().(*tools)
	defer l.tools.Put(t)
	s := l.styleOf(src, file)
	if l.keep != (Keep{}) {
		// What was printed in a style may be too little to tell it by.
		again, err := tree(t.parser, once, dialect)
		if err != nil || l.styleOf(once, again) != s {
			return false
		}
	}
	for _, c := range changed {
		file, err := tree(t.parser, c.text, dialect)
		if err != nil || len(file.Stmts) != c.stmts || bytes.HasSuffix(c.text, []byte("\\\n")) {
			return false
		}
		again, err := l.text(t, file, s)
		if err != nil || !bytes.Equal(again, c.text) {
			return false
		}
	}
	return true
}

// special reports whether a text has bytes that mean something to the printer wherever they are.
func special(text []byte) bool {
	for _, b := range []byte("\r\v\f") {
		if bytes.IndexByte(text, b) >= 0 {
			return true
		}
	}
	return false
}

// tooLong reports whether a text has lines that the parser does not count.
func tooLong(text []byte) bool {
	const most = 1<<18 - 2
	return bytes.Count(text, newline) > most
}

// A part is one of a formatted script that has to be formatted again.
type part struct {
	text  []byte
	stmts int // how many it has at the top
}

// changedParts returns what is not one of the pieces, but for how it is indented, in the script that was printed of them.
func changedParts(pieces []piece, once []byte) []part {
	var changed []part
	at, from, stmts := 0, -1, 0 // what is yet to be compared; where a part that changed starts, if we are in one; its statements
	tries := 8 * len(once)      // how many bytes may be searched for where it ends
	for i := range pieces {
		p := &pieces[i]
		if from >= 0 {
			at = -1
			if tries > 0 {
				at = p.find(once, from, &tries)
			}
		}
		length := -1
		if at >= 0 {
			length = p.lengthIn(once[at:], i+1 == len(pieces))
		}
		switch {
		case length >= 0 && from >= 0:
			changed = append(changed, part{once[from : at-1], stmts})
			at, from, stmts = at+length, -1, 0
		case length >= 0:
			at += length
		case from < 0:
			from, stmts = at, len(p.stmts)
		default:
			stmts += len(p.stmts)
		}
	}
	if from >= 0 {
		changed = append(changed, part{once[from:], stmts})
	}
	return changed
}
