// Package wholefile writes files of this program, which are whole at any time,
// also if several processes write one.
package wholefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Prefix starts the names of files that are not whole yet. A process that is
// killed leaves them beside the file.
const Prefix = ".new-"

// Write writes a file for the user alone, in the place of a file or link of its
// name. The folder exists.
func Write(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), Prefix+"*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
