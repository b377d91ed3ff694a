package pipeline

import (
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// ConfigFiles determine the sources of configuration.
type ConfigFiles struct {
	File      string              // the configuration of all files, absolute or relative to the root; if empty, each file has the nearest autofix.toml upward
	FilePath  string              // the path of the file that File was made from by ConfigOfChecks, for messages and globs; may be empty
	ToolFiles []string            // configuration files of other tools, relative to the root; files of other kinds are searched for
	Warn      func(error)         // of mistakes in sections that the run does not need; may be nil
	Files     []string            // the autofix.toml files that there are, relative to the root, if File is empty: each file has the nearest
	Shadowed  func(config.Shadow) // of a file that counts instead of one above it; may be nil
	Declared  bool                // no files are searched for: File, Files and ToolFiles are complete
}

// A ConfigReader reads configuration files. It is a *workspace.Workspace or, in
// a build action, a *workspace.Declared.
type ConfigReader interface {
	config.Reader
	Root() string
}

// TOMLs returns the names of the given autofix.toml files, absolute or relative
// to the working folder.
func (f *ConfigFiles) TOMLs(root string) []string {
	var all []string
	if f.File != "" {
		all = append(all, f.File)
	}
	for _, file := range f.Files {
		all = append(all, filepath.Join(root, filepath.FromSlash(file)))
	}
	return all
}

func (f *ConfigFiles) warn(c *config.Config) {
	if f.Warn != nil {
		for _, mistake := range c.Warnings() {
			f.Warn(mistake)
		}
	}
}

// LoadConfig returns the configuration of files, whose paths are canonical in
// reader, and validates it against tools. Everything is read through reader
// except ConfigFiles.File, which a person names and which may be anywhere.
// Every error is a *ConfigError; it wraps a *config.Error for a mistake in an
// autofix.toml.
func LoadConfig(reader ConfigReader, from ConfigFiles, files []string, tools Tools) (config.Source, error) {
	source, err := loadConfig(reader, from, files, tools)
	if err != nil {
		return nil, &ConfigError{Err: err}
	}
	return source, nil
}

// Sections returns the sections that a configuration may have.
func Sections(tools Tools) []*config.Section {
	return slices.Concat(tools.Checkers.Sections(), []*config.Section{declared.Section, policy.VerifySection}, tools.Sections)
}

// ConfigOfChecks returns the part of the autofix.toml files with some names
// that checks read: all but the sections that only later steps read, together
// with the files that they extend. Without an action that does this, a change
// of [ai] would repeat all checks. It validates the files, since a check no
// longer knows their lines: mistakes in the sections of later steps go to warn,
// others are a *ConfigError. Reader has all files that a build declares.
func ConfigOfChecks(reader config.Reader, names []string, tools Tools, warn func(error)) ([]byte, error) {
	later := []string{person.Trust.Name, policy.VerifySection.Name}
	for _, section := range tools.Sections {
		later = append(later, section.Name)
	}
	configs, warnings, rest, err := config.Without(reader, names, Sections(tools), later)
	for _, c := range configs {
		if err == nil {
			err = checkFormats(tools, c)
		}
	}
	if err != nil {
		return nil, &ConfigError{Err: err}
	}
	for _, mistake := range warnings {
		warn(mistake)
	}
	return rest, nil
}

// A ConfigError reports configuration that cannot be used.
type ConfigError struct{ Err error }

func (e *ConfigError) Error() string { return e.Err.Error() }
func (e *ConfigError) Unwrap() error { return e.Err }

func loadConfig(reader ConfigReader, from ConfigFiles, files []string, tools Tools) (config.Source, error) {
	sections := Sections(tools)
	toolFiles, err := config.ReadToolFiles(reader, tools.Checkers.FileKinds(), from.ToolFiles)
	if err == nil && !from.Declared {
		err = toolFiles.Find(reader, files)
	}
	if err != nil {
		return nil, err
	}
	if from.File != "" || len(from.Files) > 0 || from.Declared {
		return from.given(reader, sections, toolFiles, tools)
	}
	// The configuration of the root itself is always asked for: see
	// Options.priority.
	tree, err := config.FindAll(reader, append(slices.Clone(files), config.Name), sections, toolFiles)
	if err != nil {
		return nil, err
	}
	checked := map[*config.Config]bool{}
	warned := map[string]bool{}
	for _, path := range files {
		c := tree.For(path)
		if checked[c] {
			continue
		}
		checked[c] = true
		if c != nil && !warned[c.Path] {
			warned[c.Path] = true
			from.warn(c)
		}
		if err := checkFormats(tools, c); err != nil {
			return nil, err
		}
	}
	if from.Shadowed != nil {
		for _, shadow := range tree.Shadows(reader) {
			from.Shadowed(shadow)
		}
	}
	return tree, nil
}

// given returns the configuration of a run that does not search for any.
func (f *ConfigFiles) given(reader ConfigReader, sections []*config.Section, toolFiles *config.ToolFiles, tools Tools) (config.Source, error) {
	var source config.Source = (*config.Config)(nil)
	var err error
	if f.File != "" {
		source, err = readGiven(reader, f.File, f.FilePath, sections)
	} else if len(f.Files) > 0 {
		source, err = config.ReadAll(reader, f.Files, sections)
	}
	if err != nil {
		return nil, err
	}
	source = config.WithToolFiles(source, toolFiles)
	for _, c := range config.All(source) {
		f.warn(c)
		if err := checkFormats(tools, c); err != nil {
			return nil, err
		}
	}
	return source, nil
}

// readGiven reads the configuration file that a person named, absolute or
// relative to the root of reader, which has the files that it extends. If path
// is not empty, ConfigOfChecks made it from the file at path, or from several.
func readGiven(reader ConfigReader, file, path string, sections []*config.Section) (config.Source, error) {
	root := reader.Root()
	name := relativeTo(root, file)
	if path != "" {
		name = relativeTo(root, path)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, filepath.FromSlash(file))
	}
	content, err := workspace.ReadGiven(file, name)
	if err != nil {
		return nil, err
	}
	if path != "" {
		return config.ParseRest(name, content, sections)
	}
	return config.ParseLenient(name, content, sections, reader)
}

// relativeTo returns the name of a file as it shows in reports, which are the
// same on every machine. The runfiles of a program that Bazel runs are links to
// files of the workspace.
func relativeTo(root, file string) string {
	relative := func(file string) (string, bool) {
		relative, err := filepath.Rel(root, file)
		return filepath.ToSlash(relative), err == nil && filepath.IsLocal(relative)
	}
	if name, inside := relative(file); inside {
		return name
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		if name, inside := relative(real); inside {
			return name
		}
	}
	return file
}

// checkFormats finds mistakes in the options of formatters before the first
// file is formatted.
func checkFormats(tools Tools, c *config.Config) error {
	for _, c := range append([]*config.Config{c}, c.Overrides()...) {
		if _, err := tools.Formats.For(c, config.Name); err != nil {
			return err
		}
	}
	return nil
}

// Paths returns the sorted canonical paths of the files that artifacts mention.
// It leaves out paths that source refuses and paths without a file.
func Paths(source Source, artifacts []*artifact.Artifact) []string {
	seen := map[string]bool{}
	var paths []string
	for _, a := range artifacts {
		for _, snapshot := range a.Snapshots {
			if seen[snapshot.Path] || snapshot.Absent {
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
