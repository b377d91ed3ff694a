package patch

import (
	"fmt"
	"slices"
	"strings"
)

// The markers of a search/replace block:
//
//	<<<<<<< SEARCH
//	lines of the file
//	=======
//	lines that replace them
//	>>>>>>> REPLACE
const (
	searchMarker  = "<<<<<<< SEARCH"
	dividerMarker = "======="
	replaceMarker = ">>>>>>> REPLACE"
)

func isMarker(line, marker string) bool { return strings.TrimRight(line, " \t") == marker }

// An Edit replaces whole lines of a text, which are in it only once. All edits
// of a text search the text before any of them, and their order does not
// matter. Only an edit of an empty text searches for nothing; only an edit that
// deletes replaces by nothing.
type Edit struct {
	Line            int      // place in errors, from 1: the line of its first marker, or its number
	Search, Replace []string // lines without their ends

	start, end int // the lines of the base, from 0
}

// NewEdit returns the edit that replaces one text by another. Both are whole
// lines; the newline after the last line may be missing.
func NewEdit(line int, search, replace string) Edit {
	return Edit{Line: line, Search: bare(search), Replace: bare(replace)}
}

// ApplyEdits applies search/replace blocks to a text. The base is LF text, and
// so is the result; CRLF in the blocks is LF.
func ApplyEdits(base []byte, blocks string, names Names) (*Result, error) {
	if err := checkBase(base); err != nil {
		return nil, err
	}
	edits, err := parseEdits(bare(blocks), names)
	if err != nil {
		return nil, err
	}
	return ReplaceLines(base, edits)
}

// ReplaceLines applies edits to a text, which is LF text. A text that replaces
// the end of the base ends as the base does.
func ReplaceLines(base []byte, edits []Edit) (*Result, error) {
	if err := checkBase(base); err != nil {
		return nil, err
	}
	if len(edits) == 0 {
		return nil, refuse(EditsNone, 0, "there is no search/replace block")
	}
	p := newPlacer(base)
	edits = slices.Clone(edits)
	for i := range edits {
		if err := p.placeEdit(&edits[i]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.start - b.start })
	for i := range edits[1:] {
		if edits[i].end > edits[i+1].start || edits[i].start == edits[i+1].start {
			return nil, refuse(EditsOverlap, edits[i+1].Line, "another block searches for the same lines")
		}
	}
	return changed(newResult(base, replaceLines(p.lines, edits)))
}

// parseEdits reads search/replace blocks for one file. Between them are blank
// lines, or the name of the file.
func parseEdits(lines []string, names Names) ([]Edit, error) {
	var edits []Edit
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		switch {
		case strings.TrimSpace(line) == "", names.accepts(strings.TrimSpace(line)):
		case StartsEdit(line):
			e, end, err := ParseEdit(lines, at)
			if err != nil {
				return nil, err
			}
			edits = append(edits, e)
			at = end
		case len(strings.Fields(line)) == 1 && strings.ContainsAny(line, "./"):
			return nil, refuse(DiffFileMismatch, at+1, "the block is for another file than the one that was given")
		default:
			return nil, refuse(EditsMalformed, at+1, "the line is outside of a block")
		}
	}
	if len(edits) == 0 {
		return nil, refuse(EditsNone, 0, "there is no search/replace block")
	}
	return edits, nil
}

// StartsEdit reports whether a line is the first marker of a block.
func StartsEdit(line string) bool { return isMarker(line, searchMarker) }

// ParseEdit reads the block whose first marker is at an index, and returns the
// index of its last one.
func ParseEdit(lines []string, at int) (Edit, int, error) {
	e := Edit{Line: at + 1}
	divided := false
	for at++; at < len(lines); at++ {
		line := lines[at]
		switch {
		case StartsEdit(line):
			return e, at, refuse(EditsMalformed, at+1, "the block at line %d does not end before the next one", e.Line)
		case isMarker(line, dividerMarker) && divided:
			return e, at, refuse(EditsMalformed, at+1, "the block has two lines of =======")
		case isMarker(line, dividerMarker):
			divided = true
		case isMarker(line, replaceMarker) && !divided:
			return e, at, refuse(EditsMalformed, at+1, "the block has no line of =======")
		case isMarker(line, replaceMarker):
			return e, at, nil
		case divided:
			e.Replace = append(e.Replace, line)
		default:
			e.Search = append(e.Search, line)
		}
	}
	return e, at, refuse(EditsMalformed, e.Line, "the block does not end with %s", replaceMarker)
}

func (p *placer) placeEdit(e *Edit) error {
	if len(e.Search) == 0 {
		if len(p.lines) > 0 {
			return refuse(EditsEmptySearch, e.Line, "the block searches for nothing, and the file is not empty")
		}
		return nil
	}
	want := make([]wanted, len(e.Search))
	for i, line := range e.Search {
		want[i] = wanted{p.id(line), noID}
	}
	switch places := p.find(want); {
	case p.steps > maxSteps:
		return refuse(DiffTooComplex, e.Line, "looking for the places of the blocks takes too long")
	case len(places) > 1:
		return refuse(EditsAmbiguous, e.Line, "the searched lines are in the file %d times, at lines %s", len(places), lineList(places))
	case len(places) == 0:
		return refuse(EditsNotFound, e.Line, "the searched lines are not in the file%s", p.nearest(want, func(n int) string { return fmt.Sprintf("line %d of the search", n+1) }))
	default:
		e.start, e.end = places[0], places[0]+len(want)
	}
	return nil
}

// replaceLines returns a text after edits, which are sorted.
func replaceLines(base []string, edits []Edit) []byte {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		for _, line := range base[at:e.start] {
			out.WriteString(line)
		}
		for _, line := range e.Replace {
			out.WriteString(line + "\n")
		}
		at = e.end
	}
	for _, line := range base[at:] {
		out.WriteString(line)
	}
	text := out.String()
	last := edits[len(edits)-1]
	if n := len(base); n > 0 && last.end == n && !strings.HasSuffix(base[n-1], "\n") && len(last.Replace) > 0 && last.Replace[len(last.Replace)-1] != "" {
		text = strings.TrimSuffix(text, "\n")
	}
	return []byte(text)
}
