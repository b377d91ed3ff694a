package command

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Path returns a lookup in a list of folders as PATH has it, or in PATH itself
// if the list is empty. Folders that are relative or in the tree are passed
// over.
func Path(list, tree string) Lookup {
	if list == "" {
		list = os.Getenv("PATH")
	}
	return func(name string) (string, error) {
		for _, folder := range filepath.SplitList(list) {
			if !filepath.IsAbs(folder) || inside(tree, folder) {
				continue
			}
			found, err := exec.LookPath(filepath.Join(folder, name))
			if err != nil {
				continue
			}
			visited, err := hops(found)
			if err == nil && !inside(tree, visited[len(visited)-1]) {
				return found, nil
			}
		}
		return "", exec.ErrNotFound
	}
}

// inside reports whether a path is a folder, or below it. Links are followed in
// the path of the folder, and not in the other one.
func inside(folder, path string) bool {
	names := []string{filepath.Clean(folder)}
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		names = append(names, resolved)
	}
	for _, name := range names {
		if rel, err := filepath.Rel(name, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// hops returns the paths that the system passes on its way from an absolute
// path to its file, of which the last is the file, without any link.
func hops(path string) ([]string, error) {
	visited := []string{filepath.Clean(path)}
	for range 255 {
		next, err := follow(path)
		if err != nil {
			return nil, err
		}
		if next == "" {
			return visited, nil
		}
		path = next
		visited = append(visited, filepath.Clean(path))
	}
	return nil, errors.New("too many links")
}

// follow replaces the first link of a path by its target. It returns an empty
// path if there is none.
func follow(path string) (string, error) {
	separator := string(filepath.Separator)
	volume := filepath.VolumeName(path)
	at := volume + separator // has no link
	parts := strings.Split(path[len(volume):], separator)
	for i, part := range parts {
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		here := filepath.Join(at, part)
		info, err := os.Lstat(here)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = here
			continue
		}
		target, err := os.Readlink(here)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			target = at + separator + target
		}
		// A .. after a link is above the target, so nothing is cleaned here.
		return strings.Join(append([]string{target}, parts[i+1:]...), separator), nil
	}
	return "", nil
}
