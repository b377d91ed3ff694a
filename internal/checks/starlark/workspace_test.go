package starlark_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/starlark"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// plant writes files to a new folder.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// runIn checks a file of a workspace of files.
func runIn(t *testing.T, root, path, content string) *artifact.Artifact {
	t.Helper()
	r := checks.New(artifact.Tool{Name: "autofix"}, starlark.New())
	files := config.NewToolFiles(r.FileKinds())
	if err := files.Find(workspace.OpenDeclared(root), nil); err != nil {
		t.Fatal(err)
	}
	a, err := r.Run(t.Context(), "", []checks.File{{Path: path, Content: []byte(content)}}, (*config.Config)(nil).WithToolFiles(files))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A ruleset has the name that the workspace has for it, as buildifier -lint=fix
// has it.
func TestLoadsAreFromTheRepositoryByItsName(t *testing.T) {
	const build = "cc_library(name = \"x\")\n\nproto_library(name = \"y\")\n"
	for _, test := range []struct {
		name, rule  string
		files       map[string]string
		path, build string
		want        string
	}{
		{
			"the name of MODULE.bazel", "native-cc-library",
			map[string]string{"MODULE.bazel": "bazel_dep(name = \"rules_cc\", version = \"1\", repo_name = \"cc\")\n"},
			"a/BUILD", build, `load("@cc//cc:cc_library.bzl", "cc_library")`,
		},
		{
			"that of a file that it includes", "native-cc-library",
			map[string]string{
				"MODULE.bazel":         "include(\"//deps:cc.MODULE.bazel\")\n",
				"deps/cc.MODULE.bazel": "bazel_dep(name = \"rules_cc\", version = \"1\", repo_name = \"cc\")\n",
			},
			"a/BUILD", build, `load("@cc//cc:cc_library.bzl", "cc_library")`,
		},
		{
			"the module's, if it has no other", "native-proto",
			map[string]string{"MODULE.bazel": "bazel_dep(name = \"protobuf\", version = \"1\")\n"},
			"a/BUILD", build, `load("@protobuf//bazel:proto_library.bzl", "proto_library")`,
		},
		{
			"the one that it had before modules", "native-proto",
			map[string]string{"WORKSPACE": ""},
			"a/BUILD", build, `load("@com_google_protobuf//bazel:proto_library.bzl", "proto_library")`,
		},
		{
			"the name of the nearest workspace", "native-cc-library",
			map[string]string{"MODULE.bazel": "", "b/MODULE.bazel": "module(name = \"rules_cc\", repo_name = \"own\")\n"},
			"b/a/BUILD", build, `load("@own//cc:cc_library.bzl", "cc_library")`,
		},
		{
			"a load statement that is there", "native-cc-library",
			map[string]string{"MODULE.bazel": "bazel_dep(name = \"rules_cc\", version = \"1\", repo_name = \"cc\")\n"},
			"a/BUILD", "load(\"@cc//cc:cc_library.bzl\", \"other\")\n\nother()\n\ncc_library(name = \"x\")\n",
			`load("@cc//cc:cc_library.bzl", "cc_library", "other")`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.files[test.path] = test.build
			root := plant(t, test.files)
			a := runIn(t, root, test.path, test.build)
			text, n := fixed(t, a, "buildifier/"+test.rule, test.build)
			text = formatted(t, test.path, text)
			if n != 1 || !strings.Contains(text, test.want+"\n") {
				t.Errorf("%d fixes: %s", n, text)
			}
			module := strings.Split(test.want, `"`)[1]
			for _, d := range a.Diagnostics {
				if d.Rule == "buildifier/"+test.rule && !strings.Contains(d.Message, module) {
					t.Errorf("message: %s, want %s in it", d.Message, module)
				}
			}
			asBuildifier(t, root, test.path, test.rule, text)
		})
	}
}

