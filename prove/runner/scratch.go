package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A scratch has the folders of a run. They have the same paths in all runs,
// because tools keep what they built by the paths that they have seen.
type scratch struct {
	root      string
	home      string // empty, and gone after the run
	tmp       string // likewise
	out       string // likewise, for files of results
	downloads string // stays
	caches    string // stays, unless the run is clean
	clean     bool
}

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
		root: root, home: at("home"), tmp: at("tmp"), out: at("out"), downloads: at("downloads"), caches: at("caches"), clean: q.Clean,
	}
	if q.Clean {
		s.caches = at("clean")
	}
	// A run that was killed may have left them.
	if err := s.remove(); err != nil {
		return nil, err
	}
	for _, dir := range []string{s.home, s.tmp, s.out, s.downloads, s.caches} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return s, nil
}

// remove removes what does not stay.
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
		tree+slash, "", tree, ".", s.out, "<results>", s.home, "<home>", s.tmp, "<tmp>", s.caches, "<caches>", s.downloads, "<downloads>",
		s.root, "<state>",
	)
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

// removeAll removes a folder, also if folders in it are read-only, as those of
// Go's modules are. No link is followed.
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
