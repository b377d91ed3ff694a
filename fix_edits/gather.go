package fixedits

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// gather lists all fixes and the paths that they name, and settles those that
// can be settled without reading a file.
func (m *merger) gather() {
	fixes, edits := 0, 0
	for p := range m.proposals {
		fixes += len(m.proposals[p].Fixes)
		for f := range m.proposals[p].Fixes {
			edits += len(m.proposals[p].Fixes[f].Edits)
		}
	}
	m.candidates = make([]candidate, 0, fixes)
	m.editUse = make([]int32, 0, edits)
	names, rules := map[string]int32{}, map[string]int32{}
	for p := range m.proposals {
		m.gatherProposal(int32(p), names, rules)
	}
}

func (m *merger) gatherProposal(p int32, names, rules map[string]int32) {
	proposal := &m.proposals[p]
	if len(proposal.Fixes) == 0 {
		return
	}
	uses := map[string]int32{}
	snapshots := map[string]use{}
	for i := range proposal.Snapshots {
		s := &proposal.Snapshots[i]
		other, ok := snapshots[s.Path]
		if !ok {
			other.snapshot = s
		}
		other.torn = other.torn || *other.snapshot != *s
		snapshots[s.Path] = other
	}
	useOf := func(path string) int32 {
		if u, ok := uses[path]; ok {
			return u
		}
		n, ok := names[path]
		if !ok {
			n = int32(len(m.names))
			names[path] = n
			m.names = append(m.names, name{path: path})
		}
		u := snapshots[path]
		u.name = n
		uses[path] = int32(len(m.uses))
		m.uses = append(m.uses, u)
		return uses[path]
	}
	last, lastUse := "", none
	for f := range proposal.Fixes {
		fix := &proposal.Fixes[f]
		rule, ok := rules[fix.Rule]
		if !ok {
			rule = int32(len(m.rules))
			rules[fix.Rule] = rule
			m.rules = append(m.rules, fix.Rule)
		}
		m.candidates = append(m.candidates, candidate{
			fix: fix, proposal: p, rule: rule, firstUse: int32(len(m.editUse)),
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

// sift settles a fix that is excluded whatever the files contain. Configuration
// comes first, so that a rule that is turned off reports nothing, however
// broken its fixes are.
func (m *merger) sift(c *candidate) {
	if m.opts.Filter != nil {
		if reason := m.opts.Filter(c.fix); reason.Code != "" {
			c.status, c.why, c.detail = StatusFiltered, whyOf(reason.Code, whyFilter), reason.Detail
			if c.why == whyFilter {
				if m.filtered == nil {
					m.filtered = map[*Fix]Code{}
				}
				m.filtered[c.fix] = reason.Code
			}
			return
		}
	}
	switch {
	case len(c.fix.Edits) > 0:
	case c.fix.Resolver != nil:
		c.status, c.why, c.detail = StatusUnresolved, whyResolver, "its edits must be found by "+c.fix.Resolver.ID
	default:
		c.status, c.why, c.detail = StatusInvalid, whyNoEdits, "it has no edits"
	}
}

// resolveFiles finds the file of each name. Two names of one file, such as a
// link and its target, are one file from here on (rule 3): their fixes are
// merged together, and the file is read and changed once.
func (m *merger) resolveFiles() {
	canonical := m.opts.Canonical
	if canonical == nil {
		canonical = localPath
	}
	paths := make([]string, len(m.names))
	parallel(len(m.names), func(i int) {
		n := &m.names[i]
		n.refused = guard(func() (err error) {
			paths[i], err = canonical(n.path)
			return err
		})
		if n.refused != nil {
			paths[i] = n.path
		}
	})
	order := make([]int, len(m.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := strings.Compare(paths[a], paths[b]); c != 0 {
			return c
		}
		// A refused path and a file may have the same spelling; the file comes
		// first.
		switch af, bf := m.names[a].refused != nil, m.names[b].refused != nil; {
		case af == bf:
			return 0
		case bf:
			return -1
		}
		return 1
	})
	m.files = make([]file, 0, len(order))
	for _, i := range order {
		n := &m.names[i]
		last := len(m.files) - 1
		if last < 0 || m.files[last].path != paths[i] || (m.files[last].refused != nil) != (n.refused != nil) {
			m.files = append(m.files, file{path: paths[i], refused: n.refused})
			last++
		}
		n.file = int32(last)
	}
	for i := range m.candidates {
		if m.candidates[i].status == pending {
			m.checkNames(int32(i))
		}
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
		n := &m.names[m.uses[u].name]
		refused := n.refused
		if refuses := m.proposals[c.proposal].Refuses; refused == nil && refuses != nil {
			refused = refuses(m.files[n.file].path)
		}
		if c.isForeign(refused) {
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
		f := &m.files[n.file]
		if f.seenIn == candidate+1 && f.seenAs != n {
			c.status, c.why = StatusInvalid, whyOneFile
			c.detail = fmt.Sprintf("%s and %s are one file", min(n.path, f.seenAs.path), max(n.path, f.seenAs.path))
			return
		}
		f.seenIn, f.seenAs = candidate+1, n
	}
	for _, u := range uses {
		m.files[m.names[m.uses[u].name].file].live = true
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
