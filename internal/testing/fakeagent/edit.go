package fakeagent

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// edit changes files as the answer says, and returns the failures.
func (a *Answer) edit(folder string) string {
	failed := ""
	note := func(err error) {
		if err != nil {
			failed += "\n" + err.Error()
		}
	}
	in := func(name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(folder, name)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Files)) {
		path, text := in(name), a.Files[name]
		note(os.MkdirAll(filepath.Dir(path), 0o755))
		if target, is := strings.CutPrefix(text, "-> "); is {
			_ = os.Remove(path) // it may be there, and then it is replaced
			note(os.Symlink(target, path))
			continue
		}
		note(os.WriteFile(path, []byte(text), 0o644))
	}
	for _, name := range a.Remove {
		note(os.Remove(in(name)))
	}
	return failed
}
