package fixedits

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// gather lists the fixes of the part and the files that they name, and settles
// the fixes that it can settle without reading a file.
func (m *merger) gather() {
	fixes, edits := 0, 0
	for s := range m.part {
		fixes += len(m.part[s].fixes)
		for _, fix := range m.part[s].fixes {
			edits += len(fix.Edits)
		}
	}
	m.candidates = make([]candidate, 0, fixes)
	m.editUse = make([]int32, 0, edits)
	for s := range m.part {
		m.gatherShare(&m.part[s])
	}
	m.gatherFiles()
	for i := range m.candidates {
		if m.candidates[i].status == pending {
			m.checkNames(int32(i))
		}
	}
}

func (m *merger) gatherShare(s *share) {
	uses := map[string]int32{}
	snapshots := map[string]use{}
	for _, snapshot := range s.snapshots {
		other, ok := snapshots[snapshot.Path]
		if !ok {
			other.snapshot = snapshot
		}
		other.torn = other.torn || *other.snapshot != *snapshot
		snapshots[snapshot.Path] = other
	}
	useOf := func(path string) int32 {
		if u, ok := uses[path]; ok {
			return u
		}
		u := snapshots[path]
		u.name = m.nameOf[path]
		uses[path] = int32(len(m.uses))
		m.uses = append(m.uses, u)
		return uses[path]
	}
	last, lastUse := "", none
	for _, fix := range s.fixes {
		m.candidates = append(m.candidates, candidate{
			fix: fix, proposal: s.proposal, rule: m.ruleOf[fix.Rule], firstUse: int32(len(m.editUse)),
			by: none, duplicate: none, idempotent: fix.Idempotent,
		})
		for e := range fix.Edits {
			// Fixes of one file tend to be adjacent.
			if path := fix.Edits[e].Path; path != last || lastUse == none {
				last, lastUse = path, useOf(path)
			}
			m.editUse = append(m.editUse, lastUse)
		}
		m.sift(&m.candidates[len(m.candidates)-1])
	}
}

// gatherFiles lists the files of the part, sorted by path.
func (m *merger) gatherFiles() {
	all := make([]int32, len(m.uses))
	for u := range m.uses {
		all[u] = m.names[m.uses[u].name].file
	}
	all = sortedSet(all)
	m.files = make([]file, len(all))
	for i, f := range all {
		m.files[i] = file{named: f, path: m.paths[f]}
	}
	for u := range m.uses {
		n := &m.names[m.uses[u].name]
		i, _ := slices.BinarySearch(all, n.file)
		m.uses[u].file, m.files[i].refused = int32(i), n.refused
	}
}

// sift settles a fix that is excluded whatever the files contain. Configuration
// comes first, so that a rule that is turned off reports nothing, however
// broken its fixes are.
func (m *merger) sift(c *candidate) {
	if m.opts.Verdict != nil {
		if status, reason := m.opts.Verdict(c.fix); status != "" {
			if m.verdicts == nil {
				m.verdicts = map[*Fix]Reason{}
			}
			c.status, c.why, m.verdicts[c.fix] = status, whyVerdict, reason
			return
		}
	}
	switch {
	case len(c.fix.Edits) > 0:
	case c.fix.Resolver != nil:
		c.status, c.why, c.detail = StatusUnresolved, whyResolver, c.fix.Resolver.Reason().Detail
	default:
		c.status, c.why, c.detail = StatusInvalid, whyNoEdits, "has no edits"
	}
}

// localPath returns the clean form of a path that is below the root.
func localPath(p string) (string, error) {
	var err error
	switch {
	case p == "":
		err = errors.New("the path is empty")
	case path.IsAbs(p):
		err = fmt.Errorf("%s: the path is absolute", p)
	case p != path.Clean(p):
		err = fmt.Errorf("%s: the path is not clean", p)
	case p == "." || p == ".." || strings.HasPrefix(p, "../"):
		err = fmt.Errorf("%s: the path leaves the workspace", p)
	case strings.ContainsRune(p, 0):
		err = fmt.Errorf("%q: the path contains a zero byte", p)
	default:
		return p, nil
	}
	return "", &ForeignError{Err: err}
}

// checkNames settles a fix that is ruled out by its paths alone, and marks the
// files of the other fixes to be read. A foreign path outweighs everything
// else: none of the files of such a fix are read.
func (m *merger) checkNames(candidate int32) {
	c := &m.candidates[candidate]
	uses := m.usesOf(c)
	for _, u := range uses {
		use := &m.uses[u]
		if !use.looked {
			use.looked, use.refused = true, m.names[use.name].refused
			if refuses := m.proposals[c.proposal].Refuses; use.refused == nil && refuses != nil {
				use.refused = refuses(m.files[use.file].path)
			}
		}
		if c.isForeign(use.refused) {
			return
		}
	}
	for _, u := range uses {
		if n := &m.names[m.uses[u].name]; n.refused != nil {
			c.status, c.why, c.detail = StatusFiltered, whyUnreadable, n.refused.Error()
			m.failed = append(m.failed, &FileError{Path: n.path, Err: n.refused})
			return
		}
	}
	for _, u := range uses {
		use := &m.uses[u]
		n := &m.names[use.name]
		switch {
		case use.snapshot == nil:
			c.status, c.why, c.detail = StatusInvalid, whyNoSnapshot, n.path+": its artifact has no snapshot of the file"
			return
		case use.torn:
			c.status, c.why, c.detail = StatusInvalid, whyTwoSnapshots, n.path+": its artifact has two snapshots of the file that differ"
			return
		}
	}
	// A fix that names one file by two names would make its insertions twice.
	// That cannot be intended: its author took the names for two files.
	for i, u := range uses {
		if i > 0 && u == uses[i-1] {
			continue
		}
		n := &m.names[m.uses[u].name]
		f := &m.files[m.uses[u].file]
		if f.seenIn == candidate+1 && f.seenAs != n {
			c.status, c.why = StatusInvalid, whyOneFile
			c.detail = fmt.Sprintf("%s and %s are one file", min(n.path, f.seenAs.path), max(n.path, f.seenAs.path))
			return
		}
		f.seenIn, f.seenAs = candidate+1, n
	}
	for _, u := range uses {
		m.files[m.uses[u].file].live = true
	}
}

// isForeign settles a fix if err reports that its path is foreign.
func (c *candidate) isForeign(err error) bool {
	foreign, ok := errors.AsType[*ForeignError](err)
	if ok {
		c.status, c.why, c.detail = StatusForeign, whyOf(foreign.Code, whyOutside), foreign.Error()
	}
	return ok
}

// usesOf returns the use of each edit of c.
func (m *merger) usesOf(c *candidate) []int32 {
	return m.editUse[c.firstUse : int(c.firstUse)+len(c.fix.Edits)]
}
