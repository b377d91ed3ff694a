//go:build unix

package rounds

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// The variables of the child that TestKillBetweenRounds kills: its policy, its
// workspace, and the build in which it dies.
const (
	killVariable = "AUTOFIX_ROUNDS_TEST_POLICY"
	killRoot     = "AUTOFIX_ROUNDS_TEST_ROOT"
	killBuild    = "AUTOFIX_ROUNDS_TEST_BUILD"
)

// TestKillBetweenRounds kills a run in its second and in its third build. What
// it had written stays under the permissive policy, and is taken back under the
// strict one.
func TestKillBetweenRounds(t *testing.T) {
	rules := []replacement{{Rule: "r/x", Old: "x", New: "yy"}, {Rule: "r/y", Old: "yy", New: "z"}, {Rule: "r/move", Old: "move", To: "moved"}}
	if by := os.Getenv(killVariable); by != "" {
		b := openWorkshop(t, os.Getenv(killRoot), rules...)
		b.before = func(build int) error {
			if strconv.Itoa(build) == os.Getenv(killBuild) {
				return syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
			return nil
		}
		r, err := b.run(t.Context(), pipeline.Options{Policy: policy.Policy(by)})
		t.Fatalf("not killed: %v, %v", r, err)
	}
	was := map[string]string{"a": "x", "b": "x and x", "c": "fine", "d": "move it"}
	first := map[string]string{"a": "yy", "b": "yy and yy", "c": "fine", "moved": " it"}
	second := map[string]string{"a": "z", "b": "z and z", "c": "fine", "moved": " it"}
	for _, test := range []struct {
		by    policy.Policy
		build string // in which it is killed
		left  map[string]string
		want  map[string]string // after the next run has recovered
		back  []string
	}{
		{policy.Permissive, "2", first, first, nil},
		{policy.Strict, "2", first, was, []string{"a", "b", "d", "moved"}},
		{policy.Strict, "3", second, was, []string{"a", "b", "d", "moved"}},
	} {
		t.Run(string(test.by)+" "+test.build, func(t *testing.T) {
			b := newWorkshop(t, was)
			command := exec.Command(os.Args[0], "-test.run=^TestKillBetweenRounds$")
			command.Env = append(os.Environ(), killVariable+"="+string(test.by), killRoot+"="+b.root, killBuild+"="+test.build)
			out, _ := command.CombinedOutput()
			if status := command.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGKILL {
				t.Fatalf("the run was not killed:\n%s", out)
			}
			if diff := cmp.Diff(test.left, b.texts()); diff != "" {
				t.Errorf("left by the kill: -want +got:\n%s", diff)
			}
			ws, err := workspace.Open(b.root)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			did, err := ws.Recover(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.back, did.TakenBack); diff != "" {
				t.Errorf("taken back: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.want, b.texts()); diff != "" {
				t.Errorf("recovered: -want +got:\n%s", diff)
			}
		})
	}
}
