package source_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestIsTestFile(t *testing.T) {
	for name, want := range map[string]bool{
		"a_test.go":                 true,
		"_test.go":                  true,
		"a.go":                      false,
		"test/a.go":                 false,
		"tests/helper.go":           false,
		"a/testdata/x.go":           true,
		"a/testdata/golden/x.json":  true,
		"test_a.py":                 true,
		"a_test.py":                 true,
		"a/tests.py":                true,
		"conftest.py":               true,
		"tests/helper.py":           true,
		"testing.py":                false,
		"latest.py":                 false,
		"contest.py":                false,
		"a.test.ts":                 true,
		"a.spec.jsx":                true,
		"a-test.mjs":                true,
		"test.js":                   true,
		"__tests__/a.js":            true,
		"src/__snapshots__/a.snap":  true,
		"latest.js":                 false,
		"src/contest.ts":            false,
		"src/test/java/A.java":      true,
		"src/main/java/ATest.java":  true,
		"src/main/java/Latest.java": false,
		"src/main/java/Test.java":   true,
		"TestA.java":                true,
		"Testament.java":            false,
		"a_test.cc":                 true,
		"a_unittest.cpp":            true,
		"a.cc":                      false,
		"tests/a.rs":                true,
		"src/lib.rs":                false,
		"src/tests.rs":              true,
		"run_test.sh":               true,
		"a.bats":                    true,
		"latest.sh":                 false,
		"tests/BUILD":               false,
		"tests/BUILD.bazel":         false,
		"testdata/BUILD":            true,
		"tests/defs.bzl":            false,
		"tests/defs_test.bzl":       true,
		"MODULE.bazel":              false,
		"README.md":                 false,
		"spec/a_spec.rb":            true,
		"lib/a_spec.rb":             true,
		"lib/a.rb":                  false,
		"x/attest/a.py":             false,
		"":                          false,
	} {
		if got := source.IsTestFile(name); got != want {
			t.Errorf("IsTestFile(%q) = %v, want %v", name, got, want)
		}
	}
}
