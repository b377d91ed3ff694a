// Package fixedits is the edit model of rules_autofix: snapshots, edits, fixes, how they merge and how they
// apply. It is pure: it knows neither files nor Bazel, and imports nothing else of this module.
//
// Offsets are byte offsets into a snapshot, half-open. Bytes are bytes: nothing here normalises line ends,
// byte order marks or encodings.
package fixedits

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// A Severity says how much a diagnostic matters.
type Severity string

const (
	// SeverityError is a finding that fails the strict policy, fixed or not.
	SeverityError Severity = "error"
	// SeverityWarning is a finding that somebody should look at.
	SeverityWarning Severity = "warning"
	// SeverityInfo is a finding that may be ignored.
	SeverityInfo Severity = "info"
)

// A Phase is the stage of understanding that a rule needs. Fixes of an earlier phase are applied first.
type Phase string

const (
	// PhaseSyntax is for files that do not parse.
	PhaseSyntax Phase = "syntax"
	// PhaseSemantic is for what the file means.
	PhaseSemantic Phase = "semantic"
	// PhaseStyle is for how the file says it.
	PhaseStyle Phase = "style"
	// PhaseFormat is for layout alone. A fix of this phase is what a formatter would do to the snapshot; where
	// other fixes change the same file, running the formatter on the merged text supersedes it.
	PhaseFormat Phase = "format"
)

// A Safety is the promise that a fix makes about the meaning of the file.
type Safety string

const (
	// SafetySafe keeps the meaning. It is the only safety that is applied by default.
	SafetySafe Safety = "safe"
	// SafetySuggestion is likely what the author wants, and may need a look.
	SafetySuggestion Safety = "suggestion"
	// SafetyUnsafe may change behaviour.
	SafetyUnsafe Safety = "unsafe"
)

// A Confidence is how sure a rule is of its own finding. It informs people and orders nothing.
type Confidence string

const (
	ConfidenceHigh   Confidence = "high"
	ConfidenceMedium Confidence = "medium"
	ConfidenceLow    Confidence = "low"
)

// A Snapshot names the exact bytes that offsets refer to, or says that there is
// no file.
type Snapshot struct {
	Path   string `json:"path"`             // workspace relative, slash separated, clean
	SHA256 string `json:"sha256"`           // 64 lower-case hex digits; "" if absent
	Size   int    `json:"size"`             // bytes; 0 if absent
	Absent bool   `json:"absent,omitempty"` // no file has the path
}

// SnapshotOfAbsent returns the snapshot of a path that no file has.
func SnapshotOfAbsent(path string) Snapshot { return Snapshot{Path: path, Absent: true} }

// SnapshotOf returns the snapshot of content at path.
func SnapshotOf(path string, content []byte) Snapshot {
	return Snapshot{Path: path, SHA256: Digest(content), Size: len(content)}
}

// Digest returns the SHA-256 of content as 64 lower-case hex digits.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// An Edit replaces the bytes [Start, End) of the snapshot of Path by New. Start == End inserts; an empty New
// deletes. One of another kind makes or removes the file of Path.
type Edit struct {
	Path       string
	Start      int
	End        int
	New        []byte
	Kind       EditKind
	Executable bool // of EditCreate: the file has the executable bit
}

// A Resolver stands in for edits that are not known yet: ID names what can find them, and Data is what it needs
// to know.
type Resolver struct {
	ID   string          `json:"id"`
	Data json.RawMessage `json:"data,omitempty"`
}

// A Fix is a set of edits, across files, of which all or none are applied.
type Fix struct {
	ID         string          `json:"id"` // unique in its artifact; derived from content
	OwnID      string          `json:"-"`  // the id that its artifact has, if ID is another one
	Rule       string          `json:"rule"`
	Phase      Phase           `json:"phase"`
	Title      string          `json:"title"` // imperative, one line
	Safety     Safety          `json:"safety"`
	Confidence Confidence      `json:"confidence"`
	Edits      []Edit          `json:"edits"`
	Actions    json.RawMessage `json:"actions,omitempty"`    // the structured operations that Edits were lowered from
	Idempotent bool            `json:"idempotent,omitempty"` // its insertions may be shared with another fix's equal ones
	Isolation  string          `json:"isolation,omitempty"`  // of the fixes with one key, a round applies one
	Resolver   *Resolver       `json:"resolver,omitempty"`   // set: Edits is empty until it is resolved

	Disposition *Disposition `json:"disposition,omitempty"` // set: the plan over its artifact alone leaves it out; no merge reads it
}

// A Diagnostic is one finding. Fixes lists the ids of alternatives, best first: only the first eligible one is used.
type Diagnostic struct {
	ID       string   `json:"id"`
	Rule     string   `json:"rule"`
	Phase    Phase    `json:"phase"`
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`
	Path     string   `json:"path"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Line     int      `json:"line"`   // 1-based, for people
	Column   int      `json:"column"` // 1-based, in bytes, for people
	Fixes    []string `json:"fixes,omitempty"`
}
