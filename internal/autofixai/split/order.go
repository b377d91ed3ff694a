package split

import (
	"path"
	"slices"
	"strings"
)

// copies are the old copies, or parts of them, that a stage has so far: their
// targets, by the indexes of the old steps.
type copies []struct {
	index  int
	target string // "": unknown
}

// add adds a step that is the old one at an index, if it is a COPY or ADD.
func (c *copies) add(j *judge, s *step, index int) {
	if s.script == nil {
		*c = append(*c, struct {
			index  int
			target string
		}{index, j.targetOf(s)})
	}
}

// targetOf returns the path that a COPY or ADD of a divided file changes, or "".
func (j *judge) targetOf(s *step) string {
	sources, target, known := s.paths(j.after)
	if !known {
		return ""
	}
	if name := path.Base(sources[0]); len(sources) == 1 && strings.HasSuffix(target, "/") && strings.Contains(name, ".") { // a file
		return path.Join(target, name)
	}
	return path.Clean(target)
}

// overtaken reports whether a step, which is the old one at an index, may change
// the files of a copy that comes before it now and came after it.
func (j *judge) overtaken(s *step, index int, copied copies) bool {
	if s.script != nil && !s.script.runsOnly(slices.Concat(local, []string{"mv"})) {
		return false
	}
	for _, c := range copied {
		switch {
		case c.index <= index:
		case c.target == "":
			return true
		case s.script != nil && j.mayChange(&j.before[index], c.target), s.script == nil && overlap(c.target, j.targetOf(s)):
			return true
		}
	}
	return false
}
