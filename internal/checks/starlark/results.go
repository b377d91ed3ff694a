package starlark

import (
	"cmp"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// results returns the findings with offsets in the original file, which has its
// own line endings.
func (l *linter) results() []checks.Finding {
	keys := isolation(l.path, l.findings)
	out := make([]checks.Finding, len(l.findings))
	for i, f := range l.findings {
		out[i] = checks.Finding{
			Rule:    namespace + f.category,
			Message: f.message,
			Start:   l.ends.Offset(f.start),
			End:     l.ends.Offset(f.end),
		}
		if f.fix != nil {
			fix := fixedits.Fix{Title: docs()[f.category].fix, Isolation: keys[f.fix]}
			for _, c := range f.fix.changes {
				fix.Edits = append(fix.Edits, fixedits.Edit{
					Path:  l.path,
					Start: l.ends.Offset(c.Start),
					End:   l.ends.Offset(c.End),
					New:   l.ends.Restore(c.New),
				})
			}
			out[i].Fixes = []fixedits.Fix{fix}
		}
	}
	return out
}

// isolation returns a common key for fixes that overlap, directly or through
// others, so that a round applies one of them and the next round handles the
// remaining findings. Without the key they would be reported as conflicts that
// a user cannot resolve.
func isolation(path string, findings []finding) map[*fix]string {
	var fixes []*fix
	for _, f := range findings {
		if f.fix != nil && !slices.Contains(fixes, f.fix) {
			fixes = append(fixes, f.fix)
		}
	}
	slices.SortStableFunc(fixes, func(a, b *fix) int { return cmp.Compare(a.changes[0].Start, b.changes[0].Start) })
	keys := make(map[*fix]string)
	for i, a := range fixes {
		for _, b := range fixes[i+1:] {
			if !overlap(a.changes, b.changes) {
				continue
			}
			join(keys, a, b, fmt.Sprintf("buildifier:%s:%d", path, a.changes[0].Start))
		}
	}
	return keys
}

// join gives the same key to two fixes and to all fixes that share a key with
// either.
func join(keys map[*fix]string, a, b *fix, fresh string) {
	old, key := keys[b], keys[a]
	if key == "" {
		key = cmp.Or(old, fresh)
	}
	for f, k := range keys {
		if k == old && old != "" {
			keys[f] = key
		}
	}
	keys[a], keys[b] = key, key
}
