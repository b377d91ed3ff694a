package split

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A placement is the effect of an old command such as cp file folder/: a file
// at a path, or the contents of a folder in another one.
type placement struct {
	source, target string
	contents       bool
}

// placements returns the placements of an old step that is a plain cp or mv,
// with both readings of a target that may be a folder.
func (j *judge) placements(s *step) []placement {
	if s.script == nil || s.script.command == nil || s.script.name != "cp" && s.script.name != "mv" || len(s.script.command.Before) > 0 {
		return nil
	}
	var files []string
	contents := map[string]bool{}
	args := s.script.command.Args
	for i, arg := range args {
		if arg.Static && strings.HasPrefix(arg.Value, "-") {
			if strings.Trim(arg.Value, "-afprvR") != "" {
				return nil
			}
			continue
		}
		word := s.script.command.Script.Source[arg.Start:arg.End]
		folder, all := strings.CutSuffix(word, "/*")
		if !all && s.script.name == "cp" && i < len(args)-1 {
			folder, all = strings.CutSuffix(word, "/.")
		}
		file, known := j.pathOf(s, folder)
		if !known || strings.ContainsAny(folder, `*?[\`) {
			return nil
		}
		files, contents[file] = append(files, file), all
	}
	if len(files) < 2 {
		return nil
	}
	var all []placement
	target := files[len(files)-1]
	if contents[target] {
		return nil
	}
	for _, source := range files[:len(files)-1] {
		all = append(all, placement{source, target, contents[source]})
		if name := path.Base(source); path.Base(target) != name && !contents[source] {
			all = append(all, placement{source, path.Join(target, name), false})
		}
	}
	return all
}

// placed reports whether a copy has the effect of an old cp or mv, and notes it.
// Its file is the same if no later command changed it or, other than by rm, its
// source, except for its mode and owner if the last stage has that command too.
func (j *judge) placed(copies *step, source, target string) bool {
	for i := range j.before {
		old := &j.before[i]
		all := j.placements(old)
		at := slices.IndexFunc(all, func(p placement) bool { return p.isBy(source, target) })
		if at < 0 || slices.ContainsFunc(j.before[i+1:], func(s step) bool {
			if j.comesAfter(copies, &s) || j.copiedAfter(copies, &s) || j.hasOwnerOf(copies, &s, all[at].target) {
				return false
			}
			return j.mayChange(&s, all[at].target) || (s.script == nil || s.script.name != "rm") && j.mayChange(&s, source)
		}) {
			continue
		}
		j.placing[old] = append(j.placing[old], source)
		return true
	}
	return false
}

// isBy reports whether a COPY of a source to a target has the effect of a
// placement.
func (p placement) isBy(source, target string) bool {
	clean := path.Clean(target)
	if strings.HasSuffix(target, "/") && !(p.contents && p.target == clean) {
		clean = path.Join(clean, path.Base(source))
	}
	return p.source == source && p.target == clean
}

// copiedAfter reports whether the last stage has copies in place of an old cp or
// mv after a copy.
func (j *judge) copiedAfter(copies, old *step) bool {
	all := j.placements(old)
	at := slices.IndexFunc(j.last, func(s step) bool { return s.ins == copies.ins })
	if len(all) == 0 || at < 0 {
		return false
	}
	return !slices.ContainsFunc(all, func(p placement) bool {
		return !slices.ContainsFunc(j.last[at+1:], func(s step) bool { return j.hasSource(&s, p.source, all) })
	})
}

// hasSource reports whether a COPY has the effect of one of the placements of a
// source.
func (j *judge) hasSource(s *step, source string, all []placement) bool {
	if s.script != nil || len(s.ins.Words) < 2 {
		return false
	}
	sources, target, known := s.paths(j.after)
	return known && slices.Contains(sources, source) && slices.ContainsFunc(all, func(p placement) bool { return p.isBy(source, target) })
}

// comesAfter reports whether the last stage has an old chmod, chown or rm after a
// copy.
func (j *judge) comesAfter(copies, old *step) bool {
	if old.script == nil || old.script.name != "chmod" && old.script.name != "chown" && old.script.name != "rm" {
		return false
	}
	for i := range j.last {
		if &j.last[i] == copies {
			return slices.ContainsFunc(j.last[i+1:], func(s step) bool { return s.script != nil && s.text == old.text })
		}
	}
	return false
}

// changesNone reports whether a step changes no file, other than by a package.
func (s *step) changesNone() bool {
	return s.dispensable || s.anywhere && !s.script.namesPaths() && len(s.script.stmt.Redirs) == 0 || s.script != nil && s.script.op != nil
}

// mayChange reports whether an old step may change a file or one in it, other
// than by a package.
func (j *judge) mayChange(s *step, file string) bool {
	switch {
	case s.changesNone():
		return false
	case s.script == nil:
		words := s.ins.Words
		if len(words) == 0 {
			return true
		}
		target, known := j.pathOf(s, words[len(words)-1].Value)
		return !known || overlap(target, file)
	}
	if all := j.placements(s); len(all) > 0 {
		return slices.ContainsFunc(all, func(p placement) bool {
			return contains(file, p.target) || p.contents && contains(p.target, file) || contains(p.source, file)
		})
	}
	if s.script.command == nil || s.script.name != "rm" && s.script.name != "mkdir" && s.script.name != "chmod" && s.script.name != "chown" {
		return true
	}
	return slices.ContainsFunc(s.script.files(), func(word string) bool {
		target, known := j.pathOf(s, word)
		return !known || contains(target, file) || s.script.name != "mkdir" && contains(file, target)
	})
}

// copiedInstead reports whether copies have the whole effect of an old cp or mv.
func (j *judge) copiedInstead(old *step) bool {
	all := j.placements(old)
	return len(all) > 0 && !slices.ContainsFunc(all, func(p placement) bool { return !slices.Contains(j.placing[old], p.source) })
}

// madeInstead reports whether copies of the last stage make the folders that an
// old mkdir of root made.
func (j *judge) madeInstead(old *step) bool {
	if old.script == nil || old.script.command == nil || old.script.name != "mkdir" || len(old.script.command.Before) > 0 || old.user != "" && old.user != "root" {
		return false
	}
	if slices.ContainsFunc(old.script.command.Args, func(a lint.Arg) bool { return strings.HasPrefix(a.Value, "-") && !a.Is("-p", "-v", "-pv", "--parents") }) {
		return false
	}
	return !slices.ContainsFunc(old.script.files(), func(word string) bool {
		folder, known := j.pathOf(old, word)
		return !known || strings.ContainsAny(word, `*?[{\`) || !slices.ContainsFunc(j.last, func(s step) bool { return s.makes(folder, j.after) })
	})
}

// makes reports whether a COPY or ADD makes a folder.
func (s *step) makes(folder string, f *lint.File) bool {
	if s.script != nil {
		return false
	}
	_, target, known := s.paths(f)
	return known && contains(folder, path.Clean(target))
}
