package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A LeftAlone is a file of a kind that some checker knows, but that is not
// checked and not changed by fixes.
type LeftAlone struct {
	Path   string // workspace relative; not UTF-8 if that is why
	Reason string // such as "it is larger than 16 MiB"

	// Default says that the file is of a kind that is only checked on request,
	// such as the dependencies in a repository.
	Default bool
}

func sortLeftAlone(files []LeftAlone) {
	slices.SortStableFunc(files, func(a, b LeftAlone) int { return strings.Compare(a.Path, b.Path) })
}

// utf8Only separates the files whose names cannot be written in an artifact.
func utf8Only(files []string) (kept []string, left []LeftAlone) {
	if !slices.ContainsFunc(files, func(file string) bool { return !utf8.ValidString(file) }) {
		return files, nil
	}
	for _, file := range files {
		if utf8.ValidString(file) {
			kept = append(kept, file)
		} else {
			left = append(left, LeftAlone{Path: file, Reason: "its name is not UTF-8"})
		}
	}
	return kept, left
}

// headSize is how many bytes of a file are read to determine its kind.
const headSize = 64 << 10

// leftLarge returns the large files that some checker of opts knows.
func leftLarge(source Source, large []LeftAlone, opts *Options) []LeftAlone {
	var known []LeftAlone
	for _, file := range large {
		head, err := source.Head(file.Path, headSize)
		c := opts.config().For(file.Path)
		if err == nil && len(opts.Tools.Checkers.Matching(checks.File{Path: file.Path, Content: head}, c)) > 0 {
			known = append(known, file)
		}
	}
	return known
}

// A bounded source hides files that are too large, and remembers them.
type bounded struct {
	Source
	mu    sync.Mutex
	large map[string]string // the reason, by path
}

// Read is Source.Read, except that a file that is too large does not exist.
func (b *bounded) Read(path string) ([]byte, error) {
	content, err := b.Source.Read(path)
	tooLarge, ok := errors.AsType[*workspace.SizeError](err)
	if !ok {
		return content, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.large[path] = tooLarge.Reason()
	return nil, fmt.Errorf("%w: %w", tooLarge, fs.ErrNotExist)
}

// Executable is like Source.Executable.
func (b *bounded) Executable(path string) bool { return executable(b.Source, path) }

// leave separates the files that are left alone by default because of their
// contents.
func leave(contents []checks.File, source config.Source) (kept []checks.File, left []LeftAlone) {
	for _, file := range contents {
		if reason := source.For(file.Path).LeavesContent(file.Path, file.Content); reason != "" {
			left = append(left, LeftAlone{Path: file.Path, Reason: reason, Default: true})
		} else {
			file.Kept = true
			kept = append(kept, file)
		}
	}
	return kept, left
}

// ByDefault returns the files, which are in source, that are left alone by
// default.
func ByDefault(source Source, files []string, configs config.Source) []LeftAlone {
	kept, left := notLeft(source, files, configs)
	for _, file := range kept {
		head, err := source.Head(file, headSize)
		if err != nil {
			continue // its check reports it
		}
		_, byContent := leave([]checks.File{{Path: file, Content: head}}, configs)
		left = append(left, byContent...)
	}
	sortLeftAlone(left)
	return left
}
