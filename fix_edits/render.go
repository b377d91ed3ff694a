package fixedits

import "bytes"

// merged returns the text of the file with all accepted edits applied. It is
// cached until they change.
func (f *file) merged() []byte {
	if !f.current {
		f.text, f.current = f.splice(&f.taken), true
	}
	return f.text
}

// splice returns the text of the file with the edits of some slots applied,
// which must not overlap.
func (f *file) splice(slots *bitset) []byte {
	size, at := len(f.content), 0
	for i := slots.next(0); i >= 0; i = slots.next(i + 1) {
		e := f.slots[i].edit
		size += len(e.text) - (e.end - e.start)
	}
	out := make([]byte, 0, size)
	for i := slots.next(0); i >= 0; i = slots.next(i + 1) {
		e := f.slots[i].edit
		out = append(out, f.content[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, f.content[at:]...)
}

// render returns the changes of all files that accepted candidates edit. A file
// whose text ends up the same is not a change, even if fixes were applied to
// it: they, or a formatter, undid each other.
func (m *merger) render() []FileChange {
	for i := range m.candidates {
		if c := &m.candidates[i]; c.status == StatusSuperseded {
			for k := range c.edits {
				m.files[c.edits[k].file].superseded = true
			}
		}
	}
	changes := make([]FileChange, len(m.files))
	parallel(len(m.files), func(i int) {
		if f := &m.files[i]; len(f.slots) > 0 && f.taken.next(0) >= 0 {
			changes[i] = m.change(f)
			if !changes[i].Changes() {
				changes[i], f.undone = FileChange{}, true
			}
			if m.opts.NoFiles {
				changes[i] = FileChange{}
			}
		}
	})
	kept := changes[:0]
	for i := range changes {
		if c := &changes[i]; c.Path != "" {
			kept = append(kept, *c)
		}
	}
	clear(changes[len(kept):])
	return kept
}

func (m *merger) change(f *file) FileChange {
	c := FileChange{Path: f.path, Before: f.content, BeforeSHA256: f.sha256, Created: f.missing, Deleted: f.deleted()}
	c.Edits = make([]Edit, 0, f.taken.count())
	for i := f.taken.next(0); i >= 0; i = f.taken.next(i + 1) {
		e := f.slots[i].edit
		made := Edit{Path: f.path, Start: e.start, End: e.end, New: e.text, Kind: e.kind, Executable: e.executable}
		if e.kind != EditText {
			made.Start, made.End, c.Executable = 0, 0, e.executable
		}
		c.Edits = append(c.Edits, made)
		if m.opts.Owners {
			c.Owners = append(c.Owners, m.candidates[f.slots[i].holder].fix.Rule)
		}
	}
	if c.Deleted {
		return c
	}
	c.After, c.Formatted = m.settleImports(f)
	if m.opts.Format == nil || !m.wantsFormatter(f) {
		return c
	}
	var out []byte
	f.formatErr = guard(func() (err error) {
		out, f.formatted, err = m.opts.Format(f.path, c.After)
		return err
	})
	c.FormatErr, c.LaidOut = f.formatErr, f.formatErr == nil && f.formatted
	if f.formatErr == nil && f.formatted && !bytes.Equal(out, c.After) {
		c.After, c.Formatted = out, true
	}
	return c
}
