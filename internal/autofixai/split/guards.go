package split

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// keepsGuards refuses the copies of the build context in the last stage whose
// files the file removed or protected later, if the stage does not. has are the
// old steps of the stage.
func (j *judge) keepsGuards(steps []step, has map[*step]bool) {
	for i := range steps {
		s := &steps[i]
		if s.script != nil || slices.ContainsFunc(s.ins.Flags, func(f syntax.Flag) bool { return f.Name == "from" }) {
			continue
		}
		files := j.filesOf(s)
		text, first := s.textOf(j.after, s.ins, "chown"), 0
		for first < len(j.before) && j.before[first].text != s.text && j.before[first].text != text && !j.copiesPart(s, first) {
			first++
		}
		for k := first + 1; k < len(j.before); k++ {
			if old := &j.before[k]; !has[old] && j.guards(old, files) && !j.ownedInstead(old) {
				j.refuse(s.line, "the last stage has files of the COPY, and not %s of line %d, which changes them", old.name(), old.line)
			}
		}
	}
}

// filesOf returns the paths that a COPY or ADD makes, as far as its words tell.
func (j *judge) filesOf(s *step) []string {
	if len(s.ins.Words) < 2 {
		return nil
	}
	sources, target, known := s.paths(j.after)
	if !known {
		return nil
	}
	var files []string
	for _, source := range sources {
		if name := path.Base(source); source == "/" || name == path.Base(target) || len(sources) == 1 && !strings.HasSuffix(target, "/") {
			files = append(files, path.Clean(target))
		} else {
			files = append(files, path.Join(target, name))
		}
	}
	return files
}

// guards reports whether an old step removes or protects one of some files.
func (j *judge) guards(old *step, files []string) bool {
	if old.script == nil || old.script.command == nil || old.dispensable || !slices.Contains([]string{"chgrp", "chmod", "chown", "rm"}, old.script.name) {
		return false
	}
	return slices.ContainsFunc(old.script.files(), func(word string) bool {
		changed, known := j.pathOf(old, word)
		return known && slices.ContainsFunc(files, func(file string) bool { return overlap(changed, file) })
	})
}

// files returns the words of a simple command that name files, if it is a chgrp,
// chmod, chown, mkdir or rm.
func (e *element) files() []string {
	var words []string
	for _, arg := range e.command.Args {
		if !arg.Static || !strings.HasPrefix(arg.Value, "-") {
			words = append(words, e.command.Script.Source[arg.Start:arg.End])
		}
	}
	if e.name != "rm" && e.name != "mkdir" && len(words) > 1 {
		words = words[1:] // after the mode or owner
	}
	return words
}

// overlap reports whether one of two paths is in the other.
func overlap(a, b string) bool { return contains(a, b) || contains(b, a) }
