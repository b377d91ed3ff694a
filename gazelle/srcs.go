package gazelle

import (
	"slices"
	"strings"

	"github.com/bazelbuild/bazel-gazelle/rule"
	"github.com/bazelbuild/buildtools/build"
)

// srcs is the value of the attribute srcs. Gazelle calls Merge if the target
// already has one.
type srcs struct {
	rel    string   // the package
	labels []string // sorted, as labelOf writes them
}

var (
	_ rule.BzlExprValue = srcs{}
	_ rule.Merger       = srcs{}
)

func (s srcs) BzlExpr() build.Expr {
	list := &build.ListExpr{}
	for _, label := range s.labels {
		list.List = append(list.List, literal(label))
	}
	return list
}

// Merge returns the list with the entries of the old value that are marked `#
// keep`, and with the comments of the entries that remain; nil for an empty
// list. Unlike merging in Gazelle, it replaces an old value of any form, such
// as a glob.
func (s srcs) Merge(old build.Expr) build.Expr {
	missing := make(map[string]bool, len(s.labels))
	for _, label := range s.labels {
		missing[label] = true
	}
	merged := &build.ListExpr{}
	if list, ok := old.(*build.ListExpr); ok {
		merged.ForceMultiLine, merged.Comments, merged.End = list.ForceMultiLine, list.Comments, list.End
	}
	for _, entry := range entries(old) {
		text, _ := entry.(*build.StringExpr)
		keep := rule.ShouldKeep(entry)
		if keep || text != nil && missing[text.Value] {
			merged.List = append(merged.List, entry)
			merged.ForceMultiLine = merged.ForceMultiLine || keep
		}
		if text != nil && keep {
			delete(missing, labelOf(fileOf(s.rel, text.Value)))
		} else if text != nil {
			delete(missing, text.Value)
		}
	}
	for _, label := range s.labels {
		if missing[label] {
			merged.List = append(merged.List, literal(label))
		}
	}
	if len(merged.List) == 0 {
		return nil
	}
	build.SortStringList(merged)
	return merged
}

// entries returns the elements of a list, or of the lists in a sum.
func entries(e build.Expr) []build.Expr {
	switch e := e.(type) {
	case *build.ListExpr:
		return e.List
	case *build.ParenExpr:
		return entries(e.X)
	case *build.BinaryExpr:
		return slices.Concat(entries(e.X), entries(e.Y))
	}
	return nil
}

// literal returns a string that is written unescaped: buildtools would escape
// each non-ASCII byte.
func literal(label string) *build.StringExpr {
	return &build.StringExpr{Value: label, Token: `"` + strings.ReplaceAll(label, `"`, `\"`) + `"`}
}
