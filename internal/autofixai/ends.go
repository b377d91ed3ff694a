package autofixai

import (
	"bytes"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// ends has the bytes of a file, and its text for agents: without a byte order
// mark, and with LF. It converts a changed text back: unchanged lines keep
// their bytes, and new lines end as most lines of the file do.
type ends struct {
	file []byte
	text []byte // as agents see it
	crs  []int  // offsets in text of the newlines that have a CR before them in the file
	bom  int    // bytes of the mark
	crlf bool   // most lines end in CRLF
}

var byteOrderMark = []byte("\ufeff")

func endsOf(file []byte) *ends {
	e := &ends{file: file}
	rest := file
	if bytes.HasPrefix(file, byteOrderMark) {
		e.bom = len(byteOrderMark)
		rest = file[e.bom:]
	}
	e.text = make([]byte, 0, len(rest))
	for {
		at := bytes.Index(rest, []byte("\r\n"))
		if at < 0 {
			break
		}
		e.text = append(e.text, rest[:at]...)
		e.crs = append(e.crs, len(e.text))
		e.text = append(e.text, '\n')
		rest = rest[at+2:]
	}
	e.text = append(e.text, rest...)
	e.crlf = 2*len(e.crs) > bytes.Count(e.text, []byte{'\n'})
	return e
}

// edits returns the smallest edits of the file that make a changed text.
func (e *ends) edits(path string, text []byte) []fixedits.Edit {
	var all []fixedits.Edit
	for _, change := range textdiff.Changes(e.text, text) {
		added := change.New
		if e.crlf {
			added = bytes.ReplaceAll(added, []byte("\n"), []byte("\r\n"))
		}
		all = append(all, fixedits.Edit{Path: path, Start: e.offset(change.Start), End: e.offset(change.End), New: added})
	}
	return all
}

// offset returns the offset in the file of an offset in the text.
func (e *ends) offset(at int) int {
	crs, _ := slices.BinarySearch(e.crs, at)
	return e.bom + at + crs
}

// apply returns the file with a changed text.
func (e *ends) apply(text []byte) []byte {
	var out []byte
	at := 0
	for _, edit := range e.edits("", text) {
		out = append(append(out, e.file[at:edit.Start]...), edit.New...)
		at = edit.End
	}
	return append(out, e.file[at:]...)
}
