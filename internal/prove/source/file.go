package source

import (
	"path"
	"strings"
)

// testFolders hold only tests and their data, for most languages.
var testFolders = map[string]bool{
	"test": true, "tests": true, "testdata": true, "spec": true, "__tests__": true, "__snapshots__": true,
	"__fixtures__": true, "__mocks__": true,
}

// IsTestFile reports whether a file is there for tests: it declares tests, or
// is data that tests read. A path is relative to the root of the tree, with
// slashes. BUILD files and other Starlark are not test files, except tests of
// Starlark itself. In doubt a file is a source.
func IsTestFile(name string) bool {
	base := path.Base(name)
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	folder := inTestFolder(name)
	switch LanguageOf(name) {
	case Go:
		// A file without _test in its name is part of the package in any
		// folder.
		return strings.HasSuffix(stem, "_test") || folder == "testdata"
	case Starlark:
		return folder == "testdata"
	case Python:
		return base == "conftest.py" || stem == "tests" || affixed(stem, "test_", "_test", "_tests") || folder != ""
	case JavaScript:
		return folder != "" || strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") || stem == "test" ||
			affixed(stem, "test-", "-test", "_test", ".cy")
	case Shell:
		return folder != "" || ext == ".bats" || affixed(stem, "test_", "_test", "_tests")
	}
	switch ext {
	case ".bzl", ".bazel":
		return ext == ".bzl" && affixed(stem, "", "_test", "_tests") || folder == "testdata"
	case ".snap", ".golden":
		return true
	case ".rs":
		return folder != "" || stem == "tests" || affixed(stem, "", "_test", "_tests")
	case ".cc", ".cpp", ".cxx", ".c++":
		return folder != "" || affixed(stem, "test_", "_test", "_tests", "_unittest")
	case ".java", ".kt":
		return folder != "" || javaTest(stem)
	case ".c", ".rb", ".php", ".swift", ".cs", ".scala", ".ex", ".exs", ".dart", ".lua", ".proto":
		return folder != "" || affixed(stem, "test_", "_test", "_tests", "_spec") || javaTest(stem)
	}
	return folder != ""
}

// inTestFolder returns the name of a folder of tests around a file, or "".
func inTestFolder(name string) string {
	found := ""
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if part == "testdata" {
			return part
		}
		if testFolders[part] {
			found = part
		}
	}
	return found
}

func affixed(stem, prefix string, suffixes ...string) bool {
	if prefix != "" && strings.HasPrefix(stem, prefix) {
		return true
	}
	for _, s := range suffixes {
		if strings.HasSuffix(stem, s) && stem != s {
			return true
		}
	}
	return false
}

// javaTest knows the names that Surefire and Gradle run.
func javaTest(stem string) bool {
	for _, s := range []string{"Test", "Tests", "TestCase", "IT", "ITCase", "Spec"} {
		if strings.HasSuffix(stem, s) {
			return true
		}
	}
	rest, ok := strings.CutPrefix(stem, "Test")
	return ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z'
}
