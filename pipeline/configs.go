package pipeline

import (
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/person"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// ConfigFiles determine the sources of configuration.
type ConfigFiles struct {
	File      string      // the configuration of all files, absolute or relative to the root; if empty, each file has the nearest autofix.toml upward
	FilePath  string      // the path of the file that File was made from by ConfigOfChecks, for messages and globs; may be empty
	ToolFiles []string    // configuration files of other tools, relative to the root; files of other kinds are searched for
	Warn      func(error) // of mistakes in sections that the run does not need; may be nil
	Declared  bool        // no files are searched for: File and ToolFiles are complete
}

// A ConfigReader reads configuration files. It is a *workspace.Workspace or, in
// a build action, a *workspace.Declared.
type ConfigReader interface {
	config.Reader
	Root() string
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
	return slices.Concat(tools.Checkers.Sections(), []*config.Section{checkersSection, policy.VerifySection}, tools.Sections)
}

// ConfigOfChecks returns what checks read of the autofix.toml that is called
// name: all but the sections that only later steps read. Without an action for
// each configuration file that does this, a change of [ai] would repeat all
// checks. It validates the file, since a check no longer knows its lines: mistakes
// in the sections of later steps go to warn, others are a *ConfigError.
func ConfigOfChecks(name string, text []byte, tools Tools, warn func(error)) ([]byte, error) {
	later := []string{person.Trust.Name, policy.VerifySection.Name}
	for _, section := range tools.Sections {
		later = append(later, section.Name)
	}
	c, rest, err := config.Without(name, text, Sections(tools), later)
	if err == nil {
		err = checkFormats(tools, c)
	}
	if err != nil {
		return nil, &ConfigError{Err: err}
	}
	for _, mistake := range c.Warnings() {
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
	if from.File != "" || from.Declared {
		var c *config.Config
		if from.File != "" {
			if c, err = readGiven(reader.Root(), from.File, from.FilePath, sections); err != nil {
				return nil, err
			}
		}
		from.warn(c)
		c = c.WithToolFiles(toolFiles)
		return c, checkFormats(tools, c)
	}
	// The configuration of the root itself is always asked for: see
	// Options.priority.
	tree, err := config.FindAll(reader, append(slices.Clone(files), config.Name), sections, toolFiles)
	if err != nil {
		return nil, err
	}
	checked := map[*config.Config]bool{}
	for _, path := range files {
		if c := tree.For(path); !checked[c] {
			checked[c] = true
			from.warn(c)
			if err := checkFormats(tools, c); err != nil {
				return nil, err
			}
		}
	}
	return tree, nil
}

// readGiven reads the configuration file that a person named, absolute or
// relative to root. If path is not empty, it was made from the file at path.
func readGiven(root, file, path string, sections []*config.Section) (*config.Config, error) {
	name, parse := relativeTo(root, file), config.ParseLenient
	if path != "" {
		name, parse = relativeTo(root, path), config.ParseRest
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, filepath.FromSlash(file))
	}
	content, err := workspace.ReadGiven(file, name)
	if err != nil {
		return nil, err
	}
	return parse(name, content, sections)
}

// relativeTo returns the name of a file as it shows in reports, which are the
// same on every machine.
func relativeTo(root, file string) string {
	if relative, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(relative) {
		return filepath.ToSlash(relative)
	}
	return file
}

// checkFormats finds mistakes in the options of formatters before the first
// file is formatted.
func checkFormats(tools Tools, c *config.Config) error {
	_, err := tools.Formats.For(c, config.Name)
	return err
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
