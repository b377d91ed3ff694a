package baseline

import (
	"bytes"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// none is the index of no place.
const none = -1

// match returns for each place of now the one of before that it is, or none.
func match(before, now *stateFile) []int {
	found := slices.Repeat([]int{none}, len(now.places))
	used := make([]bool, len(before.places))
	carried := carry(before, now)
	type at struct {
		rule string
		line int
	}
	pair(found, used,
		func(i int) (at, bool) {
			line, ok := carried(before.places[i].line)
			return at{before.places[i].rule, line}, ok
		},
		func(i int) (at, bool) { return at{now.places[i].rule, now.places[i].line}, true })
	pairKeys(found, used, before.places, now.places, near)
	return found
}

// matchPrints returns for each place of now the one of before that it is, or
// none, as their fingerprints tell. Equal lines with other ones next to them are
// the last resort: no text tells where the old ones went.
func matchPrints(before, now []place) []int {
	found := slices.Repeat([]int{none}, len(now))
	used := make([]bool, len(before))
	pairKeys(found, used, before, now, func(p *place) key { return key{p.rule, p.print} })
	pairKeys(found, used, before, now, near)
	pairKeys(found, used, before, now, func(p *place) key { return key{p.rule, fingerprint{lines: p.print.lines}} })
	return found
}

// A key is what two places have in common that are the same.
type key struct {
	rule  string
	print fingerprint // some of it
}

// near returns the key of a place without its lines, which may have changed.
func near(p *place) key { return key{p.rule, fingerprint{near: p.print.near}} }

// pairKeys pairs the places with equal keys.
func pairKeys(found []int, used []bool, before, now []place, of func(*place) key) {
	pair(found, used,
		func(i int) (key, bool) { return of(&before[i]), true },
		func(i int) (key, bool) { return of(&now[i]), true })
}

// pair pairs the places that have no partner yet and whose keys are equal, the
// first with the first.
func pair[K comparable](found []int, used []bool, before, now func(int) (K, bool)) {
	if !slices.Contains(found, none) {
		return
	}
	open := map[K][]int{}
	for i := range used {
		if key, ok := before(i); ok && !used[i] {
			open[key] = append(open[key], i)
		}
	}
	for i := range found {
		if found[i] != none {
			continue
		}
		if key, ok := now(i); ok && len(open[key]) > 0 {
			found[i], open[key] = open[key][0], open[key][1:]
			used[found[i]] = true
		}
	}
}

// carry returns a function that returns where a line of before is now. It is
// false for a line that was changed.
func carry(before, now *stateFile) func(line int) (int, bool) {
	if before.text == nil || now.text == nil {
		return func(int) (int, bool) { return 0, false }
	}
	type stretch struct{ first, end, shift int } // the changed lines [first, end), and how far the lines after them move
	var changed []stretch
	shift := 0
	for _, c := range textdiff.Changes(before.text, now.text) {
		first := before.lines.Line(c.Start)
		deleted, inserted := lineCount(before.text[c.Start:c.End]), lineCount(c.New)
		shift += inserted - deleted
		changed = append(changed, stretch{first, first + deleted, shift})
	}
	return func(line int) (int, bool) {
		i, _ := slices.BinarySearchFunc(changed, line, func(s stretch, line int) int {
			if s.first <= line {
				return -1
			}
			return 1
		})
		if i == 0 {
			return line, true
		}
		last := changed[i-1]
		return line + last.shift, line >= last.end
	}
}

// lineCount returns the number of lines of a text. The last one need not end.
func lineCount(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
