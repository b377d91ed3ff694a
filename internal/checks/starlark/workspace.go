package starlark

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/edit"
	"github.com/bazelbuild/buildtools/edit/bzlmod"
	"github.com/bazelbuild/buildtools/labels"
	"github.com/bazelbuild/buildtools/tables"
	"github.com/bazelbuild/buildtools/warn"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// natives is the prefix of the categories whose fixes load a symbol from a
// ruleset.
const natives = "native-"

// A bazelWorkspace is the Bazel workspace of a file.
type bazelWorkspace struct {
	known bool   // whether the file at its root is known; otherwise root is the folder above all files
	root  string // its root folder
	read  func(name string) []byte
}

// workspaceOf returns the workspace of the file that the settings are for.
func workspaceOf(s checks.Settings) bazelWorkspace {
	name := s.Nearest(bazelKind).Path
	if name == "" {
		return bazelWorkspace{root: "."}
	}
	return bazelWorkspace{known: true, root: path.Dir(name), read: func(name string) []byte {
		return s.File(bazelKind, name).Content
	}}
}

// packageOf returns the package of a file, assuming that its folder is one.
func (w bazelWorkspace) packageOf(file string) string {
	dir := path.Dir(file)
	if w.root != "." {
		dir = strings.TrimPrefix(strings.TrimPrefix(dir, w.root), "/")
	}
	return strings.TrimPrefix(dir, ".")
}

// rename changes the repository names in the load statements of replacements. A
// module has the name that MODULE.bazel gives it, or the name of its repository
// from before Bazel modules. Buildtools does this only for the first workspace
// of a process. A finding has no replacement if its module is certainly not
// there: the load would break the build.
func (w bazelWorkspace) rename(tree *build.File, found []*warn.LinterFinding) {
	if !w.known || len(found) == 0 {
		return
	}
	m := w.modules()
	for _, f := range found {
		for i, r := range f.Replacement {
			load, ok := r.New.(*build.LoadStmt)
			if !ok {
				continue
			}
			label := labels.Parse(load.Module.Value)
			name := m.apparent(label.Repository)
			if name == "" {
				if m.lacks(label.Repository) {
					f.Message, _, _ = strings.Cut(f.Message, "\n")
					f.Message += fmt.Sprintf(" MODULE.bazel has no bazel_dep(name = %q).", label.Repository)
					f.Replacement = nil
					break
				}
				name = tables.ModuleToLegacyRepoName[label.Repository]
			}
			if name == "" || name == label.Repository {
				continue
			}
			label.Repository = name
			module := label.Format()
			f.Message = strings.ReplaceAll(f.Message, load.Module.Value, module)
			f.Replacement[i] = loadFrom(tree, r, load, module)
		}
	}
}

// modules are the Bazel modules that a workspace depends on.
type modules struct {
	// apparent returns the name of a module's repository, or "".
	apparent func(module string) string
	whole    bool // all of MODULE.bazel was read, and there is no WORKSPACE
	repos    []string
}

func (w bazelWorkspace) modules() modules {
	m := modules{whole: true}
	m.apparent = bzlmod.ExtractModuleToApparentNameMapping(func(name string) *build.File {
		content := w.read(path.Join(w.root, name))
		file, err := build.ParseModule(name, content)
		if content == nil || err != nil {
			m.whole = false
			return nil
		}
		for _, use := range file.Rules("use_repo") {
			for _, arg := range use.Call.List {
				m.repos = append(m.repos, repoOf(arg))
			}
		}
		return file
	})
	for _, name := range []string{"WORKSPACE", "WORKSPACE.bazel"} {
		if len(w.read(path.Join(w.root, name))) > 0 {
			m.whole = false // it may define any repository
		}
	}
	return m
}

// repoOf returns the repository name that an argument of use_repo makes visible,
// or "".
func repoOf(arg build.Expr) string {
	switch arg := arg.(type) {
	case *build.StringExpr:
		return arg.Value
	case *build.AssignExpr:
		if name, ok := arg.LHS.(*build.Ident); ok {
			return name.Name
		}
	}
	return ""
}

// lacks reports whether a workspace certainly has no repository of a module.
func (m *modules) lacks(module string) bool {
	legacy := cmp.Or(tables.ModuleToLegacyRepoName[module], module)
	return m.whole && !slices.Contains(m.repos, module) && !slices.Contains(m.repos, legacy)
}

// loadFrom returns a replacement that loads the same symbols from another file.
func loadFrom(tree *build.File, r warn.LinterReplacement, load *build.LoadStmt, module string) warn.LinterReplacement {
	var symbols []string
	for _, symbol := range load.To {
		symbols = append(symbols, symbol.Name)
	}
	for i, stmt := range tree.Stmt {
		old, ok := stmt.(*build.LoadStmt)
		if !ok || old.Module.Value != module {
			continue
		}
		more := *old
		if edit.AppendToLoad(&more, symbols, symbols) {
			return warn.LinterReplacement{Old: &tree.Stmt[i], New: &more}
		}
	}
	return warn.LinterReplacement{Old: r.Old, New: edit.NewLoad(module, symbols, symbols)}
}
