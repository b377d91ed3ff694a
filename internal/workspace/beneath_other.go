//go:build !linux

package workspace

import "io/fs"

// readLinkFree has no fast path on this system: os.Root opens every file.
func (w *Workspace) readLinkFree(string, amount) (content []byte, known bool, err error) {
	return nil, false, nil
}

// isLinkFree has no fast path on this system: os.Root looks up every file.
func (w *Workspace) isLinkFree(string) bool { return false }

// existsLinkFree has no fast path on this system: os.Root looks up every file.
func (w *Workspace) existsLinkFree(string) (there, known bool) { return false, false }

// statLinkFree has no fast path on this system: os.Root looks up every file.
func (w *Workspace) statLinkFree(string) fs.FileInfo { return nil }
