//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// docs/gazelle.md, followed by a user who has Go and Gazelle: the extension is a Go module, of which this is what its
// zip would hold, and the targets that it writes reach the checks.
func TestUsersBuildTheExtensionAsAGoModule(t *testing.T) {
	w := &workspace{folder: "gazelle", dir: filepath.Join(scratch, "gazelle")}
	t.Cleanup(w.remove)
	w.overlay(t, "gazelle")
	w.replace(t, "MODULE.bazel", `path = "../.."`, `path = "`+repository+`"`)
	w.replace(t, "MODULE.bazel", "../../autofix", tool)
	w.write(t, "tools/autofix.bazelrc", readFile(t, "../rules/autofix.bazelrc"))
	w.requireModule(t, moduleFolder(t))
	w.git(t, "init", "--quiet", "--initial-branch=main")

	w.bazel(t, "run", "//:gazelle").wantCode(t, 0)
	want := `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

autofix_sources(
    name = "autofix_sources",
    srcs = [
        "BUILD.bazel",
        "docs/notes.md",
        "run.sh",
    ],
)
`
	if got := w.read(t, "app/BUILD.bazel"); got != want {
		t.Errorf("app/BUILD.bazel:\n%s\nwant:\n%s", got, want)
	}
	w.bazel(t, "run", "//:gazelle", "--", "-mode=diff").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//app:all").wantCode(t, 1).wantStderr(t, "app/docs/notes.md:1:6: ")
}

// moduleFolder unpacks the zip of this repository as a Go module.
func moduleFolder(t *testing.T) string {
	t.Helper()
	version := module.Version{Path: "github.com/rules-autofix/rules_autofix", Version: "v0.1.0"}
	archive, err := os.Create(filepath.Join(scratch, "module.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := zip.CreateFromDir(archive, version, repository); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(scratch, "module")
	if err := zip.Unzip(folder, version, archive.Name()); err != nil {
		t.Fatal(err)
	}
	return folder
}

// requireModule writes the go.mod and go.sum that `go get` would, with the module in a folder. It asks no proxy: what
// this repository requires is more than the extension does.
func (w *workspace) requireModule(t *testing.T, folder string) {
	t.Helper()
	writeFile(t, w.path("go.mod"), readFile(t, "../go.mod"))
	writeFile(t, w.path("go.sum"), readFile(t, "../go.sum"))
	cmd := exec.Command("go", "mod", "edit", "-module=example.com/app",
		"-droptool=github.com/bazelbuild/bazel-gazelle/cmd/gazelle", "-droptool=github.com/bazelbuild/buildtools/buildifier",
		"-require=github.com/rules-autofix/rules_autofix@v0.1.0", "-replace=github.com/rules-autofix/rules_autofix="+folder)
	cmd.Dir = w.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
