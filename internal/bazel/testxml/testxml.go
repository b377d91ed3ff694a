// Package testxml reads test results in JUnit's XML, which has no schema that
// all test runners follow. Bazel calls such a file test.xml.
//
// The files are written by tests, so they are not trusted: sizes and depths are
// bounded, and a malformed file is read as far as possible.
package testxml

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A Status is the result of a test case.
type Status string

const (
	Passed  Status = "passed"
	Failed  Status = "failed" // an assertion
	Errored Status = "error"  // anything else, such as an exception in its setup
	Skipped Status = "skipped"
)

// Red reports whether a case ran and did not pass.
func (s Status) Red() bool { return s == Failed || s == Errored }

// A Case is a test case.
type Case struct {
	Name    string
	Class   string   // may be empty
	File    string   // as the runner names it; may be empty
	Suites  []string // the names of the suites around it, from the outside; empty names are left out
	Status  Status
	Flaky   bool   // it was tried again, and the tries differ; see Surefire's flakyFailure
	Message string // of one that is red: the last lines; may be empty
}

var (
	mostBytes int64 = 64 << 20
	mostDepth       = 200
)

// Read reads the test cases of a file: elements named testcase at any depth.
// The cases before a mistake are returned with the error.
func Read(r io.Reader) ([]Case, error) {
	// Runners write the output of a test, with characters that XML does not
	// have.
	legal := transform.NewReader(io.LimitReader(r, mostBytes), transform.Chain(runes.Map(legalRune), references{}))
	p := &parser{decoder: xml.NewDecoder(legal)}
	p.decoder.Strict = false
	p.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	err := p.read()
	return p.cases, err
}

// A parser reads the elements of a file.
type parser struct {
	decoder *xml.Decoder
	depth   int
	suites  []suite
	cases   []Case
}

// A suite is an open element that has cases.
type suite struct {
	name, file string
	depth      int
}

// token returns the next token. The decoder, which is not Strict, closes open
// elements itself, so it keeps all of them.
func (p *parser) token() (xml.Token, error) {
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token.(type) {
	case xml.StartElement:
		if p.depth++; p.depth > mostDepth {
			return nil, fmt.Errorf("more than %d elements within each other", mostDepth)
		}
	case xml.EndElement:
		p.depth--
	}
	return token, nil
}

func (p *parser) read() error {
	for {
		token, err := p.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for n := len(p.suites); n > 0 && p.suites[n-1].depth > p.depth; n-- {
			p.suites = p.suites[:n-1]
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "testsuite":
			p.suites = append(p.suites, suite{attr(start, "name"), attr(start, "file"), p.depth})
		case "testcase":
			c, err := p.readCase(start)
			if err != nil {
				return err
			}
			p.cases = append(p.cases, c)
		}
	}
}

// notRun are the values of attributes of cases that did not run.
var notRun = map[string]bool{
	"notrun": true, "suppressed": true, "skipped": true, // gtest, CTest
	"disabled": true, // CTest
}

func (p *parser) readCase(start xml.StartElement) (Case, error) {
	c := Case{Status: Passed, Name: attr(start, "name"), Class: attr(start, "classname"), File: attr(start, "file")}
	for _, s := range p.suites {
		if s.name != "" {
			c.Suites = append(c.Suites, s.name)
		}
		if attr(start, "file") == "" && s.file != "" {
			c.File = s.file
		}
	}
	c.Suites = slices.Clip(c.Suites)
	if notRun[attr(start, "status")] || notRun[attr(start, "result")] {
		c.Status = Skipped
	}
	todo := false
	for {
		token, err := p.token()
		if err != nil {
			return c, err
		}
		element, ok := token.(xml.StartElement)
		if _, ended := token.(xml.EndElement); ended {
			if todo { // a runner that knows such tests does not fail for them
				c.Status, c.Message = Skipped, ""
			}
			return c, nil
		} else if !ok {
			continue
		}
		text, err := p.text()
		if err != nil {
			return c, err
		}
		switch name := element.Name.Local; name {
		case "failure", "error":
			if c.Status.Red() {
				break
			}
			c.Status = Failed
			if name == "error" {
				c.Status = Errored
			}
			c.Message = process.LastLines(strings.TrimSpace(joined(attr(element, "message"), text)))
		case "skipped":
			if c.Status == Passed {
				c.Status = Skipped
			}
			todo = todo || attr(element, "type") == "todo"
		case "flakyFailure", "flakyError":
			c.Flaky = true
		}
	}
}

// joined joins a message and its details, which often repeat it.
func joined(message, text string) string {
	if message == "" || strings.Contains(text, message) {
		return text
	}
	return message + "\n" + text
}

// text reads up to the end of the current element, and returns the end of its
// text.
func (p *parser) text() (string, error) {
	var text process.Tail
	for end := p.depth - 1; p.depth > end; {
		token, err := p.token()
		if err != nil {
			return "", err
		}
		if t, ok := token.(xml.CharData); ok {
			_, _ = text.Write(t)
		}
	}
	return text.String(), nil
}

func attr(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
