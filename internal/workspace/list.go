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

// ListOptions configure how paths are resolved, and which files of a folder are
// left out.
type ListOptions struct {
	// Dir is the absolute folder, inside the workspace, that relative paths are
	// resolved against; "" is the root.
	Dir string
	// Exclude lists doublestar globs of workspace-relative paths: "vendor/**",
	// "**/*.pb.go". A folder that matches is left out with its contents.
	Exclude []string
	// Tracked leaves out files that git does not track, in a git checkout if
	// git is available.
	Tracked bool
	// LeftOut, if set, is called for each file or folder that is left out
	// because its absolute path has more than MaxPath bytes.
	LeftOut func(path string)
	// Missing, if set, is called for each path that does not exist, which is then
	// left out, instead of being an error. It is workspace relative.
	Missing func(path string)
	// Link, if set, is called for each link that a walk finds.
	Link func(path string)
	// Progress, if set, is called periodically with the number of files listed
	// so far.
	Progress func(files int)
	// Canonical lists each file once by its [Workspace.Canonical] name, instead
	// of each name of a hard-linked file.
	Canonical bool
}

// List returns the workspace-relative files that paths refer to, in byte order,
// each once. Paths are as typed by users: absolute, or relative to opts.Dir,
// possibly with ".." and links, provided that they end inside the workspace.
//
// A file that is named explicitly is always listed, with the links in its path
// resolved. A folder is walked without following links. The walk leaves out the
// folders of version control and of Bazel, folders with their own .git
// (submodules, work trees, clones), the folders in .bazelignore, files that git
// ignores (in a git checkout, if git is available), files that match Exclude, and
// everything except regular files. A folder that .bazelignore or git ignores, or that is a
// separate repository, is walked anyway if it or a folder in it is named
// explicitly; one that Exclude matches is not.
//
// It is an error if a path is missing, unless opts.Missing is set, or is neither
// a file nor a folder, or if a folder cannot be read; a path outside the
// workspace is an [ErrOutside].
func (w *Workspace) List(paths []string, opts ListOptions) ([]string, error) {
	l := &lister{w: w, tracked: opts.Tracked, files: map[string]bool{}, leftOut: opts.LeftOut, link: opts.Link, progress: opts.Progress}
	for _, glob := range opts.Exclude {
		if !doublestar.ValidatePattern(glob) {
			return nil, fmt.Errorf("%q: not a valid glob to exclude: see github.com/bmatcuk/doublestar", glob)
		}
		l.exclude = append(l.exclude, strings.TrimPrefix(strings.TrimSuffix(glob, "/"), "./"))
	}
	var folders []string
	for _, name := range paths {
		inside, err := w.Inside(name, opts.Dir)
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
		if err != nil && opts.Missing != nil && errors.Is(err, fs.ErrNotExist) {
			opts.Missing(inside)
			continue
		}
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

// named follows the links of a file or folder that the user typed as name;
// inside is its path below the root.
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
		return "", false, fmt.Errorf("%s: no such file or folder in %s: %w", name, from, fs.ErrNotExist)
	case isOwn(resolved):
		return "", false, refuseOwn(name, resolved)
	case info.IsDir():
		return resolved, true, nil
	case !info.Mode().IsRegular():
		return "", false, fmt.Errorf("%s: cannot check it: it is a %s, %w", name, kind(info.Mode()), ErrNotRegular)
	}
	return resolved, false, nil
}

// Inside converts a path that the user named to one relative to the root. A
// relative path starts in dir; if that is empty, in the root. It fails with an
// [OutsideError] for a path that is not below the root.
func (w *Workspace) Inside(name, dir string) (string, error) {
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
	// The working folder may be reached by a link that is not part of either
	// name of the root.
	if folder, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
		if inside, ok := w.below(filepath.Join(folder, filepath.Base(absolute))); ok {
			return inside, nil
		}
	}
	return "", &OutsideError{Name: name, Root: w.path}
}

// An OutsideError reports a path given by the user that is not below the root.
// It wraps [ErrOutside].
type OutsideError struct{ Name, Root string }

func (e *OutsideError) Error() string { return fmt.Sprintf("%s: %v %s", e.Name, ErrOutside, e.Root) }
func (e *OutsideError) Unwrap() error { return ErrOutside }

// A lister collects the files for one call of List.
type lister struct {
	w        *Workspace
	tracked  bool
	exclude  []string        // globs
	ignored  []string        // the folders of .bazelignore
	files    map[string]bool // the value is whether the file is known to have no other name
	leaveOut map[string]bool // by folder: whether it is left out; a cache
	leftOut  func(path string)
	link     func(path string)
	progress func(files int)
}

// MaxPath is the maximum length in bytes of the absolute path of a listed file.
// Systems allow 4,096; tools need some of that for the names of adjacent files.
const MaxPath = 4000

// tooLong reports whether a file or folder is left out because of the length of
// its path, and calls LeftOut.
func (l *lister) tooLong(name string) bool {
	if max(len(l.w.path), len(l.w.real))+1+len(name) <= MaxPath {
		return false
	}
	if l.leftOut != nil {
		l.leftOut(name)
	}
	return true
}

// listedAtOnce is the number of files between two calls of Progress.
const listedAtOnce = 1000

// add adds a file of a walk, which follows no links.
func (l *lister) add(name string, info fs.FileInfo) {
	l.files[name] = linkCount(info) == 1
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
	git := findGit(l.w.real)
	for _, folder := range folders {
		if l.excludesFolder(folder) {
			continue
		}
		l.leaveOut = map[string]bool{}
		l.ignored = slices.DeleteFunc(slices.Clone(ignored), func(dir string) bool {
			return folder == dir || strings.HasPrefix(folder, dir+"/") // named explicitly
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

// walkPlain walks a folder without git.
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
			if info, err := entry.Info(); err == nil { // else it is gone since it was listed
				l.add(name, info)
			}
		case entry.Type()&fs.ModeSymlink != 0 && l.link != nil && !l.leaves(name, false):
			l.link(name)
		}
		return nil
	})
	var read *fs.PathError
	if errors.As(err, &read) { // of prefix: errors below it already have a message
		return unlisted(prefix, err)
	}
	return err
}

// enter walks the subfolder name of a folder. An unreadable folder must not be
// mistaken for an empty one.
func (l *lister) enter(folder *os.Root, name string) error {
	sub, err := folder.OpenRoot(path.Base(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // deleted after its parent was read
	case err != nil:
		return unlisted(name, err)
	}
	defer sub.Close()
	if l.isRepository(name) {
		return nil
	}
	return l.walk(sub, name)
}

// unlisted returns the error for a folder that cannot be listed, with a remedy.
func unlisted(folder string, err error) error {
	return fmt.Errorf("%s: cannot list it: %w; make it readable, or leave it out with .gitignore or .bazelignore",
		folder, cause(err))
}

// leaves reports whether an entry of a walked folder is left out because of its
// name.
func (l *lister) leaves(name string, isDir bool) bool {
	if isNoSource(path.Base(name)) {
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

// leavesFolder reports whether a folder, or one that contains it, is left out.
// It caches the result for lists of many files.
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

// isRepository reports whether a folder of a walk is a separate repository,
// which is left out unless it is named explicitly. It returns false for a
// folder that cannot be examined: listing it reports the error.
func (l *lister) isRepository(folder string) bool {
	own, err := l.w.isRepository(folder)
	return own && err == nil
}

// bazelIgnored returns the folders listed in .bazelignore in the root, one per
// line; "#" starts a comment.
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
