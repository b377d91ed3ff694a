package fixedits

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"unicode/utf8"
)

// classifyAll settles the fixes that are ruled out by their files, and converts
// the edits of the others to the form that the merge uses.
func (m *merger) classifyAll() {
	all := make([]edit, len(m.editUse))
	parallel(len(m.candidates), func(i int) {
		if c := &m.candidates[i]; c.status == pending {
			end := int(c.firstUse) + len(c.fix.Edits)
			m.classify(c, all[c.firstUse:end:end])
		}
	})
}

// classify tests for foreign before stale before invalid: edits can be
// validated only against the bytes that they were made for. edits is the memory
// for the candidate's edits.
func (m *merger) classify(c *candidate, edits []edit) {
	uses := m.usesOf(c)
	for i, u := range uses {
		f := &m.files[m.uses[u].file]
		switch {
		case m.uses[u].snapshot.Absent && errors.Is(f.readErr, fs.ErrExist): // stale
		case c.isForeign(f.readErr):
			return
		case f.generated || c.generates(i) && !m.opts.mayBeGenerated(f.path):
			c.status, c.why, c.detail = StatusForeign, whyGenerated, f.path+" is marked as generated"
			if line := GeneratedLine(f.content); line > 0 {
				c.detail += fmt.Sprintf(" in line %d", line)
			}
			return
		case f.missing && ofBazel(f.path):
			c.status, c.why, c.detail = StatusForeign, whyOfBazel, f.path+" is not in the workspace, but belongs to Bazel"
			return
		}
	}
	for _, u := range uses {
		f := &m.files[m.uses[u].file]
		switch absent := m.uses[u].snapshot.Absent; {
		case absent && (f.readErr == nil && !f.missing || errors.Is(f.readErr, fs.ErrExist)):
			c.status, c.why, c.detail = StatusStale, whyExists, f.path+" already exists"
			return
		case f.readErr != nil:
			c.status, c.why, c.detail = StatusFiltered, whyUnreadable, f.readErr.Error()
			return
		case absent && f.obstacle != "":
			c.status, c.why, c.detail = StatusStale, whyExists, f.path+": "+f.obstacle+" already exists and is not a folder"
			return
		case absent:
		case f.missing:
			c.status, c.why, c.detail = StatusStale, whyGone, f.path+" no longer exists"
			return
		case !f.has(m.uses[u].snapshot):
			c.status, c.why, c.detail = StatusStale, whyChanged, f.path+" has changed since the check"
			return
		}
	}
	for i, u := range uses {
		e := &c.fix.Edits[i]
		file := m.uses[u].file
		if reason := m.files[file].refusesKind(e, &m.names[m.uses[u].name]); reason != "" {
			c.status, c.why, c.detail = StatusInvalid, whyKind, e.Path+": "+reason
			return
		}
		if e.Kind != EditText {
			edits[i] = edit{text: e.New, end: len(m.files[file].content), file: file, kind: e.Kind, executable: e.Executable}
			continue
		}
		if reason := m.files[file].refuses(e); reason != "" {
			c.status, c.why = StatusInvalid, whyRange
			c.detail = fmt.Sprintf("%s:%d-%d: %s", m.files[file].path, e.Start, e.End, reason)
			return
		}
		edits[i] = edit{text: e.New, start: e.Start, end: e.End, file: file}
	}
	if len(edits) > 1 {
		if edits = m.normalize(c, edits); edits == nil {
			return
		}
	}
	if e := m.insertsBeforeMark(edits); e != nil {
		c.status, c.why = StatusInvalid, whyBeforeMark
		c.detail = fmt.Sprintf("%s:0-0: inserts before the byte order mark; the text starts at %d",
			m.files[e.file].path, len(byteOrderMark))
		return
	}
	c.edits = m.dropIdle(edits)
	if len(c.edits) == 0 {
		// Not invalid, which would fail a strict run because of a harmless fix.
		// The fix has nothing left to do, so it is subsumed, like a fix whose
		// deletions others have made.
		c.status, c.why, c.detail = StatusSubsumed, whyNoChange, "changes nothing"
	}
}

