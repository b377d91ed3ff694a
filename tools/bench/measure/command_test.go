//go:build linux

package measure

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, c := range []struct {
		script string
		exits  []int
		err    string // its end
	}{
		{"true", []int{0}, ""},
		{"exit 4", []int{0, 1, 4}, ""},
		{"echo why >&2; exit 3", []int{0, 1}, "sh: exit 3: why\n"},
		{"true", []int{1}, "sh: exit 0: "},
	} {
		cost, err := Run(exec.Command("sh", "-c", c.script), c.exits...)
		if c.err == "" && (err != nil || cost.Wall <= 0 || cost.Peak < 1<<12 || cost.Peak > 1<<32) {
			t.Errorf("%s: got %+v, %v", c.script, cost, err)
		}
		if c.err != "" && (err == nil || !strings.HasSuffix(err.Error(), c.err)) {
			t.Errorf("%s: got error %v, want one that ends in %q", c.script, err, c.err)
		}
	}
	if _, err := Run(exec.Command("/no/such/command"), 0); err == nil {
		t.Error("no error for a command that there is not")
	}
	busy, err := Run(exec.Command("sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"), 0)
	if err != nil || busy.CPU <= 0 {
		t.Errorf("got %+v, %v for a loop, want processor time", busy, err)
	}
	var stderr strings.Builder
	cmd := exec.Command("sh", "-c", "echo out >&2")
	cmd.Stderr = &stderr
	if _, err := Run(cmd, 0); err != nil || stderr.String() != "out\n" {
		t.Errorf("got %q and %v where the caller takes the standard error", stderr.String(), err)
	}
}

func TestEnviron(t *testing.T) {
	given := []string{
		"PATH=/bin", "AUTOFIX_CACHE=x", "GOGC=50", "HOME=/h", "GOMEMLIMIT=1GiB", "BUILD_WORKSPACE_DIRECTORY=/w", "GOMAXPROCS=8",
		"MY_GOGC=1",
	}
	// If a name occurs twice, exec uses the last one.
	want := []string{"PATH=/bin", "HOME=/h", "GOMAXPROCS=8", "MY_GOGC=1", "GOMAXPROCS=2"}
	before := slices.Clone(given)
	if got := Environ(given, 2); !slices.Equal(got, want) || !slices.Equal(given, before) {
		t.Errorf("got %q, want %q; what was given is then %q", got, want, given)
	}
}
