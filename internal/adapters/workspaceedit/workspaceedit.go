// Package workspaceedit reads WorkspaceEdits of the Language Server Protocol,
// such as the answer to textDocument/rename, and CodeActions that have one.
//
// The format is documented at
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspaceEdit.
package workspaceedit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Rule is the rule of all findings, except for findings of a CodeAction that
// names the diagnostic that it resolves.
const Rule = "lsp/workspace-edit"

// Adapter reads one WorkspaceEdit or CodeAction, or a stream of them. Each is
// one fix: it may change, create, rename and delete files. It is a suggestion,
// or unsafe if one of its annotations needs confirmation. The rule of a
// CodeAction is SOURCE/CODE, after the first diagnostic that it resolves.
//
// Positions count UTF-16 code units, the default of the protocol. A character
// after the end of a line is its end, as the protocol has it. The versions of
// documents belong to an editor and are not compared with anything, but all
// edits of a document must have the same.
type Adapter struct{}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	err := adapters.EachValue(in, result, func(index int, v *value) {
		at := adapters.Refusal{Index: index, ID: v.Title}
		if err := add(result, files, at, v, dir); err != nil {
			if len(v.Diagnostics) == 0 {
				result.Refuse(at, err)
				return
			}
			result.RefuseFinding(at, v.Diagnostics[0].finding(cmp.Or(v.Title, "a code action")), err)
		}
	})
	return result, err
}

var (
	errCommand = errors.New("a command for the server, not an edit: let the server resolve the code action")
	errNoEdit  = errors.New("neither a WorkspaceEdit nor a CodeAction with one")
)

func add(result *adapters.Result, files *adapters.Files, at adapters.Refusal, v *value, dir string) error {
	edit := &v.workspaceEdit
	switch {
	case v.Edit != nil && len(v.Command) > 0 && string(v.Command) != "null":
		return errCommand // to be run after the edit, which is therefore only a part
	case v.Edit != nil:
		edit = v.Edit
	case len(v.Command) > 0:
		return errCommand
	case edit.Changes == nil && edit.Documents == nil:
		return errNoEdit
	}
	tree := newTree(files, dir)
	if err := tree.apply(edit); err != nil {
		return err
	}
	fix := fixedits.Fix{
		Rule: Rule, Phase: fixedits.PhaseSemantic, Title: cmp.Or(v.Title, "Apply the edit of the language server"),
		Confidence: fixedits.ConfidenceMedium,
	}
	if tree.confirm {
		fix.Safety, fix.Confidence = fixedits.SafetyUnsafe, fixedits.ConfidenceLow
	}
	var err error
	if fix.Edits, err = tree.edits(); err != nil {
		return err
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	finding := fixedits.Diagnostic{Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityInfo, Message: fix.Title}
	if len(v.Diagnostics) > 0 {
		finding = v.Diagnostics[0].finding(fix.Title)
		fix.Rule = finding.Rule
	}
	for _, e := range fix.Edits {
		if e.Kind != fixedits.EditCreate {
			finding.Path, finding.Start, finding.End = e.Path, e.Start, e.End
			result.Add(at, finding, fix)
			return nil
		}
	}
	result.AddFix(at, fix)
	return nil
}

// Whole returns an error if a required part is missing.
func (v *value) Whole() error {
	if v.Edit == nil && len(v.Command) == 0 && v.Changes == nil && v.Documents == nil && v.Title == "" {
		return adapters.NoMember("changes")
	}
	return nil
}

// finding returns a diagnostic without its place, with a message if it has
// none.
func (d *diagnostic) finding(message string) fixedits.Diagnostic {
	return fixedits.Diagnostic{
		Rule: d.rule(), Phase: fixedits.PhaseSemantic, Severity: d.severity(), Message: cmp.Or(d.Message, message),
	}
}

// rule returns SOURCE/CODE.
func (d *diagnostic) rule() string {
	code := string(bytes.Trim(d.Code, `"`))
	var text string
	if json.Unmarshal(d.Code, &text) == nil {
		code = text
	}
	if code == "null" {
		code = ""
	}
	return cmp.Or(adapters.Namespace(d.Source), "lsp") + "/" + cmp.Or(strings.TrimSpace(code), "diagnostic")
}

func (d *diagnostic) severity() fixedits.Severity {
	switch d.Severity {
	case 1:
		return fixedits.SeverityError
	case 3, 4:
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityWarning
}
