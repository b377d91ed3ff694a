package client

import (
	"path"
	"strings"
)

// DisplayLabel returns a label of the main repository without its repository,
// as build events have it: //a:b for @@//a:b and @//a:b. Queries print these if
// a .bazelrc has --consistent_labels. Other labels stay.
func DisplayLabel(label string) string {
	if rest := strings.TrimPrefix(strings.TrimPrefix(label, "@"), "@"); strings.HasPrefix(rest, "//") {
		return rest
	}
	return label
}

// PathOf returns the path of the file of a label in the main repository, such
// as a/b for //a:b. It reports false for another repository.
func PathOf(label string) (file string, main bool) {
	label, main = strings.CutPrefix(DisplayLabel(label), "//")
	if !main {
		return "", false
	}
	pkg, name, found := strings.Cut(label, ":")
	if !found {
		name = path.Base(pkg)
	}
	return path.Join(pkg, name), true
}

// PackageOf returns the package of a label in the main repository, such as a
// for //a:b. For another repository, the result is not the name of a package.
func PackageOf(label string) string {
	pkg, _, _ := strings.Cut(strings.TrimPrefix(DisplayLabel(label), "//"), ":")
	return pkg
}
