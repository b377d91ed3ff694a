package shadow

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// A stamp changes when a file is written.
type stamp struct {
	size  int64
	mtime time.Time
}

// walk finds the links and the stamps of the person's workspace.
func (t *Tree) walk() error {
	t.links, t.before = nil, map[string]stamp{}
	return t.eachFile(func(name string, entry fs.DirEntry) {
		if entry.Type() == fs.ModeSymlink {
			if l, inside := t.linkAt(name); inside {
				t.links = append(t.links, l)
			}
			return
		}
		if s, ok := stampOf(entry); ok {
			t.before[name] = s
		}
	})
}

// eachFile calls do for each file and link of the person's workspace, except
// for those of git and the links to the outputs of Bazel. What cannot be read
// is left out: it is a link in the shadow, which cannot be read either.
func (t *Tree) eachFile(do func(name string, entry fs.DirEntry)) error {
	return filepath.WalkDir(t.Root, func(full string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && full == t.Root:
			return err
		case err != nil:
			return nil
		}
		relative, err := filepath.Rel(t.Root, full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		switch {
		case name == ".git" && entry.IsDir():
			return filepath.SkipDir
		case entry.IsDir(), entry.Type() == fs.ModeSymlink && outputs(name):
			return nil
		}
		do(name, entry)
		return nil
	})
}

// linkAt returns the symbolic link at name, and whether it leads to a place in
// the workspace.
func (t *Tree) linkAt(name string) (link, bool) {
	full := filepath.Join(t.Root, filepath.FromSlash(name))
	target, err := os.Readlink(full)
	if err != nil {
		return link{}, false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(full), target)
	}
	inside, err := filepath.Rel(t.Root, target)
	return link{name, filepath.ToSlash(inside)}, err == nil && filepath.IsLocal(inside)
}

func stampOf(entry fs.DirEntry) (stamp, bool) {
	info, err := entry.Info()
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}, false
	}
	return stamp{info.Size(), info.ModTime()}, true
}

// Disturbed returns the changed files that no longer have the bytes of the last
// Set, by path: something that ran in the shadow wrote them.
func (t *Tree) Disturbed() []string {
	var names []string
	for name, file := range t.changed {
		now, err := t.top.ReadFile(path.Join(t.inTop, name))
		gone := errors.Is(err, fs.ErrNotExist)
		if gone != file.Deleted || !gone && !bytes.Equal(now, file.Text) {
			names = append(names, name)
		}
	}
	t.noteCreated()
	slices.Sort(names)
	return names
}

// noteCreated notes the files that something made in a real folder of a shadow
// of links.
func (t *Tree) noteCreated() {
	if t.copy {
		return
	}
	for dir, want := range t.entries {
		there, err := fs.ReadDir(t.top.FS(), path.Join(t.inTop, dir))
		if err != nil {
			continue
		}
		for _, entry := range there {
			if _, wanted := want[entry.Name()]; !wanted && entry.Type().IsRegular() {
				t.created[path.Join(dir, entry.Name())] = true
			}
		}
	}
}

// Written returns the files of the workspace that were written, created or
// deleted since the last call, or since the shadow was opened, by path: what a
// build or test did through a link, or in the shadow itself, and what the person
// did.
func (t *Tree) Written() ([]string, error) {
	before, names := t.before, t.created
	t.created = map[string]bool{}
	if err := t.walk(); err != nil {
		return nil, err
	}
	for name, was := range before {
		if now, there := t.before[name]; !there || now.size != was.size || !now.mtime.Equal(was.mtime) {
			names[name] = true
		}
	}
	for name := range t.before {
		if _, known := before[name]; !known {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}
