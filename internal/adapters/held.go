package adapters

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Evidence is what output says about the text that a fix is for.
type Evidence uint8

const (
	// Silent output does not have the text of everything that the fix changes.
	Silent Evidence = iota
	// SameText is the evidence for a fix in whose places the files have the text
	// that the output has.
	SameText
	// OtherText is the evidence for a fix in one of whose places a file has
	// another text.
	OtherText
)

// A held is a range of a file whose text the output has.
type held struct {
	start, end int
	same       bool // as the text of the file
}

// heldTexts are the held texts of one file.
type heldTexts struct {
	whole   Evidence
	ranges  []held
	longest int // bytes of a range
	sorted  bool
}

func (f *Files) heldOf(path string) *heldTexts {
	h := f.held[path]
	if h == nil {
		h = &heldTexts{}
		f.held[path] = h
	}
	return h
}

// Holds records the text that a given file has in a range according to the
// output. How lines end, and a byte order mark, do not count: output often has
// neither. A range that the file does not have has another text. Adapters call
// it for formats without digests, so that a fix for an older version of the file
// is recognized.
func (f *Files) Holds(path string, start, end int, text []byte) {
	content, err := f.Text(path)
	if err != nil {
		return
	}
	same := 0 <= start && start <= end && end <= len(content) && bytes.Equal(bare(content[start:end]), bare(text))
	h := f.heldOf(path)
	h.ranges = append(h.ranges, held{start, end, same})
	h.longest, h.sorted = max(h.longest, end-start), false
}

// HoldsDigest records the SHA-256, in hex, that the bytes of a given file have
// according to the output, with or without a byte order mark.
func (f *Files) HoldsDigest(path, sha256 string) {
	content, err := f.Text(path)
	if err != nil {
		return
	}
	h := f.heldOf(path)
	snapshot, _ := f.Snapshot(path)
	if snapshot.SHA256 == sha256 || bytes.HasPrefix(content, mark) && fixedits.Digest(content[len(mark):]) == sha256 {
		h.whole = max(h.whole, SameText)
	} else {
		h.whole = OtherText
	}
}

var mark = []byte("\ufeff")

// bare returns a text without a byte order mark, and without the CR of each
// CR LF and at the end.
func bare(text []byte) []byte {
	text = bytes.TrimPrefix(text, mark)
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.TrimSuffix(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"))
}

// Evidence returns what the output says about the text that a fix is for.
func (f *Files) Evidence(fix *fixedits.Fix) Evidence {
	evidence := SameText
	for i := range fix.Edits {
		switch f.evidence(&fix.Edits[i]) {
		case OtherText:
			return OtherText
		case Silent:
			evidence = Silent
		}
	}
	return evidence
}

func (f *Files) evidence(e *fixedits.Edit) Evidence {
	if e.Kind == fixedits.EditCreate { // that there is no file was looked at
		return SameText
	}
	h := f.held[e.Path]
	if h == nil || h.whole != Silent || e.Kind == fixedits.EditDelete {
		if h == nil {
			return Silent
		}
		return h.whole
	}
	if !h.sorted {
		slices.SortFunc(h.ranges, func(a, b held) int { return cmp.Compare(a.start, b.start) })
		h.sorted = true
	}
	covered := Silent
	first := sort.Search(len(h.ranges), func(i int) bool { return h.ranges[i].start >= e.Start-h.longest })
	for _, r := range h.ranges[first:] {
		switch {
		case r.start > e.End:
			return covered
		case !r.same && e.Start <= r.end:
			return OtherText
		case r.same && r.start <= e.Start && e.End <= r.end:
			covered = SameText
		}
	}
	return covered
}
