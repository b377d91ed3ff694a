package hadolint

import (
	"regexp"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3025 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3025",
		Summary:  "CMD, ENTRYPOINT and HEALTHCHECK are arrays in JSON",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Same:     "buildkit/JSONArgsRecommended",
		Why: "In shell form, a shell is the first process of the container, which does not pass the signals on that ask to stop; and an " +
			"ENTRYPOINT in shell form takes no arguments. The command of a HEALTHCHECK is reported if it needs no shell.",
		Bad:  "FROM debian:12\nCMD server --port 80\n",
		Good: "FROM debian:12\nCMD [\"server\", \"--port\", \"80\"]\n",
		Fix: "writes the words as an array, where the command needs no shell: it has no variables, patterns, redirections or operators, " +
			"and is not built into the shell. An ENTRYPOINT beside a CMD begins to take that for its arguments, so there it is unsafe. An " +
			"array with quotes that JSON does not have gets those that it has.",
	},
	Check: func(p *lint.Pass) {
		for s, outer := range p.All {
			ins := lint.Inner(outer)
			if ins.Name != "cmd" && ins.Name != "entrypoint" && ins.Name != "healthcheck" || ins.JSON || len(ins.Words) == 0 || ins.Err != nil {
				continue
			}
			keyword := strings.ToUpper(ins.Name)
			if ins.Name == "healthcheck" {
				// A shell gets no signals of a check, so that one that is needed may stay.
				if fixes := execForm(p, s, outer); len(fixes) > 0 {
					p.ReportAt(ins, "write the command of HEALTHCHECK as an array in JSON", fixes...)
				}
				continue
			}
			if strings.HasPrefix(ins.Words[0].Value, "[") {
				p.ReportAt(ins, keyword+" is no array in JSON, so that a shell runs it", requote(p, ins)...)
				continue
			}
			p.ReportAt(ins, "write "+keyword+" as an array in JSON", execForm(p, s, outer)...)
		}
	},
}

// execForm returns the fix that writes the words of a command as an array, or none.
func execForm(p *lint.Pass, s *lint.Stage, outer *syntax.Instruction) []fixedits.Fix {
	edits, ok := p.Script(s, outer).ExecForm()
	if !ok {
		return nil
	}
	fix := fixedits.Fix{Title: "Write it as an array", Edits: edits}
	if outer.Name == "entrypoint" && s != nil && s.Last("cmd") != nil {
		fix.Safety = fixedits.SafetyUnsafe
	}
	return []fixedits.Fix{fix}
}

const looseItemPattern = `'[^'"\\[:cntrl:]]*'|"[^'"\\[:cntrl:]]*"`

var looseItem = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(looseItemPattern) })

var looseArray = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\[\s*(?:` + looseItemPattern + `)(?:\s*,\s*(?:` + looseItemPattern + `))*\s*(,\s*)?\]$`)
})

// requote returns the fix that writes the single quotes of an array as double ones, and deletes a comma at its end; or none
// where that makes no array.
func requote(p *lint.Pass, ins *syntax.Instruction) []fixedits.Fix {
	word := ins.Words[0]
	match := looseArray().FindStringSubmatchIndex(word.Value)
	if match == nil {
		return nil
	}
	fix := fixedits.Fix{Title: "Write it in JSON"}
	for _, item := range looseItem().FindAllStringIndex(word.Value, -1) {
		if word.Value[item[0]] == '\'' {
			fix.Edits = append(fix.Edits, p.Replace(ins, word.Start+item[0], word.Start+item[0]+1, `"`)...)
			fix.Edits = append(fix.Edits, p.Replace(ins, word.Start+item[1]-1, word.Start+item[1], `"`)...)
		}
	}
	if comma := match[2]; comma >= 0 {
		fix.Edits = append(fix.Edits, p.Replace(ins, word.Start+comma, word.Start+comma+1, "")...)
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return []fixedits.Fix{fix}
}
