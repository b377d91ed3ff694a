package formatting

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// rangeTries bounds how often Ranges parses a text.
const rangeTries = 100

// Ranges returns a file with the changes of its formatting that touch some
// ranges of bytes. Text is the whole file, formatted. The result parses and
// means the same as src. If these changes alone do not achieve that, the result
// has others too, none of which can be left out by itself, unless there are too
// many to find out. It is src if nothing touches the ranges, if no changes
// achieve it, or if no language matches the file.
func (r *Registry) Ranges(path string, src, text []byte, ranges [][2]int) []byte {
	lang := r.For(path, src)
	if lang == nil {
		return src
	}
	lang = r.recalling(lang)
	changes := textdiff.Changes(src, text)
	out := make([]bool, len(changes)) // the changes that are left out
	var others []int
	for i, change := range changes {
		if !slices.ContainsFunc(ranges, func(of [2]int) bool { return touches(change, of[0], of[1]) }) {
			others = append(others, i)
		}
	}
	if len(others) == len(changes) {
		return src
	}
	var best []byte
	tries := 0
	try := func() bool {
		tries++
		var some []textdiff.Change
		for i, change := range changes {
			if !out[i] {
				some = append(some, change)
			}
		}
		made := patched(src, some)
		if _, err := same(lang, path, src, made); err != nil {
			return false
		}
		best = made
		return true
	}
	var leave func(some []int)
	leave = func(some []int) {
		if len(some) == 0 || tries >= rangeTries {
			return
		}
		for _, i := range some {
			out[i] = true
		}
		if try() {
			return
		}
		for _, i := range some {
			out[i] = false
		}
		if half := len(some) / 2; half > 0 {
			leave(some[:half])
			leave(some[half:])
		}
	}
	leave(others)
	if best == nil && !try() {
		return src
	}
	return best
}
