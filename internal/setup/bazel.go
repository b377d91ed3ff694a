package setup

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/internal/bazel/bazelrc"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
)

// PresetsName is the name of the copy of the presets in a workspace.
const PresetsName = "autofix.bazelrc"

const (
	ruleset   = "rules_autofix"
	extension = "@rules_autofix//toolchain:extensions.bzl"
	defs      = "@rules_autofix//rules:defs.bzl"

	configFlag   = "--@" + ruleset + bazelrc.ConfigFlag
	configTarget = "autofix_config"
	toolsFolder  = "tools"
	presetsFile  = toolsFolder + "/" + PresetsName

	workspaceMacro = "autofix_workspace"

	otherwise = "; --no-bazel sets up the command alone"
)

// module adds the module and the toolchain to MODULE.bazel.
func (m *maker) module() error {
	b := &m.repository.Bazel
	if b.Module == "" {
		return &Error{fmt.Errorf("%s: cannot set Bazel up: there is no MODULE.bazel, and rules_autofix comes as a module: create an empty one, with which WORKSPACE stays in use%s", b.Workspace, otherwise)}
	}
	t, err := m.read(b.Module)
	if err != nil {
		return err
	}
	file, err := build.ParseModule(b.Module, t.now)
	if err != nil {
		return unparsed(err)
	}
	for _, dependency := range file.Rules("bazel_dep") {
		if name := dependency.AttrString("repo_name"); dependency.Name() == ruleset && name != "" && name != ruleset {
			return &Error{fmt.Errorf("%s:%d: %s has the repo_name %s, and its presets need its own name: remove the repo_name%s", b.Module, dependency.Call.X.(*build.Ident).NamePos.Line, ruleset, name, otherwise)}
		}
	}
	var parts []string
	if !b.Has(ruleset) {
		dependency := fmt.Sprintf("bazel_dep(name = %q, version = %q)\n", ruleset, m.Version)
		if m.Checkout != "" && !mentions(file, "local_path_override", ruleset) {
			dependency += fmt.Sprintf("local_path_override(\n    module_name = %q,\n    path = %q,\n)\n", ruleset, m.Checkout)
		}
		parts = append(parts, dependency)
	}
	if !mentions(file, "use_extension", extension) && !mentions(file, "register_toolchains", "autofix") {
		tag := fmt.Sprintf("autofix.toolchain(version = %q)", m.Version)
		if m.Tool != "" {
			tag = fmt.Sprintf("autofix.local(path = %q)", m.Tool)
		}
		unset, err := m.unset()
		if err != nil {
			return err
		}
		if unset {
			tag += fmt.Sprintf("\nautofix.config(files = [\"//:%s\"])", configTarget)
		}
		parts = append(parts,
			fmt.Sprintf("autofix = use_extension(%q, \"autofix\")\n%s\nuse_repo(autofix, \"autofix_toolchains\")\n", extension, tag),
			"register_toolchains(\"@autofix_toolchains//:all\")\n")
	}
	if len(parts) == 0 {
		return nil
	}
	separator := "\n"
	if last := len(file.Stmt) - 1; last >= 0 && isDependency(file.Stmt[last]) && !b.Has(ruleset) {
		separator = "" // as buildifier has them
	}
	return m.add(b.Module, separator, strings.Join(parts, "\n"))
}

