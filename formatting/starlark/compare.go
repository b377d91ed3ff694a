package starlark

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns the carriage return, which the lexer treats as whitespace.
func (language) Controls() string { return "\r" }

// Compare compares the syntax trees with their comments, after buildifier's
// rewriting of the first. It also compares the parts that rewriting must keep:
// all names, values and comments.
func (language) Compare(path string, before, after []byte) error {
	was, err := Tree(path, before)
	if err != nil {
		return err
	}
	is, err := Tree(path, after)
	if err != nil {
		return err
	}
	leaves, remain := leavesOf(was), leavesOf(is)
	first := len(before)
	for text, offset := range leaves {
		if _, ok := remain[text]; !ok {
			first = min(first, offset)
		}
	}
	if first < len(before) {
		return formatting.ChangeAt(before, first, "")
	}
	if len(remain) > len(leaves) {
		return &formatting.ChangeError{}
	}
	build.Rewrite(was)
	if d := nodes.Compare(was, is); d != nil {
		return formatting.ChangeAt(before, d.Offset, "")
	}
	return nil
}

// Digest covers what Compare compares, after buildifier's rewriting.
func (language) Digest(path string, src []byte) (*trees.Digest, error) {
	file, err := Tree(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Texts(slices.Sorted(maps.Keys(leavesOf(file))))
	build.Rewrite(file)
	d.Tree(nodes, file)
	return d, nil
}

// nodes compares files.
var nodes = &trees.Comparer{
	Layout: []reflect.Type{reflect.TypeFor[build.Position]()},
	Ignore: map[reflect.Type][]string{
		nil:                                 {"ForceCompact", "ForceMultiLine", "LineBreak"},
		reflect.TypeFor[build.File]():       {"Path", "Pkg", "Label", "WorkspaceRoot"},
		reflect.TypeFor[build.StringExpr](): {"Token", "TripleQuote"}, // which Value is the value of
	},
	Read: map[reflect.Type]func(any) any{
		reflect.TypeFor[build.Comment](): func(v any) any { return strings.TrimSpace(v.(build.Comment).Token) },
		reflect.TypeFor[[]build.Expr](): func(v any) any {
			list := v.([]build.Expr)
			if !slices.Contains(list, nil) {
				return list
			}
			return slices.DeleteFunc(slices.Clone(list), func(x build.Expr) bool { return x == nil }) // loads that were joined
		},
	},
	Place: func(node any) (int, bool) {
		if x, ok := node.(build.Expr); ok {
			start, _ := x.Span()
			return start.Byte, start.Line > 0
		}
		return 0, false
	},
}
