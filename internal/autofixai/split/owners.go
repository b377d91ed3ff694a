package split

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// An ownership is the effect of an old chown -R: all files of a folder have an
// owner.
type ownership struct{ owner, folder string }

// ownerships returns the effects of an old step that is a plain chown -R.
func (j *judge) ownerships(s *step) []ownership {
	if s.script == nil || s.script.command == nil || s.script.name != "chown" || len(s.script.command.Before) > 0 {
		return nil
	}
	args := s.script.command.Args
	if len(args) < 3 || !args[0].Is("-R") || !args[1].Static {
		return nil
	}
	var all []ownership
	for _, arg := range args[2:] {
		word := s.script.command.Script.Source[arg.Start:arg.End]
		folder, known := j.pathOf(s, word)
		if !known || strings.HasPrefix(word, "-") || strings.ContainsAny(word, `*?[\`) {
			return nil
		}
		all = append(all, ownership{args[1].Value, folder})
	}
	return all
}

// chownOf returns the owner that a COPY or ADD gives its files, or "".
func chownOf(ins *syntax.Instruction) string {
	i := slices.IndexFunc(ins.Flags, func(f syntax.Flag) bool { return f.Name == "chown" })
	if i < 0 {
		return ""
	}
	return ins.Flags[i].Arg
}

// ownedLater reports whether a step is the old COPY or ADD at an index, with the
// owner that a later chown -R of the file gave its target.
func (j *judge) ownedLater(s *step, at int) bool {
	return s.script == nil && s.textOf(j.after, s.ins, "chown") == j.before[at].text && j.hasLaterOwner(s, at)
}

// hasLaterOwner reports whether a COPY gives its files an owner, as a chown -R of
// the file did after the old COPY or ADD at an index, which gave them none.
func (j *judge) hasLaterOwner(s *step, at int) bool {
	_, target, known := s.paths(j.after)
	return known && chownOf(s.ins) != "" && chownOf(j.before[at].ins) == "" && slices.ContainsFunc(j.before[at+1:], func(later step) bool {
		return slices.ContainsFunc(j.ownerships(&later), func(o ownership) bool {
			return o.owner == chownOf(s.ins) && contains(o.folder, path.Clean(target))
		})
	})
}

// hasOwnerOf reports whether a copy gives its files the owner that an old chown -R
// gave the ones at a path.
func (j *judge) hasOwnerOf(copies, old *step, file string) bool {
	return slices.ContainsFunc(j.ownerships(old), func(o ownership) bool {
		return o.owner == chownOf(copies.ins) && contains(o.folder, file)
	})
}

// ownedInstead reports whether the copies of the last stage to the folders of an
// old chown -R have its owner, and make all files there.
func (j *judge) ownedInstead(old *step) bool {
	all := j.ownerships(old)
	return len(all) > 0 && !slices.ContainsFunc(all, func(o ownership) bool { return !j.isOwned(o) })
}

func (j *judge) isOwned(o ownership) bool {
	copies := 0
	for i := range j.last {
		s := &j.last[i]
		if s.script != nil {
			if !s.changesNone() && !s.script.isApartFrom(o.folder) {
				return false
			}
			continue
		}
		_, target, known := s.paths(j.after)
		target = path.Clean(target)
		switch within := contains(o.folder, target); {
		case !known, strings.Contains(target, "$"), within && chownOf(s.ins) != o.owner, !within && contains(target, o.folder):
			return false
		case within:
			copies++
		}
	}
	return copies > 0
}

// isApartFrom reports whether an element only changes files that it names, none
// of which are in a folder.
func (e *element) isApartFrom(folder string) bool {
	return e.namesPaths() && !slices.ContainsFunc(e.command.Args, func(a lint.Arg) bool { return overlap(folder, withoutPattern(a.Value)) })
}
