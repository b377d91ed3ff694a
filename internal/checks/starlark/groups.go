package starlark

import (
	"slices"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"
)

// A group is a set of findings of one category that are fixed together, since
// their replacements share a place in the tree.
type group struct {
	targets      []*build.Expr
	findings     []*warn.LinterFinding
	replacements []warn.LinterReplacement
}

// targets returns the places in the tree that fixing a finding changes. The
// unused symbols of one load statement share the statement, since buildtools
// attaches the replacement only to the first of them.
func targets(category string, tree *build.File, f *warn.LinterFinding) []*build.Expr {
	var at []*build.Expr
	for _, r := range f.Replacement {
		at = append(at, r.Old)
	}
	if category == "load" {
		for i, stmt := range tree.Stmt {
			if load, ok := stmt.(*build.LoadStmt); ok && within(load, f.Start) {
				at = append(at, &tree.Stmt[i])
			}
		}
	}
	return at
}

func within(x build.Expr, at build.Position) bool {
	start, end := x.Span()
	return start.Byte <= at.Byte && at.Byte < end.Byte
}

// groups returns the groups that have a fix, in the order of the findings. It
// omits groups that would change a forbidden place.
func groups(category string, tree *build.File, findings []*warn.LinterFinding, forbidden []*build.Expr) []*group {
	owner := make(map[*build.Expr]*group)
	var all []*group
	for _, f := range findings {
		g := &group{targets(category, tree, f), []*warn.LinterFinding{f}, f.Replacement}
		all = append(all, g)
		for _, at := range g.targets {
			if other := owner[at]; other != nil && other != g {
				other.take(g)
				g = other
			}
		}
		for _, at := range g.targets {
			owner[at] = g
		}
	}
	return slices.DeleteFunc(all, func(g *group) bool {
		return len(g.replacements) == 0 || shares(g.targets, forbidden)
	})
}

// take moves the contents of another group into g and leaves it empty.
// Replacements keep their order, which is the order of application.
func (g *group) take(other *group) {
	g.targets = slices.Concat(g.targets, other.targets)
	g.findings = slices.Concat(g.findings, other.findings)
	g.replacements = slices.Concat(g.replacements, other.replacements)
	*other = group{}
}

func shares(a, b []*build.Expr) bool {
	return slices.ContainsFunc(a, func(at *build.Expr) bool { return slices.Contains(b, at) })
}

// resolves reports whether the replacements of the group resolve one of its
// findings. A finding on a symbol of a load statement remains if the new
// statement still has the symbol.
func (g *group) resolves(category string, f *warn.LinterFinding) bool {
	if category != "load" {
		return len(f.Replacement) > 0
	}
	for _, r := range g.replacements {
		load, ok := r.New.(*build.LoadStmt)
		if ok && slices.ContainsFunc(load.To, func(id *build.Ident) bool { return id.NamePos == f.Start }) {
			return false
		}
	}
	return true
}
