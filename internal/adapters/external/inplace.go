package external

import (
	"context"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// inPlace runs a program that writes to the files of the copy.
func (r *rewriting) inPlace(ctx context.Context, given []fixedits.Snapshot) error {
	if err := r.runInCopy(ctx, given); err != nil {
		return err
	}
	after, err := r.tree.look()
	if err != nil {
		return err
	}
	after, strange := r.onlyGiven(after, given)
	for _, refused := range strange {
		r.refuse(refused.Path, refused.Code, refused.Why)
	}
	switch {
	case r.formats():
		for _, path := range slices.Concat(after.created, after.deleted) {
			r.refuse(path, adapters.CodeInvalid, "the formatter created or deleted it; a formatter only changes texts")
		}
		if len(after.changed) > 0 {
			return r.formatted(ctx, given, after)
		}
	case len(after.created)+len(after.deleted) > 0:
		r.whole(after, len(strange) > 0)
	default:
		for _, path := range after.changed {
			r.hunks(path, after.texts[path])
		}
	}
	return nil
}

// onlyGiven removes what the program must not have changed from a state, and
// returns a refusal for each.
func (r *rewriting) onlyGiven(s *state, given []fixedits.Snapshot) (rest *state, strange []adapters.Refusal) {
	names := map[string]bool{}
	for _, file := range given {
		names[file.Path] = true
	}
	data := func(path string) bool {
		if names[path] {
			return false
		}
		strange = append(strange, adapters.Refusal{Path: path, Code: adapters.CodeNotGiven, Why: "the checker changed or deleted it, but it is not among the files that it was given"})
		return true
	}
	rest = &state{created: s.created, texts: s.texts, exec: s.exec}
	rest.changed = slices.DeleteFunc(slices.Clone(s.changed), data)
	rest.deleted = slices.DeleteFunc(slices.Clone(s.deleted), data)
	for _, path := range s.odd {
		strange = append(strange, adapters.Refusal{Path: path, Code: adapters.CodeInvalid, Why: "the checker made it a link or another thing that is not a regular file, which a fix cannot do"})
	}
	return rest, strange
}

// hunks adds a fix for each group of changes of a file that stands by itself.
func (r *rewriting) hunks(path string, after []byte) {
	before := r.tree.texts[path]
	if err := r.usable(path, before, after); err != nil {
		r.refuse(path, adapters.CodeInvalid, err.Error())
		return
	}
	parse := func(text []byte) error { return r.parse(path, text) }
	for _, group := range groups(before, textdiff.Changes(before, after), parse) {
		fix := r.fix("Apply what " + r.Name + " changes")
		fix.Edits = editsOf(path, group)
		finding := r.finding(path, r.Name+" changes this place")
		if n := len(group); n > 1 {
			finding.Message = fmt.Sprintf("%s changes %d places that need each other, of which this is the first", r.Name, n)
		}
		finding.Start, finding.End = group[0].Start, group[0].End
		r.result.Add(r.next(), finding, fix)
	}
}

// whole adds one fix for everything that the program did, because it created or
// deleted files: a half of a renamed or divided file is worse than none. It is
// at best a suggestion. One part that cannot be used refuses it.
func (r *rewriting) whole(s *state, refused bool) {
	fix := r.fix("Apply what " + r.Name + " changes, which creates or deletes files")
	if fix.Safety == fixedits.SafetySafe {
		fix.Safety = fixedits.SafetySuggestion
	}
	for _, path := range slices.Concat(s.changed, s.created) {
		if err := r.usable(path, r.tree.texts[path], s.texts[path]); err != nil {
			r.refuse(path, adapters.CodeInvalid, err.Error())
			refused = true
		}
	}
	for _, path := range s.changed {
		fix.Edits = append(fix.Edits, editsOf(path, textdiff.Changes(r.tree.texts[path], s.texts[path]))...)
	}
	for _, path := range s.deleted {
		fix.Edits = append(fix.Edits, fixedits.Edit{Path: path, Kind: fixedits.EditDelete})
	}
	if refused {
		for _, path := range slices.Concat(s.changed, s.deleted) {
			r.refuse(path, adapters.CodeRejected, "one with other changes that cannot be used, because the checker creates or deletes files")
		}
		return
	}
	for _, path := range s.created {
		if err := r.files.AddAbsent(path); err != nil {
			r.refuse(path, adapters.CodeNotGiven, "the checker created it, but it exists")
			return
		}
		fix.Edits = append(fix.Edits, fixedits.Edit{Path: path, Kind: fixedits.EditCreate, New: s.texts[path], Executable: s.exec[path]})
	}
	at := slices.Concat(s.deleted, s.changed)
	if len(at) == 0 {
		r.result.AddFix(r.next(), fix)
		return
	}
	finding := r.finding(at[0], fmt.Sprintf("%s creates %d, deletes %d and changes %d files", r.Name, len(s.created), len(s.deleted), len(s.changed)))
	r.result.Add(r.next(), finding, fix)
}

// formatted adds the fixes of a formatter, which runs again to show that its
// results are stable.
func (r *rewriting) formatted(ctx context.Context, given []fixedits.Snapshot, once *state) error {
	if err := r.runInCopy(ctx, given); err != nil {
		return fmt.Errorf("on its own result: %w", err)
	}
	twice, err := r.tree.look()
	if err != nil {
		return err
	}
	for _, path := range once.changed {
		before, after := r.tree.texts[path], once.texts[path]
		err := r.usable(path, before, after)
		if err == nil {
			again, changed := twice.texts[path]
			switch {
			case slices.Contains(twice.deleted, path) || slices.Contains(twice.odd, path):
				err = fmt.Errorf("the formatter is not stable: a second run removes the file")
			case changed:
				err = stable(after, again)
			default:
				err = stable(after, before) // it has its first text again
			}
		}
		if err != nil {
			r.refuse(path, adapters.CodeInvalid, err.Error())
			continue
		}
		r.addFormatted(path, before, after)
	}
	return nil
}
