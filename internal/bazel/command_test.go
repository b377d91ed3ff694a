package bazel

import (
	"os"
	"path/filepath"
	"testing"
)

// commands makes a folder with executables of these names.
func commands(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/true\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindCommand(t *testing.T) {
	both, bazelisk, none := commands(t, "bazel", "bazelisk", "own"), commands(t, "bazelisk"), t.TempDir()
	tests := []struct{ name, path, named, want string }{
		{"bazel comes first", both, "", filepath.Join(both, "bazel")},
		{"bazelisk is used if there is no bazel", bazelisk, "", filepath.Join(bazelisk, "bazelisk")},
		{"the first name wins over the first folder of the PATH", bazelisk + string(os.PathListSeparator) + both, "", filepath.Join(both, "bazel")},
		{"a name is looked up on the PATH", both, "own", filepath.Join(both, "own")},
		{"a path is relative to the user's folder", none, "./own", filepath.Join(both, "own")},
		{"an absolute path is used as it is", none, filepath.Join(both, "own"), filepath.Join(both, "own")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("PATH", test.path)
			got, err := FindCommand(test.named, both)
			if err != nil || got != test.want {
				t.Errorf("FindCommand(%q) = %q, %v, want %q", test.named, got, err, test.want)
			}
		})
	}
}

func TestFindCommandNamesTheRemedy(t *testing.T) {
	tests := []struct{ name, named, want string }{
		{
			"nothing on the PATH", "",
			"bazel command: neither bazel nor bazelisk is on the PATH",
		},
		{
			"a name that is not on the PATH", "own",
			`bazel command "own": executable file not found in $PATH`,
		},
		{
			"a path that is not there", "tools/own",
			`bazel command "tools/own": no such file or directory`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			got, err := FindCommand(test.named, dir)
			if err == nil || err.Error() != test.want {
				t.Errorf("FindCommand(%q) = %q, %v, want error %s", test.named, got, err, test.want)
			}
		})
	}
}
