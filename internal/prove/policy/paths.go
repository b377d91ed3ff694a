package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// within reports whether a glob of a list matches a path or a folder above it.
func within(list []string, name string) bool {
	return slices.ContainsFunc(list, func(glob string) bool {
		glob = strings.TrimSuffix(glob, "/")
		for at := name; at != "."; at = path.Dir(at) {
			if doublestar.MatchUnvalidated(glob, at) {
				return true
			}
		}
		return false
	})
}

// paths judges which files may change.
func (j *Judgment) paths(r *Rules, c *change.Change) {
	for _, name := range c.Paths() {
		if len(r.Allow) > 0 && !within(r.Allow, name) {
			j.refuse(PathsAllow, name, "the file is not among those that may change")
		}
		if within(folded(r.Deny), strings.ToLower(name)) {
			j.refuse(PathsDeny, name, "the file is among those that may not change")
		}
	}
}

// folded returns globs in lower case. Some file systems ignore case.
func folded(list []string) []string {
	out := make([]string, len(list))
	for i, glob := range list {
		out[i] = strings.ToLower(glob)
	}
	return out
}
