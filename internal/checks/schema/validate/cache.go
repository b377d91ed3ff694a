// Package validate reads JSON Schemas from files of the workspace, and finds
// the mistakes of a decoded document by its schema, with fixes.
//
// Schemas are compiled by github.com/santhosh-tekuri/jsonschema, which reports
// every mistake in a document, but not how to fix it. This package turns each
// into one Mistake, in words for people, and adds the mistakes that the
// keywords of this project define. Nothing is ever fetched.
package validate

import (
	"bytes"
	"slices"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Files are the files that a schema may need.
type Files struct {
	// Read returns the file at a clean, workspace-relative path; the zero
	// ToolFile if there is none. The error is a *config.Error.
	Read func(path string) (config.ToolFile, error)
	// Mapped returns the path of the file that stands for a URL, without its
	// fragment.
	Mapped func(url string) (path string, ok bool)
}

// mostKept bounds how many compiled forms of one file are kept. A run needs one
// form, and a worker a new one only after the file has changed.
const mostKept = 4

// mostFiles bounds how many files have compiled forms. A worker lives longer
// than the workspaces that it sees.
const mostFiles = 256

// A Cache has compiled schemas. Each is compiled once for the contents of its
// files. The zero value is ready for use, and safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	files map[string]*slot // by path and fragment
}

// A slot has the compiled forms of one file, the newest first.
type slot struct {
	mu   sync.Mutex
	kept []*compiled
}

// A compiled is the result of a compilation, with all its dependencies.
type compiled struct {
	uses   []use
	schema *Schema
	err    error
}

// A use is a file that a schema needs.
type use struct {
	url  string // by which it is mapped; empty if the path was named
	path string // empty if the URL was not mapped
	file config.ToolFile
}

// Schema returns the schema in a file, by its workspace-relative path, or the
// one at a fragment of it, such as /$defs/service, if that is not empty. The
// error is a *config.Error for a mistake in one of the files of the schema,
// among them one that is not there, or an *UnmappedError.
//
// It reads every file of the schema, whether or not it compiles it.
func (c *Cache) Schema(path, fragment string, files Files) (*Schema, error) {
	slot := c.slot(path + "#" + fragment)
	slot.mu.Lock()
	defer slot.mu.Unlock()
	for _, known := range slot.kept {
		same, err := known.current(files)
		if err != nil {
			return nil, err
		}
		if same {
			return known.schema, known.err
		}
	}
	made := compile(path, fragment, files)
	slot.kept = append([]*compiled{made}, slot.kept[:min(len(slot.kept), mostKept-1)]...)
	return made.schema, made.err
}

func (c *Cache) slot(path string) *slot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil || len(c.files) > mostFiles {
		c.files = make(map[string]*slot)
	}
	if c.files[path] == nil {
		c.files[path] = new(slot)
	}
	return c.files[path]
}

// current reports whether the files have not changed since the compilation.
func (c *compiled) current(files Files) (bool, error) {
	for _, use := range c.uses {
		if use.url != "" {
			if path, _ := files.Mapped(use.url); path != use.path {
				return false, nil
			}
			if use.path == "" {
				continue
			}
		}
		file, err := files.Read(use.path)
		if err != nil {
			return false, err
		}
		if file.Path != use.file.Path || !sameBytes(file.Content, use.file.Content) {
			return false, nil
		}
	}
	return true, nil
}

// sameBytes is bytes.Equal, which is not needed for a file that was read once.
func sameBytes(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || bytes.Equal(a, b))
}

// Paths returns the workspace-relative paths of the files of a schema, sorted.
func (s *Schema) Paths() []string {
	var paths []string
	for _, document := range s.documents {
		paths = append(paths, document.path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
