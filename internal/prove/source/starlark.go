package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// The bounds of the input of a recursive parser.
const (
	maxNested = 500 // brackets
	// maxExpression bounds the tokens of an expression, not counting tokens in
	// brackets. buildtools takes quadratic time for a chain of operators.
	maxExpression = 1000
)

// trouble returns an error if a recursive parser may take too long for a text.
func trouble(text []byte, all []Token) error {
	var sizes [maxNested + 2]int
	for i := range all {
		t := &all[i]
		if t.Depth > maxNested {
			return errors.New("its brackets are nested too deeply")
		}
		if t.Kind == Comment {
			continue
		}
		sizes[t.Depth]++
		sizes[t.Depth+1] = 0
		if t.First && t.Depth == 0 || t.Text(text) == "," {
			sizes[t.Depth] = 0
		}
		if sizes[t.Depth] > maxExpression {
			return fmt.Errorf("line %d: an expression is too long", t.Line)
		}
	}
	return nil
}

// Starlark returns the tree of a BUILD file or an extension.
func (f *File) Starlark() (tree *build.File, err error) {
	if f.starlark != nil || f.err != nil {
		return f.starlark, f.err
	}
	defer func() {
		// A parser that panics is a fault of that text alone.
		if r := recover(); r != nil {
			err = fmt.Errorf("its parser failed: %v", r)
		}
		f.starlark, f.err = tree, err
	}()
	if f.Unreadable != "" {
		return nil, errors.New(f.Unreadable)
	}
	if err := trouble(f.Text, f.Tokens()); err != nil {
		return nil, err
	}
	parse := build.ParseBuild
	if f.Language != Starlark {
		parse = build.ParseBzl
	}
	if tree, err = parse(f.Path, f.Text); err != nil {
		return nil, fmt.Errorf("does not parse: %s", firstLine(err.Error()))
	}
	return tree, nil
}

// readStarlark reads the rules of a BUILD file that declare tests.
func (f *File) readStarlark() {
	tree, err := f.Starlark()
	if err != nil {
		f.Unreadable = err.Error()
		return
	}
	all := f.Tokens()
	at := 0
	var rest []Token
	for _, statement := range tree.Stmt {
		call, ok := statement.(*build.CallExpr)
		if !ok {
			switch statement.(type) {
			case *build.Comprehension, *build.DefStmt, *build.ForStmt:
				f.Open = true
			}
			continue
		}
		rule := build.NewRule(call)
		start, end := call.Span()
		first := indexAt(all, at, start.Byte)
		last := indexAt(all, first, end.Byte)
		rest = append(rest, all[at:first]...)
		at = last
		name := rule.Name()
		if name == "" || !strings.HasSuffix(rule.Kind(), "_test") {
			rest = append(rest, all[first:last]...)
			f.Open = f.Open || macro(rule.Kind())
			continue
		}
		f.add(Test{
			Kind: Target, Name: name, Line: start.Line, Last: end.Line, Asserts: -1,
			Digest: digest(f.Text, all[first:last], false), Skipped: targetSkip(rule),
		})
	}
	f.Rest = digest(f.Text, append(rest, all[at:]...), false)
}

// macro reports whether a call may declare tests under other names.
func macro(kind string) bool {
	switch kind {
	case "", "load", "package", "licenses", "exports_files", "filegroup", "genrule", "alias", "config_setting", "glob",
		"package_group", "test_suite", "select":
		return false
	}
	for _, suffix := range []string{"_library", "_binary", "_import"} {
		if strings.HasSuffix(kind, suffix) {
			return false
		}
	}
	return true
}

// targetSkip returns the reason why `bazel test //...` does not run a target.
func targetSkip(rule *build.Rule) string {
	if slices.Contains(rule.AttrStrings("tags"), "manual") {
		return `tag "manual"`
	}
	if slices.Contains(rule.AttrStrings("target_compatible_with"), "@platforms//:incompatible") {
		return "@platforms//:incompatible"
	}
	return ""
}
