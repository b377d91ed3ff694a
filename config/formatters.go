package config

import (
	"bytes"
	"path"
)

// Claims are the files of other formatters that have the files of a language in
// their folder and below.
type Claims struct {
	Kind  *FileKind // of all of them
	Files []Claim   // of several in one folder, the first counts
}

// A Claim is one such file.
type Claim struct {
	Name string // base name
	Has  string // what it must have somewhere, to be about the language; empty: anything
}

// OtherFormatter returns the file that says that another formatter has a file
// of a language, by its workspace-relative path: of the folder of the file or
// the nearest one upward. It is the zero ToolFile if there is none. The error is
// an *Error about a file that can't be read.
func (c *Config) OtherFormatter(schema FormatSchema, file string) (ToolFile, error) {
	if c == nil || c.files == nil || schema.Claims == nil {
		return ToolFile{}, nil
	}
	return c.otherFormatter(schema, path.Dir(file))
}

// otherFormatter is called for every file, so it remembers its result for each
// folder.
func (c *Config) otherFormatter(schema FormatSchema, dir string) (ToolFile, error) {
	key := schema.Language + "\x00" + dir
	if known, ok := c.files.formatters.Load(key); ok {
		return known.(lookup).found, known.(lookup).err
	}
	var here lookup
	for _, claim := range schema.Claims.Files {
		found, err := c.ToolFile(schema.Claims.Kind, path.Join(dir, claim.Name))
		if err != nil || found.Path != "" && bytes.Contains(found.Content, []byte(claim.Has)) {
			here = lookup{found, err}
			break
		}
	}
	if here.err == nil && here.found.Path == "" && dir != "." && dir != "/" {
		here.found, here.err = c.otherFormatter(schema, path.Dir(dir))
	}
	c.files.formatters.Store(key, here)
	return here.found, here.err
}

// A FormatFile is a kind of files, the nearest of which upward from a source
// says what its formatter's options leave to it.
type FormatFile struct {
	Kind   *FileKind
	Needed func(Values) bool // whether these options leave it anything
}

// FormatFiles returns the files that the options of a language's formatter leave
// something to, for a file by its workspace-relative path. The error is an
// *Error about one that can't be read.
func (c *Config) FormatFiles(schema FormatSchema, file string) ([]ToolFile, error) {
	var found []ToolFile
	for _, reads := range schema.Files {
		if c == nil || c.files == nil || !reads.Needed(c.FormatOptions(schema, c.Editor(file))) {
			continue
		}
		nearest, err := c.Nearest(reads.Kind, file)
		if err != nil {
			return nil, err
		}
		if nearest.Path != "" {
			found = append(found, nearest)
		}
	}
	return found, nil
}
