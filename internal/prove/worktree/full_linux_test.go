package worktree_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// fill makes trees until the file system of the state is full.
func fill(t *testing.T, dir, state string) error {
	r, err := worktree.Find(t.Context(), dir, state)
	if err != nil {
		return err
	}
	defer r.Close()
	for range 100 {
		b, err := r.Base(t.Context(), true)
		if err != nil {
			return coded("base", err)
		}
		for i := range 100 {
			if _, err := r.Seal(t.Context(), b, fmt.Sprint("tree", i)); err != nil {
				return coded("seal", err)
			}
		}
	}
	return errors.New("it never was full")
}

func coded(what string, err error) error {
	var e *worktree.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %s: %w", what, e.Code, err)
	}
	return fmt.Errorf("%s: no code: %w", what, err)
}

// A full disk has a code and a way out, wherever it is met.
func TestFullDisk(t *testing.T) {
	if !worktreetest.InOwnMounts(t) {
		return
	}
	noise := make([]byte, 512<<10)
	_, _ = rand.Read(noise)
	c := newCheckout(t, with(example, map[string]string{"noise": string(noise)}))
	c.write(map[string]string{"a.txt": "dirty\n"})
	worktreetest.Untouched(t, c.dir)
	for _, row := range []struct{ options, step string }{
		{"size=256k", "base"}, {"size=1200k", "seal"}, {"size=2500k", "seal"}, {"size=64m,nr_inodes=60", "seal"},
	} {
		t.Run(row.options, func(t *testing.T) {
			state := filepath.Join(realDir(t), "state")
			worktreetest.Small(t, state, row.options)
			said := fill(t, c.dir, state).Error()
			if !strings.HasPrefix(said, row.step+": disk_full: ") || !strings.Contains(said, worktree.DiskFull.WayOut()) {
				t.Errorf("%q, want the code %s in the step %s", said, worktree.DiskFull, row.step)
			}
		})
	}
}
