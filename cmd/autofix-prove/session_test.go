package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCheckoutOf(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "checkout", "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := checkoutOf(deep); got != deep {
		t.Errorf("without .git: %s", got)
	}
	// A linked worktree has a file of that name.
	if err := os.WriteFile(filepath.Join(root, "checkout", ".git"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{deep, filepath.Join(root, "checkout")} {
		if got := checkoutOf(dir); got != filepath.Join(root, "checkout") {
			t.Errorf("%s: %s", dir, got)
		}
	}
}
