package spec

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// Within returns the workspace path of a slash-separated file name that is
// relative to a folder of the workspace. "." is the root.
func Within(folder, name string) (string, error) {
	if path.IsAbs(name) || len(name) > 2 && name[1] == ':' && (name[2] == '/' || name[2] == '\\') { // C:/
		return "", errors.New("it is absolute: files are relative to the workspace")
	}
	joined := path.Join(folder, name)
	if !fs.ValidPath(joined) || strings.ContainsRune(joined, 0) {
		return "", errors.New("it is not within the workspace")
	}
	return joined, nil
}
