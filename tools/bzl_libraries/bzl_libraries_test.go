// Package bzl_libraries_test checks that each .bzl file has its own
// bzl_library, whose deps are the libraries of the loaded files.
package bzl_libraries_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/labels"
	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// libraries lists the libraries of files in other repositories whose names do
// not follow from the file names.
var libraries = map[string][]string{
	"@platforms//host:constraints.bzl": {"@platforms//host:constraints_lib"},
	"@rules_cc//cc/common:cc_info.bzl": {"@rules_cc//cc/common"},
	// Bazel has no libraries: the file, and the files that it loads.
	"@bazel_tools//tools/build_defs/repo:http.bzl": {
		"@bazel_tools//tools/build_defs/repo:cache.bzl",
		"@bazel_tools//tools/build_defs/repo:http.bzl",
		"@bazel_tools//tools/build_defs/repo:utils.bzl",
	},
}

// aside reports whether a folder has no files of this module: separate
// workspaces, and leftovers of tests and tools.
func aside(name string) bool {
	return name == "examples" || name == "e2e" || name == "testdata" || strings.HasPrefix(name, "bazel-") ||
		strings.HasPrefix(name, ".") && name != root
}

// A library is a bzl_library.
type library struct {
	name string
	deps []string // absolute labels, sorted
}

func TestEachFileHasItsLibrary(t *testing.T) {
	files := bzlFiles(t)
	if !slices.Contains(files, "rules/defs.bzl") || !slices.Contains(files, "toolchain/extensions.bzl") {
		t.Fatalf("%d .bzl files, without the public ones: are the data files there?", len(files))
	}
	known := map[string]map[string][]library{} // by package, then by file
	for _, file := range files {
		pkg, name := path.Split(file)
		pkg = strings.TrimSuffix(pkg, "/")
		if known[pkg] == nil {
			known[pkg] = librariesOf(t, pkg)
		}
		loaded := loads(t, file)
		for _, label := range loaded {
			if l := labels.Parse(label); l.Repository == "" && !slices.Contains(files, path.Join(l.Package, l.Target)) {
				t.Errorf("%s loads %s, which is not here: add its library to the data of this test", file, label)
			}
		}
		want := []library{{name: strings.TrimSuffix(name, ".bzl"), deps: depsFor(loaded)}}
		if diff := cmp.Diff(want, known[pkg][name], cmp.AllowUnexported(library{})); diff != "" {
			t.Errorf("the bzl_library of %s in %s/BUILD.bazel (-want +got):\n%s", file, pkg, diff)
		}
		delete(known[pkg], name)
	}
	for pkg, rest := range known {
		for file := range rest {
			t.Errorf("%s/BUILD.bazel: a bzl_library of %s, which is not there", pkg, file)
		}
	}
}

// bzlFiles lists the .bzl files, relative to the root.
func bzlFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && aside(entry.Name()) && name != root:
			return filepath.SkipDir
		case strings.HasSuffix(name, ".bzl"):
			relative, err := filepath.Rel(root, name)
			files = append(files, filepath.ToSlash(relative))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// loads returns the files that a .bzl file loads, as absolute labels.
func loads(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := build.ParseBzl(file, read(t, file))
	if err != nil {
		t.Fatal(err)
	}
	var loaded []string
	for _, statement := range parsed.Stmt {
		if load, ok := statement.(*build.LoadStmt); ok {
			loaded = append(loaded, labels.ParseRelative(load.Module.Value, path.Dir(file)).Format())
		}
	}
	return loaded
}

// depsFor returns the labels of the libraries of loaded files.
func depsFor(loaded []string) []string {
	deps := []string{}
	for _, file := range loaded {
		named, ok := libraries[file]
		if !ok {
			named = []string{labels.Parse(strings.TrimSuffix(file, ".bzl")).Format()}
		}
		deps = append(deps, named...)
	}
	slices.Sort(deps)
	return slices.Compact(deps)
}

// librariesOf returns the libraries of a package by the files in their srcs.
func librariesOf(t *testing.T, pkg string) map[string][]library {
	t.Helper()
	file := path.Join(pkg, "BUILD.bazel")
	parsed, err := build.ParseBuild(file, read(t, file))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]library{}
	for _, rule := range parsed.Rules("bzl_library") {
		l := library{name: rule.Name(), deps: []string{}}
		for _, dep := range rule.AttrStrings("deps") {
			l.deps = append(l.deps, labels.ParseRelative(dep, pkg).Format())
		}
		slices.Sort(l.deps)
		srcs := rule.AttrStrings("srcs")
		if len(srcs) == 0 {
			t.Errorf("%s: bzl_library %s: srcs is not a list of files", file, l.name)
		}
		for _, src := range srcs {
			found[src] = append(found[src], l)
		}
	}
	return found
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(fmt.Errorf("%w: each folder with .bzl files needs a BUILD.bazel, and both belong to the data of this test", err))
	}
	return content
}
