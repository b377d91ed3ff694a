package doctor

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/bazelrc"
	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/setup"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

const (
	ruleset    = "rules_autofix"
	moduleFile = "MODULE.bazel"
	setUp      = "autofix init shows the lines to add, and autofix init --write adds them"
)

// oldest is the oldest release of Bazel that MODULE.bazel of the ruleset allows.
var oldest = []int{7, 4, 0}

// bazel examines the setup of Bazel, if the workspace has one.
func (e *examiner) bazel(ctx context.Context) error {
	const topic = "bazel"
	if !undeclared.IsWorkspace(e.Workspace.Root()) {
		e.ok(topic, "not a Bazel workspace")
		return nil
	}
	module, err := e.module(moduleFile, nil)
	switch {
	case !e.Workspace.Exists(moduleFile):
		e.note(topic, "add a "+moduleFile, "there is no %s, and %s has no setup for WORKSPACE", moduleFile, ruleset)
		return nil
	case err != nil:
		e.problem(topic, "correct it", "%v", err)
		return nil
	}
	if !module.self && !module.depends {
		e.note(topic, setUp, "%s does not depend on %s", moduleFile, ruleset)
		return nil
	}
	e.bazelVersion()
	e.toolchain(module)
	e.fixTarget()
	if err := e.flags(); err != nil {
		e.problem(topic, "correct it", "%v", err)
	}
	return e.declared(ctx)
}

// bazelVersion examines the Bazel command and the version in .bazelversion.
func (e *examiner) bazelVersion() {
	const topic = "bazel"
	if _, err := bazel.FindCommand(e.Bazel, e.Dir); err != nil {
		e.problem(topic, "install Bazelisk, or name a command with --bazel", "%v", err)
	}
	text, err := e.Workspace.Read(".bazelversion")
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	switch {
	case err != nil || first == "":
		e.note(topic, "write one, such as 7.7.1, to .bazelversion", "no .bazelversion: the version is the one of each machine")
	case isOld(first):
		e.problem(topic, "use a newer one", ".bazelversion has %s, and %s needs %s or later", first, ruleset, "7.4.0")
	default:
		e.ok(topic, ".bazelversion has %s", first)
	}
}

// isOld reports whether a version is a release before the oldest one. Other
// versions, such as latest, are not.
func isOld(text string) bool {
	var version []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return false
		}
		version = append(version, n)
	}
	return slices.Compare(version, oldest) < 0
}

// A module is what MODULE.bazel and its includes have for the ruleset.
type module struct {
	self, depends bool
	registers     bool
	tags          []*build.CallExpr // of the extension
}

// module reads a file of modules and the files that it includes.
func (e *examiner) module(name string, within []string) (*module, error) {
	m := &module{}
	text, err := e.Workspace.Read(name)
	if err != nil {
		return m, err
	}
	file, err := build.ParseModule(name, text)
	if err != nil {
		return m, err
	}
	proxies := map[string]bool{}
	for _, statement := range file.Stmt {
		call, ok := statement.(*build.CallExpr)
		if assigned, is := statement.(*build.AssignExpr); is {
			variable, _ := assigned.LHS.(*build.Ident)
			if made, isCall := assigned.RHS.(*build.CallExpr); isCall && variable != nil && nameOf(made) == "use_extension" && strings.HasSuffix(first(made), "//toolchain:extensions.bzl") {
				proxies[variable.Name] = true
			}
		}
		if !ok {
			continue
		}
		rule := build.Rule{Call: call}
		switch nameOf(call) {
		case "module":
			m.self = rule.AttrString("name") == ruleset
		case "bazel_dep":
			m.depends = m.depends || rule.AttrString("name") == ruleset
		case "register_toolchains":
			m.registers = m.registers || slices.ContainsFunc(call.List, func(label build.Expr) bool {
				text, ok := label.(*build.StringExpr)
				return ok && strings.Contains(text.Value, "autofix")
			})
		case "include":
			if file, ok := client.PathOf(first(call)); ok && !slices.Contains(within, file) {
				if err := m.include(e, file, append(within, name)); err != nil {
					return m, err
				}
			}
		}
		if tag, ok := call.X.(*build.DotExpr); ok {
			if of, ok := tag.X.(*build.Ident); ok && proxies[of.Name] {
				m.tags = append(m.tags, call)
			}
		}
	}
	return m, nil
}

