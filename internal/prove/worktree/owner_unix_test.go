//go:build unix

package worktree_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A checkout that belongs to another user, as in a container, is read all the
// same: nothing that it configures is run.
func TestOtherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	c := newCheckout(t, example)
	err := filepath.WalkDir(c.dir, func(name string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(name, 12345, 12345)
	})
	if errors.Is(err, syscall.EINVAL) {
		t.Skip("this sandbox has no other users")
	}
	if err != nil {
		t.Fatal(err)
	}
	_, _, tree := seal(t, c.dir, true)
	wantListing(t, tree.Dir(), example)
}
