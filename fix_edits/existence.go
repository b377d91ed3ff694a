package fixedits

import (
	"path"
	"slices"
	"strings"
)

// A rival is another missing file that cannot be created together with this
// one.
type rival struct {
	file int32
	why  why
}

// findRivals finds the missing files that cannot all be created, and the
// missing files that need a folder at the path of an existing file.
//
// Names that differ only in letter case are one file on some systems and two on
// others, so a round creates only one of them. The next round finds the other
// one stale, or creates it.
func (m *merger) findRivals() {
	var missing []int32
	byName := map[string][]int32{} // by lower-case path
	for i := range m.files {
		if f := &m.files[i]; f.live && f.missing && f.refused == nil {
			missing = append(missing, int32(i))
			name := strings.ToLower(f.path)
			byName[name] = append(byName[name], int32(i))
		}
	}
	meet := func(a, b int32, why why) {
		m.files[a].rivals = append(m.files[a].rivals, rival{b, why})
		m.files[b].rivals = append(m.files[b].rivals, rival{a, why})
	}
	isFile := map[string]bool{}
	for _, i := range missing {
		f := &m.files[i]
		for _, other := range byName[strings.ToLower(f.path)] {
			if other > i {
				meet(i, other, whyLetterCase)
			}
		}
		for dir := path.Dir(f.path); dir != "."; dir = path.Dir(dir) {
			for _, other := range byName[strings.ToLower(dir)] {
				meet(i, other, whyFolder)
			}
			is, known := isFile[dir]
			if !known {
				is = m.isFile(dir)
				isFile[dir] = is
			}
			if is {
				f.obstacle = dir
			}
		}
	}
}

// isFile reports whether there is a regular file at a path.
func (m *merger) isFile(path string) bool {
	at, known := slices.BinarySearchFunc(m.files, path, func(f file, path string) int { return strings.Compare(f.path, path) })
	if known && m.files[at].live {
		return !m.files[at].missing && m.files[at].readErr == nil
	}
	return guard(func() error { _, err := m.read(path); return err }) == nil
}

// rivalsIn describes the edits of one fix that cannot be made together, or
// returns "".
func (m *merger) rivalsIn(edits []edit) string {
	for i := range edits {
		for _, r := range m.files[edits[i].file].rivals {
			if slices.ContainsFunc(edits, func(e edit) bool { return e.file == r.file }) {
				a, b := m.files[edits[i].file].path, m.files[r.file].path
				if r.why == whyFolder {
					return shorter(a, b) + " would be both a file and a folder"
				}
				return min(a, b) + " and " + max(a, b) + " differ only in letter case"
			}
		}
	}
	return ""
}

// folderOf returns the path that would be both a file and a folder because of a
// candidate that lost to another one in the file c.file.
func (m *merger) folderOf(c *candidate) string {
	lost := m.files[c.file].path
	for i := range c.edits {
		f := &m.files[c.edits[i].file]
		if slices.Contains(f.rivals, rival{c.file, whyFolder}) {
			return shorter(f.path, lost)
		}
	}
	return lost
}

func shorter(a, b string) string {
	if len(b) < len(a) {
		return b
	}
	return a
}

// deleted reports whether an accepted candidate deletes the file.
func (f *file) deleted() bool {
	return len(f.slots) > 0 && f.deletion >= 0 && f.taken.has(int(f.deletion))
}

// created reports whether an accepted candidate creates the file.
func (f *file) created() bool { return f.missing && f.taken.next(0) >= 0 }

// clashOfFiles returns how an edit clashes with the accepted ones if it creates
// or deletes its file, or if an accepted one deletes it. Such edits clash
// unless they are identical.
func (m *merger) clashOfFiles(e *edit) (why, slotID) {
	f := &m.files[e.file]
	if f.taken.has(int(e.slot)) {
		return whyNot, slotID{}
	}
	if first := f.taken.next(0); first >= 0 {
		at := slotID{e.file, int32(first)}
		if e.kind == EditCreate {
			return whyCreates, at
		}
		return whyDeletes, at
	}
	found, at := whyNot, slotID{}
	for _, r := range f.rivals {
		first := m.files[r.file].taken.next(0)
		if first < 0 {
			continue
		}
		if found == whyNot || !r.why.waits() {
			found, at = r.why, slotID{r.file, int32(first)}
		}
		if !r.why.waits() {
			break
		}
	}
	return found, at
}