// include adds the parts of an included file.
func (m *module) include(e *examiner, file string, within []string) error {
	more, err := e.module(file, within)
	m.depends, m.registers = m.depends || more.depends, m.registers || more.registers
	m.tags = append(m.tags, more.tags...)
	return err
}

func nameOf(call *build.CallExpr) string {
	if of, ok := call.X.(*build.Ident); ok {
		return of.Name
	}
	return ""
}

// first returns the first argument of a call if it is a string, or "".
func first(call *build.CallExpr) string {
	if len(call.List) == 0 {
		return ""
	}
	text, ok := call.List[0].(*build.StringExpr)
	if !ok {
		return ""
	}
	return text.Value
}

// toolchain examines the toolchain in MODULE.bazel.
func (e *examiner) toolchain(m *module) {
	const topic = "toolchain"
	switch {
	case !m.registers:
		e.problem(topic, setUp, "%s registers no toolchain of autofix", moduleFile)
		return
	case len(m.tags) == 0 && !m.self:
		e.problem(topic, setUp, "%s has no tag of the extension that says where the tool is from: autofix.toolchain or autofix.local", moduleFile)
		return
	}
	for _, tag := range m.tags {
		rule := build.Rule{Call: tag}
		name := rule.AttrString("path")
		if tag.X.(*build.DotExpr).Name != "local" || name == "" {
			continue
		}
		file := filepath.FromSlash(name)
		if !filepath.IsAbs(file) {
			file = filepath.Join(e.Workspace.Root(), file)
		} else {
			name = path.Base(name)
		}
		info, err := os.Stat(file)
		switch {
		case err != nil:
			e.problem(topic, "build the tool there", "autofix.local names %s, which does not exist", name)
			return
		case info.IsDir() || info.Mode()&0o111 == 0:
			e.problem(topic, "build the tool there", "autofix.local names %s, which is not a program", name)
			return
		}
	}
	e.ok(topic, "registered in %s", moduleFile)
}

// fixTarget examines whether the package of the root has a target //:fix, which
// the gate names.
func (e *examiner) fixTarget() {
	const topic = "fix"
	for _, name := range undeclared.BuildFiles {
		text, err := e.Workspace.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var file *build.File
		if err == nil {
			file, err = build.ParseBuild(name, text)
		}
		if err != nil {
			e.problem(topic, "correct it", "%v", err)
			return
		}
		for _, rule := range file.Rules("") {
			switch {
			case rule.Kind() == "autofix_workspace" && (rule.AttrString("fix_name") == "" || rule.AttrString("fix_name") == "fix"), rule.Kind() == "fix" && rule.Name() == "fix":
				e.ok(topic, "bazel run //:fix is in %s", name)
				return
			case rule.Name() != "fix":
			default:
				e.problem(topic, "give the fix rule another name, and name it in autofix_aspects(fix = ...)", "//:fix is a %s, and the gate tells people to run it", rule.Kind())
				return
			}
		}
		break
	}
	e.problem(topic, setUp, "there is no target //:fix, which the gate tells people to run")
}

