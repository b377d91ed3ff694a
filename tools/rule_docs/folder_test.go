package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The pages in the repository match the rules.
func TestPagesAreCurrent(t *testing.T) {
	if err := run("../..", true); err != nil {
		t.Error(err)
	}
}

func TestWriteAndCheck(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text/old.md": "old", "text/kept.md": "kept", "text/changed.md": "was", "BUILD.bazel": "# build"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pages := map[string]string{"text/kept.md": "kept", "text/changed.md": "is", "new/page.md": "new"}

	err := current(dir, pages)
	for _, want := range []string{"text/old.md: its rule does not exist", "text/changed.md: not current", "new/page.md: missing"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err != nil && strings.Contains(err.Error(), "kept") {
		t.Errorf("a page that is current: %v", err)
	}

	if err := write(dir, pages); err != nil {
		t.Fatal(err)
	}
	if err := current(dir, pages); err != nil {
		t.Errorf("after they were written: %v", err)
	}
	there, err := written(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(pages, there); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "BUILD.bazel")); err != nil || string(text) != "# build" {
		t.Errorf("a file that is not a page: %q, %v", text, err)
	}
}

func TestRunWithoutTheFolder(t *testing.T) {
	if err := run(t.TempDir(), false); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("got %v", err)
	}
}
