package adapters

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// Files holds the files that a checker was given and may report on, and the
// absent files that it may create. Its methods are not safe for concurrent use.
type Files struct {
	// Unsaid is the safety of fixes of which the output says nothing, as declared
	// for the checker. By default it is a suggestion.
	Unsaid fixedits.Safety
	// UnsaidOf is the same for the fixes of single rules, and goes first.
	UnsaidOf map[string]fixedits.Safety

	given map[string]fixedits.Snapshot // by path, including absent ones
	read  func(path string) ([]byte, error)
	roots []string // with a trailing slash
	open  bool     // every file that can be read is given

	texts  map[string][]byte
	held   map[string]*heldTexts // by path
	missed map[string]error      // of open files, by path: why there is no file
	lines  map[lines]*position.Text
	counts map[counted]*position.Units
	valid  map[string]bool // by path: it is UTF-8
}

type lines struct {
	path string
	ends position.Ends
}

type counted struct {
	path    string
	columns position.Columns
}

// NewFiles returns the files with the given snapshots. read returns the bytes
// of one, by its path in the workspace; it is called when a result needs them.
// roots are the absolute paths of the root of the workspace; there may be
// several, because tools may resolve links in it.
func NewFiles(given []fixedits.Snapshot, read func(path string) ([]byte, error), roots ...string) *Files {
	f := &Files{
		given:  make(map[string]fixedits.Snapshot, len(given)),
		read:   read,
		texts:  map[string][]byte{},
		held:   map[string]*heldTexts{},
		missed: map[string]error{},
		lines:  map[lines]*position.Text{},
		counts: map[counted]*position.Units{},
		valid:  map[string]bool{},
	}
	for _, snapshot := range given {
		f.given[snapshot.Path] = snapshot
	}
	for _, root := range roots {
		f.roots = append(f.roots, strings.TrimSuffix(filepath.ToSlash(filepath.Clean(root)), "/")+"/")
	}
	return f
}

// OpenFiles returns all files that read can read, for output whose checker ran
// before, on files that it does not list. The arguments are as for NewFiles.
func OpenFiles(read func(path string) ([]byte, error), roots ...string) *Files {
	f := NewFiles(nil, read, roots...)
	f.open = true
	return f
}

// lookup returns the snapshot of a given file. The error is a *Refusal.
func (f *Files) lookup(path string) (fixedits.Snapshot, error) {
	snapshot, ok := f.given[path]
	switch {
	case ok:
		return snapshot, nil
	case !f.open:
		return snapshot, notGiven(path)
	case f.missed[path] != nil:
		return snapshot, f.missed[path]
	}
	snapshot, err := f.openFile(path)
	if err != nil {
		f.missed[path] = err
	}
	return snapshot, err
}

// openFile reads a file that output refers to for the first time.
func (f *Files) openFile(path string) (fixedits.Snapshot, error) {
	if !fs.ValidPath(path) || path == "." {
		return fixedits.Snapshot{}, &Refusal{Index: -1, Path: path, Code: CodeNotGiven, Why: "not in the workspace"}
	}
	text, err := f.read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fixedits.Snapshot{}, &Refusal{Index: -1, Path: path, Code: CodeNotGiven, Why: "the workspace has no such file"}
	case err != nil:
		return fixedits.Snapshot{}, &Refusal{Index: -1, Path: path, Code: CodeNotGiven, Why: "cannot be read: " + strings.TrimPrefix(err.Error(), path+": ")}
	}
	f.given[path], f.texts[path] = fixedits.SnapshotOf(path, text), text
	return f.given[path], nil
}

// Given returns the snapshots of the files that were given. Of open files,
// these are the ones that the output refers to. They sort by path.
func (f *Files) Given() []fixedits.Snapshot {
	var all []fixedits.Snapshot
	for _, path := range slices.Sorted(maps.Keys(f.given)) {
		if snapshot := f.given[path]; !snapshot.Absent {
			all = append(all, snapshot)
		}
	}
	return all
}

