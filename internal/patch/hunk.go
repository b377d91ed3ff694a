package patch

import (
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A hunk is a part of a diff, before any repair.
type hunk struct {
	line  int // of its header in the diff, from 1
	start int // the line of the base in its header, from 1; 0 if unknown
	lines []hunkLine

	// markers that the last line of a side has no newline
	oldEndsBare, newEndsBare bool
	strayMarker              bool // after a line that is not the last of its side
}

// A hunkLine is a line of a hunk. Context may have lost its leading space.
type hunkLine struct {
	op   byte   // ' ', '+' or '-'
	text string // without its newline and mark
	raw  string // of context: the line as it stands, which may be all of the text
	line int    // in the diff, from 1
}

func (l hunkLine) old() bool { return l.op != '+' }
func (l hunkLine) new() bool { return l.op != '-' }

var ranges = lazyregexp.New(`^@@ *-(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? *@@`)

// counts are the numbers of lines in the header of a hunk.
type counts struct{ older, newer int }

var unknownCounts = counts{-1, -1}

// readHunk reads the hunk whose header is the line at an index, and returns the
// index of the line after it.
//
// A hunk whose counts are right ends where they say. The counts of all others
// are ignored: such a hunk has every line up to the next @@ or header.
func readHunk(lines []string, at int) (h hunk, end int, err error) {
	h = hunk{line: at + 1}
	said := unknownCounts
	if m := ranges().FindStringSubmatch(lines[at]); m != nil {
		h.start = number(m[1], 0)
		said = counts{number(m[2], 1), number(m[4], 1)}
	}
	end, exact := wellFormed(lines, at+1, said)
	if !exact {
		end = nextHeader(lines, at+1)
	}
	for i := at + 1; i < end; i++ {
		h.add(lines[i], i+1)
	}
	if !exact {
		h.trim()
	}
	h.settleMarkers(lines[at+1 : end])
	return h, end, nil
}

// number parses digits. Numbers that are too large are unknown, as 0 is.
func number(digits string, missing int) int {
	if digits == "" {
		return missing
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

// wellFormed returns the end of the hunk whose lines start at an index, if its
// counts are right: what follows is not a line of a hunk.
func wellFormed(lines []string, at int, left counts) (end int, ok bool) {
	if left == unknownCounts {
		return 0, false
	}
	for ; left.older > 0 || left.newer > 0; at++ {
		if at == len(lines) {
			return 0, false
		}
		switch mark(lines[at]) {
		case ' ':
			left.older--
			left.newer--
		case '-':
			left.older--
		case '+':
			left.newer--
		default:
			if !isMarkerLine(lines[at]) {
				return 0, false
			}
		}
		if left.older < 0 || left.newer < 0 {
			return 0, false
		}
	}
	if at < len(lines) && isMarkerLine(lines[at]) {
		at++
	}
	next := at
	for next < len(lines) && lines[next] == "" {
		next++
	}
	return at, next == len(lines) || startsHeader(lines, next)
}

// mark returns the first character of a line of a hunk. A line without any
// character is context: an empty line.
func mark(line string) byte {
	if line == "" {
		return ' '
	}
	return line[0]
}

// isMarkerLine reports whether a line says that the line before has no newline.
// The rest of its text depends on the language of git.
func isMarkerLine(line string) bool { return strings.HasPrefix(line, `\ `) }

// nextHeader returns the index of the next header of a hunk or of a file.
func nextHeader(lines []string, at int) int {
	for at < len(lines) && !startsHeader(lines, at) {
		at++
	}
	return at
}

func startsHeader(lines []string, at int) bool {
	line := lines[at]
	if strings.HasPrefix(line, "@@") || strings.HasPrefix(line, "diff --") || isEnvelope(line) {
		return true
	}
	// A deleted line may start with "-- ", and an added one with "++ ".
	return at+2 < len(lines) && strings.HasPrefix(line, "--- ") && strings.HasPrefix(lines[at+1], "+++ ") && strings.HasPrefix(lines[at+2], "@@")
}

func (h *hunk) add(line string, at int) {
	switch mark(line) {
	case '+', '-':
		h.lines = append(h.lines, hunkLine{op: line[0], text: line[1:], line: at})
	case '\\':
		if !isMarkerLine(line) {
			h.lines = append(h.lines, hunkLine{op: ' ', text: line, raw: line, line: at})
		}
	case ' ':
		h.lines = append(h.lines, hunkLine{op: ' ', text: strings.TrimPrefix(line, " "), raw: line, line: at})
	default:
		h.lines = append(h.lines, hunkLine{op: ' ', text: line, raw: line, line: at})
	}
}

// trim removes empty lines from the end of a hunk, which are rather between
// hunks than in one.
func (h *hunk) trim() {
	for n := len(h.lines); n > 0 && h.lines[n-1].op == ' ' && h.lines[n-1].raw == ""; n-- {
		h.lines = h.lines[:n-1]
	}
}

// settleMarkers finds out which sides end without a newline.
func (h *hunk) settleMarkers(lines []string) {
	lastOld, lastNew := -1, -1
	for i, l := range h.lines {
		if l.old() {
			lastOld = i
		}
		if l.new() {
			lastNew = i
		}
	}
	at := -1 // in h.lines, of the line before
	for _, line := range lines {
		if !isMarkerLine(line) {
			at++
			continue
		}
		if at < 0 || at >= len(h.lines) {
			continue
		}
		l := h.lines[at]
		h.oldEndsBare = h.oldEndsBare || l.old() && at == lastOld
		h.newEndsBare = h.newEndsBare || l.new() && at == lastNew
		h.strayMarker = h.strayMarker || l.old() && at != lastOld || l.new() && at != lastNew
	}
}

// changes reports whether the hunk adds or deletes a line.
func (h *hunk) changes() bool {
	for _, l := range h.lines {
		if l.op != ' ' {
			return true
		}
	}
	return false
}
