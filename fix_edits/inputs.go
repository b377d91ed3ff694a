package fixedits

import (
	"slices"
	"strings"
	"sync"
)

// inputs are the common inputs of all parts of a merge. Parts do not change
// them.
type inputs struct {
	opts      Options
	proposals []Proposal
	fixes     int // of all proposals

	origins []string         // of the proposals
	rules   []string         // distinct
	ruleOf  map[string]int32 // index in rules
	names   []name
	nameOf  map[string]int32 // index in names
	paths   []string         // of the files that the names stand for, sorted

	ranks   []int32 // of the possible combinations of rule, safety and phase
	classes int     // the number of ranks

	known map[string]func() ([]byte, error) // results of Options.Read that several parts need, by path
}

// newInputs finds the files and rules of all fixes.
func newInputs(proposals []Proposal, opts Options) *inputs {
	in := &inputs{
		opts: opts, proposals: slices.Clone(proposals), origins: make([]string, len(proposals)),
		ruleOf: map[string]int32{}, nameOf: map[string]int32{},
	}
	for p := range proposals {
		if !proposals[p].hasChoices() {
			in.proposals[p].Diagnostics = nil // which may be much of the memory
		}
		in.origins[p] = proposals[p].Origin
		in.fixes += len(proposals[p].Fixes)
		last := "" // fixes of one file tend to be adjacent
		for f := range proposals[p].Fixes {
			fix := &proposals[p].Fixes[f]
			if _, ok := in.ruleOf[fix.Rule]; !ok {
				in.ruleOf[fix.Rule] = int32(len(in.rules))
				in.rules = append(in.rules, fix.Rule)
			}
			for e := range fix.Edits {
				path := fix.Edits[e].Path
				if path == last && path != "" {
					continue
				}
				last = path
				if _, ok := in.nameOf[path]; !ok {
					in.nameOf[path] = int32(len(in.names))
					in.names = append(in.names, name{path: path})
				}
			}
		}
	}
	in.resolveNames()
	in.rankClasses()
	return in
}

// resolveNames finds the file of each name. Two names of one file, such as a
// link and its target, are one file from here on (rule 3): their fixes are
// merged together, and the file is read and changed once.
func (in *inputs) resolveNames() {
	canonical := in.opts.Canonical
	if canonical == nil {
		canonical = localPath
	}
	paths := make([]string, len(in.names))
	parallel(len(in.names), func(i int) {
		n := &in.names[i]
		n.refused = guard(func() (err error) {
			paths[i], err = canonical(n.path)
			return err
		})
		if n.refused != nil {
			paths[i] = n.path
		}
	})
	order := make([]int, len(in.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := strings.Compare(paths[a], paths[b]); c != 0 {
			return c
		}
		// A refused path and a file may have the same spelling; the file comes
		// first.
		return compareBools(in.names[a].refused != nil, in.names[b].refused != nil)
	})
	refused := false // the last path is
	for _, i := range order {
		n := &in.names[i]
		last := len(in.paths) - 1
		if last < 0 || in.paths[last] != paths[i] || refused != (n.refused != nil) {
			in.paths, refused = append(in.paths, paths[i]), n.refused != nil
			last++
		}
		n.file = int32(last)
	}
}

// read returns the result of Options.Read. It reads a file once if several
// parts need it.
func (in *inputs) read(path string) ([]byte, error) {
	if read, ok := in.known[path]; ok {
		return read()
	}
	return in.opts.Read(path)
}

// keepReads lets read keep the files that the checks of proposals read: fixes of
// several parts may depend on one.
func (in *inputs) keepReads() {
	in.known = map[string]func() ([]byte, error){}
	for p := range in.proposals {
		for i := range in.proposals[p].Reads {
			path := in.proposals[p].Reads[i].Path
			if canonical := in.opts.Canonical; canonical != nil {
				_ = guard(func() error {
					named, err := canonical(path)
					if err == nil {
						path = named
					}
					return err
				})
			}
			if _, ok := in.known[path]; !ok {
				in.known[path] = sync.OnceValues(func() ([]byte, error) { return in.opts.Read(path) })
			}
		}
	}
}

// take calls Options.Each with the changes of a part.
func (in *inputs) take(changes []FileChange) {
	if in.opts.Each == nil {
		return
	}
	parallel(len(changes), func(i int) { in.opts.Each(&changes[i]) })
}

// A sortPlace determines the order of fixes of different parts.
type sortPlace struct {
	class int32 // rank of the safety, phase and priority
	file  int32 // of the first edit: index in inputs.paths, or none
}

// sort puts the results of all parts in order. The results of one part are in
// order already, and only parts with different files are compared.
func (in *inputs) sort(plan *Plan, places []sortPlace) {
	slices.SortFunc(plan.Files, func(a, b FileChange) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(plan.Failed, func(a, b *FileError) int { return strings.Compare(a.Path, b.Path) })
	order := make([]int32, len(places))
	for i := range order {
		order[i] = int32(i)
	}
	order = distributed(order, len(in.paths)+1, func(i int32) int32 { return places[i].file + 1 })
	order = distributed(order, in.classes, func(i int32) int32 { return places[i].class })
	place := make([]int32, len(order))
	for at, i := range order {
		place[i] = int32(at)
	}
	permute(plan.Outcomes, place)
}

// distributed returns list, stably sorted by a key from 0 to n-1.
func distributed(list []int32, n int, key func(int32) int32) []int32 {
	start := make([]int32, n+1)
	for _, i := range list {
		start[key(i)+1]++
	}
	for k := range n {
		start[k+1] += start[k]
	}
	sorted := make([]int32, len(list))
	for _, i := range list {
		sorted[start[key(i)]] = i
		start[key(i)]++
	}
	return sorted
}

// sortedSet returns the distinct numbers of a list, sorted, in its memory.
func sortedSet(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}
