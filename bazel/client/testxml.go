package client

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
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
const mostXML = 64 << 20

// readCases reads the test cases of a test.xml in JUnit's format, which has no
// schema that all test runners follow: elements named testcase at any depth.
// What comes before a mistake is returned with the error.
func readCases(r io.Reader) ([]Case, error) {
	decoder := xml.NewDecoder(io.LimitReader(r, mostXML))
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

func readCase(decoder *xml.Decoder, start xml.StartElement) (Case, error) {
	c := Case{Status: CasePassed, Name: attr(start, "name"), Class: attr(start, "classname")}
	if attr(start, "status") == "notrun" || attr(start, "result") == "suppressed" { // gtest
		c.Status = CaseSkipped
	}
	for {
		token, err := decoder.Token()
		if err != nil {
			return c, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return c, nil
		case xml.StartElement:
			text, err := readText(decoder)
			if err != nil {
				return c, err
			}
			switch t.Name.Local {
			case "failure", "error":
				if c.Status != CaseFailed {
					c.Status = CaseFailed
					c.Message = LastLines(strings.TrimSpace(joined(attr(t, "message"), text)))
				}
			case "skipped":
				if c.Status == CasePassed {
					c.Status = CaseSkipped
				}
			}
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

// readText reads up to the end of the current element, and returns its text.
func readText(decoder *xml.Decoder) (string, error) {
	var text strings.Builder
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
			text.Write(t)
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

// casesOf returns the test cases of a file, as far as it can be read.
func casesOf(f *file) []Case {
	name := localName(f.URI)
	if name == "" {
		return nil
	}
	in, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer in.Close()
	cases, _ := readCases(in)
	return cases
}
