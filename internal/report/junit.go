package report

import (
	"encoding/xml"
	"fmt"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// JUnit's XML as CI services read it. There is no official schema: this is what
// https://github.com/testmoapp/junitxml describes.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		File    string       `xml:"file,attr,omitempty"`
		Line    int          `xml:"line,attr,omitempty"`
		Failure *junitReason `xml:"failure"`
		Error   *junitReason `xml:"error"`
		Out     string       `xml:"system-out,omitempty"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes the findings as test results: a suite for each file, and a case
// for each finding, which fails unless its severity is info. A checker that
// failed on a file is an error. If nothing is found, one case passes, since CI
// services take a report without cases for a broken one.
func JUnit(out io.Writer, f *Findings) error {
	doc := junitSuites{Name: f.artifact.Tool.Name}
	add := func(suite string, c junitCase) {
		if n := len(doc.Suites); n == 0 || doc.Suites[n-1].Name != suite {
			doc.Suites = append(doc.Suites, junitSuite{Name: suite})
		}
		s := &doc.Suites[len(doc.Suites)-1]
		s.Cases = append(s.Cases, c)
		s.Tests++
		doc.Tests++
		if c.Failure != nil {
			s.Failures++
			doc.Failures++
		}
		if c.Error != nil {
			s.Errors++
			doc.Errors++
		}
	}
	names := map[[2]string]int{}
	sorted := f.byPlace()
	for i := range sorted {
		add(sorted[i].Path, f.junitCase(&sorted[i], names))
	}
	for _, c := range f.crashes {
		add(c.Path, junitCase{
			Name: "checker " + c.Checker, Class: c.Path, File: c.Path,
			Error: &junitReason{Message: inert.Line(c.Message), Type: "checker", Text: c.Message},
		})
	}
	if doc.Tests == 0 {
		add(doc.Name, junitCase{Name: "nothing found", Class: doc.Name})
	}
	return writeXML(out, doc)
}

// junitCase returns the case of a finding. Names count the cases of one name
// and class: services show only one of two that are equal.
func (f *Findings) junitCase(d *fixedits.Diagnostic, names map[[2]string]int) junitCase {
	c := junitCase{Name: fmt.Sprintf("%s at %d:%d", d.Rule, d.Line, d.Column), Class: d.Path, File: d.Path, Line: d.Line}
	key := [2]string{c.Class, c.Name}
	if names[key]++; names[key] > 1 {
		c.Name += fmt.Sprintf(" (%d)", names[key])
	}
	message := inWords(d)
	text := fmt.Sprintf("%s:%d:%d: %s: %s [%s]", d.Path, d.Line, d.Column, d.Severity, message, d.Rule)
	if note := f.offers(d); note != "" {
		text += " (" + note + ")"
	}
	if d.Severity == fixedits.SeverityInfo {
		c.Out = text
	} else {
		c.Failure = &junitReason{Message: inert.Line(message), Type: string(d.Severity), Text: text}
	}
	return c
}
