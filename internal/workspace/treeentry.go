package workspace

import (
	"fmt"
	"strings"
)

// A treeEntry is a file in a commit or in the index. The zero entry stands for
// a file that is not there.
type treeEntry struct{ mode, object string }

// entryOf returns the entry of a mode and an object.
func entryOf(mode, object string) treeEntry {
	if isAbsent(object) {
		return treeEntry{}
	}
	return treeEntry{mode, object}
}

// committed returns the files of a commit, by name.
func (c *checkout) committed(commit string) (map[string]treeEntry, error) {
	return c.entries(func(fields []string) treeEntry { return treeEntry{fields[0], fields[2]} }, "ls-tree", "-r", "-z", "--full-tree", commit)
}

// staged returns the files of the index, by name. The entry of a file with an
// unresolved conflict equals no other.
func (c *checkout) staged() (map[string]treeEntry, error) {
	return c.entries(func(fields []string) treeEntry {
		if fields[2] != "0" {
			return treeEntry{mode: "conflict"}
		}
		return treeEntry{fields[0], fields[1]}
	}, "ls-files", "-z", "--stage", "--full-name")
}

// entries returns the files that a command of git prints, each after three
// fields and a tab.
func (c *checkout) entries(entry func(fields []string) treeEntry, args ...string) (map[string]treeEntry, error) {
	out, err := c.run(nil, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot list the files of git: %w", c.top, err)
	}
	all := map[string]treeEntry{}
	for line := range strings.SplitSeq(string(out), "\x00") {
		about, name, _ := strings.Cut(line, "\t")
		if fields := strings.Fields(about); len(fields) == 3 {
			all[name] = entry(fields)
		}
	}
	return all, nil
}
