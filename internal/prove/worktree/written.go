package worktree

import (
	"context"
	"path"
	"slices"
	"time"
)

// Keep marks the files and folders of the tree that the base and its change do
// not have, such as a setup's installed files, to stay.
func (t *Tree) Keep() error {
	time.Sleep(clockTick) // no later change can have the time of the kept files
	now, err := t.scan()
	if err != nil {
		return step(err, "tree")
	}
	for name, s := range now.files {
		if t.want[name] != nil {
			continue
		}
		t.kept[name] = s
		// It stays in its folder, whatever becomes of other files there.
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			t.kept[dir] = stamp{}
		}
	}
	for _, name := range now.folders {
		if !t.folders[name] {
			t.kept[name] = stamp{}
		}
	}
	return nil
}

// Written returns the files of the base and its change that are not as Set has
// made them, by path: a command has written or deleted them, or made them
// runnable or not.
func (t *Tree) Written(ctx context.Context) ([]string, error) {
	now, err := t.scan()
	if err != nil {
		return nil, step(err, "tree")
	}
	var names, unsure []string
	for name, w := range t.want {
		switch is, found := now.files[name]; {
		case w.mode == modeModule:
		case !found || !w.matches(is.mode):
			names = append(names, name)
		case !w.stamp.same(is):
			unsure = append(unsure, name)
		}
	}
	slices.Sort(unsure)
	err = t.staged(ctx, t.repository.indexOf(t.name), unsure, func(name, from string) error {
		w := t.want[name]
		same, err := t.isAs(name, w, from)
		switch {
		case err != nil:
		case !same:
			names = append(names, name)
		default:
			w.stamp = now.files[name]
		}
		return err
	})
	slices.Sort(names)
	return names, step(err, "tree")
}

// Disturbed returns the kept files that were written or deleted since Keep, by
// path. Set does not bring them back; LoadKept does.
func (t *Tree) Disturbed() ([]string, error) {
	now, err := t.scan()
	if err != nil {
		return nil, step(err, "tree")
	}
	folders := map[string]bool{}
	for _, name := range now.folders {
		folders[name] = true
	}
	var names []string
	for name, s := range t.kept {
		is, found := now.files[name]
		if !found && !folders[name] || found && !s.alike(is) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}
