package verify

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
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
	if s.label != "" && quotable(s.label) {
		patterns = append(patterns, quote(s.label))
	}
	for _, pkg := range s.packages {
		if quotable(pkg) {
			patterns = append(patterns, quote("//"+pkg+":*"))
		}
	}
	if s.all {
		patterns = append(patterns, everything)
	}
	return patterns
}

// quotable reports whether a label can be written in a query. Bazel has no
// escapes there, and no labels with control characters or backslashes.
func quotable(label string) bool {
	return !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsControl(r) || r == '\\' }) &&
		!(strings.Contains(label, `"`) && strings.Contains(label, "'"))
}

// ofWorkspace are the names of files in the root of a workspace on which all
// targets depend.
var ofWorkspace = map[string]bool{
	"MODULE.bazel": true, "MODULE.bazel.lock": true, "WORKSPACE": true, "WORKSPACE.bazel": true, "WORKSPACE.bzlmod": true,
	"REPO.bazel": true, ".bazelrc": true, ".bazelversion": true, ".bazelignore": true, "VENDOR.bazel": true,
}

// seedsOf returns the seeds of files, in the shadow as it is without the fixes.
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
			if err != nil && inPackage { // it is created, so it takes files from the package above
				s.packages = append(s.packages, pkg)
			}
		case !inPackage:
		case err != nil, info.IsDir():
			s.packages = []string{pkg} // a glob may name it, or files in it, when they are there
		default:
			s.label = "//" + pkg + ":" + strings.TrimPrefix(strings.TrimPrefix(file, pkg), "/")
			if !quotable(s.label) {
				s.packages = []string{pkg} // a glob may name it
			}
			if strings.HasSuffix(name, ".bzl") {
				extensions = append(extensions, s.label)
			}
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
	file := strings.TrimPrefix(strings.Replace(strings.TrimPrefix(label, "//"), ":", "/", 1), "/")
	text, err := b.query(ctx, "rbuildfiles("+quote(file)+")", "--universe_scope=//...", "--order_output=no", "--output=package")
	if err != nil {
		return nil, err
	}
	var packages []string
	for line := range strings.Lines(string(text)) {
		packages = append(packages, strings.TrimSpace(line))
	}
	return packages, nil
}
