// Package worktree gives a proof a tree of files to run commands in: a folder
// with one commit of a person's repository, that knows of no other. The person's
// files, index, references, stash, configuration and objects are only read.
//
// Whatever is in the repository is hostile: no program that its configuration,
// attributes or hooks name is run, no link is followed by a write, and no git
// runs with the configuration of a tree in which commands have run.
package worktree

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/rules-autofix/rules_autofix/internal/config/person"
)

// A Repository is a person's git repository, and a folder of ours with the
// objects and trees of a run. Close must be called in the end. Its methods are
// for one goroutine at a time.
type Repository struct {
	// Root is the absolute path of the checkout, and Prefix the path of the
	// folder that Find was asked about, below Root, with slashes; "." if it is
	// Root.
	Root, Prefix string
	// Shallow is whether the clone lacks history.
	Shallow bool

	gitDir  string // of the checkout
	objects string
	index   string
	info    map[string]string // the paths of infoFiles
	format  string            // of hashes: sha1 or sha256

	state    string
	lock     *flock.Flock
	git      *git     // in the checkout
	store    *git     // in our own repository
	settings []string // options for git that reads the checkout
	batch    *batch
	written  map[[sha256.Size]byte]string // hashes of blobs in it, by the digests of their texts
}

// findTime bounds the first look at a repository, whose configuration may
// include files without an end.
const findTime = 30 * time.Second

// Find finds the repository that a folder is in. state is an absolute path of a
// folder of ours, which is made if it is missing. It is locked until Close.
// Files of a run that was killed are removed from it; folders in it that are
// not of this package stay. The path of a tree in it is the same in all runs.
func Find(ctx context.Context, dir, state string) (*Repository, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("repository: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("repository: %w", err)
	}
	looking, cancel := context.WithTimeoutCause(ctx, findTime, fmt.Errorf("git does not answer within %v", findTime))
	defer cancel()
	r, err := look(looking, dir)
	if err != nil {
		return nil, err
	}
	if err := r.open(ctx, state); err != nil {
		_ = r.Close()
		return nil, err
	}
	return r, nil
}

// look asks git about the repository around a folder.
func look(ctx context.Context, dir string) (*Repository, error) {
	program, err := findGit(dir)
	if err != nil {
		return nil, err
	}
	g := &git{program: program, dir: dir, env: environment()}
	r := &Repository{git: g, written: map[[sha256.Size]byte]string{}}
	ask := func(into *string, args ...string) {
		if err != nil {
			return
		}
		var out []byte
		out, err = g.run(ctx, nil, append([]string{"rev-parse"}, args...)...)
		*into = line(out)
	}
	var flags string
	ask(&flags, "--is-bare-repository", "--is-inside-work-tree", "--is-shallow-repository", "--show-object-format")
	switch {
	case said(err, "not a git repository"):
		return nil, fail(NotRepository, nil, "%s: no git repository is around it", dir)
	case ctx.Err() != nil:
		return nil, fail(Unreadable, err, "%s", dir)
	case err != nil:
		return nil, fail(Unreadable, err, "%s", dir)
	}
	answers := strings.Fields(flags)
	if len(answers) != 4 {
		return nil, fail(Unreadable, nil, "%s: git rev-parse says %q", dir, flags)
	}
	if answers[0] == "true" || answers[1] != "true" {
		return nil, fail(Bare, nil, "%s: it has no checkout", dir)
	}
	r.Shallow, r.format = answers[2] == "true", answers[3]
	ask(&r.Root, "--show-toplevel")
	ask(&r.gitDir, "--absolute-git-dir")
	ask(&r.objects, "--path-format=absolute", "--git-path", "objects")
	ask(&r.index, "--path-format=absolute", "--git-path", "index")
	r.info = map[string]string{}
	for _, name := range infoFiles {
		var file string
		ask(&file, "--path-format=absolute", "--git-path", "info/"+name)
		r.info[name] = file
	}
	if err != nil {
		return nil, fail(Unreadable, err, "%s", dir)
	}
	// The folder may be below one that is the checkout of another repository.
	r.Root = filepath.FromSlash(r.Root)
	prefix, err := filepath.Rel(r.Root, dir)
	if err != nil || !filepath.IsLocal(prefix) {
		return nil, fail(Unreadable, err, "%s: git says that it is in %s", dir, r.Root)
	}
	r.Prefix = filepath.ToSlash(prefix)
	if err := checkProgram(r.Root, program); err != nil {
		return nil, err
	}
	at := *g
	at.dir = r.Root
	r.git = &at
	if r.settings, err = readSettings(ctx, r.git); err != nil {
		return nil, fail(Unreadable, err, "%s", dir)
	}
	return r, nil
}

