//go:build !unix

package workspace

import "io/fs"

// openNonblock is not needed: this system has no named pipes in folders.
const openNonblock = 0

// A fileID identifies a file of a machine, whatever its names.
type fileID struct{ device, inode uint64 }

// identify is not supported: os.FileInfo does not contain the id of a file on
// this system.
func identify(fs.FileInfo) (id fileID, ok bool) { return fileID{}, false }

// linkCount returns 1, because os.FileInfo does not contain the count on this
// system. Writing one name of a hard-linked file therefore separates it from
// the others.
func linkCount(fs.FileInfo) int { return 1 }