// A load from a repository that the workspace certainly lacks would break the
// build: there is no fix, and the finding says which dependency is missing.
func TestNoLoadFromAModuleThatIsNotThere(t *testing.T) {
	const missing = `MODULE.bazel has no bazel_dep(name = "rules_cc").`
	for _, test := range []struct {
		name  string
		files map[string]string
		fixes int
	}{
		{"no dependency", map[string]string{"MODULE.bazel": "module(name = \"a\")\n\nbazel_dep(name = \"rules_go\", version = \"1\")\n"}, 0},
		{"an empty file", map[string]string{"MODULE.bazel": ""}, 0},
		{"none in what it includes", map[string]string{
			"MODULE.bazel": "include(\"//deps:x.MODULE.bazel\")\n", "deps/x.MODULE.bazel": "bazel_dep(name = \"rules_go\", version = \"1\")\n",
		}, 0},
		{"an empty WORKSPACE", map[string]string{"MODULE.bazel": "", "WORKSPACE": ""}, 0},
		{"another repository of an extension", map[string]string{
			"MODULE.bazel": "x = use_extension(\"//:x.bzl\", \"x\")\nuse_repo(x, \"rules_ccx\")\n",
		}, 0},
		{"a dependency", map[string]string{"MODULE.bazel": "bazel_dep(name = \"rules_cc\", version = \"1\")\n"}, 1},
		{"one for development", map[string]string{"MODULE.bazel": "bazel_dep(name = \"rules_cc\", version = \"1\", dev_dependency = True)\n"}, 1},
		{"a repository of an extension", map[string]string{
			"MODULE.bazel": "x = use_extension(\"//:x.bzl\", \"x\")\nuse_repo(x, \"rules_cc\")\n",
		}, 1},
		{"one by another name", map[string]string{
			"MODULE.bazel": "x = use_extension(\"//:x.bzl\", \"x\")\nuse_repo(x, rules_cc = \"my_rules_cc\")\n",
		}, 1},
		{"an include that was not read", map[string]string{"MODULE.bazel": "include(\"//deps:x.MODULE.bazel\")\n"}, 1},
		{"a broken file", map[string]string{"MODULE.bazel": "module(\n"}, 1},
		{"a WORKSPACE that may define it", map[string]string{"MODULE.bazel": "", "WORKSPACE": "load(\"//:deps.bzl\", \"deps\")\n\ndeps()\n"}, 1},
		{"no modules", map[string]string{"WORKSPACE": ""}, 1},
		{"no workspace", nil, 1},
	} {
		const build = "cc_library(name = \"x\")\n"
		a := runIn(t, plant(t, test.files), "a/BUILD", build)
		_, fixes := fixed(t, a, "buildifier/native-cc-library", build)
		for _, d := range a.Diagnostics {
			if d.Rule == "buildifier/native-cc-library" && strings.HasSuffix(d.Message, missing) != (test.fixes == 0) {
				t.Errorf("%s: message %q", test.name, d.Message)
			}
		}
		if fixes != test.fixes {
			t.Errorf("%s: %d fixes, want %d", test.name, fixes, test.fixes)
		}
	}
}

// asBuildifier demands the text that buildifier makes of a file.
func asBuildifier(t *testing.T, root, path, category, got string) {
	t.Helper()
	tool, err := exec.LookPath("buildifier")
	if err != nil {
		return // the conformance tests build it
	}
	file := filepath.Join(root, filepath.FromSlash(path))
	if out, err := exec.Command(tool, "-config=off", "-lint=fix", "-warnings="+category, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("buildifier makes %q, %v", want, err)
	}
}

// Which .bzl files are private is told by their place in the workspace that is
// nearest.
func TestVisibilityInANestedWorkspace(t *testing.T) {
	const text = "load(\"//a/private:x.bzl\", \"x\")\n\nx()\n"
	for path, want := range map[string]int{"nested/a/BUILD": 0, "nested/b/BUILD": 1, "a/BUILD": 0, "b/BUILD": 1} {
		a := runIn(t, plant(t, map[string]string{"MODULE.bazel": "", "nested/MODULE.bazel": ""}), path, text)
		n := 0
		for _, d := range a.Diagnostics {
			if d.Rule == "buildifier/bzl-visibility" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d findings, want %d", path, n, want)
		}
	}
}
