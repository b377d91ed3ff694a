package artifact

import (
	"bytes"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// The words of the artifact format. The decoder, the validator and the schema
// all use them.
var (
	severities = []fixedits.Severity{fixedits.SeverityError, fixedits.SeverityWarning, fixedits.SeverityInfo}
	phases     = []fixedits.Phase{fixedits.PhaseSyntax, fixedits.PhaseSemantic, fixedits.PhaseStyle, fixedits.PhaseFormat}
	safeties   = fixedits.Safeties()
	// The statuses of a fix that will not be applied, as far as its artifact
	// alone can determine.
	dispositions = []fixedits.Status{
		fixedits.StatusConflict, fixedits.StatusForeign, fixedits.StatusFiltered, fixedits.StatusInvalid, fixedits.StatusBrokeSyntax,
		fixedits.StatusBrokeValue, fixedits.StatusSubsumed,
	}
	certificates   = fixedits.CertificateKinds()
	operationKinds = []fixedits.OperationKind{
		fixedits.OpReplaceValue, fixedits.OpAddValue, fixedits.OpRemoveKey, fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem,
		fixedits.OpRenameKey,
	}
	valueTypes  = []string{"null", "boolean", "object", "array", "number", "integer", "string"}
	confidences = []fixedits.Confidence{fixedits.ConfidenceHigh, fixedits.ConfidenceMedium, fixedits.ConfidenceLow}
)

// kinds has the verb for each kind of edit.
var kinds = [...]string{fixedits.EditText: "changes", fixedits.EditCreate: "creates", fixedits.EditDelete: "deletes"}

func equalDiagnostics(a, b fixedits.Diagnostic) bool {
	if !slices.Equal(a.Fixes, b.Fixes) {
		return false
	}
	return a.ID == b.ID && a.Rule == b.Rule && a.Phase == b.Phase && a.Severity == b.Severity && slices.Equal(a.Fingerprints, b.Fingerprints) &&
		a.Message == b.Message && a.Path == b.Path && a.Start == b.Start && a.End == b.End &&
		a.Line == b.Line && a.Column == b.Column && equalOptional(a.Pointer, b.Pointer) && equalOptional(a.Document, b.Document) &&
		a.Category == b.Category && slices.Equal(a.Related, b.Related)
}

func equalFixes(a, b fixedits.Fix) bool {
	if (a.Resolver == nil) != (b.Resolver == nil) {
		return false
	}
	if a.Resolver != nil && (a.Resolver.ID != b.Resolver.ID || a.Resolver.Path != b.Resolver.Path || !bytes.Equal(a.Resolver.Data, b.Resolver.Data)) {
		return false
	}
	if !equalOptional(a.Certificate, b.Certificate) || !equalOptional(a.Disposition, b.Disposition) {
		return false
	}
	return a.ID == b.ID && a.Rule == b.Rule && a.Phase == b.Phase && a.Title == b.Title && a.Safety == b.Safety &&
		a.Confidence == b.Confidence && a.Idempotent == b.Idempotent && a.Isolation == b.Isolation &&
		fixedits.EqualOperations(a.Actions, b.Actions) && slices.EqualFunc(a.Edits, b.Edits, equalEdits)
}

func equalEdits(a, b fixedits.Edit) bool {
	return a.Path == b.Path && a.Start == b.Start && a.End == b.End && a.Kind == b.Kind && a.Executable == b.Executable && bytes.Equal(a.New, b.New)
}

func equalOptional[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
