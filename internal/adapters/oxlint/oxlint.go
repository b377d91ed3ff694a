// Package oxlint reads the output of `oxlint --format=json`.
//
// The format is that of oxlint's reporter:
// https://oxc.rs/docs/guide/usage/linter/output-formats.html.
package oxlint

import (
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the diagnostics. Rules are named as in the configuration of
// oxlint: oxlint/RULE for ESLint's rules, such as oxlint/no-var, and
// oxlint/PLUGIN/RULE for others, such as oxlint/unicorn/no-array-for-each. A
// file that does not parse has a finding of the rule oxlint/syntax.
//
// The output has no fixes: oxlint only applies them itself.
type Adapter struct{}

type output struct {
	Diagnostics adapters.List[diagnostic] `json:"diagnostics"`
}

type diagnostic struct {
	Message  string `json:"message"`
	Code     string `json:"code"` // PLUGIN(RULE); none if the file does not parse
	Severity string `json:"severity"`
	Filename string `json:"filename"`
	Labels   []struct {
		Span struct {
			Offset int `json:"offset"` // bytes, a byte order mark included
			Length int `json:"length"` // bytes
			Line   int `json:"line"`   // 0 in older versions
		} `json:"span"`
	} `json:"labels"` // the first is the place of the finding; there may be none
}

// Whole returns an error if a required part is missing.
func (d *diagnostic) Whole() error {
	switch {
	case d.Filename == "":
		return adapters.NoMember("filename")
	case d.Message == "":
		return adapters.NoMember("message")
	}
	return nil
}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	found, err := adapters.One[output](in)
	if err != nil {
		return nil, err
	}
	if !found.Diagnostics.Set {
		return nil, adapters.NoMember("diagnostics")
	}
	err = found.Diagnostics.Each(result, func(index int, d *diagnostic) {
		add(result, files, adapters.Refusal{Index: index, ID: d.Code}, d, dir)
	})
	return result, err
}

func add(result *adapters.Result, files *adapters.Files, at adapters.Refusal, d *diagnostic, dir string) {
	finding := fixedits.Diagnostic{
		Rule: ruleOf(d.Code), Phase: fixedits.PhaseSemantic, Severity: severityOf(d.Severity), Message: d.Message,
	}
	if d.Code == "" {
		finding.Phase = fixedits.PhaseSyntax
	}
	line := 0
	if len(d.Labels) > 0 {
		line = d.Labels[0].Span.Line
	}
	path, err := files.Find(d.Filename, dir)
	if err != nil {
		finding.Line = line
		result.RefuseFinding(at, finding, err)
		return
	}
	finding.Path, at.Path = path, path
	if len(d.Labels) > 0 {
		span := d.Labels[0].Span
		start, end, err := files.Span(path, adapters.InBytes, span.Offset, span.Offset+span.Length)
		result.Locate(at, &finding, adapters.InBytes, line, start, end, err)
	}
	result.Add(at, finding)
}

// plugins are the names of plugins in codes and in the configuration, where
// they differ.
var plugins = map[string]string{"typescript-eslint": "typescript"}

// ruleOf returns the name of the rule of a code.
func ruleOf(code string) string {
	if code == "" {
		return "oxlint/syntax"
	}
	plugin, rest, ok := strings.Cut(code, "(")
	rule, closed := strings.CutSuffix(rest, ")")
	if !ok || !closed || rule == "" {
		return "oxlint/" + code
	}
	plugin = strings.TrimPrefix(plugin, "eslint-plugin-")
	if name, ok := plugins[plugin]; ok {
		plugin = name
	}
	if plugin == "eslint" || plugin == "" {
		return "oxlint/" + rule
	}
	return "oxlint/" + plugin + "/" + rule
}

func severityOf(severity string) fixedits.Severity {
	switch severity {
	case "error":
		return fixedits.SeverityError
	case "advice":
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityWarning
}
