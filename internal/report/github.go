package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

var (
	// What GitHub's runner unescapes in the message and in the properties of a
	// workflow command.
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// The limits of GitHub's annotations, in bytes: it refuses longer ones.
const (
	githubMostMessage = 60 << 10
	githubMostTitle   = 250
)

// githubText returns a message without characters that a log would interpret,
// at most as long as GitHub takes it.
func githubText(s string) string {
	return githubMessage.Replace(clip.Within(visible(strings.ReplaceAll(s, "\r\n", "\n")), githubMostMessage))
}

// visible replaces control characters, except tabs and escaped ones.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return '\ufffd'
		}
		return r
	}, s)
}

func githubPath(path string) string { return githubProperty.Replace(visible(path)) }

func githubTitle(s string) string {
	return githubProperty.Replace(clip.Within(inert.Line(s), githubMostTitle))
}

// GitHub writes one workflow command per finding, which GitHub Actions shows as
// an annotation of the line. GitHub shows only the first ten errors and
// warnings of a step, so the most severe come first, and findings that differ
// only in their place are one annotation.
func GitHub(out io.Writer, f *Findings) error {
	w := bufio.NewWriter(out)
	var shown alikes
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		note := ""
		if f.fixable(d) {
			note = "fixable"
		}
		shown.add(d, note)
	}
	for _, one := range shown.all {
		d, message := one.Diagnostic, one.words(nil)+one.notes()
		fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d%s,title=%s::%s\n", githubCommand(d.Severity),
			githubPath(d.Path), d.Line, d.Column, f.githubEnd(d), githubTitle(d.Rule),
			githubText(message))
	}
	for _, file := range listedOf(f.left) {
		fmt.Fprintf(w, "::notice file=%s,title=left alone::%s\n", githubPath(file.Path), githubText(file.Reason))
	}
	for _, c := range f.crashes {
		fmt.Fprintf(w, "::error file=%s,title=%s::%s\n", githubPath(c.Path), githubTitle("checker "+c.Checker+" failed"),
			githubText(c.Message))
	}
	return w.Flush()
}

// githubEnd returns the properties of the end of d. GitHub takes an end column
// only on the line of the start.
func (f *Findings) githubEnd(d *fixedits.Diagnostic) string {
	index := f.linesOf(d.Path)
	if index == nil || d.End <= d.Start {
		return ""
	}
	if last := index.Line(d.End - 1); last != d.Line {
		return fmt.Sprintf(",endLine=%d", last)
	}
	end := d.Column + d.End - d.Start
	if index.EndsLine(d.End) {
		end-- // the line's own end is not one of its columns
	}
	return fmt.Sprintf(",endLine=%d,endColumn=%d", d.Line, max(end, d.Column))
}

func githubCommand(s fixedits.Severity) string {
	switch s {
	case fixedits.SeverityError:
		return "error"
	case fixedits.SeverityWarning:
		return "warning"
	default:
		return "notice"
	}
}
