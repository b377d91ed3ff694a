package trees_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

type (
	pos  int
	node interface{ isNode() }
	word struct {
		At     pos
		Text   string
		Bold   bool
		hidden int
	}
	list struct {
		At    pos
		Width int
		Items []node
		Next  *list
		Rank  [2]int
	}
	paren struct{ Inner node }
)

func (*word) isNode()  {}
func (*list) isNode()  {}
func (*paren) isNode() {}

var comparer = &trees.Comparer{
	Layout: []reflect.Type{reflect.TypeFor[pos]()},
	Ignore: map[reflect.Type][]string{reflect.TypeFor[list](): {"Width"}, nil: {"Bold"}},
	Read: map[reflect.Type]func(any) any{
		reflect.TypeFor[node](): func(v any) any {
			if p, ok := v.(*paren); ok {
				return p.Inner
			}
			return v
		},
		reflect.TypeFor[*word](): func(v any) any {
			w := *v.(*word)
			w.Text = strings.ToLower(w.Text)
			return &w
		},
	},
	Place: func(n any) (int, bool) {
		if w, ok := n.(*word); ok {
			return int(w.At), true
		}
		return 0, false
	},
}

func TestCompare(t *testing.T) {
	a, b := &word{At: 1, Text: "a"}, &word{At: 2, Text: "b"}
	for _, test := range []struct {
		name   string
		a, b   any
		offset int // -1: the same
	}{
		{"layout", a, &word{At: 9, Text: "a"}, -1},
		{"fields that are ignored, or not exported", &list{Width: 1, Items: []node{a}}, &list{Width: 2, Items: []node{&word{Text: "a", Bold: true, hidden: 1}}}, -1},
		{"what is read as the same", &list{Items: []node{&paren{a}}}, &list{Items: []node{&word{Text: "A"}}}, -1},
		{"none is as empty", &list{Items: []node{}}, &list{}, -1},
		{"a text", &list{Items: []node{a, b}}, &list{Items: []node{a, &word{Text: "c"}}}, 2},
		{"one that is missing", &list{Items: []node{a, b}}, &list{Items: []node{a}}, 2},
		{"one too many", &list{Items: []node{a}}, &list{Items: []node{a, b}}, 0},
		{"a type", &list{Items: []node{a}}, &list{Items: []node{&list{}}}, 1},
		{"nil on one side", &list{Next: &list{}}, &list{}, 0},
		{"nil on both", &list{Items: []node{nil}}, &list{Items: []node{nil}}, -1},
		{"deeper", &list{Next: &list{Items: []node{b}}}, &list{Next: &list{Items: []node{a}}}, 2},
		{"numbers", &list{Rank: [2]int{1, 2}}, &list{Rank: [2]int{1, 3}}, 0},
	} {
		for range 2 { // the second time from what is remembered of types
			got := comparer.Compare(test.a, test.b)
			if (got == nil) != (test.offset < 0) || got != nil && got.Offset != test.offset {
				t.Errorf("%s: %+v, want %d", test.name, got, test.offset)
			}
			if a, b := digestOf(test.a), digestOf(test.b); (a == b) != (test.offset < 0) {
				t.Errorf("%s: digests %s and %s", test.name, a, b)
			}
		}
	}
}

func digestOf(tree any) string {
	d := trees.NewDigest()
	d.Tree(comparer, tree)
	return d.String()
}

// No list of texts and numbers has the digest of another list.
func TestDigestSeparatesWhatIsAdded(t *testing.T) {
	seen := map[string]int{}
	for i, add := range []func(d *trees.Digest){
		func(*trees.Digest) {},
		func(d *trees.Digest) { d.Text("") },
		func(d *trees.Digest) { d.Text("a"); d.Text("b") },
		func(d *trees.Digest) { d.Text("ab") },
		func(d *trees.Digest) { d.Texts([]string{"a", "b"}) },
		func(d *trees.Digest) { d.Texts([]string{"ab"}) },
		func(d *trees.Digest) { d.Number(3) },
		func(d *trees.Digest) { d.Tree(comparer, []string{"a", "b"}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", "b"}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", 1}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", uint8(1)}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", true}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", 1.0}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", nil}) },
		func(d *trees.Digest) { d.Tree(comparer, []any{"a", []any(nil)}) },
	} {
		d := trees.NewDigest()
		add(d)
		if other, twice := seen[d.String()]; twice {
			t.Errorf("%d and %d have one digest", other, i)
		}
		seen[d.String()] = i
	}
}

func TestEach(t *testing.T) {
	tree := &list{At: 1, Items: []node{&word{At: 2}, &paren{&word{At: 3}}, nil}, Next: &list{At: 4}}
	var at []pos
	trees.Each(comparer, tree, func(p pos) { at = append(at, p) })
	if !reflect.DeepEqual(at, []pos{1, 2, 3, 4}) {
		t.Errorf("positions %v", at)
	}
	words := 0
	trees.Each(comparer, tree, func(*word) { words++ })
	if words != 2 {
		t.Errorf("%d words", words)
	}
}
