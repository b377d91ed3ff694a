package workspace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// isVersionControl reports whether an entry with this name, file or folder,
// belongs to a version control system. Its files are not sources, and changing
// a byte in them may destroy the history.
func isVersionControl(name string) bool {
	switch strings.ToLower(name) { // file systems may be case insensitive
	case ".git", ".hg", ".jj", ".sl", ".svn":
		return true
	}
	return false
}

// isBazels reports whether an entry with this name is Bazel's: a link to the
// outputs of a build, or a copy of them, as in an archive or in an action.
// Other links that Bazel makes, such as bazel-NAME, lead out of the workspace.
func isBazels(name string) bool {
	switch name {
	case "bazel-bin", "bazel-genfiles", "bazel-out", "bazel-testlogs":
		return true
	}
	return false
}

// isOurs reports whether an entry with this name belongs to a transaction.
func isOurs(name string) bool {
	return name == journalName || name == undoName || strings.HasPrefix(name, stagedPrefix)
}

// isNoSource reports whether the entries with this name, and all below them, are
// never sources.
func isNoSource(name string) bool { return ownerOf(name) != "" }

// isOwn reports whether a path leads to the files of version control, of Bazel
// or of a transaction.
func isOwn(name string) bool { return ownerOf(name) != "" }

// ownerOf returns to whom a path that leads to no source belongs, or "".
func ownerOf(name string) string {
	for element := range strings.SplitSeq(name, "/") {
		switch {
		case isVersionControl(element):
			return "version control"
		case isBazels(element):
			return "Bazel"
		case isOurs(element):
			return "this tool"
		}
	}
	return ""
}

// eachEntry calls visit with the entries of a folder, in no particular order.
func eachEntry(folder *os.Root, visit func(fs.DirEntry) error) error {
	file, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		entries, err := file.ReadDir(1024)
		for _, entry := range entries {
			if err := visit(entry); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// enter calls visit with the subfolder name of a folder. It skips a subfolder
// that no longer exists or cannot be read.
func enter(folder *os.Root, name string, visit func(*os.Root) error) error {
	sub, err := folder.OpenRoot(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	defer sub.Close()
	return visit(sub)
}
