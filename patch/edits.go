package patch

import (
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

// An edit is a search/replace block.
type edit struct {
	line            int // of its first marker, from 1
	search, replace []string
	start, end      int // the lines of the base, from 0
}

// ApplyEdits applies search/replace blocks to a text. The base is LF text, and
// so is the result; CRLF in the blocks is LF.
//
// The searched lines are whole lines of the base, and in one place only. All
// blocks search the base, not the result of the blocks before, and their order
// does not matter. Only the block for an empty base searches for nothing; only
// a block that deletes replaces by nothing. Between blocks are blank lines, or
// the name of the file. A text that replaces the end of the base ends as the
// base does.
func ApplyEdits(base []byte, blocks string, names Names) (*Result, error) {
	if err := checkBase(base); err != nil {
		return nil, err
	}
	edits, err := parseEdits(bare(blocks), names)
	if err != nil {
		return nil, err
	}
	p := newPlacer(base)
	for i := range edits {
		if err := p.placeEdit(&edits[i]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	for i := range edits[1:] {
		if edits[i].end > edits[i+1].start || edits[i].start == edits[i+1].start {
			return nil, refuse(EditsOverlap, edits[i+1].line, "the block and the one at line %d search for the same lines", edits[i].line)
		}
	}
	return changed(newResult(base, replaceLines(p.lines, edits)))
}

func parseEdits(lines []string, names Names) ([]edit, error) {
	var edits []edit
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		switch {
		case strings.TrimSpace(line) == "", names.accepts(strings.TrimSpace(line)):
		case isMarker(line, searchMarker):
			e, end, err := parseEdit(lines, at)
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

// parseEdit reads the block whose first marker is at an index, and returns the
// index of its last one.
func parseEdit(lines []string, at int) (edit, int, error) {
	e := edit{line: at + 1}
	divided := false
	for at++; at < len(lines); at++ {
		line := lines[at]
		switch {
		case isMarker(line, searchMarker):
			return e, at, refuse(EditsMalformed, at+1, "the block at line %d does not end before the next one", e.line)
		case isMarker(line, dividerMarker) && divided:
			return e, at, refuse(EditsMalformed, at+1, "the block has two lines of =======")
		case isMarker(line, dividerMarker):
			divided = true
		case isMarker(line, replaceMarker) && !divided:
			return e, at, refuse(EditsMalformed, at+1, "the block has no line of =======")
		case isMarker(line, replaceMarker):
			return e, at, nil
		case divided:
			e.replace = append(e.replace, line)
		default:
			e.search = append(e.search, line)
		}
	}
	return e, at, refuse(EditsMalformed, e.line, "the block does not end with %s", replaceMarker)
}

func (p *placer) placeEdit(e *edit) error {
	if len(e.search) == 0 {
		if len(p.lines) > 0 {
			return refuse(EditsEmptySearch, e.line, "the block searches for nothing, and the file is not empty")
		}
		return nil
	}
	want := make([]wanted, len(e.search))
	for i, line := range e.search {
		want[i] = wanted{p.id(line), noID}
	}
	switch places := p.find(want); {
	case p.steps > maxSteps:
		return refuse(DiffTooComplex, e.line, "looking for the places of the blocks takes too long")
	case len(places) > 1:
		return refuse(EditsAmbiguous, e.line, "the searched lines are in the file %d times, at lines %s", len(places), lineList(places))
	case len(places) == 0:
		return refuse(EditsNotFound, e.line, "the searched lines are not in the file%s", p.nearest(want, func(n int) int { return e.line + 1 + n }))
	default:
		e.start, e.end = places[0], places[0]+len(want)
	}
	return nil
}

// replaceLines returns a text after edits, which are sorted.
func replaceLines(base []string, edits []edit) []byte {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		for _, line := range base[at:e.start] {
			out.WriteString(line)
		}
		for _, line := range e.replace {
			out.WriteString(line + "\n")
		}
		at = e.end
	}
	for _, line := range base[at:] {
		out.WriteString(line)
	}
	text := out.String()
	last := edits[len(edits)-1]
	if n := len(base); n > 0 && last.end == n && !strings.HasSuffix(base[n-1], "\n") && len(last.replace) > 0 && last.replace[len(last.replace)-1] != "" {
		text = strings.TrimSuffix(text, "\n")
	}
	return []byte(text)
}
