// Package text checks the hygiene of text files, whatever is in them: trailing
// whitespace, the newline at the end of the file, line ends, and the character
// set.
package text

import (
	"bytes"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

// Formats gives the formatters as a configuration sets them up.
type Formats interface {
	// For returns the formatters for a file.
	For(c *config.Config, path string) (*formatting.Registry, error)
}

// New returns the checker. Blanks and the final newline of a file that one of formats knows are left to it.
func New(formats Formats) checks.Checker { return checker{formats} }

type checker struct{ formats Formats }

func (checker) Name() string { return "text" }

func (checker) Rules() []checks.Rule { return rules }

// Match takes every file that is text, in the sense that it has no NUL byte, and whose bytes are not the point.
func (checker) Match(f checks.File, _ *config.Config) bool {
	return len(f.Content) > 0 && !kindOf(f.Path).content && bytes.IndexByte(f.Content, 0) < 0
}

func (c checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	formats, err := c.formats.For(s.Config, f.Path)
	if err != nil {
		return nil, err
	}
	t := file{File: f, kind: kindOf(f.Path).of(f.Content), ends: lineends.ToLF(f.Content), want: s.Text(lineEndings, "want")}
	language := formats.For(f.Path, f.Content)
	if language != nil && language.Name() == "go" {
		t.kind.blanks = fixedits.SafetySafe // the language drops CR from raw strings
	}
	t.alike = s.Enabled(lineEndings) && s.Config.FixMode(lineEndings) == config.FixAlways && t.kind.blanks == t.kind.newline
	var findings []checks.Finding
	if s.Enabled(lineEndings) {
		findings = t.lineEndings(findings)
	}
	trim := language == nil && wanted(s, trailingBlanks, "trim_trailing_whitespace")
	if trim {
		findings = t.trailingBlanks(findings)
	}
	if language == nil && wanted(s, finalNewline, "insert_final_newline") && !(trim && t.endsBlank()) {
		findings = t.finalNewline(findings)
	}
	if t.kind.data {
		findings = t.decoded(findings)
	}
	if s.Enabled(charset) {
		findings = t.charset(findings, s.Text(charset, "want"), language != nil)
	}
	return findings, nil
}

// wanted reports whether a rule is on. A property of .editorconfig switches it off where the configuration does not say
// what the rule is.
func wanted(s checks.Settings, rule, property string) bool {
	if s.Config.Severity(rule) == "" {
		if want, ok := s.Editor.Bool(property); ok && !want {
			return false
		}
	}
	return s.Enabled(rule)
}

// A file is what the three rules look at.
type file struct {
	checks.File
	kind kind
	ends lineends.Text
	want string // the option of text/line-endings

	alike bool // text/line-endings changes the others whenever a newline is added
}

// crlf reports which line end text/line-endings wants. A batch file is never
// made to have LF, which its interpreter does not read well.
func (f file) crlf() bool {
	switch {
	case f.kind.dos, f.want == "crlf":
		return true
	case f.want == "lf":
		return false
	}
	return f.ends.CRLF()
}

func (f file) lineEndings(findings []checks.Finding) []checks.Finding {
	lf, crlf := f.ends.Counts()
	var wrong int
	var fix fixedits.Fix
	if f.crlf() {
		wrong = lf
		fix.Title = "End all lines in CRLF"
	} else {
		wrong = crlf
		fix.Title = "End all lines in LF"
	}
	strict := f.want == "crlf" || f.want == "lf" && !f.kind.dos
	if wrong == 0 || !strict && !f.ends.Mixed() {
		return findings
	}
	fix.Safety = f.kind.blanks
	fix.Edits = f.lineEndingEdits()
	message := fmt.Sprintf("%d of %d line ends are CRLF", crlf, lf+crlf)
	if f.crlf() {
		message = fmt.Sprintf("%d of %d line ends are LF", lf, lf+crlf)
	}
	return append(findings, checks.Finding{
		Rule:    lineEndings,
		Message: message,
		Start:   fix.Edits[0].Start,
		End:     fix.Edits[0].End,
		Fixes:   []fixedits.Fix{fix},
	})
}

// lineEndingEdits replaces each line end that is not the wanted one. A CR and its LF are replaced together, since no
// edit may end between them, and with all CR before them, of which the last would make a CRLF again.
func (f file) lineEndingEdits() []fixedits.Edit {
	var edits []fixedits.Edit
	for i := 0; i < len(f.Content); i++ {
		n := bytes.IndexByte(f.Content[i:], '\n')
		if n < 0 {
			break
		}
		start := i + len(bytes.TrimRight(f.Content[i:i+n], "\r"))
		i += n
		switch {
		case start < i && !f.crlf():
			edits = append(edits, fixedits.Edit{Path: f.Path, Start: start, End: i + 1, New: []byte("\n")})
		case start == i && f.crlf():
			edits = append(edits, fixedits.Edit{Path: f.Path, Start: i, End: i + 1, New: []byte("\r\n")})
		}
	}
	return edits
}

func (f file) trailingBlanks(findings []checks.Finding) []checks.Finding {
	fences := fence{on: f.kind.markdown}
	verbatim := f.verbatimLines()
	number, offset, found := -1, 0, 0
	var rest checks.Rest
	for line := range bytes.Lines(f.Content) {
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		start, end := offset+len(bytes.TrimRight(text, " \t")), offset+len(text)
		offset += len(line)
		number++
		if fences.verbatim(text) || verbatim.has(number) || start == end || !f.removable(text) {
			continue
		}
		edit := fixedits.Edit{Path: f.Path, Start: start, End: end}
		one := checks.Finding{
			Rule:    trailingBlanks,
			Message: "whitespace at the end of the line",
			Start:   start,
			End:     end,
			Fixes: []fixedits.Fix{{
				Title:  "Remove the whitespace at the end of the line",
				Safety: f.kind.blanks,
				Edits:  []fixedits.Edit{edit},
			}},
		}
		if found++; found <= checks.MostFindings {
			findings = append(findings, one)
		} else {
			rest.Add(one)
		}
	}
	return rest.AppendTo(findings)
}

// removable reports whether the blanks at the end of a line are there by mistake.
func (f file) removable(line []byte) bool {
	text := bytes.TrimRight(line, " \t")
	blanks := line[len(text):]
	switch {
	case bytes.HasSuffix(text, []byte(`\`)):
		return false // they are escaped, or without them the backslash would continue the line
	case bytes.HasSuffix(text, []byte("\r")):
		return false // without them it would become half of a CRLF
	case f.kind.markdown:
		return len(text) == 0 || !bytes.HasSuffix(blanks, []byte("  "))
	case f.kind.gitstyle:
		return bytes.IndexByte(blanks, '\t') < 0
	}
	return true
}

// endsBlank reports whether the last line has nothing but blanks, which are to
// go: without them, the file has its newline, or is empty.
func (f file) endsBlank() bool {
	last := f.Content[bytes.LastIndexByte(f.Content, '\n')+1:]
	return len(last) > 0 && len(bytes.Trim(last, " \t")) == 0 && f.removable(last)
}

func (f file) finalNewline(findings []checks.Finding) []checks.Finding {
	end := len(f.Content)
	if last := f.Content[end-1]; last == '\n' || last == '\r' {
		return findings // a lone CR at the end would become half of a CRLF
	}
	// As the lines that there are, or the file becomes mixed.
	crlf := f.ends.CRLF()
	if lf, pairs := f.ends.Counts(); lf+pairs == 0 || f.alike {
		crlf = f.crlf()
	}
	newline := "\n"
	if crlf {
		newline = "\r\n"
	}
	return append(findings, checks.Finding{
		Rule:    finalNewline,
		Message: "no newline at the end of the file",
		Start:   end,
		End:     end,
		Fixes: []fixedits.Fix{{
			Title:  "Add a newline at the end of the file",
			Safety: f.kind.newline,
			Edits:  []fixedits.Edit{{Path: f.Path, Start: end, End: end, New: []byte(newline)}},
		}},
	})
}
