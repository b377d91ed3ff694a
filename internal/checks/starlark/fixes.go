package starlark

import (
	"bytes"
	"slices"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
)

// maxFixes limits the number of fixes of a category in one file, since each fix
// prints the whole file. Above it, one fix fixes all findings of the category.
const maxFixes = 64

// A fix is a list of changes to linter.src.
type fix struct {
	category string
	changes  []textdiff.Change
}

// fixes returns the fix of each finding that has one. Findings that the same
// change fixes share one fix.
func (l *linter) fixes(category string, findings []*warn.LinterFinding, forbidden []*build.Expr) (map[*warn.LinterFinding]*fix, error) {
	todo := groups(category, l.tree, findings, forbidden)
	if len(todo) == 0 {
		return nil, nil
	}
	if err := l.print(); err != nil {
		return nil, err
	}
	var done []proposal
	switch {
	case !bytes.Equal(build.FormatWithoutRewriting(l.tree), l.plain):
		// The category has modified the tree that its replacements refer to, so
		// that they cannot be applied separately.
		if len(forbidden) > 0 {
			return nil, nil
		}
		fallthrough
	case len(todo) > maxFixes:
		one := joined(todo)
		done = []proposal{{one, l.changes(one)}}
	default:
		done = l.separate(todo)
	}
	out := make(map[*warn.LinterFinding]*fix)
	for _, p := range done {
		changes, ok := l.inSource(p.changes)
		if !ok || len(changes) == 0 {
			continue
		}
		shared := &fix{category, changes}
		for _, f := range p.findings {
			if p.resolves(category, f) {
				out[f] = shared
			}
		}
	}
	return out, nil
}

// A proposal is a group and the changes to the plain text that fix it.
type proposal struct {
	*group
	changes []textdiff.Change
}

// separate returns the changes of each group. It joins groups whose changes
// overlap, so that they can be applied together.
func (l *linter) separate(todo []*group) []proposal {
	var done []proposal
	for len(todo) > 0 {
		p := proposal{todo[0], l.changes(todo[0])}
		todo = todo[1:]
		i := slices.IndexFunc(done, func(other proposal) bool { return overlap(p.changes, other.changes) })
		if i < 0 {
			done = append(done, p)
			continue
		}
		done[i].take(p.group)
		todo = append(todo, done[i].group)
		done = slices.Delete(done, i, i+1)
	}
	return done
}

func joined(all []*group) *group {
	one := all[0]
	for _, g := range all[1:] {
		one.take(g)
	}
	return one
}

// print sets l.plain, the file printed without rewriting: in canonical layout,
// but in its original order. A change to the tree becomes the difference
// between two such texts.
func (l *linter) print() error {
	if l.plain != nil {
		return nil
	}
	tree, err := starlark.Tree(l.path, l.src)
	if err != nil {
		return err
	}
	l.plain = build.FormatWithoutRewriting(tree)
	return nil
}

// changes returns the changes that the replacements of a group make to the
// plain text, or none if the result does not parse.
func (l *linter) changes(g *group) []textdiff.Change {
	undo := make([]build.Expr, len(g.replacements))
	for i, r := range g.replacements {
		undo[i] = *r.Old
		*r.Old = r.New
	}
	text := build.FormatWithoutRewriting(l.tree)
	for i, r := range slices.Backward(g.replacements) {
		*r.Old = undo[i]
	}
	if _, err := starlark.Tree(l.path, text); err != nil {
		return nil
	}
	return textdiff.Changes(l.plain, text)
}

// inSource translates changes to the plain text into changes to the source,
// which reformat only the text that they touch. It returns false if the changed
// plain text does not parse.
func (l *linter) inSource(changes []textdiff.Change) ([]textdiff.Change, bool) {
	layout := textdiff.Changes(l.src, l.plain)
	if len(layout) == 0 {
		return changes, true
	}
	want, ok := l.canonical(applied(l.plain, changes))
	if !ok {
		return nil, false
	}
	local := carry(layout, l.plain, changes)
	if got, ok := l.canonical(applied(l.src, local)); ok && bytes.Equal(got, want) {
		return local, true
	}
	return textdiff.Changes(l.src, applied(l.plain, changes)), true
}

// canonical returns the formatted text.
func (l *linter) canonical(text []byte) ([]byte, bool) {
	tree, err := starlark.Tree(l.path, text)
	if err != nil {
		return nil, false
	}
	return build.Format(tree), true
}
