//go:build e2e

package e2e

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/recording.svg shows the current output of the tool. The test needs all
// files of the repository, but not Bazel.
func TestRecordingIsCurrent(t *testing.T) {
	out := filepath.Join(t.TempDir(), "recording.svg")
	cmd := exec.Command("go", "run", "./tools/recording", "-autofix="+tool, "-out="+out)
	cmd.Dir = repository
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	want := readFile(t, filepath.Join(repository, "docs", "recording.svg"))
	if diff := cmp.Diff(want, readFile(t, out)); diff != "" {
		t.Errorf("docs/recording.svg is stale; update it with `go run ./tools/recording` (-file +recorded):\n%s", diff)
	}
}
