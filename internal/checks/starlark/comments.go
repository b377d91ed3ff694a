package starlark

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// Comments returns buildifier's comment, above the line of a finding if an
// expression begins there, and else above an expression around it.
func (checker) Comments(f checks.File) func(rule string) ignore.Form {
	parse := sync.OnceValues(func() (*position.Text, []lineRange) { return position.New(f.Content, position.LF), placesOf(f) })
	at := func(offset int) int {
		lines, places := parse()
		line := lines.Line(offset)
		for _, place := range slices.Backward(places) {
			if place.first <= line && line <= place.last {
				return lines.Start(place.first)
			}
		}
		return -1
	}
	return func(rule string) ignore.Form {
		if strings.HasPrefix(rule, namespace) {
			return ignore.Form{Line: "buildifier: disable=", At: at}
		}
		return ignore.Form{}
	}
}

// A lineRange has the lines of an expression that begins its first line.
type lineRange struct{ first, last int }

// placesOf returns the lines of the expressions of a file that begin a line, by
// the first.
func placesOf(f checks.File) (places []lineRange) {
	text := lineends.ToLF(f.Content).Text
	tree, err := starlark.Tree(f.Path, text)
	if err != nil {
		return nil
	}
	lines := position.New(text, position.LF)
	build.Walk(tree, func(expr build.Expr, _ []build.Expr) {
		if _, apart := expr.(*build.CommentBlock); apart || expr == nil || expr == build.Expr(tree) {
			return
		}
		start, end := expr.Span()
		line := text[lines.Start(start.Line):lines.End(start.Line)]
		if len(line)-len(bytes.TrimLeft(line, " \t")) == start.LineRune-1 {
			places = append(places, lineRange{start.Line, end.Line})
		}
	})
	slices.SortStableFunc(places, func(a, b lineRange) int { return cmp.Compare(a.first, b.first) })
	return places
}
