package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestFind(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"a/b", "linked", "broken", "folder/autofix.toml"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "a/autofix.toml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"linked/autofix.toml": "../a/autofix.toml", "broken/autofix.toml": "nowhere.toml"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("no links on this system: ", err)
		}
	}
	for dir, want := range map[string]string{
		".": "", "a": "a/autofix.toml", "a/b": "a/autofix.toml", "linked": "linked/autofix.toml",
		"broken": "broken/autofix.toml: a link that leads nowhere: make it a file of the workspace that can be read, or remove it", "folder": "folder/autofix.toml: cannot read it: it is d---------: make it a file of the workspace that can be read, or remove it",
	} {
		got, err := config.Find(folder(root), dir)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("Find(%q) = %q, want %q", dir, got, want)
		}
	}
}
