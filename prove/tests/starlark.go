package tests

import (
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/prove/tests/tokens"
)

// readStarlark reads the rules of a BUILD file that declare tests.
func (f *File) readStarlark() {
	all := tokens.Scan(tokens.Python, f.text)
	if f.Unreadable = tokens.Trouble(f.text, all); f.Unreadable != "" {
		return
	}
	tree, err := build.ParseBuild(f.Path, f.text)
	if err != nil {
		f.Unreadable = "it does not parse: " + firstLine(err.Error())
		return
	}
	at := 0
	var rest []tokens.Token
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
			Digest: digest(f.text, all[first:last], false), Skipped: targetSkip(rule),
		})
	}
	f.Rest = digest(f.text, append(rest, all[at:]...), false)
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
