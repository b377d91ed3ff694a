package decoded

import (
	"strconv"
	"strings"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

// yamlDigest returns the digest of all documents of a text.
func yamlDigest(path string, text []byte) (digest, error) {
	documents, err := yaml.Documents(path, text)
	if err != nil {
		return digest{}, err
	}
	y := yamlReader{known: map[*upstream.Node]digest{}}
	all := make([]digest, len(documents))
	for i, document := range documents {
		all[i] = y.value(document)
	}
	return list(all), nil
}

// A yamlReader remembers the values of anchors, so that aliases need not be
// expanded.
type yamlReader struct{ known map[*upstream.Node]digest }

func (y *yamlReader) value(n *upstream.Node) digest {
	if n.Kind == upstream.AliasNode {
		return y.known[n.Alias]
	}
	if n.Anchor == "" {
		return y.content(n)
	}
	// Within the value, an alias to it has only its number.
	y.known[n] = scalar("anchor", strconv.Itoa(len(y.known)))
	d := y.content(n)
	y.known[n] = d
	return d
}

func (y *yamlReader) content(n *upstream.Node) digest {
	switch n.Kind {
	case upstream.ScalarNode:
		return scalar(n.Tag, scalarText(n))
	case upstream.MappingNode:
		members := make([]member, 0, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			members = append(members, member{y.value(n.Content[i]), y.value(n.Content[i+1])})
		}
		return list([]digest{scalar("tag", n.Tag), mapping(members)})
	}
	values := []digest{scalar("tag", n.Tag)}
	for _, child := range n.Content {
		values = append(values, y.value(child))
	}
	return list(values)
}

// scalarText returns the text of a scalar, in one spelling if its type allows
// several.
func scalarText(n *upstream.Node) string {
	switch n.Tag {
	case "!!null":
		return ""
	case "!!bool":
		return strings.ToLower(n.Value)
	}
	return n.Value
}

// yamlTemplate reports whether a mapping in a text has a mapping as a key, as
// {{ .Value }} does.
func yamlTemplate(path string, text []byte) bool {
	documents, err := yaml.Documents(path, text)
	if err != nil {
		return false
	}
	for open := documents; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		for i, child := range n.Content {
			if n.Kind == upstream.MappingNode && i%2 == 0 && child.Kind == upstream.MappingNode {
				return true
			}
			open = append(open, child)
		}
	}
	return false
}
