package policy

import (
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// growing are attributes of a test target that may get more entries, as it
// needs them for a new test. They may not lose any.
var growing = []string{"srcs", "data", "deps", "embed", "hdrs", "embedsrcs", "runtime_deps", "resources"}

// buildFile says why the change of a BUILD file is protected, or nothing:
// attributes of targets of tests, and what these attributes depend on.
func buildFile(f *fixedits.FileChange) string {
	before, err := readBuild(f.Path, f.Before)
	if err != nil {
		return "cannot be read, so what becomes of its tests is not known"
	}
	after, err := readBuild(f.Path, f.After)
	if err != nil {
		return "cannot be read after the change, so what becomes of its tests is not known"
	}
	for _, name := range sortedKeys(before.tests) {
		was, is := before.tests[name], after.tests[name]
		if is == nil {
			continue // package tests reports deleted tests
		}
		if was.Kind() != is.Kind() {
			return "the target of tests " + name + " becomes one of another rule"
		}
		if attr := changedAttribute(was, is); attr != "" {
			return "the attribute " + attr + " of the target of tests " + name + " changes"
		}
	}
	if len(before.tests) == 0 && !before.open {
		return ""
	}
	for _, name := range sortedKeys(before.loads) {
		if is, ok := after.loads[name]; ok && is != before.loads[name] {
			return name + " is loaded from another file, and the file has tests"
		}
	}
	for _, name := range slices.Concat(sortedKeys(before.rest), sortedKeys(after.rest)) {
		_, known := before.rest[name]
		_, loaded := before.loads[name]
		// A new name is nothing that tests depend on, unless it takes the place of
		// a rule.
		if !known && !loaded && !isTestRule(name) && !strings.HasPrefix(name, "package ") {
			continue
		}
		if after.rest[name] != before.rest[name] {
			return name + " changes, and the file has tests that may depend on it"
		}
	}
	return ""
}

// A buildText has the parts of a BUILD file that are compared.
type buildText struct {
	tests map[string]*build.Rule // by name
	loads map[string]string      // symbol -> file and name in it
	rest  map[string]string      // other statements than targets and loads, by name
	open  bool                   // there are macros or comprehensions, which may declare tests
}

func readBuild(name string, text []byte) (*buildText, error) {
	tree, err := source.Read(name, text).Starlark()
	if err != nil {
		return nil, err
	}
	b := &buildText{tests: map[string]*build.Rule{}, loads: map[string]string{}, rest: map[string]string{}}
	for _, statement := range tree.Stmt {
		switch s := statement.(type) {
		case *build.LoadStmt:
			for i, to := range s.To {
				b.loads[to.Name] = s.Module.Value + " " + s.From[i].Name
			}
		case *build.CallExpr:
			rule := build.NewRule(s)
			switch {
			case rule.Name() != "" && isTestRule(rule.Kind()):
				b.tests[rule.Name()] = rule
			case rule.Kind() == "package":
				for _, attr := range rule.AttrKeys() {
					if attr != "default_visibility" {
						b.rest["package "+attr] = build.FormatString(rule.Attr(attr))
					}
				}
			case rule.Name() == "" && rule.Kind() != "exports_files" && rule.Kind() != "licenses":
				b.rest["a call of "+rule.Kind()] += build.FormatString(s)
				b.open = true
			case strings.Contains(rule.Kind(), "test"):
				b.rest["a call of "+rule.Kind()+" "+rule.Name()] = build.FormatString(s)
				b.open = true
			}
		case *build.AssignExpr:
			b.rest[build.FormatString(s.LHS)] = build.FormatString(s.RHS)
		case *build.CommentBlock, *build.StringExpr:
		default:
			b.rest["a statement"] += build.FormatString(s)
			b.open = true
		}
	}
	return b, nil
}

func isTestRule(kind string) bool { return strings.HasSuffix(kind, "_test") || kind == "test_suite" }

// changedAttribute returns an attribute whose change is not allowed.
func changedAttribute(was, is *build.Rule) string {
	keys := append(was.AttrKeys(), is.AttrKeys()...)
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		before, after := was.Attr(key), is.Attr(key)
		if formatted(before) == formatted(after) {
			continue
		}
		// A go_test may lose dependencies: it does not compile without the ones
		// it needs.
		if slices.Contains(growing, key) && (grows(before, after) || key == "deps" && was.Kind() == "go_test" && grows(after, before)) {
			continue
		}
		return key
	}
	return ""
}

func formatted(e build.Expr) string {
	if e == nil {
		return ""
	}
	return build.FormatString(e)
}

// grows reports whether a list has all elements of another one, and both are
// plain lists or not there.
func grows(before, after build.Expr) bool {
	was, plainBefore := elements(before)
	is, plainAfter := elements(after)
	if !plainBefore || !plainAfter {
		return false
	}
	left := make(map[string]bool, len(is))
	for _, e := range is {
		left[formatted(e)] = true
	}
	for _, e := range was {
		if !left[formatted(e)] {
			return false
		}
	}
	return true
}

// elements returns the elements of a plain list, or none if e is nil.
func elements(e build.Expr) (list []build.Expr, plain bool) {
	switch e := e.(type) {
	case nil:
		return nil, true
	case *build.ListExpr:
		return e.List, true
	}
	return nil, false
}

// testsOfStarlark matches the names in a .bzl file that are about tests.
var testsOfStarlark = lazyregexp.New(`\b\w*_tests?\b|\btest\s*=\s*True|\btestonly\b|\btest_suite\b|\banalysistest\b|\bunittest\b|\bTestInfo\b|\bRunEnvironmentInfo\b|\bToolchainInfo\b|\bregister_\w*toolchains\b`)

// extension says why the change of a .bzl file is protected: a function or a
// value that changes has to do with tests or toolchains, before or after.
func extension(f *fixedits.FileChange) string {
	if source.IsTestFile(f.Path) {
		return ""
	}
	before, errBefore := readExtension(f.Path, f.Before)
	after, errAfter := readExtension(f.Path, f.After)
	if errBefore != nil || errAfter != nil {
		return "cannot be read, so what becomes of its tests is not known"
	}
	for _, name := range slices.Concat(sortedKeys(before), sortedKeys(after)) {
		if was, is := before[name], after[name]; was != is && testsOfStarlark().MatchString(was+"\n"+is) {
			return name + " has to do with tests or toolchains, so it may decide how tests run"
		}
	}
	return ""
}

// readExtension returns the statements of a .bzl file by the names they define.
func readExtension(name string, text []byte) (map[string]string, error) {
	tree, err := source.Read(name, text).Starlark()
	if err != nil {
		return nil, err
	}
	out := make(map[string]string)
	for _, statement := range tree.Stmt {
		switch s := statement.(type) {
		case *build.DefStmt:
			out[s.Name] += build.FormatString(s)
		case *build.AssignExpr:
			out[build.FormatString(s.LHS)] += build.FormatString(s)
		case *build.CommentBlock, *build.StringExpr:
		default:
			out["a statement"] += build.FormatString(s) + "\n"
		}
	}
	return out, nil
}
