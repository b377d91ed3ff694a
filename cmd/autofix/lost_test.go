package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// A full writer fails every write.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A command whose output is lost fails, whatever it found.
func TestLostOutputIsAFailure(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.sh"), []byte("echo a  \n"), 0o666); err != nil {
		t.Fatal(err)
	}
	here := func(stdout, stderr interface{ Write([]byte) (int, error) }, args ...string) int {
		env := newEnvironment()
		env.Dir, env.Terminal, env.color = dir, false, false
		env.Stdout, env.Stderr = stdout, stderr
		return run(context.Background(), args, env)
	}
	artifact := filepath.Join(dir, "a.json")
	var ignored bytes.Buffer
	if code := here(&ignored, &ignored, "check", "--out="+artifact, "a.sh"); code != cli.ExitDone {
		t.Fatalf("check: exit %d: %s", code, ignored.String())
	}
	for _, line := range []string{
		"check a.sh", "check --format=files a.sh", "check --format=json a.sh", "check --format=sarif a.sh",
		"check --format=github a.sh", "check --format=rdjson a.sh", "check --policy=strict a.sh",
		"check --out=- a.sh", "fix --mode=diff a.sh", "fix --mode=print a.sh", "fix --mode=check a.sh",
		"merge --out=- a.json", "merge a.json", "canonicalize a.sh", "rules", "explain format/shell", "schema", "version", "help", "help check",
	} {
		var stderr bytes.Buffer
		if code := here(full{}, &stderr, strings.Fields(line)...); code != cli.ExitFailed || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%s: exit %d, want %d; stderr:\n%s", line, code, cli.ExitFailed, stderr.String())
		}
	}
	if code := here(&ignored, full{}, "gate", "a.json"); code != cli.ExitFailed {
		t.Errorf("gate: exit %d, want %d", code, cli.ExitFailed)
	}
}
