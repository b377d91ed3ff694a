package pipeline

import (
	"fmt"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/protected"
)

// proposal returns the fixes of an artifact for a merge, with the files that
// its checker must not change. The name of the checker comes from the program
// that ran it, which in a build is run-checker, never from the checker itself.
func (o *Options) proposal(a *artifact.Artifact) fixedits.Proposal {
	p := a.Proposal()
	checker := a.Tool.Name
	if checker == o.Tools.Checkers.Tool.Name {
		return p
	}
	owned := declared.Owns(o.config().For(config.Name), checker) // of the root: the configuration of a subfolder may have another author
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
