// Package person reads the configuration of the person who runs the command.
//
// A checkout comes from others. Its configuration decides which files are
// checked and how, but never which programs start: only the person decides
// that, in a file outside of all checkouts or on the command line.
package person

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Trust is [trust] of the person's file. A file of a workspace cannot have it.
var Trust = &config.Section{
	Name: "trust",
	Doc:  "The workspaces whose `autofix.toml` may name programs to start, such as the command of an agent.",
	Keys: []config.Option{{
		Name: workspaces, Kind: config.Strings, Default: []string{}, Check: absolute,
		Doc: "the absolute paths of the roots of workspaces; `~/` is the home folder, and links are followed",
	}},
}

const workspaces = "workspaces"

// A File is the person's file. The zero File means that the person has none.
type File struct {
	*config.Config
}

// maxSize is the maximum size of the file, in bytes.
const maxSize = 1 << 20

// Load reads the person's file, which has some sections besides [trust]. An
// error means that the file has mistakes, or is not the person's own.
func Load(root string, sections ...*config.Section) (*File, error) {
	name, err := Path()
	if err != nil {
		return &File{}, nil // there is no home folder, so there is no file
	}
	text, err := read(name, root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &File{}, nil
	case err != nil:
		return nil, err
	}
	c, err := config.Parse(name, text, append([]*config.Section{Trust}, sections...))
	if err != nil {
		return nil, err
	}
	return &File{c}, nil
}

// Path returns the path of the person's file, which may not exist.
func Path() (string, error) {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) { // as the XDG Base Directory Specification has it
		var err error
		if dir, err = os.UserConfigDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "autofix", "config.toml"), nil
}

// read returns the content of the person's file.
func read(name, root string) ([]byte, error) { return readOf(name, root, "XDG_CONFIG_HOME") }

// readOf returns the content of a file if it is the person's word: not one of
// the workspace at root, and not one that others can write. variable names its
// folder. An empty root means that there is no workspace.
func readOf(name, root, variable string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, mistake(name, err.Error())
	}
	if err != nil {
		return nil, err
	}
	if root != "" && (Within(root, real) || Within(root, name)) {
		return nil, mistake(name, "in the workspace, so it may be from somebody else: move it, and set "+variable+" to a folder outside")
	}
	f, err := os.Open(real)
	if err != nil {
		return nil, mistake(name, err.Error())
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, mistake(name, "not a regular file")
	case othersCanWrite(info):
		return nil, mistake(name, "others can write it: chmod go-w "+name)
	case info.Size() > maxSize:
		return nil, mistake(name, fmt.Sprintf("has %d bytes, the limit is %d", info.Size(), maxSize))
	}
	return io.ReadAll(io.LimitReader(f, maxSize))
}

func mistake(name, why string) error { return &config.Error{Path: name, Msg: why} }

// Trusts reports whether the person trusts the workspace at root, which is
// absolute.
func (f *File) Trusts(root string) bool {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	for _, name := range f.Get(Trust).Texts(workspaces) {
		trusted, err := filepath.EvalSymlinks(Expand(name))
		if err == nil && trusted == real {
			return true
		}
	}
	return false
}

// Expand replaces ~/ at the start of a path by the home folder.
func Expand(name string) string {
	below, found := strings.CutPrefix(name, "~/")
	if !found && name != "~" {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return name
	}
	return filepath.Join(home, strings.TrimPrefix(below, "~"))
}

// Within reports whether a path is in a folder, or is the folder, with and
// without links.
func Within(folder, name string) bool {
	if real, err := filepath.EvalSymlinks(folder); err == nil && inside(real, name) {
		return true
	}
	return inside(folder, name)
}

func inside(folder, name string) bool {
	relative, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(relative)
}

// absolute is the check of the paths of folders.
func absolute(value any) error {
	for _, name := range value.([]string) {
		if !filepath.IsAbs(Expand(name)) {
			return fmt.Errorf("%q is not absolute", name)
		}
	}
	return nil
}
