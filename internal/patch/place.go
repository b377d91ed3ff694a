package patch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxSteps limits the comparisons of lines for one change, so that a hostile
// one cannot take long. It is enough for a thousand hunks without line numbers
// in a file of ten thousand lines.
const maxSteps = 20_000_000

// A placer finds places of lines in a text.
type placer struct {
	lines []string       // of the text, with their newlines
	ids   []int          // of each line: equal lines have equal ids
	known map[string]int // the ids, by line without its newline
	steps int
}

// A placement is a hunk and the range of lines of the base that it covers.
// Indexes are from 0.
type placement struct {
	hunk
	start, end int
}

// A wanted line matches lines with one of two ids.
type wanted struct{ id, other int }

const noID = -1

func newPlacer(base []byte) *placer {
	p := &placer{lines: splitLines(string(base)), known: make(map[string]int)}
	for _, line := range p.lines {
		line = strings.TrimSuffix(line, "\n")
		id, ok := p.known[line]
		if !ok {
			id = len(p.known)
			p.known[line] = id
		}
		p.ids = append(p.ids, id)
	}
	return p
}

func (p *placer) id(line string) int {
	if id, ok := p.known[line]; ok {
		return id
	}
	return noID
}

// place finds the places of hunks, in order. Hunks that change nothing are left
// out.
func (p *placer) place(hunks []hunk) ([]placement, error) {
	var out []placement
	for _, h := range hunks {
		if !h.changes() {
			continue
		}
		at, err := p.placeHunk(h)
		if err != nil {
			return nil, err
		}
		out = append(out, at)
	}
	slices.SortStableFunc(out, func(a, b placement) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	for i := range out[min(1, len(out)):] {
		if !separate(&out[i], &out[i+1]) {
			return nil, refuse(DiffOverlap, out[i+1].line, "the hunk and the one at line %d are about the same lines", out[i].line)
		}
	}
	return out, nil
}

// separate removes context that two hunks share, and reports whether that makes
// their order certain. The first is not after the second.
func separate(a, b *placement) bool {
	for a.end > b.start && a.lines[len(a.lines)-1].op == ' ' {
		a.lines = a.lines[:len(a.lines)-1]
		a.end--
	}
	trimmed := false
	for a.end > b.start && b.lines[0].op == ' ' {
		b.lines = b.lines[1:]
		b.start++
		trimmed = true
	}
	return a.end <= b.start && (!trimmed || b.lines[0].op != '+')
}

func (p *placer) placeHunk(h hunk) (placement, error) {
	var want []wanted
	for _, l := range h.lines {
		switch l.op {
		case '-':
			want = append(want, wanted{p.id(l.text), noID})
		case ' ':
			want = append(want, wanted{p.id(l.text), p.id(l.raw)})
		}
	}
	if len(want) == 0 {
		if len(p.lines) > 0 {
			return placement{}, refuse(DiffNoAnchor, h.line, "the hunk has neither context nor deleted lines")
		}
		return placement{hunk: h}, nil
	}
	if at := h.start - 1; at >= 0 && p.fits(want, at) {
		return placement{h, at, at + len(want)}, nil
	}
	switch places := p.find(want); {
	case p.steps > maxSteps:
		return placement{}, refuse(DiffTooComplex, h.line, "looking for the places of the hunks takes too long")
	case len(places) > 1:
		return placement{}, refuse(DiffAmbiguous, h.line, "the old lines of the hunk are in several places of the file, at lines %s", lineList(places))
	case len(places) == 0:
		return placement{}, refuse(DiffApplyFailed, h.line, "the old lines of the hunk are not in the file%s", p.nearest(want, func(n int) string { return fmt.Sprintf("line %d of the change", h.oldLine(n)) }))
	default:
		return placement{h, places[0], places[0] + len(want)}, nil
	}
}

// oldLine returns the line of the diff that has the n-th old line.
func (h *hunk) oldLine(n int) int {
	for _, l := range h.lines {
		if l.old() {
			if n == 0 {
				return l.line
			}
			n--
		}
	}
	return h.line
}

// fits reports whether the text has the wanted lines at an index.
func (p *placer) fits(want []wanted, at int) bool {
	if at+len(want) > len(p.ids) {
		return false
	}
	for i, w := range want {
		p.steps++
		if id := p.ids[at+i]; id != w.id && id != w.other {
			return false
		}
	}
	return true
}

// find returns all places of the wanted lines. It gives up after maxSteps.
func (p *placer) find(want []wanted) []int {
	var places []int
	for at := 0; at+len(want) <= len(p.ids) && p.steps <= maxSteps; at++ {
		if p.fits(want, at) {
			places = append(places, at)
		}
	}
	return places
}

// nearest describes the place where most of the wanted lines are, and the first
// of them that is not. It is empty if no line is there.
func (p *placer) nearest(want []wanted, name func(n int) string) string {
	best, bestAt, bestMiss := 0, 0, 0
	for at := range p.ids {
		same, miss := 0, -1
		for i, w := range want {
			p.steps++
			if at+i < len(p.ids) && (p.ids[at+i] == w.id || p.ids[at+i] == w.other) {
				same++
			} else if miss < 0 {
				miss = i
			}
		}
		if same > best {
			best, bestAt, bestMiss = same, at, miss
		}
		if p.steps > maxSteps {
			break
		}
	}
	if best == 0 {
		return ""
	}
	return fmt.Sprintf("; they are most like those from line %d on, but %s differs from line %d of the file", bestAt+1, name(bestMiss), bestAt+bestMiss+1)
}

// lineList writes the numbers of lines with some indexes.
func lineList(indexes []int) string {
	const most = 5
	var b strings.Builder
	for i, at := range indexes[:min(len(indexes), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, at+1)
	}
	if len(indexes) > most {
		fmt.Fprintf(&b, " and %d more", len(indexes)-most)
	}
	return b.String()
}
