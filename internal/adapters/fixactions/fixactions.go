// Package fixactions reads documents of fix actions: see docs/fix_actions.md.
package fixactions

import (
	"errors"
	"io"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/spec"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads a document of fix actions, in JSON or YAML. Its workspace_root
// is relative to dir. Each target of an action is a finding, and the action is
// its fix; equally safe actions that write to one place have one fix. The
// finding of an action that is rejected stays, without a fix.
type Adapter struct{}

// Read implements adapters.Adapter. The error is a *spec.Errors if the document
// is malformed.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	document, err := spec.Read("fix actions", text)
	if err != nil {
		return nil, err
	}
	if dir != "" {
		if document.WorkspaceRoot, err = spec.Within(dir, document.WorkspaceRoot); err != nil {
			return nil, err
		}
	}
	document.Resolve()
	result := adapters.NewResult(files)
	result.Version = document.PackVersion
	unusable := map[string]*adapters.Refusal{} // by path
	fixed := document.Lower(func(path string) ([]byte, error) {
		text, err := files.Text(path)
		if refusal, ok := errors.AsType[*adapters.Refusal](err); ok {
			unusable[path] = refusal
		}
		return text, err
	})
	for i := range fixed {
		add(result, &fixed[i], adapters.Refusal{Index: i, ID: fixed[i].Action.ID}, unusable)
	}
	return result, nil
}

// add adds the findings and the fix of an action.
func add(result *adapters.Result, f *spec.Fixed, at adapters.Refusal, unusable map[string]*adapters.Refusal) {
	for _, finding := range f.Findings {
		if refusal := unusable[finding.Path]; refusal != nil {
			result.RefuseFinding(at, finding, refusal)
			continue
		}
		if f.Fix == nil {
			result.Add(at, finding)
			continue
		}
		result.Add(at, finding, *f.Fix)
	}
	switch {
	case f.Rejected == nil:
	case unusable[f.Rejected.File] != nil:
		refusal := unusable[f.Rejected.File]
		if !slices.ContainsFunc(result.Refused, func(r *adapters.Refusal) bool { return r.Index == at.Index && r.Path == refusal.Path }) {
			result.Refuse(at, refusal)
		}
	default:
		reason := f.Rejected.Reason
		code := adapters.CodeRejected
		if reason.Code == operation.CodeOutside {
			code = adapters.CodeNotGiven
		}
		result.Refuse(at, &adapters.Refusal{Index: -1, Path: f.Rejected.File, Code: code, Why: reason.Error()})
	}
}
