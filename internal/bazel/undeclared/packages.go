package undeclared

import (
	"os"
	"path"
	"path/filepath"
	"slices"
)

// BuildFiles are the files that mark a folder as a package.
var BuildFiles = []string{"BUILD.bazel", "BUILD"}

// buildFileIn returns the name of the BUILD file in a folder of the workspace
// at root, or "".
func buildFileIn(root, folder string) string {
	for _, name := range BuildFiles {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(folder), name))
		if err == nil && !info.IsDir() {
			return name
		}
	}
	return ""
}

// packageOf returns the folder of the package that a folder is in, "." for the
// root, which counts as one.
func packageOf(root, folder string) string {
	for folder != "." && buildFileIn(root, folder) == "" {
		folder = path.Dir(folder)
	}
	return folder
}

// packagesOf returns the sorted folders of the packages that files are in.
func packagesOf(root string, files []string) []string {
	known := map[string]string{} // by folder
	var packages []string
	for _, file := range files {
		folder := path.Dir(file)
		if _, ok := known[folder]; !ok {
			known[folder] = packageOf(root, folder)
			packages = append(packages, known[folder])
		}
	}
	slices.Sort(packages)
	return slices.Compact(packages)
}
