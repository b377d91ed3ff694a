package lint

import (
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/shell"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/directives"
)

// A Span is a half-open range of bytes in a file.
type Span = syntax.Span

// A File is a Dockerfile as rules see it. Expensive parts are computed on first
// use.
type File struct {
	*syntax.File
	Path   string
	Meta   []*syntax.Instruction // the ARGs before the first FROM
	Stages []*Stage

	// Pragmas are the directives for checkers in its comments.
	Pragmas *directives.Set
	// Defaults returns the value of a rule's option in another tool's
	// configuration, in the type of the option's kind, or nil. autofix.toml
	// takes precedence. Defaults may be nil.
	Defaults func(rule, option string) any

	settings  checks.Settings
	scripts   map[*syntax.Instruction]*Script
	shells    map[*syntax.Instruction]shellState
	envs      *environments
	lex       *shell.Lex
	lower     *bool       // result of Lower; nil until first use
	workdirs  [][]workdir // by stage; nil until first use
	onWindows []bool      // by stage; filled on first use
	bases     map[*Stage]bases.Base
	named     map[string][]*Stage // by name in lower case, in order
	looked    int                 // number of names that Env.Near has seen
	compared  int                 // number of names that it has compared
}

// Read parses a Dockerfile.
func Read(f checks.File, s checks.Settings) *File {
	read := syntax.Read(f.Memo, f.Content)
	file := &File{
		File:     read,
		Path:     f.Path,
		Pragmas:  directives.Read(read),
		settings: s,
		scripts:  make(map[*syntax.Instruction]*Script),
		named:    make(map[string][]*Stage),
	}
	file.divide()
	return file
}

// A Pass is a run of rules on a file, one after the other.
type Pass struct {
	*File
	rule     *Rule
	findings *[]checks.Finding
	idle     []*Rule
}

// Run runs a rule and adds its reports to findings.
func (p *Pass) Run(rule *Rule, findings *[]checks.Finding) {
	p.rule, p.findings = rule, findings
	rule.Check(p)
}

// Enabled reports whether another rule is on.
func (p *Pass) Enabled(rule string) bool { return p.settings.Enabled(rule) }

// Text returns an option of the kind String.
func (p *Pass) Text(option string) string { return value(p, p.rule.Name, option, p.settings.Text) }

// Bool returns an option of the kind Bool.
func (p *Pass) Bool(option string) bool { return value(p, p.rule.Name, option, p.settings.Bool) }

// Int returns an option of the kind Int.
func (p *Pass) Int(option string) int { return value(p, p.rule.Name, option, p.settings.Int) }

// Texts returns an option of the kind Strings.
func (p *Pass) Texts(option string) []string { return p.TextsOf(p.rule.Name, option) }

func value[T any](p *Pass, rule, option string, configured func(rule, option string) T) T {
	if p.Defaults != nil && !p.settings.Config.Configured(rule, option) {
		if v, ok := p.Defaults(rule, option).(T); ok {
			return v
		}
	}
	return configured(rule, option)
}

// TextsOf returns an option of the kind Strings of another rule, for options
// that several rules share.
func (p *Pass) TextsOf(rule, option string) []string {
	texts := value(p, rule, option, p.settings.Texts)
	if len(texts) == 0 {
		p.idle = append(p.idle, p.rule)
	}
	return texts
}

// Idle reports whether a rule that has run has asked for an option that lists
// nothing, so that it may have nothing to find.
func (p *Pass) Idle(rule *Rule) bool { return slices.Contains(p.idle, rule) }

// Report reports a finding.
func (p *Pass) Report(f Finding) {
	*p.findings = append(*p.findings, checks.Finding{
		Rule:     p.rule.Name,
		Severity: f.Severity,
		Message:  f.Message,
		Start:    f.Span.Start,
		End:      f.Span.End,
		Fixes:    f.Fixes,
	})
}

// ReportAt reports a finding about a whole instruction, at its keyword.
func (p *Pass) ReportAt(ins *syntax.Instruction, message string, fixes ...fixedits.Fix) {
	p.Report(Finding{Message: message, Span: Words(ins, ins.Keyword), Fixes: fixes})
}

// ReportWord reports a finding about a word of an instruction.
func (p *Pass) ReportWord(ins *syntax.Instruction, w syntax.Word, message string, fixes ...fixedits.Fix) {
	p.Report(Finding{Message: message, Span: Words(ins, w), Fixes: fixes})
}

// Words returns the span in the file of a word of an instruction.
func Words(ins *syntax.Instruction, w syntax.Word) Span { return ins.Text.Span(w.Start, w.End) }

// All yields all instructions, each with its stage, which is nil before the
// first FROM. It yields an ONBUILD itself, not the instruction in it.
func (f *File) All(yield func(*Stage, *syntax.Instruction) bool) {
	for _, ins := range f.Meta {
		if !yield(nil, ins) {
			return
		}
	}
	for _, s := range f.Stages {
		if !yield(s, s.From) {
			return
		}
		for _, ins := range s.Instructions {
			if !yield(s, ins) {
				return
			}
		}
	}
}

// LineEnd returns the line ending for text that is added at an offset: the
// ending of the line there or, if it has none, of the line before. In a file
// with mixed line endings, added lines thus match their neighbors.
func (f *File) LineEnd(offset int) string {
	end := strings.IndexByte(f.Source[offset:], '\n')
	if end >= 0 {
		end += offset
	} else {
		end = strings.LastIndexByte(f.Source[:offset], '\n')
	}
	if end > 0 && f.Source[end-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
