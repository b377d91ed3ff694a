package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

func TestCommand(t *testing.T) {
	for _, row := range []struct {
		script string
		runs   int
		want   Answer
	}{
		{"true", 1, Answer{}},
		{"echo out; echo err >&2; exit 3", 1, Answer{Color: Red, Output: "out\nerr"}},
		{"exit 1", 3, Answer{Color: Red}},
		{"test -e there || { touch there; exit 1; }", 3, Answer{Color: Flaky}},
		{"seq 1000; exit 1", 1, Answer{Color: Red, Output: "981\n982\n983\n984\n985\n986\n987\n988\n989\n990\n991\n992\n993\n994\n995\n996\n997\n998\n999\n1000"}},
		{"kill -9 $$", 1, Answer{Color: Red}},
		{"echo $WHERE; exit 1", 1, Answer{Color: Red, Output: "here"}},
	} {
		c := &Command{Args: []string{"sh", "-c", row.script}, Dir: t.TempDir(), Env: append(os.Environ(), "WHERE=here")}
		targets, err := c.Affected(t.Context(), []string{"a", "b"})
		if err != nil || len(targets) != 1 {
			t.Fatalf("targets %v, error %v", targets, err)
		}
		got, err := c.Try(t.Context(), []Request{{Target: targets[0].Name, Test: true, Runs: row.runs}})
		if err != nil {
			t.Fatalf("%s: %v", row.script, err)
		}
		if diff := gocmp.Diff([]Answer{row.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.script, diff)
		}
	}
	missing := &Command{Args: []string{"no-such-program"}, Dir: t.TempDir(), Env: os.Environ()}
	if _, err := missing.Try(t.Context(), []Request{{Runs: 1}}); err == nil || !strings.Contains(err.Error(), "no-such-program") {
		t.Errorf("error %v", err)
	}
}

// The name of a command is what a person would type.
func TestCommandLine(t *testing.T) {
	for _, line := range []string{"go test ./...", "sh -c 'go vet && go test'", "grep -q 'x = 1$' one.toml", `x '' 'it'\''s'`, "'a program' 'two\nlines'"} {
		args, err := process.ParseCommand(line)
		if err != nil {
			t.Fatal(err)
		}
		targets, err := (&Command{Args: args}).Affected(t.Context(), nil)
		if err != nil || targets[0].Name != line {
			t.Errorf("%s: named %q, %v", line, targets[0].Name, err)
		}
	}
}

// An interrupt ends a command with all that it has started.
func TestCommandIsInterrupted(t *testing.T) {
	defer func(grace time.Duration) { endGrace = grace }(endGrace)
	endGrace = 50 * time.Millisecond
	dir := t.TempDir()
	started := filepath.Join(dir, "started")
	alive := filepath.Join(dir, "alive")
	if err := os.MkdirAll(alive, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c := &Command{Dir: dir, Env: os.Environ(), Args: []string{"sh", "-c", "(trap '' INT; touch started; while sleep 0.05; do touch alive/again; done) & wait"}}
	done := make(chan error)
	go func() {
		_, err := c.Try(ctx, []Request{{Runs: 1}})
		done <- err
	}()
	for _, err := os.Stat(started); err != nil; _, err = os.Stat(started) {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := os.RemoveAll(alive); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(alive, 0o755); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if files, err := os.ReadDir(alive); err != nil || len(files) > 0 {
		t.Errorf("still running: %v, %v", files, err)
	}
}
