//go:build !linux

package workspace

import (
	"io/fs"
	"os"
)

// openLinkFree has no short way on this system: os.Root opens every file.
func (w *Workspace) openLinkFree(string) *os.File { return nil }

// statLinkFree has no short way on this system: os.Root looks up every file.
func (w *Workspace) statLinkFree(string) fs.FileInfo { return nil }
