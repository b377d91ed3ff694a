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

// A stamp changes when a file is written, or a link is made anew.
type stamp struct {
	size  int64
	mtime time.Time
}

// A found is what a walk finds in the person's workspace.
type found struct {
	links  []link              // to places in the workspace
	twins  map[string][]string // the names of a hard-linked file, by each of them
	stamps map[string]stamp    // of files and links, by path
}

// walk looks for the links and files of the person's workspace, except for
// those of git and the links to the outputs of Bazel. What cannot be read is
// left out: it is a link in the shadow, which cannot be read either.
func (t *Tree) walk() (found, error) {
	f := found{twins: map[string][]string{}, stamps: map[string]stamp{}}
	r := resolver{}
	names := map[fileID][]string{}
	err := filepath.WalkDir(t.Root, func(full string, entry fs.DirEntry, err error) error {
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
		case entry.IsDir():
			return nil
		case entry.Type() == fs.ModeSymlink:
			target, err := os.Readlink(full)
			if err != nil || outputs(name, target) {
				return nil
			}
			if l, inside := t.linkAt(name, r); inside {
				f.links = append(f.links, l)
			}
		case !entry.Type().IsRegular():
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return nil
		}
		f.stamps[name] = stamp{info.Size(), info.ModTime()}
		if id, several := twinsOf(info); several && info.Mode().IsRegular() {
			names[id] = append(names[id], name)
		}
		return nil
	})
	for _, twins := range names {
		if len(twins) > 1 {
			for _, name := range twins {
				f.twins[name] = twins
			}
		}
	}
	return f, err
}

// Disturbed returns the changed files that no longer have the bytes of the last
// Set, by path: something that ran in the shadow wrote them.
func (t *Tree) Disturbed() []string {
	var names []string
	for name, file := range t.changed {
		now, err := t.dir.ReadFile(filepath.FromSlash(name))
		switch {
		case errors.Is(err, fs.ErrNotExist) && file.Deleted:
		case err != nil, file.Deleted, !bytes.Equal(now, file.Text):
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
		at, err := t.dir.Open(filepath.FromSlash(dir))
		if err != nil {
			continue
		}
		there, _ := at.ReadDir(-1)
		at.Close()
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
	names := t.created
	t.created = map[string]bool{}
	now, err := t.walk()
	if err != nil {
		return nil, err
	}
	for name, was := range t.found.stamps {
		if is, there := now.stamps[name]; !there || is.size != was.size || !is.mtime.Equal(was.mtime) {
			names[name] = true
		}
	}
	for name := range now.stamps {
		if _, known := t.found.stamps[name]; !known {
			names[name] = true
		}
	}
	t.found = now
	return slices.Sorted(maps.Keys(names)), nil
}
