package suggest

import (
	"bytes"
	"cmp"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A part is an edit of a fix.
type part struct {
	fixedits.Edit
	fix *fixedits.Fix
}

// A block is some whole lines of a file that fixes change.
type block struct {
	path        string
	start, end  int // of the lines in the text, in bytes
	first, last int // lines, from 1
	before      []byte
	after       []byte // the lines with the edits
	parts       []part // sorted
	why         reason // not to suggest it; empty if there is none
}

// fixes returns the fixes that change the block, each once.
func (b *block) fixes() []*fixedits.Fix {
	var all []*fixedits.Fix
	seen := map[*fixedits.Fix]bool{}
	for _, p := range b.parts {
		if !seen[p.fix] {
			seen[p.fix] = true
			all = append(all, p.fix)
		}
	}
	return all
}

// blocks returns the blocks that edits of a file change, in their order. They do
// not overlap. The time grows with the size of the edits and the text alone.
func blocks(path string, h *head, parts []part) ([]*block, error) {
	text := h.text
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var all []*block
	for _, p := range parts {
		start, end := wholeLines(text, p.Start, p.End)
		if n := len(all); n > 0 && start < all[n-1].end {
			last := all[n-1]
			last.end, last.parts = max(last.end, end), append(last.parts, p)
			continue
		}
		all = append(all, &block{path: path, start: start, end: end, parts: []part{p}})
	}
	var whole []*block
	for len(all) > 0 {
		b := all[0]
		all = all[1:]
		for b.end < len(text) && !b.endsLine(text) {
			// The last line goes on in the next one.
			_, b.end = wholeLines(text, b.end, b.end)
			for len(all) > 0 && all[0].start < b.end {
				b.end, b.parts = max(b.end, all[0].end), append(b.parts, all[0].parts...)
				all = all[1:]
			}
		}
		var err error
		if b.after, err = b.apply(text); err != nil {
			return nil, err
		}
		b.trim(text)
		b.first, b.last = h.line(b.start), h.line(max(b.end-1, b.start))
		whole = append(whole, b)
	}
	return whole, nil
}

// endsLine reports whether the lines with the edits end with a newline, or are
// none.
func (b *block) endsLine(text []byte) bool {
	at := b.end
	for _, p := range slices.Backward(b.parts) {
		if p.End < at {
			break
		}
		if n := len(p.New); n > 0 {
			return p.New[n-1] == '\n'
		}
		at = p.Start
	}
	return at == b.start || text[at-1] == '\n'
}

// wholeLines returns the range of the lines of a range. An insertion at the end
// of a text is of its last line.
func wholeLines(text []byte, start, end int) (from, to int) {
	if start == len(text) && start > 0 {
		start, end = start-1, start
	}
	from = bytes.LastIndexByte(text[:start], '\n') + 1
	if end > start {
		end--
	}
	if next := bytes.IndexByte(text[end:], '\n'); next >= 0 {
		return from, end + next + 1
	}
	return from, len(text)
}

// apply returns the lines with the edits.
func (b *block) apply(text []byte) ([]byte, error) {
	edits := make([]fixedits.Edit, len(b.parts))
	for i, p := range b.parts {
		edits[i] = p.Edit
		edits[i].Start, edits[i].End = p.Start-b.start, p.End-b.start
	}
	return fixedits.Apply(text[b.start:b.end], edits)
}

// trim leaves out the lines at both ends that stay as they are, except one.
func (b *block) trim(text []byte) {
	old, now := bytes.SplitAfter(text[b.start:b.end], []byte("\n")), bytes.SplitAfter(b.after, []byte("\n"))
	old, now = slices.DeleteFunc(old, empty), slices.DeleteFunc(now, empty)
	for len(old) > 1 && len(now) > 0 && bytes.Equal(old[len(old)-1], now[len(now)-1]) {
		b.end -= len(old[len(old)-1])
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	for len(old) > 1 && len(now) > 0 && bytes.Equal(old[0], now[0]) {
		b.start += len(old[0])
		old, now = old[1:], now[1:]
	}
	b.before, b.after = text[b.start:b.end], bytes.Join(now, nil)
}

// raise makes an insertion before an old line one after the line above, if the
// change added that line and no other block has it.
func (b *block) raise(h *head, above *block) {
	added, inserts := bytes.CutSuffix(b.after, b.before)
	if !inserts || !bytes.HasSuffix(added, []byte("\n")) || b.first != b.last || h.diff.added[b.first] || !h.diff.added[b.first-1] {
		return
	}
	start, _ := wholeLines(h.text, b.start-1, b.start)
	if above != nil && above.end > start {
		return
	}
	b.start, b.end, b.first, b.last = start, b.start, b.first-1, b.last-1
	b.before = h.text[b.start:b.end]
	b.after = slices.Concat(b.before, added)
}

func empty(line []byte) bool { return len(line) == 0 }
