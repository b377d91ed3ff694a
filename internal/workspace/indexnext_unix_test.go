//go:build unix

package workspace

import (
	"context"
	"path/filepath"
	"testing"
)

// The next index takes the place of the index that it is made from, and of no
// other.
func TestNextIndex(t *testing.T) {
	for _, test := range []struct {
		name, before, meanwhile string
		replaces                bool
	}{
		{"nothing else", "", "", true},
		{"split index", "git update-index --split-index", "", true},
		{"a link to the index", "mv .git/index .git/real; ln -s real .git/index", "", false},
		{"broken index", "printf garbage >.git/index", "", false},
		{"no index", "rm .git/index", "", false},
		{"stale patch", "git rm -q --cached a", "", false},
		{"lock held", "", "touch .git/index.lock", false},
		{"replaced", "", "git update-index --add --cacheinfo 100644,$(git hash-object -w b),c", false},
		{"replaced by the same bytes, of the same age", "", "cp -p .git/index .git/same; mv .git/same .git/index", false},
		{"written in place", "", "touch -t 200001010000 .git/index", false},
		{"deleted", "", "rm .git/index", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh("echo bad >a; git add a")
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			x, err := w.Index(context.Background())
			check(t, err)
			blobs, err := x.newBlobs(context.Background(), improved(x))
			check(t, err)
			c.sh(test.before)
			next := x.beginNext(x.patch(blobs))
			<-next.made
			c.sh(test.meanwhile)
			const state = "ls -i .git/index* 2>/dev/null || true; git hash-object .git/index 2>/dev/null || true"
			before := c.sh(state)
			err = next.replace(filepath.Join(c.root, ".git", "index"))
			next.discard()
			if (err == nil) != test.replaces {
				t.Errorf("error: %v", err)
			}
			if after := c.sh(state); (after == before) != (err != nil) {
				t.Errorf("index before: %s\nafter: %s", before, after)
			}
			if left := c.sh("ls .git | grep autofix || true"); left != "" {
				t.Errorf("left: %s", left)
			}
			if err == nil && c.sh("git show :a; git diff --cached --stat b; git status -s b") != "good\n" {
				t.Error("the index has other changes")
			}
		})
	}
}

// The leftovers of killed runs go, and files of running ones stay.
func TestIndexesOfKilledRunsAreRemoved(t *testing.T) {
	c := newCheckout(t)
	c.sh("echo bad >a; git add a; cd .git; touch autofix-index-1; touch -t 200001010000 autofix-index-2 autofix-index-2.lock my-autofix-index-3")
	if notes := c.fix(); notes != "" {
		t.Error(notes)
	}
	if got := c.sh("git show :a; ls .git | grep autofix"); got != "good\nautofix-index-1\nmy-autofix-index-3\n" {
		t.Errorf("%q", got)
	}
}
