// Package jest is the test runner jest.
package jest

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Runner is jest.
var Runner = &results.Runner{
	Name:       "jest",
	Programs:   []string{"jest"},
	JavaScript: true,
	Variables:  []string{"JEST_*"},
	Refused: []string{
		"setupfile*", "globalsetup", "globalteardown", "testrunner", "runner", "transform", "preset", "resolver", "dependencyextractor",
		"testresultsprocessor", "testsequencer", "snapshotserializer*", "snapshotresolver", "prettierpath", "modulenamemapper",
		"modulepaths", "moduledirectories", "rootdir", "roots", "projects",
	},
	Loading: []string{"testenvironment", "coverageprovider"},
	Parts:   map[string][]string{"package.json": {"jest"}},
	Instrument: func(argv []string, out string) []string {
		return results.BeforeDashes(argv, "--json", "--outputFile="+filepath.Join(out, results.JSONFile))
	},
	Read: func(raw *results.Raw) results.Results { return ReadReport("jest", raw) },
	Measure: func(argv []string, out string) []results.Measurement {
		// A threshold of the configuration must not make the command fail.
		command := results.BeforeDashes(argv, "--coverage", "--coverageReporters=lcovonly", "--coverageDirectory="+out, "--coverageThreshold={}")
		return []results.Measurement{{By: "jest", Commands: [][]string{command}, Reached: results.ReadLCOV}}
	},
	Whole: func(argv []string, _ results.File) []string { return slices.Clone(argv[:1]) },
}

// A report has the fields of FormattedTestResults of @jest/test-result that
// are read.
type report struct {
	TestResults []struct {
		Name    string // absolute path of the file
		Status  string
		Message string
		Cases   []assertion `json:"assertionResults"`
	}
}

// An assertion has the members of an AssertionResult that are read.
type assertion struct {
	AncestorTitles  []string
	Title           string
	Status          string // passed, failed, pending, skipped, todo, disabled, focused
	FailureMessages []string
	RetryReasons    []string // of tries before the one that passed
	Invocations     int
}

// ReadReport reads the report of jest, or of a runner that writes the same
// JSON. A file without cases that failed could not be loaded.
func ReadReport(runner string, raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	var all report
	c.ReadJSON(runner, &all)
	for _, file := range all.TestResults {
		suite := c.FileOf(file.Name)
		for i := range file.Cases {
			t := &file.Cases[i]
			c.Add(results.Case{
				Suite: suite, Name: results.Named(strings.Join(append(t.AncestorTitles, t.Title), " > ")), Status: statusOf(t.Status),
				Message: strings.Join(t.FailureMessages, "\n"), Flaky: t.Status == "passed" && len(t.RetryReasons) > 0,
			})
		}
		if len(file.Cases) == 0 && file.Status == "failed" {
			c.Built = false
			c.Add(results.Case{Suite: suite, Status: evidence.Errored, Message: file.Message})
		}
	}
	return c.Finish(string(raw.Stdout), string(raw.Stderr))
}

func statusOf(status string) evidence.Status {
	switch status {
	case "passed":
		return evidence.Passed
	case "failed":
		return evidence.Failed
	case "pending", "skipped", "todo", "disabled":
		return evidence.Skipped
	}
	return evidence.Errored // not of a known version
}
