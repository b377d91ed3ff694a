package client

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"github.com/rules-autofix/rules_autofix/bazel/buildevents"
	"github.com/rules-autofix/rules_autofix/process"
)

// A CaseStatus is the result of a test case.
type CaseStatus string

const (
	CasePassed  CaseStatus = "passed"
	CaseFailed  CaseStatus = "failed" // an assertion, or an error
	CaseSkipped CaseStatus = "skipped"
)

// A Case is a test case of a test.xml.
type Case struct {
	Name    string
	Class   string // may be empty
	Status  CaseStatus
	Message string // of one that failed: the last lines; may be empty
}

// mostXML bounds the bytes of a test.xml that are read.
var mostXML int64 = 64 << 20

// readCases reads the test cases of a test.xml in JUnit's format, which has no
// schema that all test runners follow: elements named testcase at any depth.
// What comes before a mistake is returned with the error.
func readCases(r io.Reader) ([]Case, error) {
	// Runners write what a test prints, with characters that XML does not have.
	legal := transform.NewReader(io.LimitReader(r, mostXML), runes.Map(legalInXML))
	decoder := xml.NewDecoder(legal)
	decoder.Strict = false
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var cases []Case
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return cases, nil
		}
		if err != nil {
			return cases, err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "testcase" {
			continue
		}
		c, err := readCase(decoder, start)
		if err != nil {
			return cases, err
		}
		cases = append(cases, c)
	}
}

// legalInXML returns a character, or one that stands for it if XML does not
// have it: https://www.w3.org/TR/xml/#charsets.
func legalInXML(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', ' ' <= r && r <= '\uFFFD', r >= 0x10000:
		return r
	}
	return utf8.RuneError
}

// notRun are the values of attributes of cases that did not run.
var notRun = map[string]bool{
	"notrun": true, "suppressed": true, "skipped": true, // gtest, CTest
	"disabled": true, // CTest
}

func readCase(decoder *xml.Decoder, start xml.StartElement) (Case, error) {
	c := Case{Status: CasePassed, Name: attr(start, "name"), Class: attr(start, "classname")}
	if notRun[attr(start, "status")] || notRun[attr(start, "result")] {
		c.Status = CaseSkipped
	}
	for {
		token, err := decoder.Token()
		if err != nil {
			return c, err
		}
		element, ok := token.(xml.StartElement)
		if _, ended := token.(xml.EndElement); ended {
			return c, nil
		} else if !ok {
			continue
		}
		switch name := element.Name.Local; {
		case (name == "failure" || name == "error") && c.Status != CaseFailed:
			text, err := readText(decoder)
			if err != nil {
				return c, err
			}
			c.Status = CaseFailed
			c.Message = process.LastLines(strings.TrimSpace(joined(attr(element, "message"), text)))
			continue
		case name == "skipped" && c.Status == CasePassed:
			c.Status = CaseSkipped
		}
		if err := decoder.Skip(); err != nil {
			return c, err
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

// readText reads up to the end of the current element, and returns the end of
// its text.
func readText(decoder *xml.Decoder) (string, error) {
	var text process.Tail
	for depth := 1; ; {
		token, err := decoder.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth--; depth == 0 {
				return text.String(), nil
			}
		case xml.CharData:
			_, _ = text.Write(t)
		}
	}
}

func attr(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// casesOf returns the test cases of a file, which may be nil, as far as it can
// be read. label is that of the test.
func casesOf(f *buildevents.File, label string) []Case {
	if f == nil {
		return nil
	}
	in, _, err := f.Open()
	if err != nil {
		return nil
	}
	defer in.Close()
	cases, _ := readCases(in)
	if len(cases) == 1 && isWholeTest(&cases[0], label) {
		return nil
	}
	return cases
}

// isWholeTest reports whether a case is that of the test.xml that Bazel makes
// if the test makes none: the test itself, or a shard of it. See
// tools/test/generate-xml.sh in Bazel.
func isWholeTest(c *Case, label string) bool {
	name, _ := PathOf(label)
	rest, found := strings.CutPrefix(c.Name, name)
	return found && c.Class == "" && (rest == "" || strings.HasPrefix(rest, "_shard_"))
}
