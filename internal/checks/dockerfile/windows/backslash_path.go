package windows

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var backslashPath = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/backslash-path",
		Summary:  "Do not use backslashes in paths if they are the escape character",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "Without the directive # escape=`, a backslash escapes the next character: `COPY a C:\\app\\bin` " +
			"copies to C:appbin, and a backslash at the end of a line joins the next instruction to it. BuildKit " +
			"also accepts / in Windows paths.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nWORKDIR C:\\app\\bin\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nWORKDIR C:/app/bin\n",
		Fix:  "uses / in the path. It is a suggestion, because it changes where the files of the image are.",
	},
	Check: func(p *lint.Pass) {
		if p.Escape != '\\' {
			return
		}
		for s, ins := range instructions(p) {
			if checkSwallowed(p, ins) {
				continue // its words are not the intended ones
			}
			switch ins.Name {
			case "copy", "add", "workdir", "volume":
				for _, w := range ins.Words {
					checkPath(p, s, ins, w)
				}
			}
		}
	},
}

// checkPath reports a path that loses its backslashes.
func checkPath(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction, w syntax.Word) {
	value := p.Env(s, ins).Expand(w.Value)
	if value.Err != nil || !losesBackslash(w.Value) {
		return
	}
	written := strings.ReplaceAll(strings.ReplaceAll(w.Value, `\\`, "/"), `\`, "/")
	text := written
	if ins.JSON {
		text = lint.QuoteJSON(written)
	}
	message := fmt.Sprintf("backslashes are escapes, so this path is %s: use %s, or add # escape=` at the top of the file", value.Value, written)
	p.ReportWord(ins, w, message, fixedits.Fix{Title: "Use " + written, Edits: p.ReplaceWord(ins, w, text)})
}

// losesBackslash reports whether a word has a backslash before a character that
// needs no escape.
func losesBackslash(word string) bool {
	single := false
	for i := 0; i+1 < len(word); i++ {
		switch {
		case word[i] == '\'':
			single = !single
		case word[i] == '\\' && !single:
			i++
			if strings.IndexByte(`\'"$ `, word[i]) < 0 {
				return true
			}
		}
	}
	return false
}

// pathAtEnd matches a Windows path at the end of a continued line.
var pathAtEnd = lazyregexp.New(`(^|[\s"'=])([A-Za-z]:|[^\s"']*\\)[^\s"']*$`)

// checkSwallowed reports a path at the end of a line whose last backslash joins
// the next instruction to it, and whether there is one.
func checkSwallowed(p *lint.Pass, ins *syntax.Instruction) bool {
	for _, b := range ins.Breaks {
		line := p.Source[strings.LastIndexByte(p.Source[:b.Mark], '\n')+1 : b.Mark]
		next, _, _ := strings.Cut(strings.TrimLeft(p.Source[b.End:], " \t"), "\n")
		keyword, _, more := strings.Cut(next, " ")
		if !pathAtEnd().MatchString(line) || !more || keyword != strings.ToUpper(keyword) || !syntax.Known(strings.ToLower(keyword)) {
			continue
		}
		span := lint.Span{Start: b.Mark, End: b.Mark + 1}
		p.Report(lint.Finding{
			Message: fmt.Sprintf("this backslash joins the next instruction, %s, to this one: use / instead", keyword),
			Span:    span,
			Fixes:   []fixedits.Fix{{Title: "Use /", Edits: p.ReplaceSpan(span, "/")}},
		})
		return true
	}
	return false
}
