package gazelle

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// decisive is how much of a file, in bytes, decides whether a checker looks at
// it. A file that turns binary only after that is listed, and the check passes
// over it.
const decisive = 64 << 10

// versionControl are folders of version control systems.
var versionControl = []string{".git", ".hg", ".jj", ".sl", ".svn"}

// transaction is what the names of files start with that autofix writes beside
// the sources, and removes.
const transaction = ".autofix-"

// sources are the files of the workspace that are sources: not ignored by git,
// no links.
type sources struct {
	root   string // absolute
	git    *git
	linked map[string]bool // folders, and whether a link leads there
}

// openSources asks git once for the whole workspace: it answers for a million
// files faster than it starts a thousand times.
func openSources(root string) (*sources, error) {
	git, err := openGit(root)
	if err != nil {
		return nil, err
	}
	return &sources{root: root, git: git, linked: map[string]bool{".": false}}, nil
}

// has reports whether a file, workspace relative, is a source.
func (s *sources) has(file string) (bool, error) {
	for element := range strings.SplitSeq(file, "/") {
		if slices.Contains(versionControl, strings.ToLower(element)) || strings.HasPrefix(element, transaction) {
			return false, nil
		}
	}
	info, err := os.Lstat(s.path(file))
	if err != nil || !info.Mode().IsRegular() || s.isLinked(path.Dir(file)) {
		return false, nil
	}
	return s.git.has(file)
}

// isLinked reports whether a folder is a link or below one, to which Gazelle
// comes where it is told to follow it.
func (s *sources) isLinked(folder string) bool {
	linked, known := s.linked[folder]
	if !known {
		info, err := os.Lstat(s.path(folder))
		linked = err != nil || !info.IsDir() || s.isLinked(path.Dir(folder))
		s.linked[folder] = linked
	}
	return linked
}

// head returns the first bytes of a file. It has none where the file is gone,
// or is not for us to read.
func (s *sources) head(file string) ([]byte, error) {
	f, err := os.Open(s.path(file))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, decisive))
}

func (s *sources) path(file string) string { return filepath.Join(s.root, filepath.FromSlash(file)) }
