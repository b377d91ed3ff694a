// Package vitest is the test runner vitest, which writes the JSON of jest.
package vitest

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/jest"
)

// Runner is vitest.
var Runner = &results.Runner{
	Name:       "vitest",
	Programs:   []string{"vitest"},
	JavaScript: true,
	Variables:  []string{"VITEST_*", "VITE_*"},
	Refused:    []string{"root", "dir", "projects", "globalsetup", "api*", "typecheckchecker", "typechecktsconfig"},
	Loading:    []string{"pool", "browser", "coverageprovider"},
	Parts:      map[string][]string{"package.json": {"vitest"}},
	Instrument: instrument,
	Read:       func(raw *results.Raw) results.Results { return jest.ReadReport("vitest", raw) },
	Measure: func(argv []string, out string) []results.Measurement {
		command := results.BeforeDashes(argv, "--coverage.enabled", "--coverage.reporter=lcovonly", "--coverage.reportsDirectory="+out)
		return []results.Measurement{{By: "vitest", Commands: [][]string{command}, Reached: results.ReadLCOV}}
	},
	Whole: whole,
}

// instrument adds options at the end. The output for a person stays unless the
// command chooses its own.
func instrument(argv []string, out string) []string {
	add := []string{"--reporter=default", "--reporter=json", "--outputFile.json=" + filepath.Join(out, results.JSONFile)}
	if slices.ContainsFunc(argv, func(arg string) bool { return arg == "--reporter" || strings.HasPrefix(arg, "--reporter=") }) {
		add = add[1:]
	}
	return results.BeforeDashes(argv, add...)
}

// whole keeps run, without which vitest watches files.
func whole(argv []string, _ results.File) []string {
	n := 1
	if len(argv) > 1 && argv[1] == "run" {
		n = 2
	}
	return slices.Clone(argv[:n])
}
