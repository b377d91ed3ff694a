package windows

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var backslashPath = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/backslash-path",
		Summary:  "A path has no backslashes where they escape",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "Without the directive # escape=`, a backslash escapes what follows: `COPY a C:\\app\\bin` copies to C:appbin, and a path that " +
			"ends a line in a backslash takes the next instruction for its rest. BuildKit takes / in paths of Windows too.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nWORKDIR C:\\app\\bin\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nWORKDIR C:/app/bin\n",
		Fix:  "writes / in such a path. It is a suggestion, since the image that is built has its files in other places.",
	},
	Check: func(p *lint.Pass) {
		if p.Escape != '\\' {
			return
		}
		for s, ins := range instructions(p) {
			if checkSwallowed(p, ins) {
				continue // its words are not what they are meant to be
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
	message := fmt.Sprintf("the backslashes escape, so that this is %s: write %s, or # escape=` at the top", value.Value, written)
	p.ReportWord(ins, w, message, fixedits.Fix{Title: "Write " + written, Edits: p.ReplaceWord(ins, w, text)})
}

// losesBackslash reports whether a word has a backslash before what needs no
// escape.
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

// pathAtEnd is a path of Windows that ends where the line goes on.
var pathAtEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[\s"'=])([A-Za-z]:|[^\s"']*\\)[^\s"']*$`) })

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
			Message: fmt.Sprintf("this backslash joins the next line, %s, to the instruction: write /", keyword),
			Span:    span,
			Fixes:   []fixedits.Fix{{Title: "Write /", Edits: p.ReplaceSpan(span, "/")}},
		})
		return true
	}
	return false
}
