package contextsummary

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// ignoring is a parsed .dockerignore.
type ignoring struct {
	name    string // of the file; "" if there is none
	matcher *patternmatcher.PatternMatcher
}

// ignoring reads the file that excludes files of a folder from the build
// context: NAME.dockerignore for the Dockerfile NAME, or else .dockerignore.
func (s *Summaries) ignoring(folder, base string) (*ignoring, error) {
	names := []string{".dockerignore"}
	if base != "" {
		names = []string{base + ".dockerignore", ".dockerignore"}
	}
	for _, name := range names {
		name = path.Join(folder, name)
		text, err := s.source.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var patterns []string
		if err == nil {
			patterns, err = ignorefile.ReadAll(bytes.NewReader(text))
		}
		var matcher *patternmatcher.PatternMatcher
		if err == nil {
			matcher, err = patternmatcher.New(patterns)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w; it says what agents must not see, so fix it", name, err)
		}
		return &ignoring{name, matcher}, nil
	}
	return &ignoring{}, nil
}

// ignores reports whether a file, relative to the folder, is left out.
func (i *ignoring) ignores(name string) (bool, error) {
	if i.matcher == nil {
		return false, nil
	}
	ignored, err := i.matcher.MatchesOrParentMatches(name)
	if err != nil {
		return false, fmt.Errorf("%s: %w; it says what agents must not see, so fix it", i.name, err)
	}
	return ignored, nil
}
