package patch

import (
	"bytes"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Apply applies a diff to a text. The base is LF text, and so is the result;
// CRLF in the diff is LF. The diff changes one file, which it calls by one of
// the names, or not at all if it has no header.
//
// It is repaired where that is certain, and then applied strictly by
// go-gitdiff:
//
//   - The header is written again after its names were checked.
//   - The counts of a hunk are counted again: its lines end at the next
//     @@ or header.
//   - A context line without its leading space is context if the base has that
//     very line at this place.
//   - A hunk that does not fit at its line number, or has none, moves to the one
//     place where all of its old lines are.
//   - Neighboring hunks may show the same lines as context.
//   - Empty lines after the last line of a hunk are dropped if its counts are
//     wrong.
//   - Markers that the last line has no newline are repaired: if they are wrong
//     about the base, the result ends as the base does.
//
// A hunk that only adds lines, without any context, applies to an empty base
// only: a line number alone is not enough. At the end, the lines that the diff
// adds and deletes are counted again in the result.
func Apply(base []byte, diff string, names Names) (*Result, error) {
	if err := checkBase(base); err != nil {
		return nil, err
	}
	all, err := sections(diff)
	if err != nil {
		return nil, err
	}
	hunks, err := oneFile(all, names)
	if err != nil {
		return nil, err
	}
	return applyHunks(base, hunks)
}

// checkBase refuses texts that a model cannot have seen as they are.
func checkBase(base []byte) error {
	if bytes.Contains(base, []byte("\r\n")) {
		return refuse(BaseNotLF, 0, "the file has lines that end with CRLF")
	}
	return nil
}

// oneFile returns the hunks of a diff that changes only the named file.
func oneFile(all []section, names Names) ([]hunk, error) {
	var hunks []hunk
	for i := range all {
		s := &all[i]
		if err := s.kinds(); err != nil {
			return nil, err
		}
		mismatch := false
		for _, name := range s.names {
			mismatch = mismatch || !names.accepts(name)
		}
		switch {
		case mismatch && len(all) > 1:
			return nil, refuse(DiffManyFiles, s.line, "the diff is about more than one file")
		case s.created:
			return nil, refuse(DiffCreates, s.line, "the diff creates a file")
		case s.deleted:
			return nil, refuse(DiffDeletes, s.line, "the diff deletes a file")
		case mismatch:
			return nil, refuse(DiffFileMismatch, s.line, "the diff is about another file than the one that was given")
		case s.changesMode:
			return nil, refuse(DiffMode, s.line, "the diff changes the mode of the file")
		}
		hunks = append(hunks, s.hunks...)
	}
	if len(hunks) == 0 {
		return nil, refuse(DiffNoHunks, 0, "the diff has no hunks")
	}
	return hunks, nil
}

// applyHunks applies hunks to a text, and proves the result.
func applyHunks(base []byte, hunks []hunk) (*Result, error) {
	p := newPlacer(base)
	placed, err := p.place(hunks)
	if err != nil {
		return nil, err
	}
	if len(placed) == 0 {
		return nil, refuse(DiffNoChanges, 0, "the hunks have neither added nor deleted lines")
	}
	file := &gitdiff.File{OldName: "text", NewName: "text"}
	for _, at := range placed {
		file.TextFragments = append(file.TextFragments, at.fragment(p.lines))
	}
	var text bytes.Buffer
	if err := gitdiff.Apply(&text, bytes.NewReader(base), file); err != nil {
		return nil, &Error{Code: DiffApplyFailed, Detail: "the repaired diff does not apply", Err: err}
	}
	if !balanced(base, text.Bytes(), placed) {
		return nil, refuse(DiffLinesLost, 0, "the result does not differ from the file by the lines of the diff")
	}
	return changed(newResult(base, text.Bytes()))
}

// balanced reports whether a text has the lines of the base, less the
// deleted lines and plus the added ones, as often as they occur.
func balanced(base, text []byte, placed []placement) bool {
	count := make(map[string]int)
	for _, line := range bare(string(base)) {
		count[line]++
	}
	for _, at := range placed {
		for _, l := range at.lines {
			switch l.op {
			case '+':
				count[l.text]++
			case '-':
				count[l.text]--
			}
		}
	}
	for _, line := range bare(string(text)) {
		count[line]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// fragment returns a hunk at its place for go-gitdiff, with counts that are
// right and with the lines of the base.
func (at *placement) fragment(base []string) *gitdiff.TextFragment {
	f := &gitdiff.TextFragment{OldPosition: int64(at.start) + 1, NewPosition: int64(at.start) + 1}
	if len(base) == 0 {
		f.OldPosition = 0
	}
	lastNew := -1
	for i, l := range at.lines {
		if l.new() {
			lastNew = i
		}
	}
	next := at.start // in base
	for i, l := range at.lines {
		switch {
		case l.op == '+':
			text := l.text + "\n"
			if i == lastNew && text != "\n" && at.end == len(base) && at.endsBare(base) {
				text = l.text
			}
			f.Lines = append(f.Lines, gitdiff.Line{Op: gitdiff.OpAdd, Line: text})
			continue
		case l.op == '-':
			f.Lines = append(f.Lines, gitdiff.Line{Op: gitdiff.OpDelete, Line: base[next]})
		case i < lastNew && !strings.HasSuffix(base[next], "\n"):
			// It is not the last line any more.
			f.Lines = append(f.Lines, gitdiff.Line{Op: gitdiff.OpDelete, Line: base[next]}, gitdiff.Line{Op: gitdiff.OpAdd, Line: base[next] + "\n"})
		default:
			f.Lines = append(f.Lines, gitdiff.Line{Op: gitdiff.OpContext, Line: base[next]})
		}
		next++
	}
	count(f)
	return f
}

// count sets the counts of a fragment.
func count(f *gitdiff.TextFragment) {
	for _, l := range f.Lines {
		if l.Old() {
			f.OldLines++
		}
		if l.New() {
			f.NewLines++
		}
		switch l.Op {
		case gitdiff.OpAdd:
			f.LinesAdded++
			f.TrailingContext = 0
		case gitdiff.OpDelete:
			f.LinesDeleted++
			f.TrailingContext = 0
		default:
			if f.LinesAdded+f.LinesDeleted == 0 {
				f.LeadingContext++
			} else {
				f.TrailingContext++
			}
		}
	}
}

// endsBare reports whether the text after a hunk that reaches its end has no
// newline there. The hunk adds the last line.
func (at *placement) endsBare(base []string) bool {
	baseEndsBare := len(base) > 0 && !strings.HasSuffix(base[len(base)-1], "\n")
	if at.strayMarker || at.oldEndsBare != baseEndsBare {
		return baseEndsBare
	}
	return at.newEndsBare
}
