package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// A silence is a range of lines that a comment //nolint is about.
type silence struct {
	file        string
	first, last int             // lines
	names       map[string]bool // of analyzers; nil: all
}

type ranges []silence

// nolintRanges returns the ranges of all comments //nolint, as nogo knows them:
// each is about the largest piece of syntax that a comment map assigns it to.
// `//nolint` and `//nolint:all` are about all analyzers, `//nolint:a,b // why`
// about a and b.
func nolintRanges(fset *token.FileSet, files []*ast.File) ranges {
	var all ranges
	for _, file := range files {
		for node, groups := range ast.NewCommentMap(fset, file, file.Comments) {
			first, last := fset.Position(node.Pos()), fset.Position(node.End())
			for _, group := range groups {
				for _, comment := range group.List {
					if names, ok := nolint(comment.Text); ok {
						all = append(all, silence{file: first.Filename, first: first.Line, last: last.Line, names: names})
					}
				}
			}
		}
	}
	return all
}

// nolint returns the analyzers that a comment turns off, or nil for all. ok is
// false for another comment.
func nolint(text string) (names map[string]bool, ok bool) {
	text, ok = strings.CutPrefix(strings.TrimLeft(text, "/ "), "nolint")
	if !ok {
		return nil, false
	}
	text, _, _ = strings.Cut(text, "//")
	_, list, some := strings.Cut(strings.TrimSpace(text), ":")
	if !some {
		return nil, true
	}
	names = map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		if strings.EqualFold(name, "all") {
			return nil, true
		}
		names[name] = true
	}
	return names, true
}

// silence reports whether an analyzer is turned off at a place.
func (all ranges) silence(analyzer string, at token.Position) bool {
	for _, s := range all {
		if s.file == at.Filename && s.first <= at.Line && at.Line <= s.last && (s.names == nil || s.names[analyzer]) {
			return true
		}
	}
	return false
}
