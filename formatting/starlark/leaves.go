package starlark

import (
	"strconv"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// leavesOf returns the names, values and comments of a file, each with an
// offset at which it is, in bytes. A value is read as what buildifier may make
// of it: it shortens labels, and indents docstrings.
func leavesOf(file *build.File) map[string]int {
	all := make(map[string]int)
	add := func(kind, text string, at build.Position) { all[kind+text] = at.Byte }
	comments := func(c *build.Comments) {
		for _, list := range [][]build.Comment{c.Before, c.Suffix, c.After} {
			for _, c := range list {
				add("# ", strings.TrimSpace(c.Token), c.Start)
			}
		}
	}
	build.Walk(file, func(x build.Expr, _ []build.Expr) {
		comments(x.Comment())
		if end := endOf(x); end != nil {
			comments(end.Comment())
		}
		start, _ := x.Span()
		switch x := x.(type) {
		case *build.Ident:
			add("name ", x.Name, start)
		case *build.DotExpr:
			add("name ", x.Name, start)
		case *build.DefStmt:
			add("name ", x.Name, start)
		case *build.LoadStmt:
			for _, names := range [][]*build.Ident{x.From, x.To} {
				for _, name := range names {
					add("name ", name.Name, name.NamePos)
					comments(name.Comment())
				}
			}
		case *build.LiteralExpr:
			add("number ", number(x.Token), start)
		case *build.StringExpr:
			add("string ", target(unindented(x.Value)), start)
		}
	})
	return all
}

// endOf returns the closing bracket of an expression, which has comments of
// its own, or nil.
func endOf(x build.Expr) *build.End {
	switch x := x.(type) {
	case *build.CallExpr:
		return &x.End
	case *build.ListExpr:
		return &x.End
	case *build.DictExpr:
		return &x.End
	case *build.SetExpr:
		return &x.End
	case *build.TupleExpr:
		return &x.End
	case *build.ParenExpr:
		return &x.End
	case *build.Comprehension:
		return &x.End
	case *build.TypeAppExpr:
		return &x.End
	case *build.LoadStmt:
		return &x.Rparen
	}
	return nil
}

// number returns a number in one of the spellings that it may have.
func number(token string) string {
	token = strings.ToLower(token)
	if !strings.HasPrefix(token, "0x") {
		if octal := strings.TrimPrefix(token, "0o"); octal != token {
			return "0" + octal
		}
		if f, err := strconv.ParseFloat(token, 64); err == nil && strings.ContainsAny(token, ".e") {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return token
}

// target returns the name of the target that a label is of, however it is
// written: //a/b:b is //a/b, and //a:b may be :b or b.
func target(text string) string {
	return text[strings.LastIndexAny(text, ":/@")+1:]
}

// unindented returns a text without the indentation of its lines, if it has
// several.
func unindented(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
