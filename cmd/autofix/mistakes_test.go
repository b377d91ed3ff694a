package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// The same mistake has the same exit code for every verb, and is reported on
// stderr in one message that names the invalid value.
func TestMistakes(t *testing.T) {
	verbs := []string{
		"check", "check --declared", "fix", "fix --artifact", "merge", "render", "gate", "canonicalize",
		"run-checker --checker=x --program=print", "copy FROM", "copy TO", "recover", "bazel-fix",
	}
	tests := []struct {
		mistake string
		exit    int
		say     string
		lines   map[string]string // the rest of the command line, by verb
	}{
		{"a missing file", 2, "gone", map[string]string{
			"check": "--strict-files gone", "check --declared": "gone", "fix": "--strict-files gone", "fix --artifact": "gone", "merge": "gone", "render": "gone", "gate": "gone",
			"canonicalize": "gone", "run-checker --checker=x --program=print": "gone", "copy FROM": "gone new.txt",
		}},
		{"a missing argument file", 2, "gone", all(verbs, "@gone")},
		{"an unreadable file", 3, "permission denied", map[string]string{
			"check": "secret.txt", "check --declared": "secret.txt", "fix": "secret.txt", "fix --artifact": "secret.txt", "merge": "secret.txt", "render": "secret.txt", "gate": "secret.txt",
			"canonicalize": "secret.txt", "run-checker --checker=x --program=print": "secret.txt", "copy FROM": "secret.txt new.txt", "copy TO": "a.txt secret.txt",
		}},
		{"an unreadable argument file", 3, "permission denied", all(verbs, "@secret.txt")},
		{"a malformed artifact", 3, "a.txt", map[string]string{"fix --artifact": "a.txt", "merge": "a.txt", "render": "a.txt", "gate": "a.txt"}},
		{"a mistake in the configuration", 2, "bad.toml:1:1", configured("bad.toml")},
		{"a missing configuration", 2, "gone.toml", configured("gone.toml")},
		{"an unreadable configuration", 3, "permission denied", configured("secret.txt")},
		{"a folder as configuration", 2, "directory", configured("folder")},
		{"a missing configuration of another tool", 2, ".editorconfig", map[string]string{
			"check": "--tool-config=folder/.editorconfig a.txt", "check --declared": "--tool-config=folder/.editorconfig a.txt",
			"fix": "--tool-config=folder/.editorconfig a.txt", "fix --artifact": "good.json --tool-config=folder/.editorconfig",
			"merge": "--tool-config=folder/.editorconfig good.json", "render": "--tool-config=folder/.editorconfig good.json", "gate": "--tool-config=folder/.editorconfig good.json",
			"canonicalize": "--tool-config=folder/.editorconfig a.txt",
			"bazel-fix":    "--tool-config=folder/.editorconfig",
			"run-checker --checker=x --program=print": "--tool-config=folder/.editorconfig a.txt",
		}},
		{"an unknown flag", 2, "--no-such-flag", all(verbs, "--no-such-flag a.txt b.txt")},
		{"an unknown value of a flag", 2, "sideways", map[string]string{
			"check": "--policy=sideways", "check --declared": "--format=sideways", "fix": "--mode=sideways", "fix --artifact": "good.json --safety=sideways",
			"canonicalize": "a.txt --policy=sideways", "render": "--format=sideways good.json", "bazel-fix": "--undeclared=sideways",
			"run-checker --checker=x --program=print": "--output=sideways a.txt",
		}},
		{"an empty value of a flag", 2, "empty value", map[string]string{
			"check": "--out=", "check --declared": "--origin=", "fix": "--rule=", "fix --artifact": "", "merge": "--out= good.json", "render": "--out= good.json", "gate": "--stamp= good.json",
			"canonicalize": "--path= a.txt", "recover": "--root=", "copy FROM": "--root= a.txt b.txt", "bazel-fix": "--rule=",
			"run-checker --checker=x --program=print": "--env= a.txt",
		}},
		{"a flag without its value", 2, "needs a value", map[string]string{
			"check": "--out", "fix": "--rule", "merge": "--out", "render": "--format", "gate": "--stamp", "canonicalize": "--path", "recover": "--root", "bazel-fix": "--rule",
			"run-checker --checker=x --program=print": "--env",
		}},
		{"a path outside of the workspace", 2, "outside", map[string]string{
			"check": "../up.txt", "check --declared": "../up.txt", "fix": "../up.txt", "canonicalize": "a.txt --path=../up.txt",
			"copy TO": "a.txt ../up.txt", "run-checker --checker=x --program=print": "../up.txt",
		}},
		{"a folder instead of a file", 2, "folder", map[string]string{
			"fix --artifact": "folder", "merge": "folder", "render": "folder", "gate": "folder", "canonicalize": "folder", "copy FROM": "folder new.txt", "copy TO": "a.txt folder",
		}},
		{"a root that is not a folder", 2, "a.txt", map[string]string{
			"check": "--root=a.txt", "fix": "--root=a.txt", "fix --artifact": "good.json --root=a.txt", "merge": "--root=a.txt good.json", "render": "--root=a.txt good.json",
			"copy FROM": "--root=a.txt a.txt b.txt", "recover": "--root=a.txt", "bazel-fix": "--root=a.txt",
		}},
		{"an output that cannot be written", 3, "gone", map[string]string{
			"check": "--out=gone/x a.txt", "check --declared": "--sarif=gone/x a.txt", "fix": "--summary=gone/x a.txt", "fix --artifact": "good.json --summary=gone/x",
			"merge": "--out=gone/x good.json", "render": "--out=gone/x good.json", "gate": "--stamp=gone/x good.json", "canonicalize": "--out=gone/x a.txt",
			"run-checker --checker=x --program=print": "--report=gone/x a.txt",
		}},
		{"a missing argument", 2, "needs an argument", map[string]string{
			"merge": "", "render": "", "canonicalize": "", "copy FROM": "",
		}},
		{"two outputs to one place", 2, "both go to", map[string]string{
			"check": "--out=- --diff=-", "check --declared": "--out=x --sarif=./x", "fix": "--mode=diff --summary=-", "fix --artifact": "good.json --mode=print --summary=-",
			"merge": "--out=- --summary=- good.json", "bazel-fix": "--mode=diff --summary=-",
			"run-checker --checker=x --program=print": "--diff=- --report=- a.txt",
		}},
	}
	root := filepath.Join(t.TempDir(), "tree")
	made := map[string]string{
		"a.txt": "a\n", "secret.txt": "secret\n", "bad.toml": "nothing = 1\n", "folder/b.txt": "b\n", "MODULE.bazel": "", "../up.txt": "up\n",
		"print": "#!/bin/sh\ncat good.json\n",
	}
	for path, text := range made {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr, code := clitest.Command(t, root, nil, nil, "check", "--out=good.json", "a.txt"); code != 0 {
		t.Fatal(stderr)
	}
	for path, mode := range map[string]os.FileMode{"secret.txt": 0, "print": 0o755} {
		if err := os.Chmod(filepath.Join(root, path), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range tests {
		for verb, rest := range test.lines {
			if !slices.Contains(verbs, verb) {
				t.Fatalf("%s: no such verb", verb)
			}
			t.Run(test.mistake+"/"+verb, func(t *testing.T) {
				t.Parallel()
				args := strings.Fields(verb)
				switch {
				case args[0] == "copy":
					args = args[:1]
				case args[0] == "bazel-fix":
					args = append(args, "--aspect=//:a.bzl%a", "--bazel=/bin/false")
				case verb == "fix --artifact" && !strings.HasPrefix(rest, "@") && !strings.HasPrefix(rest, "--"):
					args[1] += "="
				}
				line := strings.Join(args, " ")
				if !strings.HasSuffix(line, "=") {
					line += " "
				}
				args = strings.Fields(line + rest)
				_, stderr, code := clitest.Command(t, root, []string{asUnprivileged + "=1"}, nil, args...)
				if code != test.exit || !strings.Contains(stderr, test.say) || strings.Count(stderr, "autofix: ") != 1 {
					t.Errorf("autofix %s: exit %d, want %d and %q, in one message:\n%s", strings.Join(args, " "), code, test.exit, test.say, stderr)
				}
			})
		}
	}
}

// all gives every verb the same rest of the command line.
func all(verbs []string, rest string) map[string]string {
	lines := map[string]string{}
	for _, verb := range verbs {
		lines[verb] = rest
		if verb == "fix --artifact" {
			lines[verb] = "good.json " + rest
		}
	}
	return lines
}

// configured gives the verbs that read a configuration the given one.
func configured(file string) map[string]string {
	flag := "--config=" + file
	return map[string]string{
		"check": flag + " a.txt", "check --declared": flag + " a.txt", "fix": flag + " a.txt", "fix --artifact": "good.json " + flag, "merge": flag + " good.json",
		"gate": flag + " good.json", "canonicalize": flag + " a.txt", "run-checker --checker=x --program=print": flag + " a.txt", "bazel-fix": flag,
	}
}
