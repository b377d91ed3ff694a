package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A nextIndex is an index with new texts, which git makes beside the one of a
// checkout.
type nextIndex struct {
	made chan struct{} // closed once the rest is set
	file string        // or ""
	was  fs.FileInfo   // of the index that it is made from
	err  error
}

// beginNext begins to make the index that a patch leads to. The caller discards
// it.
func (c *checkout) beginNext(patch []byte) *nextIndex {
	next := &nextIndex{made: make(chan struct{})}
	go func() {
		defer close(next.made)
		next.err = next.make(c, patch)
	}()
	return next
}

// make makes the index. A link has the bytes of the old one: git replaces the
// name.
func (n *nextIndex) make(c *checkout, patch []byte) (err error) {
	if n.file, err = c.newIndex(); err != nil {
		return err
	}
	if err := os.Link(c.file, n.file); err != nil {
		return err
	}
	if n.was, err = os.Lstat(n.file); err != nil {
		return err
	}
	if !n.was.Mode().IsRegular() {
		return errors.New("the index is a link, which git would follow")
	}
	return c.apply(n.file, patch)
}

// replace puts the index in the place of an index file, under git's lock of
// that. It fails if another process has written the file since.
func (n *nextIndex) replace(file string) error {
	if <-n.made; n.err != nil {
		return n.err
	}
	lock := file + ".lock"
	if err := os.Link(n.file, lock); err != nil {
		return err
	}
	is, err := os.Lstat(file)
	if err == nil && !(os.SameFile(is, n.was) && is.ModTime().Equal(n.was.ModTime())) { // an inode number is used again
		err = errors.New("another process has written the index")
	}
	if err == nil {
		err = os.Rename(lock, file)
	}
	if err != nil {
		os.Remove(lock)
	}
	return err
}

// discard removes the index, if it is still there.
func (n *nextIndex) discard() {
	if <-n.made; n.file != "" {
		os.Remove(n.file)
	}
}

// indexPrefix begins the names of indexes that exist for a moment, beside the
// one of a checkout.
const indexPrefix = "autofix-index-"

// newIndex returns the name of a file for such an index. It removes files that
// killed runs have left more than an hour ago. A link to an old index, of a run
// at this moment, may be among them: that run applies its patch to the index.
func (c *checkout) newIndex() (string, error) {
	dir := filepath.Dir(c.file)
	there, _ := os.ReadDir(dir)
	for _, entry := range there {
		if info, err := entry.Info(); err == nil && strings.HasPrefix(entry.Name(), indexPrefix) && time.Since(info.ModTime()) > time.Hour {
			os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
	file, err := os.CreateTemp(dir, indexPrefix)
	if err != nil {
		return "", fmt.Errorf("%s: cannot make an index: %w", c.file, cause(err))
	}
	return file.Name(), errors.Join(file.Close(), os.Remove(file.Name())) // git takes no empty file
}

// apply applies a patch to an index file.
func (c *checkout) apply(file string, patch []byte) error {
	env := append(slices.Clone(c.env), "GIT_INDEX_FILE="+file) // the last one counts
	_, _, err := c.git.start(c.top, env, patch, "apply", "--cached", "--whitespace=nowarn", "-")
	return err
}
