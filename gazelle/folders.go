package gazelle

import (
	"path"
	"slices"

	"github.com/bazelbuild/bazel-gazelle/language"
	"github.com/bazelbuild/bazel-gazelle/walk"
)

// packageFiles returns the package-relative files of a package: the files in
// its folder, and in subfolders that are not packages. Files that Gazelle
// excludes are left out. A file may be listed twice.
func (a *autofix) packageFiles(args language.GenerateArgs) []string {
	files := slices.Clone(args.RegularFiles)
	for _, folder := range args.Subdirs {
		files = append(files, a.folderFiles(args, folder)...)
	}
	return files
}

// folderFiles returns the files of a folder below a package and of its
// subfolders; none if the folder is a package.
func (a *autofix) folderFiles(args language.GenerateArgs, folder string) []string {
	rel := path.Join(args.Rel, folder)
	info, err := walk.GetDirInfo(rel)
	if err != nil || info.File != nil || a.packages[rel] {
		return nil // Gazelle reports a build file that it cannot read
	}
	var files []string
	for _, file := range info.RegularFiles {
		if args.Config.IsValidBuildFileName(file) || file == "BUILD" || file == "BUILD.bazel" {
			return nil // a package to Bazel, whatever names of build files Gazelle is configured with
		}
		files = append(files, path.Join(folder, file))
	}
	for _, sub := range info.Subdirs {
		files = append(files, a.folderFiles(args, path.Join(folder, sub))...)
	}
	return files
}
