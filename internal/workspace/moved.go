package workspace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// The limits of the search for files that were moved. A larger file is new, and
// so is each of more files.
const (
	mostMovedBytes = 1 << 20
	mostMovedPairs = 10_000
)

// A mover is a file that may have been moved: one that is gone, or one that git
// does not know.
type mover struct {
	path  string
	was   *blob // of one that is gone
	text  []byte
	lines map[string]int // how often each is there
	count int            // of lines
}

func newMover(path string, text []byte) mover {
	m := mover{path: path, text: text, lines: map[string]int{}}
	for line := range strings.Lines(string(text)) {
		m.lines[line]++
		m.count++
	}
	return m
}

// shares returns the number of lines that two files have in common, in any
// order.
func (m *mover) shares(other *mover) (n int) {
	for line, count := range m.lines {
		n += min(count, other.lines[line])
	}
	return n
}

// keeps reports whether one file is the other one, changed: at least half of the
// lines of each are in the other, in the same order.
func (m *mover) keeps(other *mover) bool {
	deleted := 0
	for _, change := range textdiff.Changes(m.text, other.text) {
		for range strings.Lines(string(m.text[change.Start:change.End])) {
			deleted++
		}
	}
	return m.count > 0 && 2*(m.count-deleted) >= max(m.count, other.count)
}

// moved returns which of the files that are gone each of the new files is, by
// its path. The most similar files are paired first.
func moved(gone, fresh []mover) map[string]*blob {
	type pair struct{ from, to, shared int }
	var pairs []pair
	for i := range gone {
		for k := range fresh {
			if n := gone[i].shares(&fresh[k]); n > 0 && 2*n >= max(gone[i].count, fresh[k].count) {
				pairs = append(pairs, pair{i, k, n})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.shared, a.shared), strings.Compare(gone[a.from].path, gone[b.from].path), strings.Compare(fresh[a.to].path, fresh[b.to].path))
	})
	found := map[string]*blob{}
	taken := make([]bool, len(gone))
	for _, p := range pairs {
		to := fresh[p.to].path
		if found[to] == nil && !taken[p.from] && gone[p.from].keeps(&fresh[p.to]) {
			found[to], taken[p.from] = gone[p.from].was, true
		}
	}
	return found
}

// findMoved pairs the files that git does not track with the ones that are gone,
// by their texts. Git finds only renames of files that it tracks.
func (c *Changed) findMoved(w *Workspace, gone []*blob, untracked []string) {
	var before, now []mover
	for _, was := range gone {
		if was.filter == "" && len(was.text) <= mostMovedBytes {
			m := newMover(was.name, was.text)
			m.was = was
			before = append(before, m)
		}
	}
	if len(before) == 0 {
		return
	}
	for _, path := range untracked {
		if text, err := w.Read(path); err == nil && len(text) <= mostMovedBytes { // a check says why it cannot be read
			now = append(now, newMover(path, text))
		}
	}
	for path, was := range moved(before, now) {
		c.files[path] = was
	}
}