// isDependency reports whether a statement is a bazel_dep.
func isDependency(statement build.Expr) bool {
	call, ok := statement.(*build.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.X.(*build.Ident)
	return ok && name.Name == "bazel_dep"
}

func unparsed(err error) error {
	return &Error{fmt.Errorf("%w: correct it first%s", err, otherwise)}
}

// mentions reports whether a call of a function at the top level has a string
// with some text among its arguments.
func mentions(file *build.File, function, text string) (found bool) {
	for _, statement := range file.Stmt {
		build.Walk(statement, func(e build.Expr, _ []build.Expr) {
			call, ok := e.(*build.CallExpr)
			if !ok {
				return
			}
			if name, ok := call.X.(*build.Ident); !ok || name.Name != function {
				return
			}
			build.Walk(call, func(e build.Expr, _ []build.Expr) {
				if s, ok := e.(*build.StringExpr); ok && strings.Contains(s.Value, text) {
					found = true
				}
			})
		})
	}
	return found
}

// bazelrc imports the presets, and names the configuration.
func (m *maker) bazelrc() error {
	var lines []string
	rc := m.repository.Bazel.RC
	imported := imported(rc)
	if imported == "" {
		lines = append(lines, "try-import %workspace%/"+presetsFile)
	}
	if imported == "" || imported == presetsFile && !m.source.Exists(presetsFile) {
		if err := m.presets(); err != nil {
			return err
		}
	}
	tagged, err := m.tagged()
	if err != nil {
		return err
	}
	if label, _ := rc.ConfigOfChecks(); label == "" && !tagged {
		lines = append(lines, "build "+configFlag+"=//:"+configTarget)
	}
	if len(lines) == 0 {
		return nil
	}
	return m.add(bazelrc.FileName, "\n", "# The checks of autofix: bazel build --config=autofix //...\n"+strings.Join(lines, "\n")+"\n")
}

// imported returns the file of presets that .bazelrc imports, which need not
// exist, or "".
func imported(rc *bazelrc.RC) string {
	for _, i := range rc.Imports {
		if path.Base(i.File) == PresetsName {
			return i.File
		}
	}
	return ""
}

// presets creates the presets, and the target that keeps them current.
func (m *maker) presets() error {
	if err := m.create(presetsFile, string(presets)); err != nil {
		return err
	}
	name := toolsFolder + "/BUILD.bazel"
	if m.source.Exists(toolsFolder+"/BUILD") && !m.source.Exists(name) {
		name = toolsFolder + "/BUILD"
	}
	f, err := m.openBuild(name)
	if err != nil || f.has("autofix_bazelrc") {
		return err
	}
	f.load("committed_sources")
	f.target(`# A test fails when the copy is stale, and names the command that updates it.
committed_sources(
    name = "autofix_bazelrc",
    files = {"autofix.bazelrc": "@rules_autofix//rules:autofix.bazelrc"},
)
`)
	return f.close()
}

// root opens the BUILD file of the root.
func (m *maker) root() (*buildFile, error) {
	return m.openBuild(cmp.Or(m.repository.Bazel.Build, "BUILD.bazel"))
}

// tagged reports whether MODULE.bazel names the configuration of the checks.
func (m *maker) tagged() (bool, error) {
	t, err := m.read(m.repository.Bazel.Module)
	if err != nil {
		return false, err
	}
	tag, err := undeclared.ConfigTag(t.now)
	return tag != nil, err
}

// unset reports whether the root has neither a configuration of the checks nor
// a fix target.
func (m *maker) unset() (bool, error) {
	f, err := m.root()
	if err != nil {
		return false, err
	}
	label, _ := m.repository.Bazel.RC.ConfigOfChecks()
	return label == "" && !f.has(configTarget) && !f.has("fix") && len(f.file.Rules(workspaceMacro)) == 0, nil
}

// build adds the targets of the root.
func (m *maker) build() error {
	f, err := m.root()
	if err != nil || len(f.file.Rules(workspaceMacro)) > 0 {
		return err
	}
	tagged, err := m.tagged()
	if err != nil {
		return err
	}
	if unset, err := m.unset(); err != nil {
		return err
	} else if unset && tagged {
		f.load(workspaceMacro)
		f.target("# The configuration of the checks, and bazel run //:fix.\n" + workspaceMacro + "(name = \"" + configTarget + "\")\n")
		return f.close()
	}
	if rule := f.rule("fix"); rule != nil && !f.isFix(rule.Kind()) {
		start, _ := rule.Call.Span()
		return &Error{fmt.Errorf("%s:%d: a %s is named fix, as is the target of `bazel run //:fix`: rename it%s", f.name, start.Line, rule.Kind(), otherwise)}
	} else if rule == nil {
		f.load("fix")
		f.target("# bazel run //:fix\nfix(name = \"fix\")\n")
	}
	if label, _ := m.repository.Bazel.RC.ConfigOfChecks(); label == "" && !f.has(configTarget) {
		f.load("AUTOFIX_CONFIG_FILES")
		f.target(`# The configuration of the checks, which .bazelrc names.
filegroup(
    name = "` + configTarget + `",
    srcs = glob(
        AUTOFIX_CONFIG_FILES,
        allow_empty = True,
        exclude = [
            "**/node_modules/**",
            "bazel-*/**",
        ],
    ),
    visibility = ["//visibility:public"],
)
`)
	}
	if len(f.file.Rules("autofix_sources")) == 0 && !f.has("autofix_sources") {
		f.load("autofix_sources")
		f.target("# Files that no other rule owns.\nautofix_sources(\n    name = \"autofix_sources\",\n    srcs = [\n" + listed(m.unowned(f)) + "    ],\n)\n")
	}
	return f.close()
}

// listed returns the lines of a list.
func listed(names []string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "        \"%s\",\n", strings.ReplaceAll(name, `"`, `\"`))
	}
	return b.String()
}

// unowned returns the checked files in the root that its BUILD file does not
// name, sorted, unless no label can name them. The ones that the plan creates
// are among them.
func (m *maker) unowned(f *buildFile) []string {
	names := []string{f.name, m.repository.Bazel.Module, "autofix.toml"}
	for _, file := range m.files {
		if !strings.ContainsAny(file, `/:\`) && !strings.ContainsFunc(file, unicode.IsControl) && !strings.HasPrefix(file, "@") && !f.names[file] && file != "MODULE.bazel.lock" && m.Checked(file) {
			names = append(names, file)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
