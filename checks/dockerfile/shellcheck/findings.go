package shellcheck

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Namespace is that of the rules: shellcheck/SC2086.
const Namespace = "shellcheck/"

// meaningless are findings that make no sense in a RUN.
var meaningless = map[int]string{
	1090: "what a script reads is in the image and not here",
	1091: "what a script reads is in the image and not here",
	2148: "SHELL says which shell it is, and not a first line with #!",
	2187: "which dialect ash has is said by the base image",
}

// Arguments are those that shellcheck needs for scripts of a dialect, before
// the names of their files. The .shellcheckrc of the machine does not count: a
// check is the same everywhere.
func Arguments(dialect string) []string {
	return []string{"--norc", "--format=json1", "--shell=" + dialect}
}

// FileName returns the name of the file that shellcheck is given for a script,
// by its index.
func FileName(index int) string { return strconv.Itoa(index) + ".sh" }

// comment is what shellcheck says of a place. Lines and columns count from 1,
// in characters.
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

// document is what shellcheck writes.
type document struct {
	Comments *[]comment `json:"comments"` // nil: it is something else
}

// Read returns what shellcheck found in scripts, whose files have the names of
// FileName. The error is about output that is not of the format json1, or that
// speaks of no such place.
func Read(output []byte, scripts []*Script) ([]fixedits.Diagnostic, error) {
	var doc document
	if err := json.Unmarshal(output, &doc); err != nil {
		return nil, fmt.Errorf("what it wrote is no JSON: %w", err)
	}
	if doc.Comments == nil {
		return nil, fmt.Errorf("what it wrote has no comments, as its format json1 has")
	}
	var found []fixedits.Diagnostic
	for _, c := range *doc.Comments {
		index, err := strconv.Atoi(strings.TrimSuffix(path.Base(strings.ReplaceAll(c.File, `\`, "/")), ".sh"))
		if err != nil || index < 0 || index >= len(scripts) {
			return nil, fmt.Errorf("it speaks of %s, which it was not given", c.File)
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

// severities are those of shellcheck's levels.
var severities = map[string]fixedits.Severity{
	"error": fixedits.SeverityError, "warning": fixedits.SeverityWarning, "info": fixedits.SeverityInfo, "style": fixedits.SeverityInfo,
}

// diagnostic returns what a comment says of the Dockerfile, or nil if it says
// nothing of it.
func (s *Script) diagnostic(c comment) (*fixedits.Diagnostic, error) {
	start, err := s.offset(c.Line, c.Column)
	if err != nil {
		return nil, err
	}
	end, err := s.offset(c.EndLine, c.EndColumn)
	if err != nil {
		return nil, err
	}
	severity, ok := severities[c.Level]
	if !ok {
		return nil, fmt.Errorf("it speaks of the level %q, which is not known", c.Level)
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
	before := s.file.Source[:span.Start]
	d.Line = strings.Count(before, "\n") + 1
	d.Column = span.Start - strings.LastIndexByte(before, '\n')
	return d, nil
}

// offset returns where in the source a line and a column are. One behind the
// end of a line is at its end.
func (s *Script) offset(line, column int) (int, error) {
	at := 0
	for n := 1; n < line; n++ {
		i := strings.IndexByte(s.Source[at:], '\n')
		if i < 0 {
			return 0, s.outside(line, column)
		}
		at += i + 1
	}
	if line < 1 || column < 1 {
		return 0, s.outside(line, column)
	}
	for ; column > 1 && at < len(s.Source) && s.Source[at] != '\n'; column-- {
		_, n := utf8.DecodeRuneInString(s.Source[at:])
		at += n
	}
	return at, nil
}

func (s *Script) outside(line, column int) error {
	return fmt.Errorf("it speaks of %d:%d in the script of %s:%d, which has no such place", line, column, s.Path, s.step.Outer.Line)
}

var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{?[#!]?([A-Za-z_][A-Za-z0-9_]*)`) })

// isSet reports whether the variable in a stretch of the script is set before
// it, by ARG, ENV or a secret.
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

// Text returns what shellcheck is given, which refuses bytes that are not
// UTF-8: each of them is a ?, so that columns stay.
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
