package shellcheck

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Namespace is the namespace of the rules: shellcheck/SC2086.
const Namespace = "shellcheck/"

// meaningless maps findings that make no sense in a RUN to the reason.
var meaningless = map[int]string{
	1090: "sourced files are in the image",
	1091: "sourced files are in the image",
	2148: "SHELL sets the shell, not a #! line",
	2187: "the dialect of ash depends on the base image",
}

// Arguments are the arguments of shellcheck for scripts of a dialect, before
// the names of the files. They ignore the .shellcheckrc of the machine, so that
// a check has the same result everywhere.
func Arguments(dialect string) []string {
	return []string{"--norc", "--format=json1", "--shell=" + dialect}
}

// FileName returns the name of the file for the script with an index.
func FileName(index int) string { return strconv.Itoa(index) + ".sh" }

// comment is a finding of shellcheck. Lines and columns are 1-based, in
// characters.
type comment struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	EndLine   int    `json:"endLine"`
	Column    int    `json:"column"`
	EndColumn int    `json:"endColumn"`
	Level     string `json:"level"`
	Code      int    `json:"code"`
	Message   string `json:"message"`
}

// document is the output of shellcheck.
type document struct {
	Comments *[]comment `json:"comments"` // nil if the output is something else
}

// Read returns the findings of shellcheck in scripts, whose files have the
// names of FileName. It returns an error if the output does not have the format
// json1, or refers to a place that does not exist.
func Read(output []byte, scripts []*Script) ([]fixedits.Diagnostic, error) {
	var doc document
	if err := json.Unmarshal(output, &doc); err != nil {
		return nil, fmt.Errorf("reading the output of shellcheck: %w", err)
	}
	if doc.Comments == nil {
		return nil, fmt.Errorf("reading the output of shellcheck: no comments; expected the format json1")
	}
	var found []fixedits.Diagnostic
	for _, c := range *doc.Comments {
		index, err := strconv.Atoi(strings.TrimSuffix(path.Base(strings.ReplaceAll(c.File, `\`, "/")), ".sh"))
		if err != nil || index < 0 || index >= len(scripts) {
			return nil, fmt.Errorf("shellcheck reported the file %s, which was not checked", c.File)
		}
		d, err := scripts[index].diagnostic(c)
		if err != nil {
			return nil, err
		}
		if d != nil {
			found = append(found, *d)
		}
	}
	return found, nil
}

// severities maps shellcheck's levels.
var severities = map[string]fixedits.Severity{
	"error": fixedits.SeverityError, "warning": fixedits.SeverityWarning, "info": fixedits.SeverityInfo, "style": fixedits.SeverityInfo,
}

// diagnostic returns the finding in the Dockerfile for a comment, or nil if the
// comment does not apply to it.
func (s *Script) diagnostic(c comment) (*fixedits.Diagnostic, error) {
	script := position.New([]byte(s.Source), position.LF)
	start, err := s.offset(script, c.Line, c.Column)
	if err != nil {
		return nil, err
	}
	end, err := s.offset(script, c.EndLine, c.EndColumn)
	if err != nil {
		return nil, err
	}
	severity, ok := severities[c.Level]
	if !ok {
		return nil, fmt.Errorf("shellcheck reported the unknown level %q", c.Level)
	}
	rule := fmt.Sprintf("%sSC%d", Namespace, c.Code)
	span := s.step.Script.Span(start, max(start, end))
	if meaningless[c.Code] != "" || s.guessed && c.Code/1000 == 3 || c.Code == 2154 && s.isSet(s.Source[start:max(start, end)]) ||
		s.file.Pragmas.Silenced(rule, fmt.Sprintf("hadolint/SC%d", c.Code), span.Start) {
		return nil, nil
	}
	d := &fixedits.Diagnostic{
		Rule: rule, Phase: fixedits.PhaseSemantic, Severity: severity, Message: c.Message, Path: s.Path, Start: span.Start, End: span.End,
	}
	if c.Code < 2000 {
		d.Phase = fixedits.PhaseSyntax
	}
	at := position.At(s.file.Source, span.Start)
	d.Line, d.Column = at.Line, at.Column
	return d, nil
}

// offset returns the offset in the script of a line and a column. A column
// after the end of a line is at its end.
func (s *Script) offset(script *position.Text, line, column int) (int, error) {
	if line < 1 || line > script.Lines() || column < 1 {
		return 0, fmt.Errorf("shellcheck reported the place %d:%d, which does not exist in the script of %s:%d", line, column, s.Path, s.step.Outer.Line)
	}
	return script.Nearest(position.Position{Line: line, Column: column}, position.Columns{Unit: position.Runes}), nil
}

var variable = lazyregexp.New(`\$\{?[#!]?([A-Za-z_][A-Za-z0-9_]*)`)

// isSet reports whether the variable in a span of the script is set before it,
// by ARG, ENV or a secret.
func (s *Script) isSet(text string) bool {
	match := variable().FindStringSubmatch(text)
	if match == nil {
		return false
	}
	for _, m := range s.step.Script.Mounts {
		if m.Values["env"] == match[1] {
			return true
		}
	}
	_, declared := s.file.Env(s.step.Stage, s.step.Outer).Get(match[1])
	return declared
}

// Text returns the input for shellcheck, which rejects bytes that are not
// UTF-8: each such byte is replaced with ?, so that columns stay the same.
func (s *Script) Text() []byte {
	if utf8.ValidString(s.Source) {
		return []byte(s.Source)
	}
	return []byte(strings.Map(func(r rune) rune {
		if r == utf8.RuneError {
			return '?'
		}
		return r
	}, s.Source))
}
