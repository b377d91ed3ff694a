package fixedits

import (
	"errors"
	"io/fs"
	"slices"
)

// staleReads settles the fixes of proposals whose checks read a file that has
// changed since: another schema or configuration may call for other fixes.
func (m *merger) staleReads() {
	if !slices.ContainsFunc(m.part, func(s share) bool { return len(m.proposals[s.proposal].Reads) > 0 }) {
		return
	}
	current := map[string]*Snapshot{} // by path; nil if the file cannot be looked at
	for i := range m.files {
		if f := &m.files[i]; f.live && f.readErr == nil {
			current[f.path] = snapshotNow(f.path, f.content, f.missing)
		}
	}
	type change struct {
		path string
		gone bool
	}
	stale := map[int32]change{} // by proposal
	for s := range m.part {
		p := m.part[s].proposal
		for i := range m.proposals[p].Reads {
			read := &m.proposals[p].Reads[i]
			now := m.current(read.Path, current)
			switch {
			case now == nil: // which says nothing about the fixes
			case now.Absent, now.SHA256 != read.SHA256:
				stale[p] = change{read.Path, now.Absent}
			}
			if stale[p].path != "" {
				break
			}
		}
	}
	for i := range m.candidates {
		c := &m.candidates[i]
		read := stale[c.proposal]
		if c.status != pending || read.path == "" {
			continue
		}
		c.status, c.why, c.read = StatusStale, whyChanged, read.path
		c.detail = read.path + ", which the check read, has changed since"
		if read.gone {
			c.why, c.detail = whyGone, read.path+", which the check read, is gone"
		}
	}
}

// current returns the current snapshot of a file. It reads each file once.
func (m *merger) current(path string, known map[string]*Snapshot) *Snapshot {
	var content []byte
	err := guard(func() (err error) {
		if m.opts.Canonical != nil {
			if path, err = m.opts.Canonical(path); err != nil {
				return err
			}
		}
		if _, ok := known[path]; !ok {
			content, err = m.read(path)
		}
		return err
	})
	if now, ok := known[path]; ok {
		return now
	}
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		known[path] = nil
		return nil
	}
	known[path] = snapshotNow(path, content, missing)
	return known[path]
}

func snapshotNow(path string, content []byte, missing bool) *Snapshot {
	s := SnapshotOfAbsent(path)
	if !missing {
		s = SnapshotOf(path, content)
	}
	return &s
}
