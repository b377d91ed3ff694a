// Package gazelle is a language extension for Gazelle. It keeps one
// autofix_sources target in each package, with the files that no other rule of
// the package owns, so that they are checked.
//
// It is a separate Go module, because anyone who builds a Gazelle with it also
// gets the modules that it requires. The knowledge of which files are checked
// is therefore data, names.json, which a test in the surrounding module
// compares with the checkers.
package gazelle

import (
	"log"

	"github.com/bazelbuild/bazel-gazelle/config"
	"github.com/bazelbuild/bazel-gazelle/language"
	"github.com/bazelbuild/bazel-gazelle/rule"
)

const (
	languageName = "autofix" // in `# gazelle:lang` and -lang
	moduleName   = "rules_autofix"
	kindName     = "autofix_sources"
	bzlFile      = "//rules:defs.bzl" // in the module; the rule is loaded from it
)

// NewLanguage returns the extension. gazelle_binary calls it by this name. It
// must come after the other languages, because it reads the rules that they
// generate.
func NewLanguage() language.Language {
	return &autofix{checked: readChecked(), packages: map[string]bool{}}
}

// autofix is the extension. Gazelle calls it from one goroutine, folder by
// folder, subfolders first.
type autofix struct {
	language.BaseLang // there is nothing to import, resolve or fix

	checked  *checked
	sources  *sources        // opened on first use
	packages map[string]bool // folders that are packages, or become packages in this run
}

func (*autofix) Name() string { return languageName }

// Kinds matches targets only by name: an autofix_sources with another name
// belongs to the user.
func (*autofix) Kinds() map[string]rule.KindInfo {
	return map[string]rule.KindInfo{
		kindName: {
			NonEmptyAttrs:  map[string]bool{"srcs": true},
			MergeableAttrs: map[string]bool{"srcs": true},
		},
	}
}

// Loads is called by versions of Gazelle without support for modules.
func (a *autofix) Loads() []rule.LoadInfo {
	return a.ApparentLoads(func(string) string { return "" })
}

// ApparentLoads returns the .bzl file with the apparent name of this module in
// the workspace's MODULE.bazel.
func (*autofix) ApparentLoads(apparentName func(module string) string) []rule.LoadInfo {
	repo := apparentName(moduleName)
	if repo == "" {
		repo = moduleName
	}
	return []rule.LoadInfo{{Name: "@" + repo + bzlFile, Symbols: []string{kindName}}}
}

func (*autofix) KnownDirectives() []string { return directiveKeys }

// Configure reads the directives of a build file. A mistake in one ends the run
// before anything is written, like a mistake in Gazelle's own generation_mode,
// because the result would not be what the user asked for.
func (*autofix) Configure(c *config.Config, rel string, f *rule.File) {
	s, err := settingsOf(c).with(rel, f)
	if err != nil {
		log.Fatal(err)
	}
	c.Exts[languageName] = s
	followLoads(c, f)
}
