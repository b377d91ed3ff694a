package config

import (
	"maps"
	"path"
	"slices"
)

// Find returns the configuration file for a folder: the one in the nearest
// parent folder of the workspace, including dir. dir and the result are
// relative to the root and slash separated. The result is empty if there is
// none.
func Find(reader Reader, dir string) (string, error) {
	for dir = path.Clean(dir); ; dir = path.Dir(dir) {
		name, _, err := findIn(reader, dir)
		if err != nil || name != "" || dir == "." || dir == "/" {
			return name, err
		}
	}
}

// findIn returns the configuration file in a folder, and its content.
func findIn(reader Reader, dir string) (name string, content []byte, err error) {
	name = path.Join(dir, Name)
	content, err = read(reader, name)
	switch {
	case err != nil:
		return "", nil, err
	case content != nil:
		return name, content, nil
	case reader.Exists(name):
		return "", nil, &Error{Path: name, Msg: "a link that leads nowhere: make it a file of the workspace that can be read, or remove it"}
	}
	return "", nil, nil
}

// A Tree is the configuration of the files of a workspace. Each file has the
// configuration of the nearest configuration file in a parent folder, with the
// files that it extends.
type Tree struct {
	folders map[string]*Config
	none    *Config // of files that have none above them
}

// FindAll reads the configurations for files, whose paths are relative to the
// root and slash separated, and validates them against sections, like
// ParseLenient.
// Files of other tools, which may be nil, are added to each.
func FindAll(reader Reader, files []string, sections []*Section, tools *ToolFiles) (*Tree, error) {
	t := &Tree{folders: make(map[string]*Config), none: (*Config)(nil).WithToolFiles(tools)}
	all := newChains(reader, sections)
	all.spare = lenient(sections)
	var folder func(dir string) (*Config, error)
	folder = func(dir string) (*Config, error) {
		if c, ok := t.folders[dir]; ok {
			return c, nil
		}
		name, content, err := findIn(reader, dir)
		c := t.none
		switch {
		case err != nil:
		case name != "":
			c, err = all.config(name, content)
			c = c.WithToolFiles(tools)
		case dir != "." && dir != "/":
			c, err = folder(path.Dir(dir))
		}
		if err != nil {
			return nil, err
		}
		t.folders[dir] = c
		return c, nil
	}
	for _, file := range files {
		if _, err := folder(path.Dir(file)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// ReadAll reads the configurations with some names as FindAll does, and no
// others.
func ReadAll(reader Reader, names []string, sections []*Section) (*Tree, error) {
	all := newChains(reader, sections)
	all.spare = lenient(sections)
	return all.tree(names)
}

// tree returns the configurations for files from configuration files with some
// names.
func (c *chains) tree(names []string) (*Tree, error) {
	t := &Tree{folders: make(map[string]*Config)}
	for _, name := range names {
		chain, err := c.of(name)
		if err != nil {
			return nil, err
		}
		t.folders[path.Dir(name)] = newConfig(chain)
	}
	return t, nil
}

// WithToolFiles returns t with the configuration files of other tools in each
// configuration.
func (t *Tree) WithToolFiles(files *ToolFiles) *Tree {
	with := &Tree{folders: make(map[string]*Config), none: t.none.WithToolFiles(files)}
	for folder, c := range t.folders {
		with.folders[folder] = c.WithToolFiles(files)
	}
	return with
}

// For returns the configuration of a file. It was passed to FindAll, or is in
// the folder of such a file.
func (t *Tree) For(file string) *Config { return t.at(file).For(file) }

// at returns the configuration of a file without the tables of [[overrides]].
func (t *Tree) at(file string) *Config {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if c, ok := t.folders[dir]; ok {
			return c
		}
		if dir == "." || dir == "/" {
			return t.none
		}
	}
}

// All returns the configurations, without the tables of [[overrides]], by path.
func (t *Tree) All() []*Config {
	byPath := make(map[string]*Config)
	for _, c := range t.folders {
		if c != nil && c.Path != "" {
			byPath[c.Path] = c
		}
	}
	var all []*Config
	for _, name := range slices.Sorted(maps.Keys(byPath)) {
		all = append(all, byPath[name])
	}
	return all
}

// All returns the configurations of a source that this package made.
func All(source Source) []*Config {
	switch s := source.(type) {
	case *Config:
		return []*Config{s}
	case *Tree:
		return s.All()
	}
	return nil
}

// WithToolFiles returns a source that this package made together with the
// configuration files of other tools.
func WithToolFiles(source Source, files *ToolFiles) Source {
	switch s := source.(type) {
	case *Config:
		return s.WithToolFiles(files)
	case *Tree:
		return s.WithToolFiles(files)
	}
	return source
}

// A Shadow is a configuration file that is found instead of one above it, and
// does not extend it.
type Shadow struct{ Path, Above string }

// Extends returns the value of extends by which the file would build on the one
// above it.
func (s Shadow) Extends() string {
	if s.Above == Name {
		return theRoot
	}
	return theRoot + s.Above
}

// Shadows returns the shadows of the configurations of t. The reader reads the
// workspace.
func (t *Tree) Shadows(reader Reader) []Shadow {
	var all []Shadow
	for _, c := range t.All() {
		dir := path.Dir(c.Path)
		if dir == "." {
			continue
		}
		above, err := Find(reader, path.Dir(dir))
		if err == nil && above != "" && !slices.ContainsFunc(c.chain, func(p *parsed) bool { return p.path == above }) {
			all = append(all, Shadow{c.Path, above})
		}
	}
	return all
}
