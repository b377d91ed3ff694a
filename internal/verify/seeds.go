package verify

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// A seed says where the effects of a changed file start.
type seed struct {
	file     string   // the changed file
	label    string   // of the file itself; may be empty
	packages []string // all of whose targets depend on it
	all      bool     // all targets depend on it
}

// key is equal for seeds from which the same targets are reached in a graph.
func (s *seed) key(users []string) string {
	return fmt.Sprint(s.all, len(users), users, s.packages)
}

// patterns returns the target patterns of a seed.
func (s *seed) patterns() []string {
	var patterns []string
	if s.label != "" && client.Quotable(s.label) {
		patterns = append(patterns, client.Quote(s.label))
	}
	for _, pkg := range s.packages {
		if client.Quotable(pkg) {
			patterns = append(patterns, client.Quote("//"+pkg+":*"))
		}
	}
	if s.all {
		patterns = append(patterns, everything)
	}
	return patterns
}

// ofWorkspace are the names of files in the root of a workspace on which all
// targets depend.
var ofWorkspace = map[string]bool{
	"MODULE.bazel": true, "MODULE.bazel.lock": true, "WORKSPACE": true, "WORKSPACE.bazel": true, "WORKSPACE.bzlmod": true,
	"REPO.bazel": true, ".bazelrc": true, ".bazelversion": true, ".bazelignore": true, "VENDOR.bazel": true,
	"platform_mappings": true,
}

// seedsOf returns the seeds of files, in the shadow without the fixes.
func (b *Bazel) seedsOf(ctx context.Context, files []string) ([]seed, error) {
	module, _ := os.ReadFile(filepath.Join(b.Dir, "MODULE.bazel"))
	seeds := make([]seed, 0, len(files))
	var extensions []string // labels of .bzl files
	for _, file := range files {
		s := seed{file: file}
		name := path.Base(file)
		pkg, inPackage := b.packageOf(file)
		info, err := os.Stat(filepath.Join(b.Dir, filepath.FromSlash(file)))
		switch {
		case ofWorkspace[file], strings.HasSuffix(name, ".MODULE.bazel"), strings.HasSuffix(name, ".bazelrc"):
			s.all = true
		case strings.Contains(string(module), `:`+name+`"`), strings.Contains(string(module), `/`+name+`"`):
			s.all = true // a module extension reads it, such as go.mod
		case isPackageFile(name):
			s.packages = append(s.packages, strings.TrimPrefix(path.Dir(file), "."))
			if err != nil && inPackage && pkg != s.packages[0] { // it is created, so it takes files from the package above
				s.packages = append(s.packages, pkg)
			}
		case !inPackage:
		case err != nil, info.IsDir():
			s.packages = []string{pkg} // a glob may name it, or files in it, when they are there
		default:
			s.label = "//" + pkg + ":" + strings.TrimPrefix(strings.TrimPrefix(file, pkg), "/")
		}
		if !client.Quotable(s.label) {
			s.packages = []string{pkg} // a glob may name it
		}
		if slices.ContainsFunc(s.packages, func(pkg string) bool { return !client.Quotable(pkg) }) {
			s = seed{file: file, all: true}
		}
		if s.label != "" && (strings.HasSuffix(name, ".bzl") || strings.HasSuffix(name, ".scl")) {
			extensions = append(extensions, s.label)
		}
		seeds = append(seeds, s)
	}
	for _, label := range extensions {
		packages, err := b.loaders(ctx, label)
		if err != nil {
			return nil, err
		}
		for i := range seeds {
			if seeds[i].label == label {
				seeds[i].packages = packages
			}
		}
	}
	return seeds, nil
}

// loaders returns the packages whose BUILD files load a .bzl file, also through
// others.
func (b *Bazel) loaders(ctx context.Context, label string) ([]string, error) {
	file, _ := client.PathOf(label)
	text, err := b.query(ctx, "rbuildfiles("+client.Quote(file)+")", "--universe_scope=//...", "--order_output=no", "--output=package")
	if err != nil {
		return nil, err
	}
	var packages []string
	for line := range strings.Lines(string(text)) {
		pkg := client.DisplayLabel(strings.TrimSuffix(line, "\n"))
		if !strings.HasPrefix(pkg, "@") {
			packages = append(packages, strings.TrimPrefix(pkg, "//"))
		}
	}
	return packages, nil
}
