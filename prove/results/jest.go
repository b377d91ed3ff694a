package results

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// jestFile is the name of the file of results.
const jestFile = "results.json"

// A jest reads jest, and vitest, which writes the same JSON.
type jest struct{ vitest bool }

// Name returns the format's name, since both write the same.
func (j jest) Name() string {
	if j.vitest {
		return "vitest"
	}
	return "jest"
}

// Instrument adds options at the end.
func (j jest) Instrument(argv []string, out string) []string {
	file := filepath.Join(out, jestFile)
	if j.vitest {
		add := []string{"--reporter=default", "--reporter=json", "--outputFile.json=" + file}
		if slices.ContainsFunc(argv, func(arg string) bool { return arg == "--reporter" || strings.HasPrefix(arg, "--reporter=") }) {
			add = add[1:]
		}
		return insertBeforeDashes(argv, add...)
	}
	return insertBeforeDashes(argv, "--json", "--outputFile="+file)
}

// A jestReport has the fields of FormattedTestResults of @jest/test-result that
// are read.
type jestReport struct {
	TestResults []struct {
		Name    string // absolute path of the file
		Status  string
		Message string
		Cases   []jestCase `json:"assertionResults"`
	}
}

// A jestCase has the members of an AssertionResult that are read.
type jestCase struct {
	AncestorTitles  []string
	Title           string
	Status          string // passed, failed, pending, skipped, todo, disabled, focused
	FailureMessages []string
	RetryReasons    []string // of tries before the one that passed
	Invocations     int
}

// Read reads the cases. A file without cases that failed could not be loaded.
func (j jest) Read(raw *Raw) Results {
	c := newCollector(raw)
	var report jestReport
	c.readJSON(raw, j, &report)
	for _, file := range report.TestResults {
		suite := c.fileOf(file.Name)
		for i := range file.Cases {
			t := &file.Cases[i]
			c.add(result{
				suite: suite, name: named(strings.Join(append(t.AncestorTitles, t.Title), " > ")), status: jestStatus(t.Status),
				message: strings.Join(t.FailureMessages, "\n"), flaky: t.Status == "passed" && len(t.RetryReasons) > 0,
			})
		}
		if len(file.Cases) == 0 && file.Status == "failed" {
			c.built = false
			c.add(result{suite: suite, status: evidence.Errored, message: file.Message})
		}
	}
	return c.finish(string(raw.Stdout), string(raw.Stderr))
}

func jestStatus(status string) evidence.Status {
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

// readJSON reads the file of a runner that writes one, in JSON. Without one, a
// runner that failed could not start, such as for a configuration or a file that
// cannot be loaded.
func (c *collector) readJSON(raw *Raw, of Reader, report any) {
	text, err := readResult(raw, jestFile)
	if err == nil {
		err = json.Unmarshal(text, report)
	}
	switch {
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist):
		c.trouble(evidence.ProblemBadResults, jestFile, err)
	case raw.End == evidence.Exited && raw.Exit != 0:
		c.built = false
	case raw.End == evidence.Exited:
		c.problem(evidence.ProblemNoResults, of.Name()+" wrote no "+jestFile)
	}
}
