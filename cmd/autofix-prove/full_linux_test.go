package main

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// A full disk ends a proof with what ran, and it goes on when there is space.
func TestProveOnAFullDisk(t *testing.T) {
	t.Parallel()
	if !worktreetest.InOwnMounts(t) {
		return
	}
	command := []string{"--", "grep", "sum=4", "calc.cfg"}
	t.Run("state", func(t *testing.T) {
		p := newProofOf(t, nil)
		worktreetest.Untouched(t, p.repo)
		worktreetest.Small(t, filepath.Join(p.dir, "state"), "size=1m")
		_, stderr, code := p.run(args(append([]string{"--patch=../fix.diff", "--artifacts=../artifacts"}, command...)...)...)
		if code != 3 || !strings.Contains(stderr, "free some space, or name a state folder on another disk") || strings.Contains(stderr, "panic") {
			t.Errorf("exit %d, %s", code, stderr)
		}
		p.nothingLeft()
	})
	// A page is 4 KiB, so that the journal does not fit, or what is about it.
	for size, part := range map[string]string{"4k": "cannot write the journal of the proof: ", "24k": "prove: cannot write "} {
		t.Run("artifacts of "+size, func(t *testing.T) {
			p := newProofOf(t, nil)
			worktreetest.Untouched(t, p.repo)
			worktreetest.Small(t, p.artifacts, "size="+size)
			given := args("--patch=../fix.diff", "--artifacts=../artifacts")
			_, stderr, code := p.run(append(given, command...)...)
			if code != 3 || !strings.Contains(stderr, part) || !strings.Contains(stderr, "no space left on device") || !strings.Contains(stderr, "--resume goes on from there\n") {
				t.Errorf("exit %d, %s", code, stderr)
			}
			if prove.Finished(p.artifacts) || !prove.Started(p.artifacts) {
				t.Error("what ran is not kept, or taken for all")
			}
			p.nothingLeft()
			if err := unix.Mount("", p.artifacts, "", unix.MS_REMOUNT, "size=4m"); err != nil {
				t.Fatalf("cannot mount: %v", err)
			}
			_, stderr, code = p.run(append(append(given, "--resume"), command...)...)
			if code != 1 || p.evidence().Verdict != "weak" {
				t.Errorf("exit %d, %s", code, stderr)
			}
		})
	}
}
