package results

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// JUnitFile is the name of the file of results of runners that write JUnit's
// XML.
const JUnitFile = "junit.xml"

// ReadJUnit reads the file of results. It reports false if there is none, which
// is a problem unless the command says enough itself.
func (c *Collector) ReadJUnit(add func(*testxml.Case)) bool {
	in, err := c.Raw.Open(JUnitFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		c.Trouble(evidence.ProblemBadResults, JUnitFile, err)
		return true
	}
	defer in.Close()
	cases, err := testxml.Read(in)
	if err != nil {
		c.Trouble(evidence.ProblemBadResults, JUnitFile, err)
	}
	for i := range cases {
		add(&cases[i])
	}
	return true
}

// StatusOf returns the status of a case of JUnit's XML.
func StatusOf(s testxml.Status) evidence.Status {
	switch s {
	case testxml.Failed:
		return evidence.Failed
	case testxml.Errored:
		return evidence.Errored
	case testxml.Skipped:
		return evidence.Skipped
	}
	return evidence.Passed
}

// FileOf returns the path of a file below the tree, with slashes.
func (c *Collector) FileOf(path string) string {
	if c.Raw.Dir != "" && filepath.IsAbs(path) {
		if below, err := filepath.Rel(c.Raw.Dir, path); err == nil && filepath.IsLocal(below) {
			path = below
		}
	}
	return filepath.ToSlash(path)
}