// AddAbsent adds a workspace path that has no file according to the output, so
// that a fix may create it. The path is relative to the root and clean, as in
// an artifact. The error is a *Refusal if there is a file: it must not be
// overwritten, and output may not refer to it unless it was given.
func (f *Files) AddAbsent(path string) error {
	if given, ok := f.given[path]; ok && !given.Absent {
		return &Refusal{Index: -1, Path: path, Code: CodeChanged, Why: "the output says that it is absent, but the checker was given it"}
	}
	if _, err := f.read(path); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return &Refusal{Index: -1, Path: path, Code: CodeNotGiven, Why: "the output says that it is absent, but it exists"}
	}
	f.given[path] = fixedits.SnapshotOfAbsent(path)
	return nil
}

// Find returns the workspace path of the given file that the output calls name:
// an absolute path, or one relative to dir, as passed to an Adapter. The error
// is a *Refusal.
func (f *Files) Find(name, dir string) (string, error) {
	slashed := path.Clean(filepath.ToSlash(name))
	if name == "" || strings.ContainsRune(name, 0) {
		return "", &Refusal{Index: -1, Code: CodeInvalid, Why: fmt.Sprintf("%q is not the name of a file", name)}
	}
	found := path.Join(dir, slashed)
	if path.IsAbs(slashed) || filepath.IsAbs(name) {
		found = slashed
		for _, root := range f.roots {
			if below, ok := strings.CutPrefix(slashed, root); ok {
				found = below
				break
			}
		}
	}
	if _, err := f.lookup(found); err != nil {
		return "", err
	}
	return found, nil
}

// FindURI returns the workspace path of the given file that the output refers
// to by a URI: one with the scheme file, or a reference relative to dir. The
// error is a *Refusal.
func (f *Files) FindURI(uri, dir string) (string, error) {
	parsed, err := url.Parse(uri)
	switch {
	case err != nil:
		return "", &Refusal{Index: -1, Path: uri, Code: CodeInvalid, Why: "its URI is malformed"}
	case parsed.Scheme == "file" && (parsed.Host == "" || parsed.Host == "localhost"):
		name := parsed.Path
		if len(name) > 2 && name[2] == ':' { // file:///C:/folder
			name = strings.TrimPrefix(name, "/")
		}
		return f.Find(name, dir)
	case parsed.Scheme != "" || parsed.Host != "":
		return "", notGiven(uri)
	}
	return f.Find(parsed.Path, dir)
}

func notGiven(name string) *Refusal {
	return &Refusal{Index: -1, Path: name, Code: CodeNotGiven, Why: "not among the files that the checker was given"}
}

// Text returns the bytes of a given file, which match its snapshot. The error
// is a *Refusal if the file has changed.
func (f *Files) Text(path string) ([]byte, error) {
	if text, ok := f.texts[path]; ok {
		return text, nil
	}
	snapshot, err := f.lookup(path)
	if err != nil {
		return nil, err
	}
	if snapshot.Absent {
		return nil, nil
	}
	if text, ok := f.texts[path]; ok { // of a file that was just opened
		return text, nil
	}
	text, err := f.read(path)
	if err != nil {
		return nil, &Refusal{Index: -1, Path: path, Code: CodeChanged, Why: fmt.Sprintf("can no longer be read: %v", err)}
	}
	if fixedits.SnapshotOf(path, text) != snapshot {
		return nil, &Refusal{Index: -1, Path: path, Code: CodeChanged, Why: "changed while it was checked"}
	}
	f.texts[path] = text
	return text, nil
}

// Lines returns the lines of a given file. It fails as Text does.
func (f *Files) Lines(path string, ends position.Ends) (*position.Text, error) {
	key := lines{path, ends}
	if index, ok := f.lines[key]; ok {
		return index, nil
	}
	text, err := f.Text(path)
	if err != nil {
		return nil, err
	}
	f.lines[key] = position.New(text, ends)
	return f.lines[key], nil
}

// Snapshot returns the snapshot of a given or absent file, and false if there
// is none for the path.
func (f *Files) Snapshot(path string) (fixedits.Snapshot, bool) {
	snapshot, err := f.lookup(path)
	return snapshot, err == nil
}
