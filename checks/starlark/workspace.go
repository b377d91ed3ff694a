package starlark

import (
	"path"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/edit"
	"github.com/bazelbuild/buildtools/edit/bzlmod"
	"github.com/bazelbuild/buildtools/labels"
	"github.com/bazelbuild/buildtools/tables"
	"github.com/bazelbuild/buildtools/warn"

	"github.com/rules-autofix/rules_autofix/checks"
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
// of a process.
func (w bazelWorkspace) rename(tree *build.File, found []*warn.LinterFinding) {
	if !w.known || len(found) == 0 {
		return
	}
	apparent := bzlmod.ExtractModuleToApparentNameMapping(func(name string) *build.File {
		content := w.read(path.Join(w.root, name))
		if content == nil {
			return nil
		}
		file, err := build.ParseModule(name, content)
		if err != nil {
			return nil
		}
		return file
	})
	for _, f := range found {
		for i, r := range f.Replacement {
			load, ok := r.New.(*build.LoadStmt)
			if !ok {
				continue
			}
			label := labels.Parse(load.Module.Value)
			name := apparent(label.Repository)
			if name == "" {
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
