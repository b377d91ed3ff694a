package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// ownFiles replaces target patterns that are paths of files by the targets that
// have them: an aspect does not visit a file alone.
func (c *bazelFixCmd) ownFiles(ctx context.Context, build *bazel.Build) error {
	var patterns []string
	for _, pattern := range c.Targets {
		if !c.isFile(pattern) {
			patterns = append(patterns, pattern)
			continue
		}
		owners, err := build.Owners(ctx, pattern)
		if err != nil {
			return fmt.Errorf("bazel-fix: the target of %s: %w", pattern, err)
		}
		if len(owners) == 0 {
			return &cli.UsageError{Err: fmt.Errorf("command line: %s: no target of its package has this file; list it in an autofix_sources target, or run `autofix fix %s`", pattern, pattern)}
		}
		for _, owner := range owners {
			if !slices.Contains(patterns, owner) {
				patterns = append(patterns, owner)
			}
		}
	}
	c.Targets, build.Patterns = patterns, patterns
	return nil
}

// isFile reports whether a target pattern is the path of a file, relative to
// the folder that relative patterns start from.
func (c *bazelFixCmd) isFile(pattern string) bool {
	if strings.HasPrefix(pattern, "-") || strings.HasPrefix(pattern, "@") || strings.ContainsAny(pattern, ":*") || strings.HasPrefix(pattern, "//") {
		return false
	}
	info, err := os.Stat(filepath.Join(c.root, filepath.FromSlash(path.Join(c.dir, pattern))))
	return err == nil && info.Mode().IsRegular()
}
