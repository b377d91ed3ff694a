package results

import (
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// A mocha reads mocha, of version 9.2 or later, by the file of its JSON
// reporter.
type mocha struct{}

func (mocha) Name() string { return "mocha" }

// Instrument adds a reporter at the end: of several, the last one counts.
func (mocha) Instrument(argv []string, out string) []string {
	return insertBeforeDashes(argv, "--reporter=json", "--reporter-option=output="+filepath.Join(out, jestFile))
}

// A mochaReport has the fields of the reporter that are read.
type mochaReport struct {
	Passes, Pending, Failures []mochaCase
}

// A mochaCase is a test, or a hook that failed.
type mochaCase struct {
	Title, FullTitle, File string
	CurrentRetry           int
	Err                    struct{ Message, Stack string }
}

// mochaHook matches the title of a hook. No source names it.
var mochaHook = lazyregexp.New(`^"(?:before|after) (?:all|each)" hook`)

// Read reads the cases. A case has the titles of the groups around it in its
// name, with a space between them: the reporter does not separate them
// otherwise.
func (mocha) Read(raw *Raw) Results {
	c := newCollector(raw)
	var report mochaReport
	c.readJSON(raw, mocha{}, &report)
	for _, list := range []struct {
		cases  []mochaCase
		status evidence.Status
	}{{report.Passes, evidence.Passed}, {report.Pending, evidence.Skipped}, {report.Failures, evidence.Failed}} {
		for i := range list.cases {
			t := &list.cases[i]
			r := result{suite: c.fileOf(t.File), name: named(t.FullTitle), status: list.status, message: t.Err.Stack}
			if r.message == "" {
				r.message = t.Err.Message
			}
			r.flaky = list.status == evidence.Passed && t.CurrentRetry > 0
			if r.status.Red() && mochaHook().MatchString(t.Title) {
				r.name, r.status = "", evidence.Errored
				r.message = t.FullTitle + "\n" + r.message
			}
			c.add(r)
		}
	}
	return c.finish(string(raw.Stdout), string(raw.Stderr))
}
