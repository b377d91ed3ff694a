// Package python has what the test runners of Python share.
package python

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Folders are the folders of a tree, besides its root, in which Python may be
// told to look for modules. No patch may put a module there that takes the place
// of one that runs tests.
var Folders = []string{"src", "lib", "test", "tests"}

// Module returns the index of the module that a command of Python runs with -m,
// or -1 if the command is another one, or the module has another name.
func Module(argv []string, names ...string) int {
	at := slices.Index(argv, "-m") + 1
	if at < 2 || at >= len(argv) || !slices.Contains(names, argv[at]) || results.Program(argv[0]) != "python" {
		return -1
	}
	if slices.ContainsFunc(argv[1:at-1], func(arg string) bool { return !strings.HasPrefix(arg, "-") }) {
		return -1 // an argument of another program
	}
	return at
}

// Coverage measures a module of Python, which is at an index of the command.
func Coverage(argv []string, at int, out string) results.Measurement {
	python, data := argv[:at], "--data-file="+filepath.Join(out, "data")
	return results.Measurement{
		By: "coverage.py",
		Commands: [][]string{
			slices.Concat(python, []string{"coverage", "run", data, "--source=.", "-m"}, argv[at:]),
			slices.Concat(python, []string{"coverage", "lcov", data, "-o", filepath.Join(out, results.LCOVFile)}),
		},
		Reached: results.ReadLCOV,
	}
}
