package runner_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/runner"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// A command that fills the disk is reported as such, and not as one that fails.
func TestFullDisk(t *testing.T) {
	if !worktreetest.InOwnMounts(t) {
		return
	}
	p := newProof(t, example)
	p.runner.State = filepath.Join(realDir(t), "small")
	worktreetest.Small(t, p.runner.State, "size=16m")
	run, err := p.runner.Run(t.Context(), p.script("head -c 100000000 /dev/zero >$HOME/large"))
	if !errors.Is(err, runner.ErrDiskFull) || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("%+v, %v", run, err)
	}
	// After that, there is space again.
	if run := p.run(p.script("exit 3")); run.Exit != 3 {
		t.Errorf("%+v", run)
	}
}
