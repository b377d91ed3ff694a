// Package mocha is the test runner mocha, of version 9.2 or later.
package mocha

import (
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Runner reads mocha by the file of its JSON reporter.
var Runner = &results.Runner{
	Name:       "mocha",
	Programs:   []string{"mocha", "_mocha"},
	JavaScript: true,
	Refused:    []string{"package", "opts"},
	Loading:    []string{"R", "ui"},
	Parts:      map[string][]string{"package.json": {"mocha"}},
	Instrument: instrument, Read: read,
	Whole: func(argv []string, _ results.File) []string {
		return slices.Concat(argv[:1], results.WithoutFlags(argv[1:], "-g", "--grep", "-f", "--fgrep"))
	},
}

// instrument adds a reporter at the end: of several, the last one counts.
func instrument(argv []string, out string) []string {
	return results.BeforeDashes(argv, "--reporter=json", "--reporter-option=output="+filepath.Join(out, results.JSONFile))
}

// An output has the fields of the reporter that are read.
type output struct {
	Passes, Pending, Failures []test
}

// A test is a test, or a hook that failed.
type test struct {
	Title, FullTitle, File string
	CurrentRetry           int
	Err                    struct{ Message, Stack string }
}

// hook matches the title of a hook. No source names it.
var hook = lazyregexp.New(`^"(?:before|after) (?:all|each)" hook`)

// read reads the cases. A case has the titles of the groups around it in its
// name, with a space between them: the reporter does not separate them
// otherwise.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	var report output
	c.ReadJSON("mocha", &report)
	for _, list := range []struct {
		cases  []test
		status evidence.Status
	}{{report.Passes, evidence.Passed}, {report.Pending, evidence.Skipped}, {report.Failures, evidence.Failed}} {
		for i := range list.cases {
			t := &list.cases[i]
			r := results.Case{Suite: c.FileOf(t.File), Name: results.Named(t.FullTitle), Status: list.status, Message: t.Err.Stack}
			if r.Message == "" {
				r.Message = t.Err.Message
			}
			r.Flaky = list.status == evidence.Passed && t.CurrentRetry > 0
			if r.Status.Red() && hook().MatchString(t.Title) {
				r.Name, r.Status = "", evidence.Errored
				r.Message = t.FullTitle + "\n" + r.Message
			}
			c.Add(r)
		}
	}
	return c.Finish(string(raw.Stdout), string(raw.Stderr))
}
