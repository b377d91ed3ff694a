package pipeline

import (
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/config"
)

// LoadConfig returns the configuration of files, whose paths are relative to root: file for all of them where it is
// not empty (absolute, or relative to root), else for each the nearest autofix.toml upward. What a configuration says
// is checked against tools. Every error is a *ConfigError, and wraps *config.Error for a mistake in a file.
func LoadConfig(root, file string, files []string, tools Tools) (config.Source, error) {
	source, err := loadConfig(root, file, files, tools)
	if err != nil {
		return nil, &ConfigError{Err: err}
	}
	return source, nil
}

// A ConfigError is a configuration that cannot be used.
type ConfigError struct{ Err error }

func (e *ConfigError) Error() string { return e.Err.Error() }
func (e *ConfigError) Unwrap() error { return e.Err }

func loadConfig(root, file string, files []string, tools Tools) (config.Source, error) {
	known := tools.Checkers.Schemas()
	if file != "" {
		// What a configuration is called shows in reports, which are the same on every machine.
		if relative, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(relative) {
			file = filepath.ToSlash(relative)
		}
		c, err := config.Read(root, file, known)
		if err != nil {
			return nil, err
		}
		return c, checkFormats(tools, c)
	}
	// The configuration of the root itself is always asked for: see Options.priority.
	tree, err := config.FindAll(root, append(slices.Clone(files), config.Name), known)
	if err != nil {
		return nil, err
	}
	checked := map[*config.Config]bool{}
	for _, path := range files {
		if c := tree.For(path); !checked[c] {
			checked[c] = true
			if err := checkFormats(tools, c); err != nil {
				return nil, err
			}
		}
	}
	return tree, nil
}

// checkFormats finds mistakes in the options of formatters before the first file is formatted.
func checkFormats(tools Tools, c *config.Config) error {
	_, err := tools.Formats.For(c)
	return err
}

// Paths returns the canonical paths that artifacts speak of, sorted. Those that source refuses are left out.
func Paths(source Source, artifacts []*artifact.Artifact) []string {
	seen := map[string]bool{}
	var paths []string
	for _, a := range artifacts {
		for _, snapshot := range a.Snapshots {
			if seen[snapshot.Path] {
				continue
			}
			seen[snapshot.Path] = true
			if path, err := source.Canonical(snapshot.Path); err == nil {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
