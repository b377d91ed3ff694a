package patch

import (
	"slices"
	"strings"
)

// The markers of the format of the tool apply_patch, which some models are
// trained to write. Its hunks are like the hunks of a diff, without line numbers.
const (
	envelopeStart = "*** Begin Patch"
	envelopeEnd   = "*** End Patch"
	endOfFile     = "*** End of File"
	updateFile    = "*** Update File: "
	addFile       = "*** Add File: "
	deleteFile    = "*** Delete File: "
	moveTo        = "*** Move to: "
)

// isEnvelope reports whether a line is such a marker.
func isEnvelope(line string) bool {
	line = strings.TrimRight(line, " \t")
	return line == envelopeStart || line == envelopeEnd || line == endOfFile ||
		slices.ContainsFunc([]string{updateFile, addFile, deleteFile, moveTo}, func(start string) bool { return strings.HasPrefix(line, start) })
}

// envelope reads a marker, and the hunk after it if it has no header.
func (r *sectionReader) envelope(line string, number int) error {
	name := func(start string) (string, bool) {
		rest, found := strings.CutPrefix(line, start)
		return fileName(strings.TrimSpace(rest)), found
	}
	if file, found := name(updateFile); found {
		r.start(number)
		r.side(number, file, true)
		r.side(number, file, false)
		return r.bareHunk(number)
	}
	if file, found := name(addFile); found {
		r.start(number)
		r.side(number, nullFile, true)
		r.side(number, file, false)
		return r.bareHunk(number)
	}
	if file, found := name(deleteFile); found {
		r.start(number)
		r.side(number, file, true)
		r.side(number, nullFile, false)
	}
	if file, found := name(moveTo); found {
		s := r.section(number)
		s.names, s.renamed = append(s.names, file), true
		return r.bareHunk(number)
	}
	return nil
}

// bareHunk reads a hunk that starts right after a marker, without a line of @@.
func (r *sectionReader) bareHunk(number int) error {
	if r.at >= len(r.lines) || startsHeader(r.lines, r.at) {
		return nil
	}
	h, end, err := readHunk(r.lines, number-1)
	if err != nil {
		return err
	}
	if len(h.lines) > 0 {
		s := r.section(number)
		s.hunks = append(s.hunks, h)
	}
	r.at = end
	return nil
}

// findEnvelope returns the range of the lines of such a patch. outside are the
// indexes of the lines outside of blocks.
func findEnvelope(lines []string, outside []int) (start, end int, found bool) {
	is := func(want string) func(at int) bool {
		return func(at int) bool { return strings.TrimSpace(lines[at]) == want }
	}
	first := slices.IndexFunc(outside, is(envelopeStart))
	if first < 0 {
		return 0, 0, false
	}
	start, end = outside[first], len(lines)
	if last := slices.IndexFunc(outside[first:], is(envelopeEnd)); last >= 0 {
		end = outside[first+last] + 1
	}
	return start, end, true
}
