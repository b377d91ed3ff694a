// Package checkstyle reads reports in the XML format of Checkstyle, which many
// linters write.
//
// The format is that of Checkstyle's XMLLogger:
// https://checkstyle.org/apidocs/com/puppycrawl/tools/checkstyle/XMLLogger.html.
package checkstyle

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the errors. Rules are named checkstyle/SOURCE, such as
// checkstyle/eslint.rules.no-var. A module of Checkstyle itself is named as in
// its configuration, such as checkstyle/JavadocMethod. Errors of the severity
// ignore are left out.
//
// The format has no fixes, and does not define its columns: they are bytes in
// reports of revive, and UTF-16 code units or characters in other reports. A
// finding is on its line if they differ. For Checkstyle itself, a tab is
// several columns.
type Adapter struct{}

type finding struct {
	Line     string `xml:"line,attr"` // "" or 0: the whole file
	Column   string `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Read implements adapters.Adapter. It reads one error at a time, since reports
// may be large.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	r := &reader{files: files, dir: dir, result: adapters.NewResult(files)}
	from := xml.NewDecoder(in)
	for depth := 0; ; {
		token, err := from.Token()
		switch {
		case errors.Is(err, io.EOF) && r.reports > 0:
			return r.result, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("empty")
		case err != nil:
			return nil, malformed(from, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 && token.Name.Local != "checkstyle" {
				return nil, fmt.Errorf("not a report of Checkstyle, but <%s>", token.Name.Local)
			}
			whole, err := r.start(from, depth, token)
			if err != nil {
				return nil, malformed(from, err)
			}
			if !whole {
				depth++
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && strings.TrimSpace(string(token)) != "" {
				return nil, fmt.Errorf("at byte %d: not XML: text outside of an element", from.InputOffset())
			}
		}
	}
}

func malformed(from *xml.Decoder, err error) error {
	return fmt.Errorf("at byte %d: %w", from.InputOffset(), err)
}

// A reader reads the elements of a report.
type reader struct {
	files   *adapters.Files
	dir     string
	result  *adapters.Result
	reports int    // so far; some tools write one after the other
	index   int    // of the next error
	name    string // of the current file
}

// start reads an element. It reports whether it read the end of it, too.
func (r *reader) start(from *xml.Decoder, depth int, element xml.StartElement) (whole bool, err error) {
	switch {
	case depth == 0:
		r.reports++
	case depth == 1 && element.Name.Local == "file":
		r.name = ""
		for _, attr := range element.Attr {
			if attr.Name.Local == "name" {
				r.name = attr.Value
			}
		}
	case depth == 2 && element.Name.Local == "error":
		var f finding
		if err := from.DecodeElement(&f, &element); err != nil {
			return false, err
		}
		r.add(&f)
		return true, nil
	default: // such as the exception of a check
		return true, from.Skip()
	}
	return false, nil
}

func (r *reader) add(f *finding) {
	at := adapters.Refusal{Index: r.index, ID: f.Source}
	r.index++
	if f.Severity == "ignore" {
		return
	}
	d := fixedits.Diagnostic{
		Rule: "checkstyle/" + ruleOf(f.Source), Phase: fixedits.PhaseSemantic, Severity: severityOf(f.Severity),
		Message: strings.TrimSpace(f.Message), Line: 1, Column: 1,
	}
	var err error
	line, noLine := number(f.Line, "line")
	if d.Path, err = r.files.Find(r.name, r.dir); err != nil {
		d.Line = line
		r.result.RefuseFinding(at, d, err)
		return
	}
	at.Path = d.Path
	if line > 0 || noLine != nil {
		start := 0
		column, err := number(f.Column, "column")
		if err = cmp.Or(noLine, err); err == nil {
			start, err = r.files.Sure(d.Path, position.Position{Line: line, Column: max(column, 1)}, strings.HasPrefix(f.Source, modules))
		}
		d.Line, d.Column = 0, 0 // of the start
		r.result.Locate(at, &d, adapters.InBytes, line, start, start, err)
	}
	r.result.Add(at, d)
}

// number returns the value of an attribute, which is 0 if there is none.
func number(text, attribute string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("its %s %q is not a number", attribute, text)
	}
	return n, nil
}

// modules is the package of the modules of Checkstyle itself.
const modules = "com.puppycrawl.tools.checkstyle."

// ruleOf returns the name of a source: for a module of Checkstyle itself,
// without its package and the suffix Check.
func ruleOf(source string) string {
	if module, ok := strings.CutPrefix(source, modules); ok {
		source = strings.TrimSuffix(module[strings.LastIndexByte(module, '.')+1:], "Check")
	}
	return cmp.Or(source, "error")
}

func severityOf(severity string) fixedits.Severity {
	switch severity {
	case "warning":
		return fixedits.SeverityWarning
	case "info":
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityError // the default of Checkstyle
}
