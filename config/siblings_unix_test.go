//go:build unix

package config_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/config"
)

// A pipe in the place of a configuration file does not keep a run waiting.
func TestSiblingsThatAreNoFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/.editorconfig", "b/.hadolint.yaml"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "c"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "c/.editorconfig"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(root, "c/.editorconfig"), 16<<20+1); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"a/x.txt":      "a/.editorconfig: not a regular file",
		"b/Dockerfile": "b/.hadolint.yaml: not a regular file: make it a file that can be read, or remove it",
		"c/x.txt":      "c/.editorconfig: larger than 16 MiB",
	} {
		read := make(chan error, 1)
		go func() {
			siblings := new(config.Siblings)
			err := siblings.Find(root, []string{file})
			if err == nil {
				_, err = (*config.Config)(nil).WithSiblings(siblings).Hadolint(file)
			}
			read <- err
		}()
		select {
		case err := <-read:
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", file, err, want)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: it waits", file)
		}
	}
}
