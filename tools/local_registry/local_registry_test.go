package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree writes files, by path, into a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, text := range files {
		if err := put(filepath.Join(dir, path), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// read returns the files below dir, by path.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestRegistry(t *testing.T) {
	in := tree(t, map[string]string{
		"shell/MODULE.bazel": `module(name = "shell", version = "0.0.0")
bazel_dep(name = "platforms", version = "0.0.10")
bazel_dep(name = "zlib", version = "1.3", repo_name = "z")
bazel_dep(name = "stardoc", version = "0.7", dev_dependency = True)
`,
		"scanned/a/MODULE.bazel": `bazel_dep(name = "shell", version = "0.2.0")
bazel_dep(name = "zlib", version = "1.2")
`,
	})
	out := t.TempDir()
	err := run([]string{
		"-out", out, "-at", "/at", "-scan", in + "/scanned/*/MODULE.bazel", "-overridden", "platforms",
		"-folder", "shell@0.4.0=" + in + "/shell=/usr/shell",
	}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	shell := func(version string) string {
		return `module(
    name = "shell",
    version = "` + version + `",
)

bazel_dep(name = "platforms", version = "0.0.10")
bazel_dep(name = "zlib", version = "1.3", repo_name = "z")

bazel_dep(name = "stardoc", version = "0.7", dev_dependency = True)
`
	}
	zlib := func(version string) string {
		return "module(\n    name = \"zlib\",\n    version = \"" + version + "\",\n)\n"
	}
	want := map[string]string{
		"modules/zlib/BUILD.bazel":                  "",
		"modules/zlib/MODULE.bazel":                 "module(name = \"zlib\")\n",
		"registry/bazel_registry.json":              "{}\n",
		"registry/modules/shell/0.2.0/MODULE.bazel": shell("0.2.0"),
		"registry/modules/shell/0.2.0/source.json":  `{"path":"/usr/shell","type":"local_path"}` + "\n",
		"registry/modules/shell/0.4.0/MODULE.bazel": shell("0.4.0"),
		"registry/modules/shell/0.4.0/source.json":  `{"path":"/usr/shell","type":"local_path"}` + "\n",
		"registry/modules/zlib/1.2/MODULE.bazel":    zlib("1.2"),
		"registry/modules/zlib/1.2/source.json":     `{"path":"/at/modules/zlib","type":"local_path"}` + "\n",
		"registry/modules/zlib/1.3/MODULE.bazel":    zlib("1.3"),
		"registry/modules/zlib/1.3/source.json":     `{"path":"/at/modules/zlib","type":"local_path"}` + "\n",
	}
	if diff := cmp.Diff(want, read(t, out)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestStubsHaveWhatOthersLoad(t *testing.T) {
	in := tree(t, map[string]string{"a/MODULE.bazel": `bazel_dep(name = "package_metadata", version = "0.0.5")`})
	out := t.TempDir()
	if err := run([]string{"-out", out, "-at", "/at", "-scan", in + "/a/MODULE.bazel"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	text := read(t, out)["modules/package_metadata/rules/package_metadata.bzl"]
	if !strings.Contains(text, "\ndef package_metadata(name,") {
		t.Errorf("the stub's rule is not there: %q", text)
	}
}

func TestModuleFileAs(t *testing.T) {
	for _, row := range []struct{ rule, text, want string }{
		{
			"the version is replaced",
			"module(name = \"m\", version = \"1\", repo_name = \"r\")\n",
			"module(\n    name = \"m\",\n    version = \"2\",\n    repo_name = \"r\",\n)\n",
		},
		{
			"a missing version is added",
			"module(\n    name = \"m\",\n    compatibility_level = 0,\n)\n",
			"module(\n    name = \"m\",\n    compatibility_level = 0,\n    version = \"2\",\n)\n",
		},
		{
			"a comment with a parenthesis does not end the call",
			"module(\n    name = \"m\",\n    # Updated (by hand).\n    version = \"\",\n)\n",
			"module(\n    name = \"m\",\n    # Updated (by hand).\n    version = \"2\",\n)\n",
		},
		{
			"a missing call is added",
			"bazel_dep(name = \"d\", version = \"1\")\n",
			"module(\n    name = \"m\",\n    version = \"2\",\n)\n\nbazel_dep(name = \"d\", version = \"1\")\n",
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			file, err := parseModuleFile("MODULE.bazel", []byte(row.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, string(file.as(module{"m", "2"}))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestBadInput(t *testing.T) {
	in := tree(t, map[string]string{
		"bad/MODULE.bazel":  "module(name = )\n",
		"good/MODULE.bazel": "module(name = \"good\")\n",
	})
	for _, row := range []struct {
		rule string
		args []string
		want string
	}{
		{"no folder to write", nil, "-out and -at: both are required"},
		{"an unknown flag", []string{"-x"}, "flag provided but not defined: -x"},
		{"a folder without a version", []string{"-folder", "a=b=c"}, "not NAME@VERSION=DIR=SEEN"},
		{"a folder without a path for Bazel", []string{"-folder", "a@1=b"}, "not NAME@VERSION=DIR=SEEN"},
		{"a Go module without a version", []string{"-go", "a=b"}, "not NAME=PATH@VERSION"},
		{"a Go module without a name", []string{"-go", "b@v1"}, "not NAME=PATH@VERSION"},
		{
			"a folder without MODULE.bazel",
			[]string{"-out", "o", "-at", "a", "-folder", "gone@1=" + in + "/gone=/x"},
			"module gone: open " + in + "/gone/MODULE.bazel: no such file or directory",
		},
		{
			"a MODULE.bazel that does not parse",
			[]string{"-out", "o", "-at", "a", "-folder", "bad@1=" + in + "/bad=/x"},
			"module bad: " + in + "/bad/MODULE.bazel:1:16: syntax error",
		},
		{
			"a glob of nothing",
			[]string{"-out", "o", "-at", "a", "-scan", in + "/none/*"},
			"scan " + in + "/none/*: no files match",
		},
		{
			"a scanned file that does not parse",
			[]string{"-out", "o", "-at", "a", "-scan", in + "/*/MODULE.bazel"},
			"scan: " + in + "/bad/MODULE.bazel:1:16: syntax error",
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Chdir(t.TempDir())
			err := run(row.args, io.Discard)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got error %v, want %q in it", err, row.want)
			}
			if files := read(t, "."); len(files) != 0 {
				t.Errorf("it wrote %v", files)
			}
		})
	}
}

func TestCopyModule(t *testing.T) {
	from := tree(t, map[string]string{
		"go/rule.bzl": "x", "run.sh": "#!/bin/sh\n", "tests/go.mod": "module t\n", "go/tests/keep.bzl": "y",
	})
	// As in the module cache: read-only, without executable bits.
	for _, path := range []string{"go/rule.bzl", "run.sh"} {
		if err := os.Chmod(filepath.Join(from, path), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join(t.TempDir(), "to")
	if err := copyModule(from, to); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"go/rule.bzl": "x", "run.sh": "#!/bin/sh\n", "go/tests/keep.bzl": "y"}
	if diff := cmp.Diff(want, read(t, to)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for path, want := range map[string]os.FileMode{"go/rule.bzl": 0o600, "run.sh": 0o700} {
		info, err := os.Stat(filepath.Join(to, path))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode() & 0o700; got != want {
			t.Errorf("%s: the owner's mode is %o, want %o", path, got, want)
		}
	}
}

func TestPatch(t *testing.T) {
	dir := tree(t, map[string]string{"a.bzl": "def f():\n    pass\n\ndef g():\n    pass\n"})
	insertions := []insertion{{"a.bzl", "def g():\n", "    print()\n"}}
	if err := patch(dir, insertions); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a.bzl": "def f():\n    pass\n\ndef g():\n    print()\n    pass\n"}
	if diff := cmp.Diff(want, read(t, dir)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	err := patch(dir, []insertion{{"a.bzl", "    pass\n", "x"}})
	if want := `patch a.bzl: found "    pass\n" 2 times, want once: patches.go is for another version`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
