package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrOutside is wrapped by errors about paths that are not, or do not stay,
// below the workspace root.
var ErrOutside = errors.New("outside the workspace")

// ErrNotRegular is wrapped by errors about paths that do not lead to a regular
// file. It is also fs.ErrExist: no file can be created at such a path.
var ErrNotRegular error = notRegularError{}

type notRegularError struct{}

func (notRegularError) Error() string        { return "not a regular file" }
func (notRegularError) Is(target error) bool { return target == fs.ErrExist }

// errCircle is wrapped by errors about links that form a loop.
var errCircle error = circleError{}

type circleError struct{}

func (circleError) Error() string        { return "links form a loop" }
func (circleError) Is(target error) bool { return target == ErrNotRegular }

// maxLinks is the maximum number of links followed for one path, as on Linux.
const maxLinks = 40

// Canonical returns the unique path of the file at path: relative to the root,
// slash separated and clean, with links resolved. For a hard-linked file it is
// the name that a walk lists first. Fixes of one file under several names thus
// refer to one path.
//
// An absolute path, one with "..", and one with a link that leads out of the
// root fail with [ErrOutside]; the first two before anything is read. So do the
// files of version control, because a few bytes in .git/config can run
// programs. A file that does not exist is not an error, so that its reader
// reports it: existing folders are resolved, the rest is kept.
func (w *Workspace) Canonical(path string) (string, error) {
	clean, err := lexical(path)
	if err != nil {
		return "", err
	}
	if !isOwn(clean) && w.isLinkFree(clean) {
		return clean, nil
	}
	resolved, info, err := w.resolve(clean)
	if err == nil {
		err = refuseOwn(path, resolved)
	}
	if err != nil {
		return "", err
	}
	if info == nil || !info.Mode().IsRegular() || linkCount(info) < 2 {
		return resolved, nil
	}
	names, err := w.links.of(w, resolved, info)
	if err != nil {
		return "", err
	}
	return names[0], nil
}

// lexical rejects a path that lexically leaves the root, and cleans other
// paths.
func lexical(name string) (string, error) {
	switch {
	case name == "":
		return "", errors.New("empty path: name a file relative to the workspace root")
	case strings.IndexByte(name, 0) >= 0:
		return "", fmt.Errorf("%q: not a path: it has a NUL byte", name)
	case path.IsAbs(name) || filepath.IsAbs(name):
		return "", fmt.Errorf("%s: %w: it is absolute; name it relative to the root", name, ErrOutside)
	}
	for rest := name; rest != ""; {
		var element string
		element, rest, _ = strings.Cut(rest, "/")
		if element == ".." {
			return "", fmt.Errorf("%s: %w: it has %q; name it relative to the root", name, ErrOutside, "..")
		}
	}
	clean := path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(clean)) { // drive letters and reserved names of Windows
		return "", fmt.Errorf("%s: %w: it is not a relative path on this system", name, ErrOutside)
	}
	return clean, nil
}

// refuseOwn rejects the files of version control, of Bazel and of transactions,
// which are not sources.
func refuseOwn(name, resolved string) error {
	if owner := ownerOf(resolved); owner != "" {
		return fmt.Errorf("%s: %w: it belongs to %s and is not a source", name, ErrOutside, owner)
	}
	return nil
}

// resolve follows the links of a lexically valid path. info describes the file,
// and is nil if it does not exist.
func (w *Workspace) resolve(clean string) (resolved string, info fs.FileInfo, err error) {
	if info := w.statLinkFree(clean); info != nil {
		return clean, info, nil
	}
	at, rest, followed := ".", strings.Split(clean, "/"), 0
	for len(rest) > 0 {
		element := rest[0]
		rest = rest[1:]
		switch element {
		case "", ".":
			continue
		case "..": // only link targets have these, and at has no links: its parent is its lexical one
			if at == "." {
				return "", nil, fmt.Errorf("%s: %w: a link in it leads above the root", clean, ErrOutside)
			}
			at, info = path.Dir(at), nil
			continue
		}
		next := path.Join(at, element)
		info, err = w.root.Lstat(filepath.FromSlash(next))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return missing(clean, next, rest)
		case err != nil:
			return "", nil, fmt.Errorf("%s: cannot look it up: %w", clean, cause(err))
		case info.Mode()&fs.ModeSymlink != 0:
			if followed++; followed > maxLinks {
				return "", nil, fmt.Errorf("%s: %w, or there are more than %d", clean, errCircle, maxLinks)
			}
			target, err := w.root.Readlink(filepath.FromSlash(next))
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EINVAL) { // no longer a link: try again
				rest = append([]string{element}, rest...)
				continue
			}
			if err != nil {
				return "", nil, fmt.Errorf("%s: cannot read the link %s: %w", clean, next, cause(err))
			}
			if filepath.IsAbs(target) {
				inside, ok := w.below(target)
				if !ok {
					return "", nil, fmt.Errorf("%s: %w: the link %s leads to %s", clean, ErrOutside, next, target)
				}
				at, target = ".", inside
			}
			rest, info = append(strings.Split(filepath.ToSlash(target), "/"), rest...), nil
		case !info.IsDir() && len(rest) > 0:
			return missing(clean, next, rest)
		default:
			at = next
		}
	}
	if info == nil { // the path ended in a link to a folder's "." or ".."
		if info, err = w.root.Lstat(filepath.FromSlash(at)); err != nil {
			return "", nil, fmt.Errorf("%s: cannot look it up: %w", clean, cause(err))
		}
	}
	return at, info, nil
}

// missing returns the result of resolve if nothing exists below next, because
// next does not exist or is not a folder.
func missing(clean, next string, rest []string) (resolved string, info fs.FileInfo, err error) {
	resolved = path.Join(next, path.Join(rest...))
	if !filepath.IsLocal(filepath.FromSlash(resolved)) {
		return "", nil, fmt.Errorf("%s: %w: a link in it leads above the root", clean, ErrOutside)
	}
	return resolved, nil, nil
}

// below converts an absolute path below either name of the root to one relative
// to the root.
func (w *Workspace) below(absolute string) (string, bool) {
	for _, root := range []string{w.real, w.path} {
		if rel, err := filepath.Rel(root, absolute); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}
