package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/internal/config/gitattributes"
)

// A Reader reads the files of a workspace by their workspace-relative,
// slash-separated paths, and nothing outside of it. Its errors begin with the
// path and ": ". The error for a missing file wraps fs.ErrNotExist. A Reader is
// safe for concurrent use.
type Reader interface {
	// Read returns the bytes of a regular file of a bounded size.
	Read(path string) ([]byte, error)
	// Exists reports whether a path exists. A link that leads nowhere exists.
	Exists(path string) bool
	// Names returns the base names of the files in a folder, without its
	// subfolders, in byte order.
	Names(folder string) ([]string, error)
}

// ToolFiles are the configuration files of other tools in a workspace, such as
// .editorconfig, .hadolint.yaml and .dockerignore. They are safe for concurrent
// use. Nil has none.
type ToolFiles struct {
	editor     *editorconfig.Set
	attributes *gitattributes.Files
	kinds      []*FileKind
	stores     map[*FileKind]*store

	formatters sync.Map // cache of otherFormatter
}

// A ToolFile is a configuration file of another tool. The zero value stands for
// no file.
type ToolFile struct {
	Path    string // workspace relative, slash separated; empty: there is none
	Content []byte // not to be changed
}

func byPath(a, b ToolFile) int { return strings.Compare(a.Path, b.Path) }

// NewToolFiles returns ToolFiles of some kinds without files.
func NewToolFiles(kinds []*FileKind) *ToolFiles {
	t := &ToolFiles{kinds: kinds, stores: make(map[*FileKind]*store)}
	for _, kind := range kinds {
		t.stores[kind] = new(store)
	}
	return t
}

// ReadToolFiles reads configuration files of other tools. Kinds identify them
// by their base names. Names are relative to the root of the workspace and
// slash separated: the place of a file in the workspace determines the files
// that it applies to.
func ReadToolFiles(reader Reader, kinds []*FileKind, names []string) (*ToolFiles, error) {
	t := NewToolFiles(kinds)
	for _, name := range fromTheTop(names) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s: not in the workspace: it would apply to no file", name)
		}
		name = path.Clean(name)
		content, err := reader.Read(name)
		switch {
		case err == nil:
			err = t.add(name, content)
		case !errors.Is(err, fs.ErrNotExist):
			err = unreadable(name, err)
		}
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

// fromTheTop returns names with the ones in the root first, since others may
// use the macros of its .gitattributes.
func fromTheTop(names []string) []string {
	return slices.SortedFunc(slices.Values(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(path.Clean(a), "/"), strings.Count(path.Clean(b), "/")), strings.Compare(a, b))
	})
}

// add adds a file, by its clean name, to each of its kinds.
func (t *ToolFiles) add(name string, content []byte) error {
	known := false
	for _, kind := range t.kinds {
		if kind.match(path.Base(name)) < 0 {
			continue
		}
		known = true
		switch kind {
		case EditorConfig:
			if t.editor == nil {
				t.editor = new(editorconfig.Set)
			}
			if err := t.editor.Add(path.Dir(name), content); err != nil {
				return err
			}
		case GitAttributes:
			if t.attributes == nil {
				t.attributes = new(gitattributes.Files)
			}
			t.attributes.Add(path.Dir(name), content)
		default:
			t.stores[kind].keep(ToolFile{Path: name, Content: content})
		}
	}
	if !known {
		return fmt.Errorf("%s: not a known configuration file of another tool; the known ones are %s", name, strings.Join(FileNames(t.kinds), ", "))
	}
	return nil
}

// Find makes t look for files of the kinds that it has no files of, in the
// folders of files and above, and for files of kinds that are Named. Paths are
// relative to the root and slash separated. Find reads .editorconfig and
// .gitattributes at once. Other files are read when they are needed, since few
// files need any.
func (t *ToolFiles) Find(reader Reader, files []string) error {
	for kind, store := range t.stores {
		store.lookBy(reader, kind.Named)
	}
	var wanted []string
	if t.editor == nil {
		t.editor = new(editorconfig.Set)
		wanted = append(wanted, editorconfig.Name)
	}
	if t.attributes == nil {
		t.attributes = new(gitattributes.Files)
		wanted = append(wanted, gitattributes.Name)
	}
	found := make(map[string][]byte)
	seen := make(map[string]bool)
	for _, file := range files {
		for dir := path.Dir(file); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			for _, base := range wanted {
				content, err := read(reader, path.Join(dir, base))
				if err != nil {
					return err
				}
				if content != nil {
					found[path.Join(dir, base)] = content
				}
			}
		}
	}
	for _, name := range fromTheTop(slices.Collect(maps.Keys(found))) {
		if err := t.add(name, found[name]); err != nil {
			return err
		}
	}
	return nil
}

// read returns the bytes of a file, or nil if it does not exist. The error is
// an *Error for a file that exists but cannot be read.
func read(reader Reader, name string) ([]byte, error) {
	content, err := reader.Read(name)
	switch {
	case err == nil && content == nil:
		return []byte{}, nil
	case err == nil:
		return content, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	}
	return nil, unreadable(name, err)
}

// unreadable returns the error for a file that exists but cannot be read.
func unreadable(name string, err error) error {
	why := strings.TrimPrefix(err.Error(), name+": ")
	return &Error{Path: name, Msg: why + ": make it a file of the workspace that can be read, or remove it"}
}

// Empty reports whether there are no files, and none will be looked for.
func (t *ToolFiles) Empty() bool {
	if t == nil {
		return true
	}
	for _, store := range t.stores {
		if store.seen != nil {
			return false
		}
	}
	return t.editor.Empty() && t.attributes.Empty()
}

// WithToolFiles returns c, which may be nil, together with the configuration
// files of other tools.
func (c *Config) WithToolFiles(files *ToolFiles) *Config {
	if files.Empty() {
		return c
	}
	var with Config
	if c != nil {
		with = *c
	}
	with.files = files
	with.variants = new(sync.Map)
	return &with
}

// Editor returns the .editorconfig properties of a file, by its
// workspace-relative path.
func (c *Config) Editor(file string) editorconfig.Properties {
	if c == nil || c.files == nil || c.IgnoresEditorConfig() {
		return editorconfig.Properties{}
	}
	return c.files.editor.For(file)
}
