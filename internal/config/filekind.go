package config

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/internal/config/gitattributes"
)

// A FileKind is a kind of files that a checker or formatter reads in addition
// to the file that it checks, such as the configuration of the tool that it
// follows. The package that knows the kind declares it. There is one value per
// kind.
type FileKind struct {
	Name  string       // short and unique, such as "hadolint"
	Names []string     // globs of base names. Of several files in one folder, the first glob's applies
	Guide []FileHolder // rows of the table in docs/configuration.md

	// Obeyed says that a file of the kind changes the findings in the files
	// below it. `autofix bazel-fix` reports such a file if the checks were not
	// given it.
	Obeyed bool

	// Named says that a file of the kind counts only because another file names
	// its path. Nothing searches for such files, so their globs may match many
	// names. A run that was given some of the files still reads the others. A
	// file may have another kind as well.
	Named bool
}

// A FileHolder is a row of the guide: which files of a kind apply to which
// files.
type FileHolder struct {
	Files string // Markdown
	Holds string // Markdown, no full stop
}

// match returns the index of the first glob that a base name matches, or -1.
func (k *FileKind) match(base string) int {
	return slices.IndexFunc(k.Names, func(glob string) bool { return doublestar.MatchUnvalidated(glob, base) })
}

// The kinds that this package reads itself, for every file.
var (
	EditorConfig = &FileKind{
		Name:  "editorconfig",
		Names: []string{editorconfig.Name},
		Guide: []FileHolder{{"`.editorconfig`", "the files in its folder and below, as [above](#editorconfig)"}},
	}
	GitAttributes = &FileKind{
		Name:  "gitattributes",
		Names: []string{gitattributes.Name},
		Guide: []FileHolder{{"`.gitattributes`", "the files in its folder and below, as [above](#left-alone-by-default)"}},
	}
)

// FileNames returns the globs of the base names of kinds, in order, without
// duplicates.
func FileNames(kinds []*FileKind) []string {
	var names []string
	for _, kind := range kinds {
		for _, name := range kind.Names {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Nearest returns the nearest file of a kind in the folder of a file or above
// it, by its workspace-relative path. It only looks for names that the kind
// spells out, not for globs. The error is an *Error for a file that cannot be
// read.
func (c *Config) Nearest(kind *FileKind, file string) (ToolFile, error) {
	store := c.store(kind)
	if store == nil {
		return ToolFile{}, nil
	}
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, name := range kind.Names {
			if strings.ContainsAny(name, globMeta) {
				continue
			}
			if found, err := store.file(path.Join(dir, name)); err != nil || found.Path != "" {
				return found, err
			}
		}
		if dir == "." || dir == "/" {
			return ToolFile{}, nil
		}
	}
}

// Beside returns a file of a kind in the folder of a file: the first of some
// base names that exists. Its errors are Nearest's.
func (c *Config) Beside(kind *FileKind, file string, names ...string) (ToolFile, error) {
	for _, name := range names {
		if found, err := c.ToolFile(kind, path.Join(path.Dir(file), name)); err != nil || found.Path != "" {
			return found, err
		}
	}
	return ToolFile{}, nil
}

// ToolFile returns the file of a kind with a workspace-relative path, such as
// one that another file names. It returns none if the path does not have the
// kind. Its errors are Nearest's.
func (c *Config) ToolFile(kind *FileKind, name string) (ToolFile, error) {
	store := c.store(kind)
	if store == nil || kind.match(path.Base(name)) < 0 {
		return ToolFile{}, nil
	}
	return store.file(path.Clean(name))
}

// Above returns all files of a kind in the folder of a file and above it, or
// all given files, sorted by path. Its errors are Nearest's, and may be about a
// folder.
func (c *Config) Above(kind *FileKind, file string) ([]ToolFile, error) {
	store := c.store(kind)
	if store == nil {
		return nil, nil
	}
	if !store.looks() {
		return store.given(), nil
	}
	var all []ToolFile
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		names, err := store.names(dir, kind)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			found, err := store.file(path.Join(dir, name))
			if err != nil {
				return nil, err
			}
			if found.Path != "" {
				all = append(all, found)
			}
		}
		if dir == "." || dir == "/" {
			slices.SortFunc(all, byPath)
			return all, nil
		}
	}
}

// store returns the files of a kind, or nil if there are none of any kind. It
// panics on a kind that the files were not created for, which is a programming
// error.
func (c *Config) store(kind *FileKind) *store {
	if c == nil || c.files == nil {
		return nil
	}
	store, ok := c.files.stores[kind]
	if !ok {
		panic("config: files of the kind " + kind.Name + " are not declared")
	}
	return store
}
