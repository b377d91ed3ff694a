package config

import (
	"bytes"
	"path"
)

// Claims are configuration files of other formatters. If a folder has one of
// them, another formatter handles the files of a language there and below.
type Claims struct {
	Kind  *FileKind // of all of them
	Files []Claim   // of several in one folder, the first counts
}

// A Claim is one such file.
type Claim struct {
	Name string // base name
	Has  string // a text that it must contain to be about the language; may be empty
}

// OtherFormatter returns the file by which another formatter handles a file of
// a language, given by its workspace-relative path: the nearest one, in the
// folder of the file or above. It is the zero ToolFile if there is none. The
// error is an *Error about a file that cannot be read.
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
		found, err := c.store(schema.Claims.Kind).file(path.Join(dir, claim.Name))
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

// A FormatFile is a kind of file with settings that the options of a formatter
// leave open. The nearest one at or above a source applies.
type FormatFile struct {
	Kind   *FileKind
	Needed func(Values) bool // whether these options leave something open
}

// FormatFiles returns the files that complete the options of a language's
// formatter for a file, given by its workspace-relative path. The error is an
// *Error about one that cannot be read.
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
