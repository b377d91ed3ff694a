package gazelle

import (
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// A glob is a call of the glob function of Bazel.
type glob struct {
	include, exclude []string
}

// isGlob reports whether a call is glob(...) or native.glob(...).
func isGlob(call *build.CallExpr) bool {
	switch f := call.X.(type) {
	case *build.Ident:
		return f.Name == "glob"
	case *build.DotExpr:
		native, ok := f.X.(*build.Ident)
		return ok && native.Name == "native" && f.Name == "glob"
	}
	return false
}

// parseGlob parses a call of glob. ok is false if a list consists of more than
// literals, known variables, and sums of these.
func parseGlob(call *build.CallExpr, lists map[string][]string) (g glob, ok bool) {
	for i, arg := range call.List {
		into := &g.include
		if assign, named := arg.(*build.AssignExpr); named {
			arg = assign.RHS
			switch key, _ := assign.LHS.(*build.Ident); {
			case key == nil:
				return glob{}, false
			case key.Name == "exclude":
				into = &g.exclude
			case key.Name != "include":
				continue
			}
		} else if i == 1 {
			into = &g.exclude
		} else if i > 1 {
			continue
		}
		patterns, ok := literalStrings(arg, lists)
		if !ok {
			return glob{}, false
		}
		*into = patterns
	}
	return g, true
}

// literalStrings evaluates a list of strings.
func literalStrings(e build.Expr, lists map[string][]string) ([]string, bool) {
	switch e := e.(type) {
	case *build.ListExpr:
		var all []string
		for _, element := range e.List {
			s, ok := element.(*build.StringExpr)
			if !ok {
				return nil, false
			}
			all = append(all, s.Value)
		}
		return all, true
	case *build.Ident:
		list, ok := lists[e.Name]
		return list, ok
	case *build.ParenExpr:
		return literalStrings(e.X, lists)
	case *build.BinaryExpr:
		left, okLeft := literalStrings(e.X, lists)
		right, okRight := literalStrings(e.Y, lists)
		return slices.Concat(left, right), e.Op == "+" && okLeft && okRight
	}
	return nil, false
}

// match reports whether the glob includes a file of the package.
func (g glob) match(file string) bool {
	matches := func(pattern string) bool { return globMatch(strings.Split(pattern, "/"), strings.Split(file, "/")) }
	return slices.ContainsFunc(g.include, matches) && !slices.ContainsFunc(g.exclude, matches)
}

func globMatch(pattern, file []string) bool {
	for len(pattern) > 0 && pattern[0] != "**" {
		if len(file) == 0 || !elementMatch(pattern[0], file[0]) {
			return false
		}
		pattern, file = pattern[1:], file[1:]
	}
	if len(pattern) == 0 {
		return len(file) == 0
	}
	for i := range len(file) + 1 {
		if globMatch(pattern[1:], file[i:]) {
			return true
		}
	}
	return false
}

// elementMatch follows the rules of Bazel, which differ from the rules of glob
// libraries: only * is special, and a lone * matches a leading dot.
func elementMatch(pattern, name string) bool {
	if pattern == "*" {
		return true
	}
	if strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".") {
		return false
	}
	ok, err := path.Match(escaped.Replace(pattern), name)
	return ok && err == nil
}

// escaped quotes characters that are special to path.Match but not to Bazel.
var escaped = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `?`, `\?`)
