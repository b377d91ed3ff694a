package session

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/exit"
)

// ownFiles replaces target patterns that are paths of files by the targets that
// have them: an aspect does not visit a file alone.
func (s *Session) ownFiles(ctx context.Context) error {
	var patterns []string
	for _, pattern := range s.Targets {
		if !s.isFile(pattern) {
			patterns = append(patterns, pattern)
			continue
		}
		owners, err := s.build.Owners(ctx, pattern)
		if err != nil {
			return fmt.Errorf("bazel-fix: the target of %s: %w", pattern, err)
		}
		if len(owners) == 0 {
			return &exit.UsageError{Err: fmt.Errorf("command line: %s: no target of its package has this file; list it in an autofix_sources target, or run `autofix fix %s`", pattern, pattern)}
		}
		for _, owner := range owners {
			if !slices.Contains(patterns, owner) {
				patterns = append(patterns, owner)
			}
		}
	}
	s.Targets, s.build.Patterns = patterns, patterns
	return nil
}

// isFile reports whether a target pattern is the path of a file, relative to
// the folder that relative patterns start from.
func (s *Session) isFile(pattern string) bool {
	if strings.HasPrefix(pattern, "-") || strings.HasPrefix(pattern, "@") || strings.ContainsAny(pattern, ":*") || strings.HasPrefix(pattern, "//") {
		return false
	}
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(path.Join(s.dir, pattern))))
	return err == nil && info.Mode().IsRegular()
}
