package survey

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/internal/bazel/bazelrc"
)

// Bazel is the setup of Bazel.
type Bazel struct {
	Module    string      // MODULE.bazel, or ""
	Name      string      // of the module, or ""
	Workspace string      // WORKSPACE.bazel or WORKSPACE, or ""
	Build     string      // the BUILD file of the root, or ""
	RC        *bazelrc.RC // never nil
	Deps      []string    // the names in bazel_dep, in order
	Gazelle   string      // the label of a gazelle target, or ""
	Nogo      string      // the label of a nogo target, or ""
}

// RulesLint is the module of rules_lint.
const RulesLint = "aspect_rules_lint"

// Has reports whether MODULE.bazel depends on a module.
func (b *Bazel) Has(module string) bool { return slices.Contains(b.Deps, module) }

// In reports whether the repository is a Bazel workspace.
func (b *Bazel) In() bool { return b.Module != "" || b.Workspace != "" }

// isBuild reports whether a file of some base name is a BUILD file.
func isBuild(base string) bool { return base == "BUILD.bazel" || base == "BUILD" }

// bazel looks at the files of the root.
func (l *looker) bazel() {
	b := &l.repository.Bazel
	first := func(names ...string) string {
		for _, name := range names {
			if l.source.Exists(name) {
				return name
			}
		}
		return ""
	}
	b.Module, b.Workspace = first("MODULE.bazel"), first("WORKSPACE.bazel", "WORKSPACE")
	b.Build = first("BUILD.bazel", "BUILD")
	rc, err := bazelrc.Read(l.source.Read)
	if failed, ok := errors.AsType[*bazelrc.Error](err); ok {
		l.unread(failed.File, err)
	}
	b.RC = rc
	if b.Module == "" {
		return
	}
	content, ok := l.read(b.Module)
	if !ok {
		return
	}
	file, err := build.ParseModule(b.Module, content)
	if err != nil {
		l.unread(b.Module, err)
		return
	}
	for _, rule := range file.Rules("module") {
		b.Name = rule.Name()
	}
	for _, rule := range file.Rules("bazel_dep") {
		b.Deps = append(b.Deps, rule.AttrString("name"))
	}
}

// starlark notes how a BUILD or .bzl file uses Gazelle, rules_go and
// rules_lint.
func (l *looker) starlark(name string) {
	content, ok := l.read(name)
	if !ok || !bytes.Contains(content, []byte(RulesLint)) && !bytes.Contains(content, []byte("gazelle")) && !bytes.Contains(content, []byte("nogo")) {
		return
	}
	file, err := build.Parse(name, content)
	if err != nil {
		return // a finding of the first run
	}
	b := &l.repository.Bazel
	label := func(kind string) string {
		for _, rule := range file.Rules(kind) {
			return "//" + strings.TrimPrefix(path.Dir(name), ".") + ":" + rule.Name()
		}
		return ""
	}
	if isBuild(path.Base(name)) {
		if b.Gazelle == "" {
			b.Gazelle = label("gazelle")
		}
		if b.Nogo == "" {
			b.Nogo = label("nogo")
		}
	}
	for _, tool := range fromRulesLint(file) {
		l.use(ToolNamed(spelled(tool)), name)
	}
}

// fromRulesLint returns the tools for which a file uses rules_lint: each linter
// is a file that it loads, and each formatter an argument of format_multirun.
func fromRulesLint(file *build.File) (names []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, statement := range file.Stmt {
		load, ok := statement.(*build.LoadStmt)
		if !ok {
			continue
		}
		if linter, ok := strings.CutPrefix(load.Module.Value, "@"+RulesLint+"//lint:"); ok && linter != "lint_test.bzl" {
			add(strings.TrimSuffix(linter, ".bzl"))
		}
	}
	for _, kind := range []string{"format_multirun", "format_test", "multi_formatter_binary"} {
		for _, rule := range file.Rules(kind) {
			for _, language := range rule.AttrKeys() {
				label := rule.AttrString(language)
				if language != "name" && strings.ContainsAny(label, ":/") {
					add(label[strings.LastIndexAny(label, ":/")+1:])
				}
			}
		}
	}
	return names
}
