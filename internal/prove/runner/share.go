package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// HasCache reports whether the base has a cache of a name.
func (r *Runner) HasCache(name string) bool {
	_, err := os.Lstat(filepath.Join(r.State, baseCaches, name))
	return err == nil
}

// Share runs a command that fills a cache of a folder for several repositories,
// and copies that cache to the base, in place of one of that name. The command
// must run no code of the tree. The path of the folder has no links.
func (r *Runner) Share(ctx context.Context, tree *worktree.Tree, folder, name string, argv, assignments []string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := &Request{Tree: tree, Command: &command.Command{Program: argv[0], Assignments: assignments}}
	s, err := r.newScratch(q)
	if err != nil {
		return err
	}
	defer s.close()
	to := filepath.Join(s.caches, name)
	s.caches = folder
	box, err := r.box(ctx, q, s, argv)
	if err != nil {
		return err
	}
	box.command.Stdout, box.command.Stderr = io.Discard, io.Discard
	lock := flock.New(filepath.Join(folder, "lock")) // two that fill it do the same work twice
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return err
	}
	defer lock.Close()
	if code, err := box.command.Run(ctx); err != nil || code != 0 {
		return errors.Join(err, fmt.Errorf("%s: exit %d", argv[0], code))
	}
	// It appears whole or not at all.
	partial := to + ".partial"
	if err := errors.Join(removeAll(partial), copyCaches(filepath.Join(folder, name), partial), removeAll(to)); err != nil {
		return errors.Join(err, removeAll(partial))
	}
	return os.Rename(partial, to)
}
