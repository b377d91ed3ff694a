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

// decisive is the number of bytes at the start of a file that decide whether a
// checker handles it. A file with binary data only after that is listed, and
// the check skips it.
const decisive = 64 << 10

// notSources lists the folders of version control systems and of Bazel.
var notSources = []string{".git", ".hg", ".jj", ".sl", ".svn", "bazel-bin", "bazel-genfiles", "bazel-out", "bazel-testlogs"}

// transaction is the prefix of the temporary files that autofix writes next to
// the sources.
const transaction = ".autofix-"

// sources determines which files of the workspace are sources: not ignored by
// git, and not links.
type sources struct {
	root   string // absolute
	git    *git
	linked map[string]bool // by folder: whether it is a link or below one
}

// openSources runs git once for the whole workspace: listing a million files
// takes less time than a thousand starts.
func openSources(root string) (*sources, error) {
	git, err := openGit(root)
	if err != nil {
		return nil, err
	}
	return &sources{root: root, git: git, linked: map[string]bool{".": false}}, nil
}

// has reports whether a workspace-relative file is a source.
func (s *sources) has(file string) (bool, error) {
	for element := range strings.SplitSeq(file, "/") {
		if slices.Contains(notSources, strings.ToLower(element)) || strings.HasPrefix(element, transaction) {
			return false, nil
		}
	}
	info, err := os.Lstat(s.path(file))
	if err != nil || !info.Mode().IsRegular() || s.isLinked(path.Dir(file)) {
		return false, nil
	}
	return s.git.has(file)
}

// isLinked reports whether a folder is a link or below one. Gazelle visits it
// if it is configured to follow the link.
func (s *sources) isLinked(folder string) bool {
	linked, known := s.linked[folder]
	if !known {
		info, err := os.Lstat(s.path(folder))
		linked = err != nil || !info.IsDir() || s.isLinked(path.Dir(folder))
		s.linked[folder] = linked
	}
	return linked
}

// head returns the first bytes of a file. There are none if the file no longer
// exists or is not readable.
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
