package person

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// An Entry says that the person trusts the settings of a file of a workspace
// about the programs to start, as long as they stay the same.
type Entry struct {
	Workspace string `toml:"workspace"` // the root, absolute and without links
	File      string `toml:"file"`      // relative to the workspace and slash separated, or absolute
	SHA256    string `toml:"sha256"`    // of those settings, in hex
}

// EntryOf returns the entry of a file of the workspace at root.
func EntryOf(root, file, digest string) (Entry, error) {
	real, err := filepath.EvalSymlinks(root)
	if err == nil && filepath.IsAbs(filepath.FromSlash(file)) {
		file, err = filepath.EvalSymlinks(file)
	}
	return Entry{Workspace: real, File: file, SHA256: digest}, err
}

// The store of entries is a folder with a file for each. Runs that trust
// different files at the same time do not disturb each other, and neither reads
// more than it needs.

var trustedSection = &config.Section{Name: "trusted", Keys: []config.Option{
	{Name: "workspace", Kind: config.String, Required: true},
	{Name: "file", Kind: config.String, Required: true},
	{Name: "sha256", Kind: config.String, Required: true},
}}

// store returns the folder of entries. It may not exist.
func store() (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // the XDG Base Directory Specification says to ignore it
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no folder for what you trust: %w; name one with XDG_STATE_HOME", err)
		}
		dir = filepath.Join(home, ".local", "state")
		if runtime.GOOS == "windows" {
			if dir, err = os.UserConfigDir(); err != nil {
				return "", fmt.Errorf("there is no folder for what you trust: %w; name one with XDG_STATE_HOME", err)
			}
		}
	}
	return filepath.Join(dir, "autofix", "trusted"), nil
}

// name returns the name of the file of an entry, whatever it says.
func (e *Entry) name() string {
	sum := sha256.Sum256([]byte(e.Workspace + "\x00" + e.File))
	return hex.EncodeToString(sum[:]) + ".toml"
}

// Trusted returns the entry that the store has for the workspace and the file
// of e, or nil. An error is one of the store: it is not the person's own, or
// has mistakes.
func Trusted(e Entry) (*Entry, error) {
	dir, err := store()
	if err != nil {
		return nil, nil // there is no home folder, so nothing is trusted
	}
	if err := private(dir); err != nil {
		return nil, err
	}
	found, err := readEntry(filepath.Join(dir, e.name()), e.Workspace)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && found.name() != e.name() {
		return nil, damaged(filepath.Join(dir, e.name()), errors.New("the entry of another file"))
	}
	return found, err
}

// private returns an error if others can put files into the store.
func private(dir string) error {
	for _, folder := range []string{filepath.Dir(dir), dir} {
		info, err := os.Stat(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return mistake(folder, err.Error())
		case !info.IsDir():
			return mistake(folder, "not a folder")
		case othersCanWrite(info):
			return mistake(folder, "others can write it: chmod go-w "+folder)
		}
	}
	return nil
}

func readEntry(name, root string) (*Entry, error) {
	text, err := readOf(name, root, "XDG_STATE_HOME")
	if err != nil {
		return nil, err
	}
	c, err := config.Parse(name, text, []*config.Section{trustedSection})
	if err != nil {
		return nil, damaged(name, err)
	}
	said := c.Said(trustedSection)
	if said == nil {
		return nil, damaged(name, errors.New("there is no [trusted]"))
	}
	return &Entry{said.Text("workspace"), said.Text("file"), said.Text("sha256")}, nil
}

// damaged returns the error of an entry that was not written by AddTrusted.
func damaged(name string, err error) error {
	return mistake(name, strings.TrimPrefix(err.Error(), name+":")+"; remove it, and trust its file anew")
}

// AddTrusted adds entries to the store. They replace entries of the same files.
func AddTrusted(entries []Entry) error {
	dir, err := store()
	if err != nil {
		return err
	}
	for _, e := range entries {
		if Within(e.Workspace, dir) {
			return mistake(dir, "in the workspace, so what is in it may be from somebody else: set XDG_STATE_HOME to a folder outside")
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return mistake(dir, err.Error())
	}
	if err := private(dir); err != nil {
		return err
	}
	for _, e := range entries {
		text, err := toml.Marshal(map[string]Entry{trustedSection.Name: e})
		if err != nil {
			return err
		}
		name := filepath.Join(dir, e.name())
		if err := wholefile.Write(name, text); err != nil {
			return mistake(name, err.Error())
		}
	}
	return nil
}

// RevokeTrusted removes the entries that match from the store, and returns them.
// It also removes files that are damaged or not the person's own: nothing trusts
// them.
func RevokeTrusted(matches func(Entry) bool) (gone []Entry, err error) {
	dir, err := store()
	if err != nil {
		return nil, nil
	}
	names, err := entryFiles(dir)
	for _, name := range names {
		e, unread := readEntry(name, "")
		switch {
		case unread != nil:
			err = errors.Join(err, os.Remove(name))
		case matches(*e):
			gone = append(gone, *e)
			err = errors.Join(err, os.Remove(name))
		}
	}
	sortEntries(gone)
	return gone, err
}

// AllTrusted returns the entries of the store, by workspace and file. The error
// joins the errors of the entries that cannot be used.
func AllTrusted() ([]Entry, error) {
	dir, err := store()
	if err != nil {
		return nil, nil
	}
	if err := private(dir); err != nil {
		return nil, err
	}
	names, err := entryFiles(dir)
	var all []Entry
	for _, name := range names {
		e, unread := readEntry(name, "")
		if unread != nil {
			err = errors.Join(err, unread)
			continue
		}
		all = append(all, *e)
	}
	sortEntries(all)
	return all, err
}

func sortEntries(all []Entry) {
	slices.SortFunc(all, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Workspace, b.Workspace), strings.Compare(a.File, b.File))
	})
}

func entryFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".toml") {
			names = append(names, filepath.Join(dir, entry.Name()))
		}
	}
	return names, err
}
