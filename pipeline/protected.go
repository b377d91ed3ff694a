package pipeline

import (
	"fmt"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/internal/protected"
)

// checkersSection is [checkers.NAME].
var checkersSection = &config.Section{
	Name: "checkers",
	Doc: "What a checker of another tool may do. This section counts only in the `autofix.toml` at the root of the " +
		"workspace, or in that of `--config`.",
	Tables: &config.Tables{
		Placeholder: "NAME",
		Keys: []config.Option{{
			Name: "owns", Kind: config.Strings, Default: []string(nil), Check: config.Globs, Relative: config.RelativeGlobs,
			Doc: "globs of the [protected files](#protected-files) that it may change, relative to this file",
		}},
	},
}

// ownedBy returns the globs of the protected files that a checker may change,
// relative to the workspace.
func ownedBy(c *config.Config, checker string) []string {
	if c == nil {
		return nil
	}
	return c.GetTable(checkersSection, checker).Texts("owns")
}

// proposal returns the fixes of an artifact for a merge, with the files that
// its checker must not change. The name of the checker comes from whoever ran
// it, which in a build is run-checker, never from the checker itself.
func (o *Options) proposal(a *artifact.Artifact) fixedits.Proposal {
	p := a.Proposal()
	checker := a.Tool.Name
	if checker == o.Tools.Checkers.Tool.Name {
		return p
	}
	owned := ownedBy(o.config().For(config.Name), checker) // of the root: the configuration of a subfolder may have another author
	p.Refuses = func(path string) error { return refuses(checker, owned, path) }
	return p
}

// refuses returns why a checker must not change the file at a canonical path,
// or nil.
func refuses(checker string, owned []string, path string) error {
	why := protected.Why(path, protected.Checkers)
	if why == "" || slices.ContainsFunc(owned, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) }) {
		return nil
	}
	return &fixedits.ForeignError{Code: fixedits.CodeProtected, Err: fmt.Errorf(
		"%s is protected, because %s: to let the checker %s change it, "+
			"add it to owns of [checkers.%q] in the autofix.toml at the root of the workspace", path, why, checker, checker)}
}
