//go:build unix

package autofixai

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func program(t *testing.T, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// What a hostile checkout can do to have its own program started.
func TestProgramIsNotOneOfTheWorkspace(t *testing.T) {
	root, bin, other := t.TempDir(), t.TempDir(), t.TempDir()
	good := program(t, bin, "agent")
	evil := program(t, root, "bin", "agent")
	link := filepath.Join(other, "agent")
	if err := os.Symlink(evil, link); err != nil {
		t.Fatal(err)
	}
	rootLink := filepath.Join(t.TempDir(), "root")
	if err := os.Symlink(root, rootLink); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", bin)
	t.Chdir(root)
	for _, test := range []struct {
		name, program, path string
		want                string // a path, or a part of the error
	}{
		{"an absolute path", good, "", good},
		{"a name", "agent", bin, good},
		{"below the home folder", "~/agent", "", good},
		{"a relative path", "bin/agent", bin, "it is a relative path"},
		{"a relative path with a dot", "./bin/agent", bin, "it is a relative path"},
		{"a path in the workspace", evil, bin, "in the workspace"},
		{"a path in the workspace, by a link to it", filepath.Join(rootLink, "bin", "agent"), bin, "in the workspace"},
		{"a link to a program of the workspace", link, bin, "in the workspace"},
		{"such a link in the PATH", "agent", other, "in the workspace"},
		{"a folder of the workspace first in the PATH", "agent", filepath.Join(root, "bin") + ":" + bin, good},
		{"that folder by a link", "agent", filepath.Join(rootLink, "bin") + ":" + bin, good},
		{"a relative folder first in the PATH", "agent", "bin:" + bin, good},
		{"an empty folder first in the PATH", "agent", ":" + bin, good},
		{"only the workspace in the PATH", "agent", filepath.Join(root, "bin"), "no such program in the PATH"},
		{"missing", "agent", t.TempDir(), "no such program in the PATH"},
		{"missing by its path", filepath.Join(bin, "none"), "", "no such file"},
		{"a folder", bin, "", "it is not a program"},
	} {
		t.Setenv("PATH", test.path)
		got, err := Program(test.program, root)
		if err != nil {
			got = err.Error()
		}
		if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestProgramMustBeExecutable(t *testing.T) {
	name := program(t, t.TempDir(), "agent")
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Program(name, t.TempDir()); err == nil || !strings.Contains(err.Error(), "it is not a program") {
		t.Error(err)
	}
}
