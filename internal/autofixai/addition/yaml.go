package addition

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A pair is a value with the keys that lead to it.
type pair struct {
	path  string // keys, with / between and [] for items
	key   string // the last one
	value string // of a scalar; its tag and text
}

// A document has the pairs of a YAML file.
type document struct {
	pairs    map[pair]int
	order    []string // the pairs in the order of lists and of sorted keys
	lines    map[pair][]int
	keys     map[string]bool
	comments map[string]int
	others   map[string]int // anchors, aliases and tags
}

func readYAML(name string, text []byte) (*document, error) {
	nodes, err := yaml.Documents(name, text)
	if err != nil {
		return nil, err
	}
	d := &document{pairs: map[pair]int{}, lines: map[pair][]int{}, keys: map[string]bool{}, comments: map[string]int{}, others: map[string]int{}}
	for i, node := range nodes {
		d.read(node, strconv.Itoa(i), "")
	}
	// Comments by lines: the parser gives some to other nodes.
	for line := range strings.Lines(string(text)) {
		if at := strings.IndexByte(line, '#'); at >= 0 && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
			d.comments[strings.TrimSpace(line[at:])]++
		}
	}
	return d, nil
}

func (d *document) read(n *upstream.Node, path, key string) {
	if n.Anchor != "" {
		d.others["the anchor &"+n.Anchor]++
	}
	if n.Style&upstream.TaggedStyle != 0 {
		d.others["the tag "+n.Tag]++
	}
	switch n.Kind {
	case upstream.AliasNode:
		d.others["the alias *"+n.Value]++
	case upstream.ScalarNode:
		p := pair{path, key, n.ShortTag() + " " + n.Value}
		d.add(p)
		d.lines[p] = append(d.lines[p], n.Line)
	case upstream.MappingNode:
		entries := slices.Collect(slices.Chunk(n.Content, 2))
		slices.SortStableFunc(entries, func(a, b []*upstream.Node) int { return strings.Compare(a[0].Value, b[0].Value) })
		for _, entry := range entries {
			name := entry[0].Value
			if entry[0].Kind != upstream.ScalarNode {
				name = "?"
				d.read(entry[0], path+"/?", "?")
			}
			d.keys[name] = true
			d.read(entry[1], path+"/"+name, name)
		}
		if len(n.Content) == 0 {
			d.add(pair{path, key, "{}"})
		}
	case upstream.SequenceNode:
		for _, child := range n.Content {
			d.read(child, path+"/[]", key)
		}
		if len(n.Content) == 0 {
			d.add(pair{path, key, "[]"})
		}
	default:
		for _, child := range n.Content {
			d.read(child, path, key)
		}
	}
}

func (d *document) add(p pair) {
	d.pairs[p]++
	d.order = append(d.order, p.path+" "+p.value)
}

func judgeYAML(c *Change) []Issue {
	is, err := readYAML(c.Path, c.Text)
	if err != nil {
		return []Issue{{Message: "the file does not parse: " + err.Error()}}
	}
	was, err := readYAML(c.Path, c.Base)
	never := func(int) bool { return false }
	if issues := c.outside(never, never); len(issues) > 0 {
		return sorted(issues)
	}
	if err != nil {
		return []Issue{{Message: "the file did not parse before, so nobody can tell what the change means: " + err.Error()}}
	}
	var issues []Issue
	add := func(format string, args ...any) {
		issues = append(issues, Issue{Message: fmt.Sprintf(format, args...)})
	}
	var silent strings.Builder
	for comment := range was.comments {
		silent.WriteString(comment + "\n")
	}
	for p := range was.pairs {
		silent.WriteString(p.value + "\n")
	}
	told := func(text string) bool { return !strings.Contains(silent.String(), text) && quotes(c.Told, text) }
	over(was.comments, is.comments, func(text string, _ int) {
		if !documents().MatchString(c.Told) || !prose().MatchString(text) {
			add("the change adds a comment; leave it out")
		}
	})
	over(was.others, is.others, func(what string, _ int) { add("the change adds %.60s", what) })
	for key := range is.keys {
		if !was.keys[key] && !told(key) {
			add("the change adds the key %.60s, which neither the file nor the finding has", key)
		}
	}
	// The values of each path, in lower case and without type, and with it.
	had, loose, typed := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for p := range was.pairs {
		tag, _, _ := strings.Cut(p.value, " ")
		had[p.path], loose[p.path+" "+untyped(p.value)], typed[p.path+" "+untyped(p.value)+" "+tag] = true, true, true
	}
	over(was.pairs, is.pairs, func(p pair, _ int) {
		tag, text, _ := strings.Cut(p.value, " ")
		value := untyped(p.value)
		flips := (value == "true" || value == "false") && (loose[p.path+" true"] || loose[p.path+" false"])
		switch {
		case loose[p.path+" "+value] && was.pairs[p] == 0 && (tag != "!!str" || typed[p.path+" "+value+" !!str"] || quoting().MatchString(c.Told)): // in other quotes or case
		case flips && quotes(c.Told, "true") && quotes(c.Told, "false"): // it names both
			add("the change sets %.60s to %.60s, which is the opposite", p.key, text)
		case c.Finding == (Lines{}) && (tag == "!!int" || tag == "!!float") && (was.keys[p.key] || told(p.key)): // the data of a fix cannot tell it
		case (had[p.path] || told(p.key)) && told(text) && (tag != "!!str" || was.keys[p.key] || told(p.key)):
		default:
			add("the change sets %.60s to %.60s, which neither the file nor the finding has there", p.key, text)
		}
	})
	gone := superfluous().MatchString(c.Told)
	over(is.pairs, was.pairs, func(p pair, by int) {
		mine := c.Finding == (Lines{})
		for _, line := range was.lines[p] {
			mine = mine || c.Finding.has(line)
		}
		if !mine || !gone && !is.has(p) {
			add("the change drops %.60s, which the finding is not about", p.key)
		}
	})
	if c.Finding != (Lines{}) && len(issues) == 0 && moves(was.order, is.order) && !orders().MatchString(c.Told) {
		add("the change moves items of a list, which the finding is not about")
	}
	return sorted(issues)
}

// moves reports whether a value is at another place in a list, or the lists are
// too long to tell.
func moves(was, is []string) bool {
	for len(was) > 0 && len(is) > 0 && was[0] == is[0] {
		was, is = was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	if len(was) > mostTerms || len(is) > mostTerms {
		return true
	}
	_, gone, added := match(was, is)
	return slices.ContainsFunc(gone, func(i int) bool {
		return slices.ContainsFunc(added, func(k int) bool { return was[i] == is[k] })
	})
}

// quoting matches messages that ask for quotes.
var quoting = lazyregexp.New(`(?i)quot|\bstring`)

// has reports whether a key still has a value.
func (d *document) has(was pair) bool {
	for p := range d.pairs {
		if p.path == was.path {
			return true
		}
	}
	return false
}

// truth are the spellings of truth values, by version of YAML.
var truth = map[string]string{"yes": "true", "on": "true", "y": "true", "true": "true", "no": "false", "off": "false", "n": "false", "false": "false"}

func untyped(value string) string {
	_, text, _ := strings.Cut(value, " ")
	text = strings.ToLower(text)
	if is := truth[text]; is != "" {
		return is
	}
	return text
}
