package shadow

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A link is a symbolic link of the workspace to a file or folder in it, as
// paths relative to the workspace. In target, only the last part may be a link.
type link struct{ path, target string }

// A resolver finds out where paths lead, and remembers it for folders.
type resolver map[string]string

// place returns the absolute path of the file that a path names, of which only
// the last part may be a link. A path that leads nowhere is resolved as far as
// it exists.
func (r resolver) place(full string) string {
	full = strings.TrimRight(full, string(filepath.Separator))
	dir, base := full, ""
	if at := strings.LastIndexByte(full, filepath.Separator); at >= 0 {
		dir, base = full[:at+1], full[at+1:]
	}
	if base == "." || base == ".." { // not links
		dir, base = full, ""
	}
	real, known := r[dir]
	if !known {
		var err error
		if real, err = filepath.EvalSymlinks(dir); err != nil {
			real = filepath.Clean(dir)
		}
		r[dir] = real
	}
	return filepath.Join(real, base)
}

// linkAt returns the symbolic link at name, and whether it leads to a place in
// the workspace.
func (t *Tree) linkAt(name string, r resolver) (l link, inside bool) {
	full := filepath.Join(t.Root, filepath.FromSlash(name))
	target, err := os.Readlink(full)
	if err != nil {
		return link{}, false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Dir(full) + string(filepath.Separator) + target
	}
	place, err := filepath.Rel(t.Root, r.place(target))
	return link{name, filepath.ToSlash(place)}, err == nil && filepath.IsLocal(place)
}

// linkLike returns the target in the shadow for a link of the workspace. ok is
// false for one that the shadow must not have.
//
// Relative targets are the same in both, unless they lead into the workspace by
// another name of it.
func (t *Tree) linkLike(name string) (target string, ok bool) {
	target, err := os.Readlink(filepath.Join(t.Root, filepath.FromSlash(name)))
	if err != nil || outputs(name, target) {
		return "", false
	}
	l, inside := t.linkAt(name, resolver{})
	if !inside {
		return target, true
	}
	if path.Join(path.Dir(name), filepath.ToSlash(target)) == l.target && !filepath.IsAbs(target) {
		return target, true
	}
	return filepath.Join(t.Dir, filepath.FromSlash(l.target)), true
}

// outputs reports whether a link is one that Bazel makes to its outputs. The
// person's Bazel leaves such links out when it looks for packages, but that of
// the shadow does not know them: see --symlink_prefix.
func outputs(name, target string) bool {
	return path.Base(name) == inVendor || strings.HasPrefix(name, "bazel-") && !strings.Contains(name, "/") ||
		filepath.IsAbs(target) && strings.Contains(filepath.ToSlash(target), "/execroot/")
}

// followLinks makes the folders real that have a link to something changed,
// since the link must lead to the changed file in the shadow.
func (t *Tree) followLinks() {
	affected := map[string]bool{} // changed files, and all folders with one below
	add := func(name string) {
		for ; !affected[name]; name = path.Dir(name) {
			affected[name] = true
		}
	}
	for name := range t.changed {
		add(name)
	}
	for grown := true; grown; {
		grown = false
		for _, l := range t.found.links {
			if affected[l.target] && !affected[l.path] {
				add(l.path)
				t.makeReal(path.Dir(l.path))
				grown = true
			}
		}
	}
}

// addTwins changes all names of a file that is changed.
func (t *Tree) addTwins() {
	twins := map[string]*File{}
	for name, file := range t.changed {
		if file.Deleted {
			continue // a name, not the file
		}
		for _, twin := range t.found.twins[name] {
			if t.changed[twin] == nil {
				twins[twin] = &File{Path: twin, Text: file.Text}
			}
		}
	}
	for name, file := range twins {
		t.changed[name] = file
	}
}

// mostAliases bounds the further names of one file. Links of folders to each
// other give files names without end.
const mostAliases = 16

// Aliases returns further names of files of the workspace, each with its file:
// paths through symbolic links, and other hard links. A target may depend on a
// file by any of them.
func (t *Tree) Aliases(files []string) map[string]string {
	from := map[string][]string{} // links, by target
	for _, l := range t.found.links {
		if l.target != "." && l.path != l.target && !strings.HasPrefix(l.path, l.target+"/") { // not a link to its own folder
			from[l.target] = append(from[l.target], l.path)
		}
	}
	aliases := map[string]string{}
	for _, file := range files {
		names := []string{file}
		for _, twin := range t.found.twins[file] {
			if twin != file {
				names = append(names, twin)
			}
		}
		for i := 0; i < len(names); i++ {
			for part := names[i]; part != "."; part = path.Dir(part) {
				for _, l := range from[part] {
					name := l + names[i][len(part):]
					if len(names) <= mostAliases && !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
			}
		}
		for _, name := range names[1:] {
			aliases[name] = file
		}
	}
	for _, file := range files {
		delete(aliases, file)
	}
	return aliases
}
