package split

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
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

// comesAgain reports whether the first of some steps, which is the old one at an
// index, is an update of the lists of packages in addition to the ones of the
// file: before it comes again, or before an installation that it came after.
func (j *judge) comesAgain(steps []step, index, next int, has map[*step]bool) bool {
	if e := steps[0].script; e == nil || e.op == nil || e.op.Action != packages.Update {
		return false
	}
	for k := range steps[1:] {
		s := &steps[k+1]
		if s.same(&j.before[index]) {
			return true
		}
		switch at := j.find(s, next, has); {
		case at > index && (s.script == nil || !s.script.cleans()):
			return false
		case at >= 0 && at < index && len(s.packages) > 0:
			return true
		}
	}
	return false
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
