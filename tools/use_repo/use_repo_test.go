// Package use_repo_test holds MODULE.bazel to go.mod.
package use_repo_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/modfile"
)

// TestUseRepoListsWhatGoModRequires: each module that go.mod requires directly
// is a repository of MODULE.bazel's use_repo(go_deps), and nothing else is.
func TestUseRepoListsWhatGoModRequires(t *testing.T) {
	want := requiredRepos(t, "../../go.mod")
	got := usedRepos(t, "../../MODULE.bazel")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("use_repo(go_deps, ...) in MODULE.bazel is not what go.mod requires; ./bazelw mod tidy fixes it\n-go.mod +use_repo:\n%s", diff)
	}
}

// TestTheGazelleExtensionIsForTheGazelleHere: the extension's own go.mod
// requires the Gazelle that Bazel builds it with.
func TestTheGazelleExtensionIsForTheGazelleHere(t *testing.T) {
	var required string
	for _, require := range modFile(t, "../../gazelle/go.mod").Require {
		if require.Mod.Path == "github.com/bazelbuild/bazel-gazelle" {
			required = require.Mod.Version
		}
	}
	for _, dep := range moduleFile(t, "../../MODULE.bazel").Rules("bazel_dep") {
		if dep.Name() == "gazelle" && "v"+dep.AttrString("version") == required {
			return
		}
	}
	t.Errorf("gazelle/go.mod requires Gazelle %s, and MODULE.bazel has another version of it", required)
}

// bazelModules are Go modules that are Bazel modules too: go_deps takes them
// from there.
var bazelModules = map[string]bool{
	"github.com/bazelbuild/bazel-gazelle": true,
	"github.com/bazelbuild/rules_go":      true,
}

// requiredRepos lists the repositories of the direct requirements of a go.mod.
func requiredRepos(t *testing.T, path string) []string {
	t.Helper()
	var repos []string
	for _, require := range modFile(t, path).Require {
		if !require.Indirect && !bazelModules[require.Mod.Path] {
			repos = append(repos, repoName(require.Mod.Path))
		}
	}
	slices.Sort(repos)
	return repos
}

// repoName is the repository that go_deps makes of a Go module:
// golang.org/x/mod is org_golang_x_mod.
func repoName(modulePath string) string {
	host, rest, _ := strings.Cut(modulePath, "/")
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	name := strings.Join(append(labels, rest), "_")
	return strings.ToLower(strings.NewReplacer("/", "_", "-", "_", ".", "_").Replace(name))
}

// usedRepos lists what the use_repo(go_deps, ...) calls of a MODULE.bazel have.
func usedRepos(t *testing.T, path string) []string {
	t.Helper()
	var repos []string
	for _, call := range moduleFile(t, path).Rules("use_repo") {
		args := call.Call.List
		if ident, ok := args[0].(*build.Ident); !ok || ident.Name != "go_deps" {
			continue
		}
		for _, arg := range args[1:] {
			repos = append(repos, arg.(*build.StringExpr).Value)
		}
	}
	slices.Sort(repos)
	return repos
}

func modFile(t *testing.T, path string) *modfile.File {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse(path, content, nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func moduleFile(t *testing.T, path string) *build.File {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := build.ParseModule(path, content)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
