// Package fixedits is the edit model of rules_autofix: snapshots, edits and
// fixes, and how they merge and apply. It is pure: it depends neither on the
// file system nor on Bazel, and imports no other package of this module.
//
// Offsets are byte offsets into a snapshot; ranges are half-open. Line endings,
// byte order marks and encodings are never normalized.
package fixedits

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
)

// A Severity is the importance of a diagnostic.
type Severity string

const (
	// SeverityError marks a finding that fails the strict policy, fixed or not.
	SeverityError Severity = "error"
	// SeverityWarning marks a finding that needs attention.
	SeverityWarning Severity = "warning"
	// SeverityInfo marks a finding that may be ignored.
	SeverityInfo Severity = "info"
)

// A Phase is the stage of understanding that a rule needs. Fixes of an earlier
// phase are applied first.
type Phase string

const (
	// PhaseSyntax is for files that do not parse.
	PhaseSyntax Phase = "syntax"
	// PhaseSemantic is for the meaning of a file.
	PhaseSemantic Phase = "semantic"
	// PhaseStyle is for how a file expresses its meaning.
	PhaseStyle Phase = "style"
	// PhaseFormat is for layout alone. A fix of this phase equals the output of
	// a formatter on the snapshot. If other fixes change the same file, running
	// the formatter on the merged text supersedes it.
	PhaseFormat Phase = "format"
)

// A Safety is the promise that a fix makes about the meaning of the file.
type Safety string

const (
	// SafetySafe preserves meaning. It is the only safety applied by default.
	SafetySafe Safety = "safe"
	// SafetySuggestion is probably intended by the author, but needs review.
	SafetySuggestion Safety = "suggestion"
	// SafetyUnsafe may change behavior.
	SafetyUnsafe Safety = "unsafe"
)

// A Confidence is how certain a rule is of its finding. It is for people and
// affects no order.
type Confidence string

const (
	ConfidenceHigh   Confidence = "high"
	ConfidenceMedium Confidence = "medium"
	ConfidenceLow    Confidence = "low"
)

// A Snapshot identifies the exact bytes that offsets refer to, or states that
// there is no file.
type Snapshot struct {
	Path   string `json:"path"`             // workspace relative, slash separated, clean
	SHA256 string `json:"sha256"`           // 64 lower-case hex digits; "" if absent
	Size   int    `json:"size"`             // bytes; 0 if absent
	Absent bool   `json:"absent,omitempty"` // there is no file at the path
}

// SnapshotOfAbsent returns the snapshot of a path without a file.
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

// An Edit replaces the bytes [Start, End) of the snapshot of Path with New.
// Start == End inserts; an empty New deletes. Other kinds create or remove the
// file at Path.
type Edit struct {
	Path       string
	Start      int
	End        int
	New        []byte
	Kind       EditKind
	Executable bool // of EditCreate: the file has the executable bit
}

// A Resolver takes the place of edits that are not known yet. ID names the
// resolver that can compute them, and Data is its input. Path is the file that
// they will change, whose settings apply to the fix; it may be empty in an
// artifact of another tool, which no resolver can use.
type Resolver struct {
	ID   string          `json:"id"`
	Path string          `json:"path,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Reason returns the reason of a fix without edits to wait for the resolver.
func (r *Resolver) Reason() Reason {
	return Reason{Code: codes[whyResolver], Detail: "its edits must be found by " + r.ID}
}

// A Fix is a set of edits, possibly across files, that are applied all together
// or not at all.
type Fix struct {
	ID         string      `json:"id"` // unique in its artifact; derived from content
	OwnID      string      `json:"-"`  // its id in the artifact, if different from ID
	Rule       string      `json:"rule"`
	Phase      Phase       `json:"phase"`
	Title      string      `json:"title"` // imperative, one line
	Safety     Safety      `json:"safety"`
	Confidence Confidence  `json:"confidence"`
	Edits      []Edit      `json:"edits"`
	Actions    []Operation `json:"actions,omitempty"`    // the structured operations that Edits were lowered from; none if there is a resolver
	Idempotent bool        `json:"idempotent,omitempty"` // its insertions may coalesce with equal ones of another fix
	Isolation  string      `json:"isolation,omitempty"`  // a round applies only one fix with a given key
	Resolver   *Resolver   `json:"resolver,omitempty"`   // if set, Edits is empty until it is resolved

	Certificate *Certificate `json:"certificate,omitempty"` // if set, whether a machine showed that the meaning stays
	Disposition *Disposition `json:"disposition,omitempty"` // if set, why the plan for its artifact alone leaves it out; ignored by merges
}

// Paths yields the files that a fix changes, or that a resolver will change. A
// file may come several times.
func (f *Fix) Paths() iter.Seq[string] {
	return func(yield func(string) bool) {
		if f.Resolver != nil && f.Resolver.Path != "" && !yield(f.Resolver.Path) {
			return
		}
		for i := range f.Edits {
			if !yield(f.Edits[i].Path) {
				return
			}
		}
	}
}

// A Diagnostic is one finding. Fixes lists the ids of alternatives, best first;
// only the first eligible one is used.
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
	Pointer  *string  `json:"pointer,omitempty"`  // JSON Pointer of the place, in a YAML, JSON or TOML file
	Document *int     `json:"document,omitempty"` // of a YAML file of several documents, from 0

	// Fingerprints identify its places in another version of the file: as 24
	// hexadecimal digits each, or nil if they are not recorded.
	Fingerprints []string `json:"fingerprints,omitempty"`

	Category string    `json:"category,omitempty"` // a kind of finding within the rule, as its checker names it
	Related  []Related `json:"related,omitempty"`  // in the order of the checker
}
