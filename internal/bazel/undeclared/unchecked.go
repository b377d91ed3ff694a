package undeclared

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// sourceAttrs are the attributes in which the default aspects find sources:
// SOURCE_ATTRS of rules/private/reach.bzl. A test compares them.
var sourceAttrs = []string{"srcs", "hdrs", "src", "dockerfile"}

// An Unread is a file that a rule names and no check read.
type Unread struct {
	Path   string // workspace relative
	Reason string // one line
}

// findUnread returns the files of the workspace within scope that a rule names,
// that some checker of opts knows, and that are not among checked. They are
// sorted, and each has a reason. Declared has Named; built is the build of the
// checks.
func findUnread(ctx context.Context, ws *workspace.Workspace, declared *bazel.Declared, scope Scope, checked []string, built *bazel.Collection, opts pipeline.Options) ([]Unread, error) {
	named, _, err := split(ctx, ws, declared, scope, opts)
	if err != nil {
		return nil, err
	}
	read := map[string]bool{}
	for _, file := range checked {
		read[file] = true
	}
	named = slices.DeleteFunc(named, func(file string) bool { return read[file] })
	matching, err := pipeline.Matching(ctx, ws, named, opts)
	if err != nil {
		return nil, err
	}
	visited := map[string]bool{}
	for _, target := range built.Targets {
		visited[target.Label] = true
	}
	for _, label := range built.Empty {
		visited[label] = true
	}
	var all []Unread
	for _, file := range named {
		if len(matching[file]) == 0 {
			continue
		}
		reasons := []string{}
		for _, n := range declared.Named[file] {
			if reason := why(n, visited, built); !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
		if len(reasons) == 0 {
			reasons = append(reasons, "a rule names it by its folder or by a link")
		}
		slices.Sort(reasons)
		all = append(all, Unread{Path: file, Reason: strings.Join(reasons, "; ")})
	}
	return all, nil
}

// why returns the reason why a rule that names a file did not get it checked.
func why(n bazel.Naming, visited map[string]bool, built *bazel.Collection) string {
	for _, tag := range n.Tags {
		if tag == "no-autofix" || tag == "no-lint" {
			return fmt.Sprintf("%s is tagged %s", n.Rule, tag)
		}
	}
	_, incompatible := slices.BinarySearch(built.Incompatible, n.Rule)
	_, failed := slices.BinarySearch(built.Unchecked, n.Rule)
	manual := slices.Contains(n.Tags, "manual")
	switch {
	case !slices.Contains(sourceAttrs, n.Attr):
		return fmt.Sprintf("in %s of %s", n.Attr, n.Rule)
	case incompatible:
		return n.Rule + " is incompatible with the platform"
	case failed:
		return n.Rule + " could not be checked"
	case !visited[n.Rule] && manual:
		return n.Rule + " is tagged manual"
	case !visited[n.Rule]:
		return n.Rule + " is not among the targets of this run"
	}
	for _, tag := range n.Tags {
		if strings.HasPrefix(tag, "no-autofix-") {
			return fmt.Sprintf("%s is tagged %s", n.Rule, tag)
		}
	}
	return fmt.Sprintf("in a branch of a select in %s of %s that was not taken", n.Attr, n.Rule)
}
