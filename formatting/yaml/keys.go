package yaml

import (
	"cmp"
	"slices"
	"strings"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/formatting"
)

var _ formatting.KeyedLanguage = language{}

// DuplicateKeys returns the scalar keys that a mapping has already. A merge key
// (<<) may occur several times, and merged keys may be overridden.
func (language) DuplicateKeys(path string, src []byte) ([]formatting.DuplicateKey, error) {
	var again []repeated
	err := parse(path, src, func(root *node) {
		for open := []*node{root}; len(open) > 0; {
			n := open[len(open)-1]
			open = append(open[:len(open)-1], n.Content...)
			if n.Kind == upstream.MappingNode {
				again = append(again, repeatedKeys(n)...)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(again, func(a, b repeated) int {
		return cmp.Or(cmp.Compare(a.key.Line, b.key.Line), cmp.Compare(a.key.Column, b.key.Column))
	})
	index := position.New(src, position.LF)
	found := make([]formatting.DuplicateKey, len(again))
	for i, r := range again {
		start := placeOf(index, r.key)
		found[i] = formatting.DuplicateKey{
			Key: r.name, First: placeOf(index, r.first), Start: start, End: keyEnd(src, start),
		}
	}
	return found, nil
}

// A repeated key is one that a mapping has already.
type repeated struct {
	name       string
	first, key *node
}

func repeatedKeys(mapping *node) []repeated {
	if len(mapping.Content) < 4 {
		return nil
	}
	type identity struct{ tag, value string }
	var all []repeated
	firsts := make(map[identity]*node, len(mapping.Content)/2)
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key := mapping.Content[i]
		scalar := key
		if key.Kind == upstream.AliasNode {
			scalar = key.Alias
		}
		if scalar.Kind != upstream.ScalarNode || scalar.ShortTag() == "!!merge" {
			continue
		}
		id := identity{scalar.ShortTag(), scalar.Value}
		if id.tag == "!!bool" {
			id.value = strings.ToLower(id.value)
		}
		if first, ok := firsts[id]; ok {
			all = append(all, repeated{scalar.Value, first, key})
			continue
		}
		firsts[id] = key
	}
	return all
}

// keyEnd returns the end of the key at an offset on its line, without what
// follows its properties.
func keyEnd(src []byte, start int) int {
	switch {
	case start >= len(src):
		return start
	case src[start] == '"' || src[start] == '\'':
		return min(quotedEnd(src, start), lineEnd(src, start))
	case src[start] == '&' || src[start] == '!' || src[start] == '*':
		return propertyEnd(src, start, true)
	}
	return plainEnd(src, start, true)
}
