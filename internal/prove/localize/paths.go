package localize

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A tree finds files by the names that commands print.
type tree struct {
	roots  []string // absolute, with slashes, without one at the end
	files  map[string]bool
	byBase map[string][]string // paths by their last part, sorted
	dirs   map[string]bool     // folders with files, the root as "."
}

func newTree(files, roots []string) *tree {
	t := &tree{files: make(map[string]bool, len(files)), byBase: map[string][]string{}, dirs: map[string]bool{".": true}}
	for _, f := range files {
		t.files[f] = true
		t.byBase[path.Base(f)] = append(t.byBase[path.Base(f)], f)
		for dir := path.Dir(f); !t.dirs[dir]; dir = path.Dir(dir) {
			t.dirs[dir] = true
		}
	}
	for _, root := range roots {
		if root = strings.TrimRight(slashed(root), "/"); root != "" {
			t.roots = append(t.roots, root)
		}
	}
	// The longest first, as one may be within another.
	slices.SortFunc(t.roots, func(a, b string) int { return len(b) - len(a) })
	return t
}

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// foreign are parts of paths of code that is not of the tree.
var foreign = []string{
	"/node_modules/", "/site-packages/", "/dist-packages/", "/pkg/mod/", "/usr/lib/", "/usr/local/go/", "/rustc/", "/.cargo/", "/.rustup/",
	"/external/", "<frozen ", "node:internal/",
}

// bazelPrefixes end where the path from the root of a workspace starts.
var bazelPrefixes = []func() *regexp.Regexp{
	lazyregexp.New(`^.*/execroot/[^/]+/`),
	lazyregexp.New(`^(?:bazel-out/[^/]+/(?:bin|genfiles|testlogs)|bazel-bin|bazel-genfiles)/`),
	lazyregexp.New(`^.*\.runfiles/(?:_main|__main__|[^/]+)/`),
	lazyregexp.New(`^/proc/self/cwd/`),
}

// find returns the files of the tree that a printed name may mean: one if it is
// certain, and at most five. near are folders that decide between several.
func (t *tree) find(name string, near []string) []string {
	name = strings.TrimPrefix(slashed(name), "file://")
	if slices.ContainsFunc(foreign, func(part string) bool { return strings.Contains("/"+name, part) }) {
		return nil
	}
	absolute := isAbsolute(name)
	for _, root := range t.roots {
		if rest, ok := strings.CutPrefix(name, root+"/"); ok {
			name, absolute = rest, false
			break
		}
	}
	for _, prefix := range bazelPrefixes {
		if at := prefix().FindStringIndex(name); at != nil {
			name, absolute = name[at[1]:], false
		}
	}
	if strings.HasPrefix(name, "external/") || strings.HasPrefix(name, "../") {
		return nil // another repository
	}
	name = path.Clean(name)
	if t.files[name] {
		return []string{name}
	}
	return t.like(name, absolute, near)
}

func isAbsolute(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':' && name[2] == '/'
}

// maxMeanings is how many files a name may mean before it means none.
const maxMeanings = 5

// like returns the files that a name resembles. For an absolute one, such as a
// path in a container, this is the file with the longest path that it ends
// with; the last part is not enough, because many files have equal names. For a
// relative one, which tools print that run in a folder of the tree, these are
// the files whose paths end with it.
func (t *tree) like(name string, absolute bool, near []string) (all []string) {
	exact := false
	for _, f := range t.byBase[path.Base(name)] {
		switch {
		case absolute && strings.Contains(f, "/") && strings.HasSuffix(name, "/"+f):
			if len(all) == 0 || len(f) > len(all[0]) {
				all = []string{f}
			}
		case !absolute && strings.HasSuffix(f, "/"+name):
			at := slices.Contains(near, strings.TrimSuffix(f, "/"+name))
			if at && !exact {
				exact, all = true, nil
			}
			if at == exact {
				all = append(all, f)
			}
		}
	}
	if len(all) > maxMeanings {
		return nil
	}
	return all
}

// dir returns the folder of a suite: of a package of Go, a target of Bazel, or
// a file. It is "" if none is known.
func (t *tree) dir(suite string) string {
	if label, ok := strings.CutPrefix(suite, "//"); ok {
		pkg, _, _ := strings.Cut(label, ":")
		if pkg = path.Clean(pkg); t.dirs[pkg] {
			return pkg
		}
		return ""
	}
	suite = slashed(suite)
	if found := t.find(suite, nil); len(found) == 1 {
		return path.Dir(found[0])
	}
	for rest := suite; rest != ""; {
		if t.dirs[rest] {
			return rest
		}
		_, rest, _ = strings.Cut(rest, "/")
	}
	return ""
}