// flags examines .bazelrc.
func (e *examiner) flags() error {
	const topic = "bazelrc"
	rc, err := bazelrc.Read(e.Workspace.Read)
	if err != nil {
		return err
	}
	for _, file := range rc.Imports {
		switch {
		case file.Exists:
		case strings.Contains(file.File, "autofix"):
			e.problem(topic, "bazel run //tools:autofix_bazelrc writes the presets", "%s: %s does not exist", file.From, file.File)
		case !file.Try:
			e.problem(topic, "write try-import if it may be missing", "%s: %s does not exist, so Bazel does not start", file.From, file.File)
		}
	}
	sets, err := undeclared.AspectSets(e.Workspace)
	if err != nil {
		return err
	}
	e.presets(rc)
	preset := slices.ContainsFunc(rc.Aspects(), func(aspect string) bool {
		return strings.Contains(aspect, "autofix") || slices.ContainsFunc(sets, func(set undeclared.AspectSet) bool {
			return strings.Contains(aspect, set.Label+"%")
		})
	})
	remaps, workers := bazelrc.Flag{}, false
	for _, f := range rc.Flags {
		name, value := f.Name, f.Value
		switch {
		case f.Test:
		case name == "--norun_validations" || name == "--run_validations" && (value == "false" || value == "0"):
			level := Problem
			if f.Config != "" {
				level = Note
			}
			e.add(topic, level, "remove the flag", "%s: %s turns every gate off", f.From, f)
		case name == "--experimental_output_paths" && value == "strip":
			remaps = f
		case strings.HasSuffix(name, "//toolchain:path_mapped_workers"):
			workers = true
		case name == "--strategy" && strings.HasPrefix(value, "Autofix"):
			e.note(topic, "remove the flag to have the usual strategies", "%s: %s decides whether this action runs in a worker", f.From, f)
		}
	}
	if !preset {
		e.note(topic, setUp, "no configuration of .bazelrc has the aspects of autofix: bazel run //:fix runs the checks, and bazel build --config=autofix does not")
	} else {
		e.ok(topic, "has presets of autofix")
	}
	if remaps.Name != "" && !workers {
		e.note("worker", "docs/workers.md of rules_autofix says when to set //toolchain:path_mapped_workers", "%s: with %s the checks run in sandboxes and not in workers", remaps.From, remaps)
	}
	if folder := os.Getenv("TMPDIR"); folder != "" && person.Within(folder, e.Workspace.Root()) {
		e.problem("worker", "set TMPDIR to another folder", "TMPDIR is above the workspace, so every action of Bazel can write its sources")
	}
	return nil
}

// presets examines the copy of the presets.
func (e *examiner) presets(rc *bazelrc.RC) {
	for _, file := range rc.Files {
		if path.Base(file) != setup.PresetsName {
			continue
		}
		if text, err := e.Workspace.Read(file); err == nil && !setup.IsCurrent(text) {
			e.note("bazelrc", "bazel run //tools:autofix_bazelrc writes the ones of the ruleset", "%s differs from the presets of autofix %s", file, version.Version)
		}
	}
}

// declared examines whether the checks of a build have the configuration that
// the command finds.
func (e *examiner) declared(ctx context.Context) error {
	const topic = "declared"
	kinds := e.Tools.Checkers.FileKinds()
	target, err := undeclared.ReadTarget(e.Workspace, kinds)
	if err != nil {
		e.note(topic, "bazel query "+cmp.Or(target.Label, "//..."), "not known which configuration the checks have: %v", err)
		return nil
	}
	for _, file := range target.Files {
		if path.Base(file) == config.Name && e.broken {
			return nil // its mistakes are problems already
		}
	}
	opts := pipeline.Options{Tools: e.Tools}
	from := target.ConfigFiles(kinds)
	if opts.Config, err = pipeline.LoadConfig(e.Workspace, from, e.files, e.Tools); err != nil {
		e.problem(topic, "correct it", "the checks of a build fail: %v", err)
		return nil
	}
	files, _ := pipeline.NotExcluded(e.Workspace, e.files, cmp.Or(e.source, opts.Config))
	found, _, err := undeclared.Config(ctx, e.Workspace, files, from, opts)
	if err != nil {
		e.note(topic, "correct the file", "cannot compare the configuration of a build with this one: %v", err)
		return ctx.Err()
	}
	if len(found) > 0 && target.Label == "" {
		e.problem(topic, setUp, "neither MODULE.bazel nor .bazelrc nor autofix_aspects names a configuration, so the checks of a build have no configuration: %s applies here", found[0].Path)
		return nil
	}
	for _, file := range found {
		e.problem(topic, "bazel run //:fix prints the lines that declare it", "%s applies here, and the checks of a build do not have it, as for %s", file.Path, file.Example)
	}
	if len(found) == 0 {
		e.ok(topic, "the checks of a build have the configuration of the command")
	}
	return nil
}