// generates reports whether edit i of a candidate creates a file that is marked
// as generated.
func (c *candidate) generates(i int) bool {
	e := &c.fix.Edits[i]
	return e.Kind == EditCreate && Generated(e.New)
}

// refusesKind returns why the kind of an edit is not valid for the file, called
// n by the fix, or "".
func (f *file) refusesKind(e *Edit, n *name) string {
	switch {
	case e.Kind == EditCreate && !f.missing:
		return "creates the file, but its snapshot says that the file exists"
	case e.Kind != EditCreate && f.missing:
		return "changes the file, but its snapshot says that the file is absent"
	case e.Kind == EditDelete && len(e.New) > 0:
		return "deletes the file but has new text for it"
	case e.Kind == EditDelete && n.path != f.path:
		return "deletes " + f.path + " by another name: name the file itself"
	}
	return ""
}

// refuses returns why an edit is not valid for the file (rule 2), or "".
func (f *file) refuses(e *Edit) string {
	size := len(f.content)
	if e.Start < 0 || e.Start > e.End || e.End > size {
		return fmt.Sprintf("not a valid range in a file of %d bytes", size)
	}
	for _, at := range [...]int{e.Start, e.End} {
		if at == 0 || at == size {
			continue
		}
		switch c := f.content[at]; {
		case c == '\n' && f.content[at-1] == '\r':
			return fmt.Sprintf("byte %d is between CR and LF", at)
		case c >= utf8.RuneSelf && f.utf8 && !utf8.RuneStart(c):
			return fmt.Sprintf("byte %d is inside a character", at)
		}
	}
	return ""
}

// normalize sorts the edits of a fix, rejects overlapping ones, and joins
// insertions at one offset in the order in which they are listed. Unlike edits
// of two fixes, the edits of one fix may touch anywhere, because their author
// knows the result. An insertion comes before a range that starts at its
// offset.
func (m *merger) normalize(c *candidate, edits []edit) []edit {
	byRange := func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	}
	if !slices.IsSortedFunc(edits, byRange) {
		slices.SortStableFunc(edits, byRange)
	}
	kept := edits[:1]
	joined := false // the text of the last one is a copy
	for _, e := range edits[1:] {
		last := &kept[len(kept)-1]
		switch {
		case e.file != last.file:
		case e.kind != EditText || last.kind != EditText:
			c.status, c.why = StatusInvalid, whyOwnOverlap
			c.detail = m.files[e.file].path + ": the fix creates or deletes it but has another edit of it"
			return nil
		case e.inserts() && last.inserts() && e.start == last.start:
			if !joined {
				last.text, joined = slices.Clone(last.text), true
			}
			last.text = append(last.text, e.text...)
			continue
		case e.start < last.end:
			c.status, c.why = StatusInvalid, whyOwnOverlap
			c.detail = fmt.Sprintf("%s:%d-%d: overlaps its own edit at %d-%d",
				m.files[e.file].path, e.start, e.end, last.start, last.end)
			return nil
		}
		kept = append(kept, e)
		joined = false
	}
	if reason := m.rivalsIn(kept); reason != "" {
		c.status, c.why, c.detail = StatusInvalid, whyOwnOverlap, reason
		return nil
	}
	return kept
}

// insertsBeforeMark returns the first edit that would put text before a byte
// order mark that stays in the file, or nil. The mark is valid only as the very
// first bytes; after other text it is an invisible character that breaks the
// text after it. It is therefore rejected, like an edit that ends inside a
// character. A fix may still remove the mark.
func (m *merger) insertsBeforeMark(edits []edit) *edit {
	for i := range edits {
		e := &edits[i]
		if e.start > 0 || !e.inserts() || len(e.text) == 0 || !m.files[e.file].bom {
			continue
		}
		if i+1 == len(edits) || edits[i+1].file != e.file || edits[i+1].start > 0 {
			return e
		}
	}
	return nil
}

// dropIdle returns the edits that change something (rule 2), in place.
func (m *merger) dropIdle(edits []edit) []edit {
	return slices.DeleteFunc(edits, func(e edit) bool {
		return e.kind == EditText && bytes.Equal(e.text, m.files[e.file].content[e.start:e.end])
	})
}
