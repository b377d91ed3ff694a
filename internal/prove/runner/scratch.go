package runner

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A scratch has the folders of a run. They have the same paths in all runs,
// because tools keep their build products by path.
type scratch struct {
	root      string
	home      string // empty, and gone after the run
	tmp       string // likewise
	out       string // likewise, for files of results
	downloads string // stays
	caches    string // compiled files of programs and the like
	bazel     string // the output user root of Bazel
	// archives has the downloads of Bazel, by digests that Bazel checks. It is
	// writable in all runs: Bazel writes there even if it only reads a file.
	archives string
	clean    bool
}

// The caches of the base have only seen the base, and stay for the next proof.
// A candidate's code may have put anything into the caches it used: they are a
// copy for the rest of the proof. A clean run has another copy.
const (
	baseCaches      = "caches"
	candidateCaches = "work"
	cleanCaches     = "clean"
)

func (r *Runner) newScratch(q *Request) (*scratch, error) {
	if !filepath.IsAbs(r.State) {
		return nil, fmt.Errorf("%s is not absolute", r.State)
	}
	if err := os.MkdirAll(r.State, 0o700); err != nil {
		return nil, err
	}
	root, err := filepath.EvalSymlinks(r.State)
	if err != nil {
		return nil, err
	}
	at := func(name string) string { return filepath.Join(root, name) }
	s := &scratch{
		root: root, home: at("home"), tmp: at("tmp"), out: at("out"), downloads: at("downloads"), caches: at(baseCaches), bazel: at(bazelRoot), clean: q.Clean,
		archives: at(archivesRoot),
	}
	switch {
	case q.Clean:
		s.caches, s.bazel = at(cleanCaches), filepath.Join(at(cleanCaches), "bazel")
	case len(q.Tree.Change().Files) > 0:
		s.caches = at(candidateCaches)
		if !r.copied {
			// One of a proof that was killed.
			if err := removeAll(s.caches); err != nil {
				return nil, err
			}
			r.copied = true
		}
	}
	// A run that was killed may have left them.
	if err := s.remove(); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(s.caches); errors.Is(err, fs.ErrNotExist) && s.caches != at(baseCaches) {
		if err := copyCaches(at(baseCaches), s.caches); err != nil {
			return nil, err
		}
	}
	for _, dir := range []string{s.home, s.tmp, s.out, s.downloads, s.caches, s.bazel, s.archives} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return s, nil
}

// remove removes the files that do not stay.
func (s *scratch) remove() error {
	errs := []error{removeAll(s.home), removeAll(s.tmp), removeAll(s.out)}
	if s.clean {
		errs = append(errs, removeAll(s.caches))
	}
	return errors.Join(errs...)
}

func (s *scratch) close() { _ = s.remove() }

// names returns the names of the paths of a run.
func (s *scratch) names(tree string) *names {
	slash := string(filepath.Separator)
	return newNames(
		tree+slash, "", tree, ".", s.out, "<results>", s.home, "<home>", s.tmp, "<tmp>", s.caches, "<caches>", s.downloads, "<downloads>", s.bazel, "<bazel>",
		s.root, "<state>",
	)
}

// copyCaches copies the regular files of a folder. Links and other things are
// left out: no cache needs them.
func copyCaches(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == from {
			return nil
		}
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir():
			return os.MkdirAll(target, 0o700)
		case entry.Type().IsRegular():
			err = copyFile(name, target)
			if errors.Is(err, fs.ErrPermission) {
				return nil // whoever made it so does without it
			}
			return err
		}
		return nil
	})
}

// copyFile copies a file with its times, by which some caches go.
func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	err = errors.Join(err, target.Close())
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return err
}

// leastFree is how much of a disk a command needs at least, in bytes.
const leastFree = 1 << 20

// ErrDiskFull is the error of a run that failed because there is no space.
var ErrDiskFull = errors.New("the disk is full")

// full returns an error if the disk of the state is full.
func (s *scratch) full() error {
	if free, known := freeBytes(s.root); known && free < leastFree {
		return fmt.Errorf("%w: what fails says nothing; free some space, or name a state folder on another disk", ErrDiskFull)
	}
	return nil
}

// removeAll removes a folder, even if it has read-only folders, as Go's modules
// do. No link is followed.
func removeAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && err == nil {
			_ = os.Chmod(name, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
