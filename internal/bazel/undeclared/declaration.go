package undeclared

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// isDefault reports whether an aspect is the aspect that the flag //rules:config
// of rules_autofix configures. Two public files have it.
func isDefault(aspect string) bool {
	return strings.HasSuffix(aspect, "//rules:defs.bzl%autofix_fix") ||
		strings.HasSuffix(aspect, "//rules:autofix_aspects.bzl%autofix_fix")
}

// A Declaration describes the declaration of configuration files to the checks.
type Declaration struct {
	Workspace *workspace.Workspace
	Declared  pipeline.ConfigFiles // the files that are declared already
	Aspect    string               // of the checks
	Shown     func(string) string  // how text has paths; nil: unchanged
}

// Missing returns the files that can still be declared, by path. Beside a
// configuration with another name, there can be no autofix.toml.
func (d *Declaration) Missing(files []ConfigFile) []string {
	other := d.Declared.File != "" && !slices.ContainsFunc(d.declaredTOMLs(), isTOML)
	var add []string
	for _, file := range files {
		if !other || !isTOML(file.Path) {
			add = append(add, file.Path)
		}
	}
	return add
}

// isTOML reports whether a path is the path of an autofix.toml.
func isTOML(name string) bool { return path.Base(name) == config.Name }

// Lines returns the lines that a person adds to BUILD files and .bazelrc to
// declare files: a filegroup in the top package with these files and the
// declared ones, the flag that names it, and the exports that it needs.
func (d *Declaration) Lines(add []string) string {
	var b strings.Builder
	all := slices.Clone(add)
	top, there := d.buildFile("."), d.hasGroup()
	indent, what := "    ", "it"
	if len(add) > 1 {
		what = "them"
	}
	if there {
		fmt.Fprintf(&b, "to declare %s, add to the srcs of autofix_config in %s:\n\n", what, d.show(top))
	} else {
		all = append(all, d.declaredTOMLs()...)
		for _, file := range d.Declared.ToolFiles {
			all = append(all, path.Clean(file))
		}
		indent = "            "
		fmt.Fprintf(&b, "to declare %s, add to %s:\n\n    filegroup(\n        name = \"autofix_config\",\n        srcs = [\n", what, d.show(top))
	}
	slices.Sort(all)
	exports := map[string][]string{}
	for _, name := range slices.Compact(all) {
		pkg := packageOf(d.Workspace.Root(), path.Dir(name))
		label := strings.TrimPrefix(name, pkg+"/")
		if pkg != "." {
			if slices.Contains(add, name) {
				exports[pkg] = append(exports[pkg], label)
			}
			label = "//" + pkg + ":" + label
		}
		fmt.Fprintf(&b, "%s%q,\n", indent, label)
	}
	if !there {
		b.WriteString("        ],\n    )\n")
	}
	b.WriteString("\n")
	for _, name := range add {
		pkg := packageOf(d.Workspace.Root(), path.Dir(name))
		if labels := exports[pkg]; len(labels) > 0 {
			fmt.Fprintf(&b, "to %s:\n\n    exports_files([%s])\n\n", d.show(d.buildFile(pkg)), quotedList(labels))
			delete(exports, pkg)
		}
	}
	if isDefault(d.Aspect) {
		b.WriteString("and to .bazelrc, in place of a line that sets this flag:\n\n    build --@rules_autofix//rules:config=//:autofix_config\n\n")
	} else {
		b.WriteString("and set `config` of your autofix_aspects to Label(\"//:autofix_config\"), and that of your fix target to \"//:autofix_config\"\n")
	}
	return b.String()
}

func (d *Declaration) show(name string) string {
	if d.Shown == nil {
		return name
	}
	return d.Shown(name)
}

// hasGroup reports whether the top package has a target with the name of the
// filegroup.
func (d *Declaration) hasGroup() bool {
	text, err := os.ReadFile(filepath.Join(d.Workspace.Root(), d.buildFile(".")))
	return err == nil && strings.Contains(string(text), `"autofix_config"`)
}

func quotedList(labels []string) string {
	var all []string
	for _, label := range labels {
		all = append(all, fmt.Sprintf("%q", label))
	}
	return strings.Join(all, ", ")
}

// declaredTOMLs returns the workspace-relative paths of the declared
// autofix.toml files that are in the workspace.
func (d *Declaration) declaredTOMLs() []string {
	var all []string
	for _, file := range d.Declared.TOMLs(d.Workspace.Root()) {
		real, err := filepath.EvalSymlinks(file)
		if err != nil {
			continue
		}
		if relative, err := filepath.Rel(d.Workspace.Root(), real); err == nil && filepath.IsLocal(relative) {
			all = append(all, filepath.ToSlash(relative))
		}
	}
	return all
}

// buildFile returns the path of the BUILD file of a package.
func (d *Declaration) buildFile(folder string) string {
	name := buildFileIn(d.Workspace.Root(), folder)
	if name == "" {
		name = BuildFiles[0]
	}
	return path.Join(folder, name)
}