// The folders and files of ours in the state folder.
const (
	lockName    = "lock"
	storeName   = "store"
	treesName   = "trees"
	stagingName = "staging"
	emptyName   = "empty"
)

// open takes the state folder and makes an empty repository in it.
func (r *Repository) open(ctx context.Context, state string) error {
	if !filepath.IsAbs(state) {
		return fmt.Errorf("state folder: %s is not absolute", state)
	}
	// A folder that is made for nothing would be a trace.
	if err := r.checkOutside(existing(state)); err != nil {
		return err
	}
	if err := os.MkdirAll(state, 0o700); err != nil {
		return step(err, "state folder")
	}
	state, err := filepath.EvalSymlinks(state)
	if err != nil {
		return step(err, "state folder")
	}
	if err := r.checkOutside(state); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(state, lockName), flock.SetPermissions(0o600))
	free, err := lock.TryLock()
	if err != nil {
		return step(err, "state folder")
	}
	if !free {
		return fail(Locked, nil, "state folder: another run works with %s", r.Root)
	}
	r.state, r.lock = state, lock
	if err := r.clean(); err != nil {
		return step(err, "state folder")
	}
	for _, name := range []string{treesName, stagingName, emptyName} {
		if err := os.Mkdir(filepath.Join(state, name), 0o700); err != nil {
			return step(err, "state folder")
		}
	}
	store := filepath.Join(state, storeName)
	g := &git{program: r.git.program, dir: state, env: environment()}
	if _, err := g.run(ctx, nil, "init", "-q", "--bare", "--template=", "--object-format="+r.format, store); err != nil {
		return step(err, "state folder")
	}
	if err := os.Mkdir(filepath.Join(store, "info"), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return step(err, "state folder")
	}
	r.store = (&git{program: r.git.program, dir: filepath.Join(state, emptyName), env: environment()}).
		with("GIT_DIR="+store, "GIT_WORK_TREE="+filepath.Join(state, emptyName))
	return nil
}

// checkOutside refuses a folder in the person's repository.
func (r *Repository) checkOutside(state string) error {
	for _, dir := range []string{r.Root, r.gitDir, filepath.Dir(r.objects)} {
		if person.Within(dir, state) {
			return fail(StateInside, nil, "state folder: %s is in %s", state, dir)
		}
	}
	return nil
}

// existing returns the innermost folder of a path that exists, without links.
func existing(name string) string {
	for {
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			return real
		}
		if filepath.Dir(name) == name {
			return name
		}
		name = filepath.Dir(name)
	}
}

// clean removes the files of runs in the state folder.
func (r *Repository) clean() error {
	root, err := os.OpenRoot(r.state)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range []string{storeName, treesName, stagingName, emptyName} {
		if err := removeAll(root, name); err != nil {
			return err
		}
	}
	return nil
}

// path returns a path in the state folder.
func (r *Repository) path(names ...string) string {
	return filepath.Join(append([]string{r.state}, names...)...)
}

// Close removes all trees and objects of the run, and unlocks the state folder.
func (r *Repository) Close() error {
	if r.batch != nil {
		r.batch.close()
		r.batch = nil
	}
	if r.lock == nil {
		return nil
	}
	err := r.clean()
	if unlocked := r.lock.Unlock(); err == nil {
		err = unlocked
	}
	r.lock = nil
	return step(err, "state folder")
}
