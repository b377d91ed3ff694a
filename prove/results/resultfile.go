package results

import (
	"fmt"
	"io"
	"os"
)

// openResult opens a file that the command was to write into the folder of
// result files. Whatever else a command puts in its place is not opened.
func openResult(raw *Raw, name string) (*os.File, error) {
	folder, err := os.OpenRoot(raw.Out)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	info, err := folder.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", name)
	case info.Size() > maxResultFile:
		return nil, fmt.Errorf("%s has %d bytes: more than %d are not read", name, info.Size(), maxResultFile)
	}
	return folder.Open(name)
}

// readResult returns the text of such a file.
func readResult(raw *Raw, name string) ([]byte, error) {
	in, err := openResult(raw, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, maxResultFile))
}
