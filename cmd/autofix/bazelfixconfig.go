package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// defaultAspect ends the name of the aspect whose configuration is that of the
// flag of rules_autofix.
const defaultAspect = "//rules:defs.bzl%autofix_fix"

// looseConfig are the configuration files that the checks were not given.
type looseConfig struct {
	mode     string
	aspect   string
	ws       *workspace.Workspace
	declared pipeline.ConfigFiles
	opts     pipeline.Options
	env      *environment

	found []undeclared.ConfigFile
}

// check finds them after the first build. Under the strict policy one that must
// not be there is an error, before anything is written.
func (l *looseConfig) check(ctx context.Context, built rounds.Built) error {
	if built.Round > 1 || l.mode == undeclaredIgnore {
		return nil
	}
	var err error
	l.found, err = undeclared.Config(ctx, l.ws, pipeline.Paths(l.ws, built.Artifacts), l.declared, l.opts)
	if err != nil {
		if l.mode == undeclaredFail || ctx.Err() != nil {
			return fmt.Errorf("configuration that is not declared: %w", err)
		}
		fmt.Fprintf(l.env.stderr, "autofix: configuration that is not declared is not known: %s\n", report.OneLine(err.Error()))
	}
	if l.opts.Policy == policy.Strict {
		return l.judge()
	}
	return nil
}

// judge is the failure of a run that must leave no configuration undeclared.
func (l *looseConfig) judge() error {
	if l.mode != undeclaredFail || len(l.found) == 0 {
		return nil
	}
	return &findingsError{what: "bazel-fix: " + l.text()}
}

// tell says which they are. Those of a failure are for judge to tell.
func (l *looseConfig) tell(w writer) {
	if l.mode == undeclaredReport && len(l.found) > 0 {
		fmt.Fprintf(w, "autofix: %s\n", l.text())
	}
}

// text lists the files, and the lines that declare them.
func (l *looseConfig) text() string {
	var b strings.Builder
	b.WriteString("configuration that is not declared, so no check obeys it, though `autofix fix` does:\n")
	var add []string
	for _, found := range l.found {
		files := "1 file"
		if found.Files > 1 {
			files = fmt.Sprintf("%d files, such as", found.Files)
		}
		fmt.Fprintf(&b, "  %s, for %s %s\n", report.OneLine(found.Path), files, report.OneLine(found.Example))
		if !l.isTOML(found.Path) {
			add = append(add, found.Path)
			continue
		}
		if first := slices.IndexFunc(l.found, func(f undeclared.ConfigFile) bool { return l.isTOML(f.Path) }); l.declared.File == "" && l.found[first] == found {
			add = append(add, found.Path)
			continue
		}
		b.WriteString("    there can be one autofix.toml: a part of the workspace that needs its own has it through an autofix_aspects (see docs/bazel.md of rules_autofix)\n")
	}
	if len(add) == 0 {
		b.WriteString("leave it out of this report with: --undeclared-config=ignore")
		return b.String()
	}
	l.lines(&b, add)
	return b.String()
}

func (l *looseConfig) isTOML(name string) bool { return path.Base(name) == "autofix.toml" }

// lines writes what to add to declare files: a filegroup of these and of what is
// declared, in the top package, what names it, and the exports that it needs.
func (l *looseConfig) lines(b *strings.Builder, add []string) {
	all := slices.Clone(add)
	top, there := l.buildFile("."), l.hasGroup()
	indent := "    "
	if there {
		fmt.Fprintf(b, "to declare it, add to the srcs of autofix_config in %s:\n\n", top)
	} else {
		if toml := l.declaredTOML(); toml != "" {
			all = append(all, toml)
		}
		for _, file := range l.declared.ToolFiles {
			all = append(all, path.Clean(file))
		}
		indent = "            "
		fmt.Fprintf(b, "to declare it, add to %s:\n\n    filegroup(\n        name = \"autofix_config\",\n        srcs = [\n", top)
	}
	slices.Sort(all)
	exports := map[string][]string{}
	for _, name := range slices.Compact(all) {
		pkg := l.packageOf(name)
		label := strings.TrimPrefix(name, pkg+"/")
		if pkg != "." {
			if slices.Contains(add, name) {
				exports[pkg] = append(exports[pkg], label)
			}
			label = "//" + pkg + ":" + label
		}
		fmt.Fprintf(b, "%s%q,\n", indent, label)
	}
	if !there {
		b.WriteString("        ],\n    )\n")
	}
	b.WriteString("\n")
	for _, name := range add {
		pkg := l.packageOf(name)
		if labels := exports[pkg]; len(labels) > 0 {
			fmt.Fprintf(b, "to %s:\n\n    exports_files([%s])\n\n", l.buildFile(pkg), quotedList(labels))
			delete(exports, pkg)
		}
	}
	if strings.HasSuffix(l.aspect, defaultAspect) {
		b.WriteString("and to .bazelrc, in place of a line that sets this flag:\n\n    build --@rules_autofix//rules:config=//:autofix_config\n\n")
	} else {
		b.WriteString("and set `config` of your autofix_aspects to Label(\"//:autofix_config\"), and that of your fix target to \"//:autofix_config\"\n")
	}
	b.WriteString("or leave it out of this report with: --undeclared-config=ignore")
}

// hasGroup reports whether the top package has a target of the name that the
// lines give to the configuration.
func (l *looseConfig) hasGroup() bool {
	text, err := os.ReadFile(filepath.Join(l.ws.Root(), l.buildFile(".")))
	return err == nil && strings.Contains(string(text), `"autofix_config"`)
}

func quotedList(labels []string) string {
	var all []string
	for _, label := range labels {
		all = append(all, fmt.Sprintf("%q", label))
	}
	return strings.Join(all, ", ")
}

// declaredTOML returns the workspace-relative path of the declared autofix.toml,
// "" if there is none or it is not in the workspace.
func (l *looseConfig) declaredTOML() string {
	real, err := filepath.EvalSymlinks(l.declared.File)
	if err != nil {
		return ""
	}
	relative, err := filepath.Rel(l.ws.Root(), real)
	if err != nil || !filepath.IsLocal(relative) {
		return ""
	}
	return filepath.ToSlash(relative)
}

// packageOf returns the folder of the package that a file is in.
func (l *looseConfig) packageOf(file string) string {
	folder := path.Dir(file)
	for folder != "." && l.buildFileIn(folder) == "" {
		folder = path.Dir(folder)
	}
	return folder
}

// buildFile returns the path of the BUILD file of a package.
func (l *looseConfig) buildFile(folder string) string {
	name := l.buildFileIn(folder)
	if name == "" {
		name = undeclared.BuildFiles[0]
	}
	return path.Join(folder, name)
}

func (l *looseConfig) buildFileIn(folder string) string {
	for _, name := range undeclared.BuildFiles {
		if info, err := os.Stat(filepath.Join(l.ws.Root(), filepath.FromSlash(folder), name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}
