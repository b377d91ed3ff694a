package fixedits

import (
	"path"
	"slices"
)

// Fixes are merged in parts that depend on nothing in another part, so that the
// texts of only one part are in memory, whatever the size of the plan. The
// result is the same as with one part. Two fixes are connected if:
//
//   - They have a file in common.
//   - They have an isolation key in common.
//   - A diagnostic lists both.
//   - Both create files: one of these may be the folder of another, or differ
//     from it only in letter case.

// A part is a list of the fixes of some proposals.
type part []share

// A share is the contribution of one proposal to a part.
type share struct {
	proposal    int32 // index in inputs.proposals
	fixes       []*Fix
	snapshots   []*Snapshot
	diagnostics []*Diagnostic // only if one lists several fixes
}

// mostTogether is the weight from which on files that are not connected are in
// separate parts. It is about the bytes that a part needs.
const mostTogether = 16 << 20

// fixWeight is the memory in bytes that a fix needs in a part, without texts.
const fixWeight = 512

// A partition is a union-find over the files of all fixes. The last element
// stands for the fixes without edits.
type partition struct {
	*inputs
	parent []int32
	weight []int // of the files
}

// parts divides the fixes of all proposals.
func (in *inputs) parts() []part {
	p := &partition{inputs: in, parent: make([]int32, len(in.paths)+1), weight: make([]int, len(in.paths)+1)}
	for i := range p.parent {
		p.parent[i] = int32(i)
	}
	isolated := map[string]int32{}
	created := none
	for i := range in.proposals {
		proposal := &in.proposals[i]
		for f := range proposal.Fixes {
			fix := &proposal.Fixes[f]
			at := p.fileOf(fix)
			p.weight[at] += fixWeight
			for e := range fix.Edits {
				p.join(at, p.file(fix.Edits[e].Path))
			}
			if key := fix.Isolation; key != "" {
				if _, ok := isolated[key]; !ok {
					isolated[key] = at
				}
				p.join(at, isolated[key])
			}
		}
		for s := range proposal.Snapshots {
			snapshot := &proposal.Snapshots[s]
			n, ok := in.nameOf[snapshot.Path]
			if !ok {
				continue
			}
			file := in.names[n].file
			p.weight[file] += 2 * min(snapshot.Size, mostTogether)
			if snapshot.Absent {
				if created == none {
					created = file
				}
				p.joinFolders(file)
				p.join(file, created)
			}
		}
		if len(proposal.Diagnostics) > 0 {
			p.joinAlternatives(proposal)
		}
	}
	number, n := p.number()
	if n > 1 {
		in.keepReads()
	}
	return p.deal(number, n)
}

// hasChoices reports whether a diagnostic lists several fixes.
func (p *Proposal) hasChoices() bool {
	return slices.ContainsFunc(p.Diagnostics, func(d Diagnostic) bool { return len(d.Fixes) > 1 })
}

// file returns the file of a name.
func (p *partition) file(name string) int32 { return p.names[p.nameOf[name]].file }

// fileOf returns the first file of a fix.
func (p *partition) fileOf(fix *Fix) int32 {
	if len(fix.Edits) == 0 {
		return int32(len(p.parent) - 1)
	}
	return p.file(fix.Edits[0].Path)
}

// root returns the first file that is connected with a file.
func (p *partition) root(file int32) int32 {
	for p.parent[file] != file {
		p.parent[file] = p.parent[p.parent[file]]
		file = p.parent[file]
	}
	return file
}

func (p *partition) join(a, b int32) {
	if a == b {
		return
	}
	a, b = p.root(a), p.root(b)
	p.parent[max(a, b)] = min(a, b)
}

// joinFolders connects a file that does not exist with the files in place of
// its folders.
func (p *partition) joinFolders(file int32) {
	for dir := path.Dir(p.paths[file]); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if at, ok := slices.BinarySearch(p.paths, dir); ok {
			p.join(file, int32(at))
		}
	}
}

// joinAlternatives connects the files of fixes that one diagnostic lists, and of
// fixes with the same id.
func (p *partition) joinAlternatives(proposal *Proposal) {
	byID := make(map[string]int32, len(proposal.Fixes))
	for f := range proposal.Fixes {
		fix := &proposal.Fixes[f]
		at := p.fileOf(fix)
		if other, ok := byID[fix.ID]; ok {
			p.join(at, other)
		}
		byID[fix.ID] = at
	}
	for d := range proposal.Diagnostics {
		first := none
		for _, id := range proposal.Diagnostics[d].Fixes {
			at, ok := byID[id]
			if !ok {
				continue
			}
			if first == none {
				first = at
			}
			p.join(first, at)
		}
	}
}

// number assigns connected files to one part, and fills parts in the order of
// paths. It returns the part of each file, and the number of parts.
func (p *partition) number() (of []int32, n int) {
	for i := range p.parent {
		if root := p.root(int32(i)); root != int32(i) {
			p.weight[root] += p.weight[i]
		}
	}
	most := p.opts.together
	if most == 0 {
		most = mostTogether
	}
	of = make([]int32, len(p.parent))
	filled := 0
	for i := range p.parent {
		if root := p.root(int32(i)); root != int32(i) {
			of[i] = of[root] // which comes before
			continue
		}
		if filled > 0 && filled+p.weight[i] > most {
			filled = 0
			n++
		}
		filled += p.weight[i]
		of[i] = int32(n)
	}
	return of, n + 1
}

// deal returns the n parts, given the number of the part of each file.
func (p *partition) deal(number []int32, n int) []part {
	parts := make([]part, n)
	for i := range p.proposals {
		proposal := &p.proposals[i]
		if len(proposal.Fixes) == 0 {
			continue
		}
		shareIn := func(file int32) *share {
			of := &parts[number[file]]
			if last := len(*of) - 1; last < 0 || (*of)[last].proposal != int32(i) {
				*of = append(*of, share{proposal: int32(i)})
			}
			return &(*of)[len(*of)-1]
		}
		for f := range proposal.Fixes {
			s := shareIn(p.fileOf(&proposal.Fixes[f]))
			s.fixes = append(s.fixes, &proposal.Fixes[f])
		}
		for k := range proposal.Snapshots {
			if name, ok := p.nameOf[proposal.Snapshots[k].Path]; ok {
				s := shareIn(p.names[name].file)
				s.snapshots = append(s.snapshots, &proposal.Snapshots[k])
			}
		}
		if len(proposal.Diagnostics) > 0 {
			p.dealDiagnostics(proposal, shareIn)
		}
	}
	return parts
}

// dealDiagnostics adds each diagnostic to the share that has its fixes.
func (p *partition) dealDiagnostics(proposal *Proposal, shareIn func(file int32) *share) {
	byID := make(map[string]*Fix, len(proposal.Fixes))
	for f := range proposal.Fixes {
		byID[proposal.Fixes[f].ID] = &proposal.Fixes[f]
	}
	for d := range proposal.Diagnostics {
		for _, id := range proposal.Diagnostics[d].Fixes {
			if fix := byID[id]; fix != nil {
				s := shareIn(p.fileOf(fix))
				s.diagnostics = append(s.diagnostics, &proposal.Diagnostics[d])
				break
			}
		}
	}
}
