package gazelle

import (
	"slices"
	"strings"

	"github.com/bazelbuild/bazel-gazelle/rule"
	"github.com/bazelbuild/buildtools/build"
)

// srcs is the value of the attribute srcs. Gazelle calls Merge where the target
// has one already.
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

// Merge returns the list with what of the old value is marked `# keep`, and
// with the comments of the entries that stay; nil for an empty list. Unlike
// Gazelle's own merging it replaces an old value of any form, such as a glob.
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

// entries returns the elements of a list, and of the lists in a sum.
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

// literal returns a string that is written as it is: buildtools would write
// each byte that is not ASCII as an escape.
func literal(label string) *build.StringExpr {
	return &build.StringExpr{Value: label, Token: `"` + strings.ReplaceAll(label, `"`, `\"`) + `"`}
}
