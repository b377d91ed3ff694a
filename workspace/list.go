package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ListOptions says where paths are seen from, and what the walk of a folder leaves out.
type ListOptions struct {
	// Dir is the absolute folder that relative paths are seen from, inside the workspace; "" is the root.
	Dir string
	// Exclude has doublestar globs on workspace-relative paths: "vendor/**", "**/*.pb.go". A folder that matches
	// is left out with all that is in it.
	Exclude []string
	// Tracked leaves out what git does not track, in a git checkout where there
	// is a git to ask.
	Tracked bool
	// LeftOut, if set, is told of each file or folder that is left out since its
	// absolute path has more than MaxPath bytes.
	LeftOut func(path string)
	// Progress, if set, is told now and then how many files are listed so far.
	Progress func(files int)
	// Canonical has each file by the name that [Workspace.Canonical] gives it, rather than each name of a hard-linked one.
	Canonical bool
}

// List returns the workspace-relative files that paths mean, in byte order,
// each once. Paths are what people type: absolute, or relative to opts.Dir,
// "..", links and all, as long as they end inside the workspace.
//
// A file that is named itself is always listed, with the links in its path
// followed. A folder is walked without following links. The walk leaves out
// version control's own folders, folders with a .git of their own (submodules,
// work trees, clones), the folders in .bazelignore, what git ignores (in a git
// checkout, where there is a git to ask), what Exclude matches, and everything
// but regular files. A folder that .bazelignore or git ignores, or that is a
// repository of its own, is walked all the same where it or a folder in it is
// named itself; one that Exclude matches is not.
//
// A missing path, one that is neither file nor folder, and a folder that may
// not be read are errors; one outside the workspace is an [ErrOutside].
func (w *Workspace) List(paths []string, opts ListOptions) ([]string, error) {
	l := &lister{w: w, tracked: opts.Tracked, files: map[string]bool{}, leftOut: opts.LeftOut, progress: opts.Progress}
	for _, glob := range opts.Exclude {
		if !doublestar.ValidatePattern(glob) {
			return nil, fmt.Errorf("%q: not a glob that can be excluded: see github.com/bmatcuk/doublestar", glob)
		}
		l.exclude = append(l.exclude, strings.TrimPrefix(strings.TrimSuffix(glob, "/"), "./"))
	}
	var folders []string
	for _, name := range paths {
		inside, err := w.inside(name, opts.Dir)
		if err != nil {
			return nil, err
		}
		if l.tooLong(inside) {
			continue
		}
		if !isOwn(inside) && w.isLinkFree(inside) {
			l.files[inside] = true
			continue
		}
		resolved, isDir, err := w.named(name, inside, opts.Dir)
		if err != nil {
			return nil, err
		}
		if isDir {
			folders = append(folders, resolved)
		} else {
			l.files[resolved] = false
		}
	}
	if len(folders) > 0 {
		l.tell()
		slices.Sort(folders)
		if err := l.walkAll(slices.Compact(folders)); err != nil {
			return nil, err
		}
	}
	files := slices.Sorted(maps.Keys(l.files))
	if !opts.Canonical {
		return files, nil
	}
	for i, name := range files {
		if !l.files[name] {
			canonical, err := w.Canonical(name)
			if err != nil {
				return nil, err
			}
			files[i] = canonical
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// named follows the links of a file or folder that a person typed as name, which is inside of the root.
func (w *Workspace) named(name, inside, dir string) (resolved string, isDir bool, err error) {
	resolved, info, err := w.resolve(inside)
	switch {
	case err != nil:
		return "", false, err
	case info == nil:
		from := dir
		if from == "" {
			from = w.path
		}
		return "", false, fmt.Errorf("%s: no such file or folder, seen from %s: %w", name, from, fs.ErrNotExist)
	case isOwn(resolved):
		return "", false, refuseOwn(name, resolved)
	case info.IsDir():
		return resolved, true, nil
	case !info.Mode().IsRegular():
		return "", false, fmt.Errorf("%s: cannot check it: it is a %s, %w", name, kind(info.Mode()), ErrNotRegular)
	}
	return resolved, false, nil
}

// inside turns a path that a person typed into one below the root.
func (w *Workspace) inside(name, dir string) (string, error) {
	if name == "" {
		return "", errors.New("empty path: name a file or a folder")
	}
	absolute := name
	if !filepath.IsAbs(name) {
		if dir == "" {
			dir = w.path
		}
		absolute = filepath.Join(dir, name)
	}
	if inside, ok := w.below(absolute); ok {
		return inside, nil
	}
	// The working folder may have come over a link that neither name of the root shows.
	if folder, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
		if inside, ok := w.below(filepath.Join(folder, filepath.Base(absolute))); ok {
			return inside, nil
		}
	}
	return "", &OutsideError{Name: name, Root: w.path}
}

// An OutsideError is a path that a person named and that is not below the root.
// It wraps [ErrOutside].
type OutsideError struct{ Name, Root string }

func (e *OutsideError) Error() string { return fmt.Sprintf("%s: %v %s", e.Name, ErrOutside, e.Root) }
func (e *OutsideError) Unwrap() error { return ErrOutside }

// A lister collects the files of one List.
type lister struct {
	w        *Workspace
	tracked  bool
	exclude  []string        // globs
	ignored  []string        // the folders of .bazelignore
	files    map[string]bool // and whether one is known to have no other name
	leaveOut map[string]bool // folders that were decided, and whether they are left out
	leftOut  func(path string)
	progress func(files int)
}

// MaxPath is the length in bytes up to which the absolute path of a file is
// listed. Systems take 4,096; a tool needs some for the names of files beside it.
const MaxPath = 4000

// tooLong reports whether a file or folder is left out for its path, and says so.
func (l *lister) tooLong(name string) bool {
	if max(len(l.w.path), len(l.w.real))+1+len(name) <= MaxPath {
		return false
	}
	if l.leftOut != nil {
		l.leftOut(name)
	}
	return true
}

// listedAtOnce is after how many files the progress is told again.
const listedAtOnce = 1000

// add lists a file of a walk.
func (l *lister) add(name string) {
	l.files[name] = false
	if len(l.files)%listedAtOnce == 0 {
		l.tell()
	}
}

func (l *lister) tell() {
	if l.progress != nil {
		l.progress(len(l.files))
	}
}

// walkAll walks folders, which are canonical, sorted and distinct.
func (l *lister) walkAll(folders []string) error {
	ignored, err := l.w.bazelIgnored()
	if err != nil {
		return err
	}
	git, err := findGit(l.w.real)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if l.excludesFolder(folder) {
			continue
		}
		l.leaveOut = map[string]bool{}
		l.ignored = slices.DeleteFunc(slices.Clone(ignored), func(dir string) bool {
			return folder == dir || strings.HasPrefix(folder, dir+"/") // named: it is meant
		})
		for at := folder; at != "."; at = path.Dir(at) {
			l.leaveOut[at] = false // neither the named folder nor one above it is left out
		}
		if git != nil {
			err = l.walkGit(git, folder)
		} else {
			err = l.walkPlain(folder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// walkPlain walks a folder by looking at it.
func (l *lister) walkPlain(folder string) error {
	root, err := l.w.root.OpenRoot(filepath.FromSlash(folder))
	if err != nil {
		return unlisted(folder, err)
	}
	defer root.Close()
	return l.walk(root, folder)
}

func (l *lister) walk(folder *os.Root, prefix string) error {
	err := eachEntry(folder, func(entry fs.DirEntry) error {
		name := path.Join(prefix, entry.Name())
		switch {
		case entry.IsDir() && !l.leaves(name, true) && !l.tooLong(name):
			return l.enter(folder, name)
		case entry.Type().IsRegular() && !l.leaves(name, false) && !l.tooLong(name):
			l.add(name)
		}
		return nil
	})
	var read *fs.PathError
	if errors.As(err, &read) { // of prefix: those below it are in words already
		return unlisted(prefix, err)
	}
	return err
}

// enter walks the folder name of a folder. What may not be read must not pass for empty.
func (l *lister) enter(folder *os.Root, name string) error {
	sub, err := folder.OpenRoot(path.Base(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // gone since its folder was read
	case err != nil:
		return unlisted(name, err)
	}
	defer sub.Close()
	if l.isRepository(name) {
		return nil
	}
	return l.walk(sub, name)
}

// unlisted is a folder that cannot be listed, with the way out.
func unlisted(folder string, err error) error {
	return fmt.Errorf("%s: cannot list it: %w; make it readable, or leave it out by .gitignore or .bazelignore",
		folder, cause(err))
}

// leaves reports whether an entry of a walked folder is left out by its name.
func (l *lister) leaves(name string, isDir bool) bool {
	if isVersionControl(path.Base(name)) || isOurs(path.Base(name)) {
		return true
	}
	if isDir && slices.Contains(l.ignored, name) {
		return true
	}
	return l.excludes(name)
}

func (l *lister) excludes(name string) bool {
	return slices.ContainsFunc(l.exclude, func(glob string) bool { return doublestar.MatchUnvalidated(glob, name) })
}

// excludesFolder reports whether a glob matches a folder or one that it is in.
func (l *lister) excludesFolder(folder string) bool {
	return folder != "." && (l.excludes(folder) || l.excludesFolder(path.Dir(folder)))
}

// leavesFolder reports whether a folder, or one that it is in, is left out. It remembers, for lists of many files.
func (l *lister) leavesFolder(folder string) bool {
	if folder == "." {
		return false
	}
	left, known := l.leaveOut[folder]
	if !known {
		left = l.leavesFolder(path.Dir(folder)) || l.leaves(folder, true) || l.isRepository(folder)
		l.leaveOut[folder] = left
	}
	return left
}

// isRepository reports whether a folder of a walk is a repository of its own,
// which is left alone unless it is named. One that cannot be looked at is not:
// listing it says so.
func (l *lister) isRepository(folder string) bool {
	own, err := l.w.isRepository(folder)
	return own && err == nil
}

// bazelIgnored returns the folders that the root's .bazelignore lists, one a line, "#" before a comment.
func (w *Workspace) bazelIgnored() ([]string, error) {
	text, err := w.Read(".bazelignore")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var folders []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			folders = append(folders, path.Clean(line))
		}
	}
	return folders, nil
}
