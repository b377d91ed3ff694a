package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3025 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3025",
		Summary:  "Use the exec form for CMD, ENTRYPOINT and HEALTHCHECK",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Same:     "buildkit/JSONArgsRecommended",
		Why: "In shell form, a shell is the first process of the container. It does not forward the signals that " +
			"stop the container, and an ENTRYPOINT in shell form takes no arguments. The command of a HEALTHCHECK " +
			"is reported only if it does not need a shell.",
		Bad:  "FROM debian:12\nCMD server --port 80\n",
		Good: "FROM debian:12\nCMD [\"server\", \"--port\", \"80\"]\n",
		Fix: "writes the command as a JSON array if it does not need a shell: it has no variables, patterns, " +
			"redirections, operators or shell builtins. It is unsafe for an ENTRYPOINT with a CMD, which then " +
			"becomes its arguments. In an array with quotes that are not valid JSON, the fix replaces the quotes.",
	},
	Check: func(p *lint.Pass) {
		for s, outer := range p.All {
			ins := lint.Inner(outer)
			if ins.Name != "cmd" && ins.Name != "entrypoint" && ins.Name != "healthcheck" || ins.JSON || len(ins.Words) == 0 || ins.Err != nil {
				continue
			}
			keyword := strings.ToUpper(ins.Name)
			if ins.Name == "healthcheck" {
				// A shell gets no signals from a health check, so a shell that
				// is needed may stay.
				if fixes := execForm(p, s, outer); len(fixes) > 0 {
					p.ReportAt(ins, "use the exec form (a JSON array) for the command of HEALTHCHECK", fixes...)
				}
				continue
			}
			if strings.HasPrefix(ins.Words[0].Value, "[") {
				p.ReportAt(ins, keyword+" is not a valid JSON array, so a shell runs it: put each argument in double quotes", requote(p, ins)...)
				continue
			}
			p.ReportAt(ins, "use the exec form (a JSON array) for "+keyword, execForm(p, s, outer)...)
		}
	},
}

// execForm returns the fix that writes a command as a JSON array, or no fix.
func execForm(p *lint.Pass, s *lint.Stage, outer *syntax.Instruction) []fixedits.Fix {
	edits, ok := p.Script(s, outer).ExecForm()
	if !ok {
		return nil
	}
	fix := fixedits.Fix{Title: "Use the exec form", Edits: edits}
	if outer.Name == "entrypoint" && s != nil && s.Last("cmd") != nil {
		fix.Safety = fixedits.SafetyUnsafe
	}
	return []fixedits.Fix{fix}
}

const looseItemPattern = `'[^'"\\[:cntrl:]]*'|"[^'"\\[:cntrl:]]*"`

var looseItem = lazyregexp.New(looseItemPattern)

var looseArray = lazyregexp.New(`^\[\s*(?:` + looseItemPattern + `)(?:\s*,\s*(?:` + looseItemPattern + `))*\s*(,\s*)?\]$`)

// requote returns the fix that replaces the single quotes of an array with
// double quotes and deletes a trailing comma. There is no fix if the result is
// not a JSON array.
func requote(p *lint.Pass, ins *syntax.Instruction) []fixedits.Fix {
	word := ins.Words[0]
	match := looseArray().FindStringSubmatchIndex(word.Value)
	if match == nil {
		return nil
	}
	fix := fixedits.Fix{Title: "Write valid JSON"}
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
