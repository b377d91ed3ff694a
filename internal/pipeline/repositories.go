package pipeline

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// repositories is a source that may have repositories, such as submodules.
type repositories interface {
	Repository(path string) (string, error) // the one that a path is in, or ""
}

// inOtherRepository returns a function that refuses files of repositories
// inside the workspace, such as submodules, except repositories in which a path
// was named. It returns nil for a source that cannot have repositories.
func inOtherRepository(source Source, named []string) func(path string) error {
	tree, ok := source.(repositories)
	if !ok {
		return nil
	}
	return func(path string) error {
		repository, err := tree.Repository(path)
		if err != nil || repository == "" {
			return err
		}
		if slices.ContainsFunc(named, func(name string) bool { return name == repository || strings.HasPrefix(name, repository+"/") }) {
			return nil
		}
		return &fixedits.ForeignError{Code: fixedits.CodeSubmodule, Err: fmt.Errorf(
			"%s is in %s, which is a repository of its own, such as a submodule: name a path in it to have it fixed", path, repository)}
	}
}
