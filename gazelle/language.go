// Package gazelle is a language extension of Gazelle: it keeps one
// autofix_sources target in each package, which holds the files that no other
// rule of the package owns, so that the checks reach them.
//
// It is a Go module of its own, for whoever builds a Gazelle with it gets the
// modules that it needs. So which files the checkers look at is data,
// names.json, which a test in the module around holds to what the checkers
// know.
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
	bzlFile      = "//rules:defs.bzl" // of the module, where the rule is loaded from
)

// NewLanguage returns the extension. gazelle_binary calls it, by this name. It
// must come after the other languages: it reads what they generate.
func NewLanguage() language.Language {
	return &autofix{checked: readChecked(), packages: map[string]bool{}}
}

// autofix is the extension. Gazelle uses it from one goroutine, folder by
// folder, the inner ones first.
type autofix struct {
	language.BaseLang // nothing of ours is imported, resolved or repaired

	checked  *checked
	sources  *sources        // opened on first use
	packages map[string]bool // folders that are packages, or become so in this run
}

func (*autofix) Name() string { return languageName }

// Kinds has no way to match a target but by its name: an autofix_sources of
// another name is the user's own.
func (*autofix) Kinds() map[string]rule.KindInfo {
	return map[string]rule.KindInfo{
		kindName: {
			NonEmptyAttrs:  map[string]bool{"srcs": true},
			MergeableAttrs: map[string]bool{"srcs": true},
		},
	}
}

// Loads is what a Gazelle calls that knows nothing of modules.
func (a *autofix) Loads() []rule.LoadInfo {
	return a.ApparentLoads(func(string) string { return "" })
}

// ApparentLoads names the .bzl file by what the workspace's MODULE.bazel calls
// this module.
func (*autofix) ApparentLoads(apparentName func(module string) string) []rule.LoadInfo {
	repo := apparentName(moduleName)
	if repo == "" {
		repo = moduleName
	}
	return []rule.LoadInfo{{Name: "@" + repo + bzlFile, Symbols: []string{kindName}}}
}

func (*autofix) KnownDirectives() []string { return directiveKeys }

// Configure reads the directives of a build file. A mistake in one ends the run
// before anything is written, as one in Gazelle's own generation_mode does:
// what would be written instead is not what the user asked for.
func (*autofix) Configure(c *config.Config, rel string, f *rule.File) {
	s, err := settingsOf(c).with(rel, f)
	if err != nil {
		log.Fatal(err)
	}
	c.Exts[languageName] = s
	followLoads(c, f)
}
