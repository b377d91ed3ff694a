package external

import "github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

// maxTried is the maximum number of bytes to parse for the groups of a file.
// The changes of a file that would need more are one group. Tests lower it.
var maxTried = 64 << 20

// groups divides the changes of a file into groups that stand by themselves:
// the text parses with each group alone. Such groups are as small as they can
// be with changes that follow each other. If the text does not parse before,
// each change is a group.
func groups(before []byte, changes []textdiff.Change, parse func(text []byte) error) [][]textdiff.Change {
	parsed := parse(before) == nil
	if parsed && len(changes) > 1 && 2*len(changes)*len(before) > maxTried {
		return [][]textdiff.Change{changes}
	}
	alone := func(group []textdiff.Change) bool { return !parsed || parse(with(before, group)) == nil }
	var all [][]textdiff.Change
	start := 0
	for end := 1; end <= len(changes); end++ {
		if alone(changes[start:end]) {
			all = append(all, changes[start:end:end])
			start = end
		}
	}
	if start == len(changes) {
		return all
	}
	// The last changes need earlier ones.
	for len(all) > 0 {
		start -= len(all[len(all)-1])
		all = all[:len(all)-1]
		if alone(changes[start:]) {
			break
		}
	}
	return append(all, changes[start:])
}

// with returns a text with some changes.
func with(before []byte, changes []textdiff.Change) []byte {
	var text []byte
	end := 0
	for _, c := range changes {
		text = append(append(text, before[end:c.Start]...), c.New...)
		end = c.End
	}
	return append(text, before[end:]...)
}
