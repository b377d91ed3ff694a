package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/config"
)

// protected are doublestar globs, in lower case, of the files that determine
// what a build, a checkout, a CI service or an editor runs, and what this tool
// does. A checker that is not built in may change them only if the
// configuration of the workspace allows it. BUILD and .bzl files are not
// protected: they are sources, like the code that they build.
// docs/configuration.md has the list for users, and a test compares them.
var protected = []string{
	// Bazel
	"**/{,*}.bazelrc", "**/.bazelversion", "**/.bazeliskrc", "**/.bazelignore", "tools/bazel{,.*}",
	"**/{,*.}module.bazel", "**/module.bazel.lock", "**/workspace{,.bazel,.bzlmod}", "**/repo.bazel",
	// this tool
	"**/autofix.toml",
	// Git, and programs that run on its behalf
	"**/.git{attributes,config,ignore,modules}", "**/.githooks/**", "**/.husky/**",
	"**/.pre-commit-config.yaml", "**/{,.}lefthook.{yml,yaml,toml,json}", "**/codeowners",
	// CI services
	".{github,gitea,forgejo}/{workflows,actions}/**", "**/action.{yml,yaml}", ".github/dependabot.{yml,yaml}",
	"{,.}gitlab-ci.{yml,yaml}", ".gitlab/**", ".{circleci,buildkite,bazelci,teamcity,tekton,woodpecker,semaphore}/**",
	"**/jenkinsfile{,.*}", "{,.}azure-pipelines*.{yml,yaml}", ".azure-pipelines/**", "bitbucket-pipelines.yml",
	"{,.}{travis,drone,woodpecker,cirrus,appveyor,cloudbuild}.{yml,yaml}",
	// editors and shells
	"**/.{vscode,idea,devcontainer}/**", "**/.envrc",
}

// checkersSection is [checkers.NAME].
var checkersSection = &config.Section{
	Name: "checkers",
	Doc: "What a checker of another tool may do. This section counts only in the `autofix.toml` at the root of the " +
		"workspace, or in that of `--config`.",
	Tables: &config.Tables{
		Placeholder: "NAME",
		Keys: []config.Option{{
			Name: "owns", Kind: config.Strings, Default: []string(nil), Check: config.Globs,
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
	return c.FromRoot(c.GetTable(checkersSection, checker).Texts("owns"))
}

// isProtected reports whether a canonical path is protected. It ignores case,
// as file systems may.
func isProtected(path string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc(protected, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) })
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
	p.Refuses = func(path string) error {
		if !isProtected(path) || slices.ContainsFunc(owned, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) }) {
			return nil
		}
		return &fixedits.ForeignError{Code: fixedits.CodeProtected, Err: fmt.Errorf(
			"%s is protected, because it determines what is run or checked: to let the checker %s change it, "+
				"add it to owns of [checkers.%q] in the autofix.toml at the root of the workspace", path, checker, checker)}
	}
	return p
}
