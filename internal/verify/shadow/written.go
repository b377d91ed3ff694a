package shadow

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// A stamp changes when a file is written, or a link is made again.
type stamp struct {
	size  int64
	mtime time.Time
}

// A found has the results of a walk through the person's workspace.
type found struct {
	links  []link              // to places in the workspace, by path
	twins  map[string][]string // the names of a hard-linked file, by each of them
	stamps map[string]stamp    // of files and links, by path
	vendor []string            // folders of --vendor_dir
}

// A walker looks for the links and files of a workspace.
type walker struct {
	root  string
	group errgroup.Group

	mutex sync.Mutex
	found found
	names map[fileID][]string // of files with several names
	links []string
}

// walk looks for the links and files of the person's workspace, except git's
// files and the links to the outputs of Bazel. A file that cannot be read is
// left out: it is a link in the shadow, which cannot be read either.
func (t *Tree) walk() (found, error) {
	w := &walker{root: t.Root, names: map[fileID][]string{}, found: found{twins: map[string][]string{}, stamps: map[string]stamp{}}}
	w.group.SetLimit(2 * runtime.GOMAXPROCS(0))
	if _, err := os.ReadDir(t.Root); err != nil {
		return found{}, err
	}
	w.folder(".")
	if err := w.group.Wait(); err != nil {
		return found{}, err
	}
	slices.Sort(w.links)
	r := resolver{}
	for _, name := range w.links {
		if l, inside := t.linkAt(name, r); inside {
			w.found.links = append(w.found.links, l)
		}
	}
	for _, twins := range w.names {
		if len(twins) > 1 {
			for _, name := range twins {
				w.found.twins[name] = twins
			}
		}
	}
	return w.found, nil
}

// folder walks a folder and all below, side by side with others if it can.
func (w *walker) folder(dir string) {
	full := filepath.Join(w.root, filepath.FromSlash(dir))
	entries, _ := os.ReadDir(full)
	stamps := make(map[string]stamp, len(entries))
	var links []string
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if entry.Name() == inVendor || entry.Name() == "VENDOR.bazel" {
			w.mutex.Lock()
			w.found.vendor = append(w.found.vendor, dir)
			w.mutex.Unlock()
		}
		switch {
		case name == ".git" && entry.IsDir():
			continue
		case entry.IsDir():
			below := func() error { w.folder(name); return nil }
			if !w.group.TryGo(below) {
				w.folder(name)
			}
			continue
		case entry.Type() == fs.ModeSymlink:
			if target, err := os.Readlink(filepath.Join(full, entry.Name())); err != nil || outputs(name, target) {
				continue
			}
			links = append(links, name)
		case !entry.Type().IsRegular():
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue
		}
		stamps[name] = stamp{info.Size(), info.ModTime()}
		if id, several := twinsOf(info); several && info.Mode().IsRegular() {
			w.mutex.Lock()
			w.names[id] = append(w.names[id], name)
			w.mutex.Unlock()
		}
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	maps.Copy(w.found.stamps, stamps)
	w.links = append(w.links, links...)
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
// deleted since the last call, or since the shadow was opened, by path. They
// include changes of a build or test, through a link or in the shadow itself,
// and changes of the person.
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
