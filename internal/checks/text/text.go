// Package text checks the hygiene of text files in any format: trailing
// whitespace, the final newline, line endings, and the character set.
package text

import (
	"bytes"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Formats provides the formatters that a configuration sets up.
type Formats interface {
	// For returns the formatters for a file.
	For(c *config.Config, path string) (*formatting.Registry, error)
}

// New returns the checker. It does not check trailing whitespace and the final
// newline of files that have a formatter in formats.
func New(formats Formats) checks.Checker { return checker{formats} }

type checker struct{ formats Formats }

func (checker) Name() string { return "text" }

func (checker) Rules() []checks.Rule { return rules }

// Match matches every text file, meaning one without a NUL byte, unless its
// exact bytes matter.
func (checker) Match(f checks.File, _ *config.Config) bool {
	return len(f.Content) > 0 && !kindOf(f.Path).content && bytes.IndexByte(f.Content, 0) < 0
}

func (c checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	formats, err := c.formats.For(s.Config, f.Path)
	if err != nil {
		return nil, err
	}
	t := file{File: f, kind: kindOf(f.Path).of(f.Content).at(f.Path, f.Content), ends: lineends.ToLF(f.Content), want: s.Text(lineEndings, "want")}
	language := formats.For(f.Path, f.Content)
	if language != nil && language.Name() == "go" {
		t.kind.whitespace = fixedits.SafetySafe // the language drops CR from raw strings
	}
	t.uniform = s.Enabled(lineEndings) && s.Config.FixMode(lineEndings) == config.FixAlways && t.kind.whitespace == t.kind.newline
	var findings []checks.Finding
	if s.Enabled(lineEndings) {
		findings = t.lineEndings(findings)
	}
	trim := language == nil && wanted(s, trailingWhitespace, "trim_trailing_whitespace")
	if trim {
		findings = t.trailingWhitespace(findings)
	}
	if language == nil && wanted(s, finalNewline, "insert_final_newline") && !(trim && t.endsInWhitespace()) {
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

// Applies reports whether a rule applies to a file. The formatter of a file
// takes the place of some.
func (c checker) Applies(rule string, f checks.File, s checks.Settings) (applies bool, instead string) {
	if rule != trailingWhitespace && rule != finalNewline {
		return true, ""
	}
	formats, err := c.formats.For(s.Config, f.Path)
	if err != nil {
		return false, ""
	}
	if language := formats.For(f.Path, f.Content); language != nil {
		return false, formatting.RuleOf(language.Name())
	}
	property := map[string]string{trailingWhitespace: "trim_trailing_whitespace", finalNewline: "insert_final_newline"}[rule]
	return wanted(s, rule, property), ""
}

// wanted reports whether a rule is on. A property of .editorconfig can turn it
// off if the configuration sets no severity for it.
func wanted(s checks.Settings, rule, property string) bool {
	if s.Config.Severity(rule) == "" {
		if want, ok := s.Editor.Bool(property); ok && !want {
			return false
		}
	}
	return s.Enabled(rule)
}

// A file is a file as the rules see it.
type file struct {
	checks.File
	kind kind
	ends lineends.Text
	want string // the option of text/line-endings

	uniform bool // a fix of text/line-endings applies whenever one of text/final-newline does
}

// crlf reports whether text/line-endings wants CRLF. It never wants LF in a
// batch file, because cmd.exe does not read it reliably.
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
		fix.Title = "Convert line endings to CRLF"
	} else {
		wrong = crlf
		fix.Title = "Convert line endings to LF"
	}
	strict := f.want == "crlf" || f.want == "lf" && !f.kind.dos
	if wrong == 0 || !strict && !f.ends.Mixed() {
		return findings
	}
	fix.Safety = f.kind.whitespace
	fix.Edits = f.lineEndingEdits()
	message := fmt.Sprintf("%d of %d lines end in CRLF; expected LF", crlf, lf+crlf)
	if f.crlf() {
		message = fmt.Sprintf("%d of %d lines end in LF; expected CRLF", lf, lf+crlf)
	}
	return append(findings, checks.Finding{
		Rule:    lineEndings,
		Message: message,
		Start:   fix.Edits[0].Start,
		End:     fix.Edits[0].End,
		Fixes:   []fixedits.Fix{fix},
	})
}

// lineEndingEdits replaces each line ending that is not the wanted one. An edit
// replaces CR and LF together, since no edit may end between them. It also
// replaces all CRs before them, since the last of these would form a CRLF
// again.
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

func (f file) trailingWhitespace(findings []checks.Finding) []checks.Finding {
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
			Rule:    trailingWhitespace,
			Message: "whitespace at the end of the line",
			Start:   start,
			End:     end,
			Fixes: []fixedits.Fix{{
				Title:  "Remove the whitespace at the end of the line",
				Safety: f.kind.whitespace,
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

// removable reports whether the whitespace at the end of a line has no meaning.
func (f file) removable(line []byte) bool {
	text := bytes.TrimRight(line, " \t")
	whitespace := line[len(text):]
	switch {
	case bytes.HasSuffix(text, []byte(`\`)):
		return false // it is escaped, or without it the backslash would continue the line
	case bytes.HasSuffix(text, []byte("\r")):
		return false // without it the CR would become part of a CRLF
	case f.kind.markdown:
		return len(text) == 0 || !bytes.HasSuffix(whitespace, []byte("  "))
	case f.kind.gitstyle:
		return bytes.IndexByte(whitespace, '\t') < 0
	}
	return true
}

// endsInWhitespace reports whether the last line is only removable whitespace. Without
// it, the file ends with a newline or is empty.
func (f file) endsInWhitespace() bool {
	last := f.Content[bytes.LastIndexByte(f.Content, '\n')+1:]
	return len(last) > 0 && len(bytes.Trim(last, " \t")) == 0 && f.removable(last)
}

func (f file) finalNewline(findings []checks.Finding) []checks.Finding {
	end := len(f.Content)
	if last := f.Content[end-1]; last == '\n' || last == '\r' {
		return findings // a lone CR at the end would become part of a CRLF
	}
	// The line ending of the other lines, so that the file does not become
	// mixed.
	crlf := f.ends.CRLF()
	if lf, pairs := f.ends.Counts(); lf+pairs == 0 || f.uniform {
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
