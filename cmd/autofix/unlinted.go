package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/adapters/declared"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// lintable has the extensions of languages for which docs/linters has a linter
// and for which no checker is built in, as in the patterns of rules/checkers.bzl.
var lintable = map[string][]string{
	"C and C++":                 {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".h", ".hh", ".hpp", ".hxx", ".h++"},
	"CSS":                       {".css", ".less", ".scss"},
	"Java":                      {".java"},
	"JavaScript and TypeScript": {".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts"},
	"Python":                    {".py", ".pyi"},
	"Rust":                      {".rs"},
}

// handful is the largest number of named files, such as by a hook, for which a
// run does not report missing linters.
const handful = 10

// unlinted returns the line that says for how many files of a run there was no
// linter, by extension, or "". checked is the number of files that some checker
// looked at, and left are the files that were skipped on purpose.
func (p *programFlags) unlinted(env *environment, named *pathFlags, files []string, left []pipeline.LeftAlone, checked int, builtin *checks.Registry, opts *pipeline.Options) string {
	if checked > 0 && len(files) <= handful && onlyFiles(env.Dir, named.Paths) {
		return ""
	}
	skipped := map[string]bool{}
	for _, file := range left {
		skipped[file.Path] = true
	}
	return noLinterFor(files, func(file string) bool { return skipped[file] || p.linted(file) || readBy(builtin, file, opts) })
}

// unlinted does so for the files of the first build. A checker of the person's
// that looked at a file is a linter of it. It is "" if the target patterns name
// no folder, and few files.
func (c *bazelFixCmd) unlinted(ws *workspace.Workspace, artifacts []*artifact.Artifact, opts *pipeline.Options) string {
	builtin := opts.Tools.Checkers
	files := pipeline.Paths(ws, artifacts)
	if len(files) <= handful && !c.patternFile() && undeclared.ScopeOf(c.Targets, c.dir).Empty() {
		return ""
	}
	theirs := slices.DeleteFunc(slices.Clone(artifacts), func(a *artifact.Artifact) bool { return a.Tool.Name == builtin.Tool.Name })
	linted := pipeline.Paths(ws, theirs)
	return noLinterFor(files, func(file string) bool {
		_, found := slices.BinarySearch(linted, file)
		return found || readBy(builtin, file, opts)
	})
}

// noLinterFor returns the line for the files that are not linted, or "".
func noLinterFor(files []string, linted func(file string) bool) string {
	known := map[string]bool{}
	for _, extensions := range lintable {
		for _, extension := range extensions {
			known[extension] = true
		}
	}
	counts, total := map[string]int{}, 0
	for _, file := range files {
		if extension := path.Ext(file); known[extension] && !linted(file) {
			counts[extension]++
			total++
		}
	}
	if total == 0 {
		return ""
	}
	extensions := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, extension := range extensions {
		extensions[i] = fmt.Sprintf("%d %s", counts[extension], extension)
	}
	noun := "files"
	if total == 1 {
		noun = "file"
	}
	return fmt.Sprintf("no linter for %s %s, see docs/linters", strings.Join(extensions, ", "), noun)
}

// onlyFiles reports whether PATHS, relative to a folder, name no folder.
func onlyFiles(dir string, paths []string) bool {
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(name string) bool {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		info, err := os.Stat(name)
		return err == nil && info.IsDir()
	})
}

// readBy reports whether a built-in checker understands the content of a file,
// not only its lines.
func readBy(builtin *checks.Registry, file string, opts *pipeline.Options) bool {
	return slices.ContainsFunc(builtin.Matching(checks.File{Path: file}, opts.Config.For(file)), func(name string) bool { return name != "text" })
}

// linted reports whether a checker of [checkers] is for a file, and is more
// than a formatter. A checker that is not trusted or left out counts too: the
// run reports it, or the person left it out.
func (p *programFlags) linted(file string) bool {
	return slices.ContainsFunc(p.linters, func(checks func(string) bool) bool { return checks(file) })
}

// lints reports whether a checker is more than a formatter.
func lints(checker *declared.Checker) bool {
	return checker.Use.Phase != "format" && checker.Use.Format != declared.Text
}
