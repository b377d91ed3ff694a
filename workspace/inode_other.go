//go:build !unix

package workspace

import "io/fs"

// openNonblock is not needed: the system has no named pipes in folders.
const openNonblock = 0

// A fileID tells the files of one machine apart, whatever their names.
type fileID struct{ device, inode uint64 }

// identify has no answer here: os.FileInfo does not carry a file's id on this system.
func identify(fs.FileInfo) (id fileID, ok bool) { return fileID{}, false }

// linkCount says 1: os.FileInfo does not carry the count on this system, so that writing one name of a hard-linked
// file parts it from the others.
func linkCount(fs.FileInfo) int { return 1 }
