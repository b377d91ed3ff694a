package json

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/rules-autofix/rules_autofix/formatting"
)

var _ formatting.KeyedLanguage = language{}

// A member is the name of a member, as spelled.
type member struct {
	name       []byte
	start, end int
}

// DuplicateKeys returns the names that an object has already.
func (l language) DuplicateKeys(path string, src []byte) ([]formatting.DuplicateKey, error) {
	if _, err := l.tree(path, src); err != nil {
		return nil, err
	}
	var found []formatting.DuplicateKey
	var members []member // of the open objects
	var open []int       // the indexes of their first members; -1 for an array
	var last member      // the last string, which may be a name
	for start, end := token(src, 0); start < end; start, end = token(src, end) {
		switch t := src[start:end]; t[0] {
		case '{':
			open = append(open, len(members))
		case '[':
			open = append(open, -1)
		case '"':
			last = member{t, start, end}
		case ':':
			members = append(members, last)
		case '}', ']':
			if first := open[len(open)-1]; first >= 0 {
				found = append(found, duplicates(members[first:])...)
				members = members[:first]
			}
			open = open[:len(open)-1]
		}
	}
	slices.SortFunc(found, func(a, b formatting.DuplicateKey) int { return cmp.Compare(a.Start, b.Start) })
	return found, nil
}

// few is the number of members up to which comparing each with all others is
// faster than a map.
const few = 12

// duplicates returns the members of one object whose names others before them
// have.
func duplicates(members []member) []formatting.DuplicateKey {
	if len(members) <= few && !repeats(members) {
		return nil
	}
	var found []formatting.DuplicateKey
	firsts := make(map[string]int, len(members))
	for _, m := range members {
		name := m.decoded()
		if first, ok := firsts[name]; ok {
			found = append(found, formatting.DuplicateKey{Key: name, First: first, Start: m.start, End: m.end})
			continue
		}
		firsts[name] = m.start
	}
	return found
}

// repeats reports whether two of a few members may have one name.
func repeats(members []member) bool {
	for i, m := range members {
		if bytes.IndexByte(m.name, '\\') >= 0 {
			return true
		}
		for _, before := range members[:i] {
			if bytes.Equal(before.name, m.name) {
				return true
			}
		}
	}
	return false
}

func (m member) decoded() string {
	var name string
	if json.Unmarshal(m.name, &name) != nil {
		return string(m.name) // such as one that is not UTF-8
	}
	return name
}
