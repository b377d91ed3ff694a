package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// The report of Checkstyle's XMLLogger:
// https://checkstyle.org/apidocs/com/puppycrawl/tools/checkstyle/XMLLogger.html.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"` // of the format: readers look for one of Checkstyle
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyleColumns are characters, which most readers count.
var checkstyleColumns = position.Columns{Unit: position.Runes, NoMark: true}

// Checkstyle writes the findings in the XML format of Checkstyle, by file. A
// file that could not be checked has an error of its checker. Columns are left
// out if the text is not known.
func Checkstyle(out io.Writer, f *Findings) error {
	doc := checkstyleReport{Version: "4.3"}
	add := func(path string, e checkstyleError) {
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != path {
			doc.Files = append(doc.Files, checkstyleFile{Name: path})
		}
		file := &doc.Files[len(doc.Files)-1]
		file.Errors = append(file.Errors, e)
	}
	sorted := f.byPlace()
	for i := range sorted {
		d := &sorted[i]
		e := checkstyleError{Line: max(d.Line, 1), Severity: string(d.Severity), Message: inWords(d), Source: d.Rule}
		if index := f.linesOf(d.Path); index != nil {
			e.Column = index.Position(d.Start, checkstyleColumns).Column
		}
		if note := f.offers(d); note != "" {
			e.Message += " (" + note + ")"
		}
		add(d.Path, e)
	}
	for _, c := range f.crashes {
		add(c.Path, checkstyleError{Line: 1, Severity: "error", Message: c.Message, Source: "checker " + c.Checker + " failed"})
	}
	return writeXML(out, doc)
}

// writeXML writes a document. Characters that XML cannot contain become U+FFFD.
func writeXML(out io.Writer, doc any) error {
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.MultiReader(strings.NewReader(xml.Header), strings.NewReader(string(text)+"\n")))
	return err
}
