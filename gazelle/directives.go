package gazelle

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/bazel-gazelle/config"
	"github.com/bazelbuild/bazel-gazelle/rule"
	"github.com/bmatcuk/doublestar/v4"
)

// The directives. Each applies to the package of its build file and all
// packages below.
const (
	enabledKey = "autofix_sources"
	nameKey    = "autofix_sources_name"
	includeKey = "autofix_sources_include"
	excludeKey = "autofix_sources_exclude"
)

var directiveKeys = []string{enabledKey, nameKey, includeKey, excludeKey}

// settings holds the effective directives of a package. It is immutable.
type settings struct {
	enabled bool
	name    string // of the target
	choices []choice
}

// A choice includes or excludes files, whatever their owner and kind.
type choice struct {
	glob    string // doublestar, workspace relative
	include bool
}

var defaults = &settings{enabled: true, name: kindName}

// settingsOf returns the settings that Configure stored for a package.
func settingsOf(c *config.Config) *settings {
	if s, ok := c.Exts[languageName].(*settings); ok {
		return s
	}
	return defaults
}

// with returns the settings with the directives of the package rel added. f may
// be nil. An error contains the file and the directive.
func (s *settings) with(rel string, f *rule.File) (*settings, error) {
	if f == nil {
		return s, nil
	}
	added := &settings{enabled: s.enabled, name: s.name, choices: slices.Clip(s.choices)}
	for _, d := range f.Directives {
		if !slices.Contains(directiveKeys, d.Key) {
			continue
		}
		if err := added.add(rel, d); err != nil {
			return nil, fmt.Errorf("%s: # gazelle:%s %s: %w", f.Path, d.Key, d.Value, err)
		}
	}
	return added, nil
}

func (s *settings) add(rel string, d rule.Directive) error {
	value := strings.TrimSpace(d.Value)
	switch d.Key {
	case enabledKey:
		if value != "enabled" && value != "disabled" {
			return fmt.Errorf("%q is neither enabled nor disabled", value)
		}
		s.enabled = value == "enabled"
	case nameKey:
		if reason := unnameable(value); reason != "" {
			return fmt.Errorf("%q cannot be the name of a target: %s", value, reason)
		}
		s.name = value
	default:
		if err := validGlob(value); err != nil {
			return err
		}
		s.choices = append(s.choices, choice{glob: path.Join(rel, value), include: d.Key == includeKey})
	}
	return nil
}

func validGlob(glob string) error {
	switch {
	case glob == "":
		return fmt.Errorf("no glob: name files of this package or below, such as *.yaml or **/*.yaml")
	case path.IsAbs(glob) || slices.Contains(strings.Split(glob, "/"), ".."):
		return fmt.Errorf("%q leads out of the package: write it in a build file above the files, relative to it", glob)
	case !doublestar.ValidatePattern(glob):
		return fmt.Errorf("%q is not a glob: see github.com/bmatcuk/doublestar", glob)
	}
	return nil
}

// choose returns the choice for a workspace-relative file. The last glob that
// matches the file or a folder that contains it decides, so that a package can
// override those above it.
func (s *settings) choose(file string) (include, decided bool) {
	for _, c := range slices.Backward(s.choices) {
		for at := file; at != "."; at = path.Dir(at) {
			if doublestar.MatchUnvalidated(c.glob, at) {
				return c.include, true
			}
		}
	}
	return false, false
}
