package wholefile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// A reader never sees a part of a file that several writers replace, and none of
// them leaves another file.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	texts := [][]byte{bytes.Repeat([]byte("a"), 1<<20), bytes.Repeat([]byte("b"), 1<<19)}
	var writers sync.WaitGroup
	for _, text := range texts {
		writers.Go(func() {
			for range 20 {
				if err := wholefile.Write(name, text); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		text, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) || err == nil && !bytes.Equal(text, texts[0]) && !bytes.Equal(text, texts[1]) {
			t.Fatalf("%v, %d bytes", err, len(text))
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", err, entries)
	}
	if mode, err := os.Stat(name); err != nil || mode.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v, %v", err, mode)
	}
}

// A file that cannot be put in its place leaves nothing.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Write(filepath.Join(dir, "a"), []byte("text")); err == nil {
		t.Error("a file replaces a folder")
	}
	if err := wholefile.Write(filepath.Join(dir, "none", "a"), []byte("text")); err == nil {
		t.Error("there is no folder")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", err, entries)
	}
}
