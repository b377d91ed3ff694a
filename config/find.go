package config

import "path"

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

// A Tree is the configuration of the files of a workspace. Each file has that
// of the nearest configuration file in a parent folder, without merging.
type Tree struct {
	folders map[string]*Config
}

// FindAll reads the configurations for files, whose paths are relative to the
// root and slash separated, and validates them against sections, like
// ParseLenient.
// Files of other tools, which may be nil, are added to each.
func FindAll(reader Reader, files []string, sections []*Section, tools *ToolFiles) (*Tree, error) {
	t := &Tree{folders: make(map[string]*Config)}
	none := (*Config)(nil).WithToolFiles(tools)
	var folder func(dir string) (*Config, error)
	folder = func(dir string) (*Config, error) {
		if c, ok := t.folders[dir]; ok {
			return c, nil
		}
		name, content, err := findIn(reader, dir)
		c := none
		switch {
		case err != nil:
		case name != "":
			c, err = ParseLenient(name, content, sections)
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

// For returns the configuration of a file that was passed to FindAll, or that
// is in the folder of such a file.
func (t *Tree) For(file string) *Config { return t.folders[path.Dir(file)] }
