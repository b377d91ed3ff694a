// Package rustc reads the output of rustc and clippy with --error-format=json,
// and of cargo with --message-format=json.
//
// The format is documented at https://doc.rust-lang.org/rustc/json.html.
package rustc

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the diagnostics. Rules are named rustc/CODE, such as
// rustc/unused_mut and rustc/E0425, or clippy/LINT. A diagnostic without a code
// has the rule rustc/error or rustc/warning.
//
// A suggestion is a fix if it is complete: one that is machine applicable is
// safe, and one that may be incorrect is unsafe. If rustc does not say, it is a
// suggestion. One with placeholders is none. Every help of a diagnostic is an
// alternative.
type Adapter struct{}

// A line is a diagnostic, or a message of cargo that may have one.
type line struct {
	diagnostic
	Type    string          `json:"$message_type"` // of rustc: diagnostic, artifact, ...
	Reason  string          `json:"reason"`        // of cargo: compiler-message, ...
	Package json.RawMessage `json:"package_id"`    // of cargo, except at the end of the build
	Message json.RawMessage `json:"message"`       // text in a diagnostic, a diagnostic in a message of cargo
}

type diagnostic struct {
	Code *struct {
		Code string `json:"code"`
	} `json:"code"`
	Level    string                  `json:"level"`
	Spans    adapters.Member[[]span] `json:"spans"`
	Children []help                  `json:"children"`
}

type help struct {
	Message string `json:"message"`
	Spans   []span `json:"spans"`
}

type span struct {
	FileName  string `json:"file_name"`
	ByteStart int    `json:"byte_start"` // in the file: rustc counts the mark and the CRs that it removes
	ByteEnd   int    `json:"byte_end"`
	LineStart int    `json:"line_start"`
	IsPrimary bool   `json:"is_primary"`
	Text      []struct {
		Text string `json:"text"`
	} `json:"text"` // the lines, without their ends
	Replacement   *string `json:"suggested_replacement"`
	Applicability *string `json:"suggestion_applicability"`
}

// reasons are the reasons of cargo's messages. Others may follow, about a
// package.
var reasons = []string{"build-finished", "build-script-executed", "compiler-artifact", "compiler-message", "timing-info"}

// Whole returns an error if a required part is missing. Old versions of rustc
// have no $message_type.
func (l *line) Whole() error {
	switch {
	case l.Type != "" && l.Type != "diagnostic":
	case l.Reason != "":
		if l.Package == nil && !slices.Contains(reasons, l.Reason) {
			return adapters.NoMember("package_id")
		}
	case l.Level == "":
		return adapters.NoMember("level")
	case len(l.Message) == 0:
		return adapters.NoMember("message")
	case !l.Spans.Set:
		return adapters.NoMember("spans")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	err := adapters.EachValue(in, result, func(index int, l *line) {
		if l.Reason == "compiler-message" {
			var inner line
			if err := json.Unmarshal(l.Message, &inner); err != nil {
				result.Refuse(adapters.Refusal{Index: index}, err)
				return
			}
			l = &inner
		} else if l.Reason != "" {
			return
		}
		if l.Type != "" && l.Type != "diagnostic" || l.Level == "" || len(l.Spans.Value) == 0 {
			return // such as the number of warnings
		}
		var message string
		if err := json.Unmarshal(l.Message, &message); err != nil {
			result.Refuse(adapters.Refusal{Index: index}, err)
			return
		}
		add(result, files, index, message, &l.diagnostic, dir)
	})
	return result, err
}

func add(result *adapters.Result, files *adapters.Files, index int, message string, d *diagnostic, dir string) {
	at := adapters.Refusal{Index: index, ID: ruleOf(d)}
	finding := fixedits.Diagnostic{Rule: at.ID, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: message}
	if strings.HasPrefix(d.Level, "error") {
		finding.Severity = fixedits.SeverityError
	}
	spans := d.Spans.Value
	primary := &spans[0]
	for i := range spans {
		if spans[i].IsPrimary {
			primary = &spans[i]
			break
		}
	}
	path, err := files.Find(primary.FileName, dir)
	if err != nil {
		finding.Line = primary.LineStart
		result.RefuseFinding(at, finding, err)
		return
	}
	finding.Path, at.Path = path, path
	start, end, err := files.Span(path, adapters.InBytes, primary.ByteStart, primary.ByteEnd)
	result.Locate(at, &finding, adapters.InBytes, primary.LineStart, start, end, err)
	var fixes []fixedits.Fix
	for _, h := range append([]help{{Message: message, Spans: spans}}, d.Children...) {
		fix, err := fixOf(files, &h, &finding, dir)
		if err != nil {
			result.Refuse(at, err)
		} else if fix != nil {
			fixes = append(fixes, *fix)
		}
	}
	result.Add(at, finding, fixes...)
}

// ruleOf returns the name of the rule of a diagnostic.
func ruleOf(d *diagnostic) string {
	if d.Code == nil || d.Code.Code == "" {
		level, _, _ := strings.Cut(d.Level, ":") // error: internal compiler error
		return "rustc/" + level
	}
	if lint, ok := strings.CutPrefix(d.Code.Code, "clippy::"); ok {
		return "clippy/" + lint
	}
	return "rustc/" + strings.ReplaceAll(d.Code.Code, "::", "/")
}

// fixOf returns the fix that a help suggests, or nil.
func fixOf(files *adapters.Files, h *help, d *fixedits.Diagnostic, dir string) (*fixedits.Fix, error) {
	fix := &fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase, Title: h.Message, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
	}
	for i := range h.Spans {
		s := &h.Spans[i]
		if s.Replacement == nil {
			continue
		}
		applicability := ""
		if s.Applicability != nil {
			applicability = *s.Applicability
		}
		switch applicability {
		case "MachineApplicable":
		case "HasPlaceholders":
			return nil, nil
		case "MaybeIncorrect":
			fix.Safety, fix.Confidence = fixedits.SafetyUnsafe, fixedits.ConfidenceLow
		default:
			if fix.Safety == fixedits.SafetySafe {
				fix.Safety, fix.Confidence = fixedits.SafetySuggestion, fixedits.ConfidenceMedium
			}
		}
		edit, err := editOf(files, s, dir)
		if err != nil {
			return nil, err
		}
		s.compare(files, edit.Path)
		edit.New = []byte(*s.Replacement)
		fix.Edits = append(fix.Edits, *edit)
	}
	if len(fix.Edits) == 0 {
		return nil, nil
	}
	return fix, nil
}

// compare compares the lines of a span with the lines of the file.
func (s *span) compare(files *adapters.Files, path string) {
	lines, err := files.Lines(path, position.LF)
	if err != nil || len(s.Text) == 0 {
		return
	}
	var text []string
	for _, line := range s.Text {
		text = append(text, line.Text)
	}
	last := s.LineStart + len(text) - 1
	if s.LineStart < 1 || last > lines.Lines() {
		files.Holds(path, s.ByteStart, s.ByteEnd, []byte(strings.Join(text, "\n")))
		return
	}
	files.Holds(path, lines.Start(s.LineStart), lines.End(last), []byte(strings.Join(text, "\n")))
}

// editOf returns an edit of the place of a span.
func editOf(files *adapters.Files, s *span, dir string) (*fixedits.Edit, error) {
	path, err := files.Find(s.FileName, dir)
	if err != nil {
		return nil, err
	}
	start, end, err := files.Span(path, adapters.InBytes, s.ByteStart, s.ByteEnd)
	return &fixedits.Edit{Path: path, Start: start, End: end}, err
}
