package main

import (
	"fmt"
	"strconv"

	"github.com/bazelbuild/buildtools/build"
)

// A module is a version of a Bazel module, such as rules_go 0.59.0.
type module struct{ name, version string }

// A moduleFile is a parsed MODULE.bazel.
type moduleFile struct{ *build.File }

// parseModuleFile parses the text of a MODULE.bazel; path is for errors only.
func parseModuleFile(path string, text []byte) (moduleFile, error) {
	file, err := build.ParseModule(path, text)
	return moduleFile{file}, err
}

// deps lists the modules required by the file's bazel_dep calls, except the
// ones that count only in the root module.
func (f moduleFile) deps() []module {
	var deps []module
	for _, call := range f.Rules("bazel_dep") {
		if call.AttrLiteral("dev_dependency") != "True" {
			deps = append(deps, module{call.AttrString("name"), call.AttrString("version")})
		}
	}
	return deps
}

// as returns the text of the file with a module call that has the name and
// version of m. It may also change f.
func (f moduleFile) as(m module) []byte {
	calls := f.Rules("module")
	if len(calls) == 0 {
		call := &build.CallExpr{X: &build.Ident{Name: "module"}}
		f.Stmt = append([]build.Expr{call}, f.Stmt...)
		calls = []*build.Rule{build.NewRule(call)}
	}
	calls[0].SetAttr("name", text(m.name))
	calls[0].SetAttr("version", text(m.version))
	return build.FormatWithoutRewriting(f.File)
}

func text(value string) build.Expr { return &build.StringExpr{Value: value} }

// stubModuleFile returns the text for a module with only a name.
func stubModuleFile(name string) []byte {
	return fmt.Appendf(nil, "module(name = %s)\n", strconv.Quote(name))
}
