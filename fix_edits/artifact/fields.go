package artifact

import (
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// A field is one field of a kind of object. This table is the only definition
// of the structure of an artifact: the decoder takes names and required fields
// from it, and the schema is generated from it.
type field struct {
	name     string
	optional bool
	shape    func() *jsonschema.Schema
	doc      string
}

// An object is one kind of object of an artifact.
type object struct {
	what   string // with its article, for messages
	doc    string
	fields []field
}

// names returns the names of the fields, for messages.
func (o *object) names() string {
	names := make([]string, len(o.fields))
	for i, f := range o.fields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

// The indexes of the fields in the tables below, which are also the order in
// which they are encoded.
const (
	artifactVersion = iota
	artifactTool
	artifactOrigin
	artifactCheckers
	artifactWithout
	artifactWarn
	artifactPlan
	artifactPlanned
	artifactSnapshots
	artifactReads
	artifactDiagnostics
	artifactFixes
	artifactLeftAlone
)

const (
	leftAlonePath = iota
	leftAloneReason
	leftAloneDefault
	leftAloneMore
)

const (
	toolName = iota
	toolVersion
)

const (
	snapshotPath = iota
	snapshotSHA256
	snapshotSize
	snapshotAbsent
)

const (
	diagnosticID = iota
	diagnosticRule
	diagnosticPhase
	diagnosticSeverity
	diagnosticMessage
	diagnosticPath
	diagnosticStart
	diagnosticEnd
	diagnosticLine
	diagnosticColumn
	diagnosticFixes
	diagnosticPointer
	diagnosticDocument
	diagnosticFingerprints
	diagnosticCategory
	diagnosticRelated
)

const (
	relatedPath = iota
	relatedStart
	relatedEnd
	relatedLine
	relatedColumn
	relatedMessage
)

const (
	fixID = iota
	fixRule
	fixPhase
	fixTitle
	fixSafety
	fixConfidence
	fixEdits
	fixActions
	fixIdempotent
	fixIsolation
	fixResolver
	fixCertificate
	fixDisposition
)

const (
	editPath = iota
	editStart
	editEnd
	editNew
	editNewBase64
	editCreate
	editExecutable
	editDelete
)

const (
	operationOp = iota
	operationFile
	operationDocument
	operationPointer
	operationKey
	operationFrom
	operationTo
	operationIndex
	operationValue
	operationExpects
)

const (
	expectsType = iota
	expectsEquals
	expectsExists
)

const (
	certificateKind = iota
	certificateBefore
	certificateAfter
)

const (
	dispositionStatus = iota
	dispositionCode
	dispositionBy
	dispositionReason
)

const (
	resolverID = iota
	resolverPath
	resolverData
)

var artifactObject = object{
	what: "an artifact",
	doc: "The result of one check: findings, and fixes for them as edits of exact snapshots of files. " +
		"Offsets are 0-based byte offsets into the snapshot of the file, and ranges are half-open. Paths are relative " +
		"to the workspace, with slashes, clean, and without '..'. The file is UTF-8 without a byte order mark, and " +
		"unknown or repeated names are errors. Beyond this schema: ids are unique among the fixes and among the " +
		"diagnostics; every path of an edit and of a related place has a snapshot; the path of a diagnostic has one too, unless the range is empty at 0 and " +
		"there are no fixes; start <= end <= size of that snapshot; and every id in a diagnostic's fixes is the id of a fix of this " +
		"artifact. Equal findings give equal bytes: snapshots and reads sort by path, diagnostics by severity, path, start, rule and " +
		"message, fixes by safety, path and start of their first edit, rule and title; and nothing depends on the time, the host, " +
		"the user or the location of the workspace.",
	fields: []field{
		artifactVersion: {name: "version", shape: version, doc: "Version of this format. A reader rejects versions that it does not know."},
		artifactTool:    {name: "tool", shape: one(&toolObject), doc: "The program that made the artifact."},
		artifactOrigin:  {name: "origin", shape: text, doc: "The label of the Bazel target that was checked, such as //app:image, or empty. It does not affect any order."},
		artifactCheckers: {
			name: "checkers", optional: true, shape: ids,
			doc: "Names of the checkers that looked at a file, with or without findings, such as format. Without it, the tool itself is the checker, unless it is autofix: then no checker looked at a file. Sorted.",
		},
		artifactWithout: {
			name: "without", optional: true, shape: ids,
			doc: "Checkers of the tool that were turned off for this check, such as format. They found nothing because they did not run, and files that they would format stay unchanged. Sorted.",
		},
		artifactWarn: {
			name: "warn", optional: true, shape: paths,
			doc: "The checked files whose findings and fixes shut no gate, because the target, or a rule that provides them, has the tag autofix-warn. Their findings of severity error are warnings here. If several artifacts have a file, one of them is enough. Sorted.",
		},
		artifactPlan: {
			name: "plan", optional: true, shape: boolean,
			doc: "Whether this is a plan, the result of a merge. Its fixes are applied as they are: unless other artifacts change the same file, no formatter runs on it, and its syntax is not checked again. Default false.",
		},
		artifactPlanned: {
			name: "planned", optional: true, shape: boolean,
			doc: "Whether a plan over this artifact decided which of its fixes can be applied, and the others have a disposition. A gate does not take a fix for pending that no plan has judged. Default false.",
		},
		artifactSnapshots: {
			name: "snapshots", shape: many(&snapshotObject),
			doc: "Every file that was checked, with or without findings; one entry for each file.",
		},
		artifactReads: {
			name: "reads", optional: true, shape: many(&snapshotObject),
			doc: "Further files that the checkers read to check those, such as .hadolint.yaml, a go.mod or a file that another file names; one entry for each file. The findings also depend on them. A change of one does not make a fix stale: only the snapshots that a fix edits matter. Configuration of all checkers (autofix.toml, .editorconfig, .gitattributes) is not included.",
		},
		artifactDiagnostics: {name: "diagnostics", shape: many(&diagnosticObject), doc: "The findings."},
		artifactFixes:       {name: "fixes", shape: many(&fixObject), doc: "The fixes. A fix is all or nothing: all of its edits are applied, across files, or none."},
		artifactLeftAlone: {
			name: "left_alone", optional: true, shape: many(&leftAloneObject),
			doc: "Files that were requested but not checked, for a reason that is not a failure.",
		},
	},
}

var leftAloneObject = object{
	what: "a left_alone",
	doc:  "A file that was not checked, for people.",
	fields: []field{
		leftAlonePath:    {name: "path", shape: sentence, doc: "Path of the file, relative to the workspace; quoted if it is not UTF-8."},
		leftAloneReason:  {name: "reason", shape: sentence, doc: "The reason: one line."},
		leftAloneDefault: {name: "default", optional: true, shape: boolean, doc: "Whether such files are skipped unless explicitly requested. They share one entry for each reason, with the first of them by path. Default false."},
		leftAloneMore:    {name: "more", optional: true, shape: count(0), doc: "The number of further files that are skipped by default for this reason. Default 0."},
	},
}

var toolObject = object{
	what: "a tool",
	doc:  "A program.",
	fields: []field{
		toolName:    {name: "name", shape: identifier, doc: "Its name, such as autofix."},
		toolVersion: {name: "version", shape: text, doc: "Its version, such as 0.1.0; may be empty."},
	},
}

var snapshotObject = object{
	what: "a snapshot",
	doc: "The exact bytes of a file that offsets refer to, or the statement that there is no such file: it has sha256 and size, " +
		"or it is absent. If the file has other bytes when fixes are applied, or exists by then, its fixes are stale and not applied.",
	fields: []field{
		snapshotPath:   {name: "path", shape: path, doc: "Path of the file, relative to the workspace."},
		snapshotSHA256: {name: "sha256", optional: true, shape: sha256, doc: "SHA-256 of the file's bytes: 64 lower-case hexadecimal digits."},
		snapshotSize:   {name: "size", optional: true, shape: count(0), doc: "Size of the file in bytes."},
		snapshotAbsent: {name: "absent", optional: true, shape: boolean, doc: "Whether there is no file at the path. A fix may create it. Default false."},
	},
}

var diagnosticObject = object{
	what: "a diagnostic",
	doc:  "One finding.",
	fields: []field{
		diagnosticID:       {name: "id", shape: identifier, doc: "Unique among the diagnostics. Derived from the content, so that it is the same on every run and machine."},
		diagnosticRule:     {name: "rule", shape: identifier, doc: "The rule that found it: NAMESPACE/NAME, such as hadolint/DL3020."},
		diagnosticPhase:    {name: "phase", shape: words(phases), doc: "The aspect of the file that the rule is about: its syntax, its meaning, its style, or only its layout."},
		diagnosticSeverity: {name: "severity", shape: words(severities), doc: "The importance. An error fails the strict policy."},
		diagnosticMessage:  {name: "message", shape: sentence, doc: "The problem, for people."},
		diagnosticPath:     {name: "path", shape: path, doc: "The file with the problem. It has a snapshot unless it was not read, such as a folder."},
		diagnosticStart:    {name: "start", shape: count(0), doc: "Byte offset of its start, 0-based."},
		diagnosticEnd:      {name: "end", shape: count(0), doc: "Byte offset of its end, exclusive; start for a finding about a single place."},
		diagnosticLine:     {name: "line", shape: count(1), doc: "Line of start, 1-based. For people only."},
		diagnosticColumn:   {name: "column", shape: count(1), doc: "Column of start in bytes, 1-based. For people only."},
		diagnosticFixes:    {name: "fixes", optional: true, shape: ids, doc: "Ids of fixes of this artifact, best first. They are alternatives: only the first eligible one is used."},
		diagnosticPointer:  {name: "pointer", optional: true, shape: pointer, doc: "JSON Pointer (RFC 6901) of the place in a YAML, JSON or TOML file; empty is the whole document."},
		diagnosticDocument: {name: "document", optional: true, shape: count(0), doc: "Index of the document in a YAML file with several documents, from 0."},
		diagnosticFingerprints: {
			name: "fingerprints", optional: true, shape: fingerprints,
			doc: "What identifies the finding in another version of the file, by which `autofix gate --base` tells whether it is new: a fingerprint of each of its places, as 24 lower-case hexadecimal digits. The checks of autofix write it; a checker of your own leaves it out.",
		},
		diagnosticCategory: {name: "category", optional: true, shape: category, doc: "A kind of finding within the rule, as the checker names it, such as the Category of a Go analyzer."},
		diagnosticRelated:  {name: "related", optional: true, shape: relatedPlaces, doc: "Places that help to understand the finding, such as the declaration of the name that it is about. They are not part of what identifies it."},
	},
}

var relatedObject = object{
	what: "a related",
	doc:  "A place that helps to understand a finding, and what is there.",
	fields: []field{
		relatedPath:    {name: "path", shape: path, doc: "The file; it has a snapshot."},
		relatedStart:   {name: "start", shape: count(0), doc: "Byte offset of the start of the place, 0-based."},
		relatedEnd:     {name: "end", shape: count(0), doc: "Byte offset of its end, exclusive: start <= end <= size."},
		relatedLine:    {name: "line", shape: count(1), doc: "Line of start, 1-based. For people only."},
		relatedColumn:  {name: "column", shape: count(1), doc: "Column of start in bytes, 1-based. For people only."},
		relatedMessage: {name: "message", shape: relatedMessageText, doc: "What is at the place, for people."},
	},
}

var fixObject = object{
	what: "a fix",
	doc:  "A set of edits of which all or none are applied. It has edits, or a resolver that can find them.",
	fields: []field{
		fixID:         {name: "id", shape: identifier, doc: "Unique among the fixes. Derived from rule, paths and edits, so that it is the same on every run and machine."},
		fixRule:       {name: "rule", shape: identifier, doc: "The rule that it satisfies: NAMESPACE/NAME."},
		fixPhase:      {name: "phase", shape: words(phases), doc: "Fixes of an earlier phase are applied first, in this order. If other fixes change the file of a format fix, the formatter runs on the result instead."},
		fixTitle:      {name: "title", shape: sentence, doc: "A description for people: one line in the imperative."},
		fixSafety:     {name: "safety", shape: words(safeties), doc: "safe preserves the meaning of the file; suggestion is probably intended by the author; unsafe may change behavior. Only safe fixes are applied by default."},
		fixConfidence: {name: "confidence", shape: words(confidences), doc: "How certain the rule is of its finding. For people: it affects no order."},
		fixEdits: {
			name: "edits", shape: many(&editObject),
			doc: "The edits, which do not overlap. Insertions at one offset concatenate in the order listed. Empty only if there is a resolver.",
		},
		fixActions:    {name: "actions", optional: true, shape: operations, doc: "The structured operations that the edits were lowered from, for review. Only the edits are applied. A fix with a resolver has no actions."},
		fixIdempotent: {name: "idempotent", optional: true, shape: boolean, doc: "Whether equal insertions of another fix at the same offset are combined with its own, such as an import that both need. Default false."},
		fixIsolation:  {name: "isolation", optional: true, shape: identifier, doc: "A key. A round applies only one of the fixes with the same key."},
		fixResolver:   {name: "resolver", optional: true, shape: one(&resolverObject), doc: "The resolver of the edits, if they are not known yet."},
		fixCertificate: {
			name: "certificate", optional: true, shape: one(&certificateObject),
			doc: "Evidence that the fix by itself keeps the meaning of its files. It holds if before and after are equal.",
		},
		fixDisposition: {
			name: "disposition", optional: true, shape: one(&dispositionObject),
			doc: "The reason why the fix will not be applied, as decided by the plan for this artifact alone. Without it, the fix of a planned artifact is pending unless a setting excludes it. Gates and reports read it; a merge decides anew.",
		},
	},
}

var editObject = object{
	what: "an edit",
	doc: "Replaces the bytes from start to end of a snapshot, or creates the file of an absent snapshot, or deletes the " +
		"file of another one. An edit with start and end replaces: start == end inserts, and empty new text deletes bytes. " +
		"One that replaces or creates has exactly one of new and new_base64. One that creates or deletes a file is the only " +
		"edit of it in its fix. A fix that deletes one file and creates another renames it.",
	fields: []field{
		editPath:      {name: "path", shape: path, doc: "The file to edit; it has a snapshot."},
		editStart:     {name: "start", optional: true, shape: count(0), doc: "Byte offset of the first byte that is replaced, 0-based."},
		editEnd:       {name: "end", optional: true, shape: count(0), doc: "Byte offset after the last byte that is replaced: start <= end <= size."},
		editNew:       {name: "new", optional: true, shape: text, doc: "The new text, if it is UTF-8; of a created file, the whole text."},
		editNewBase64: {name: "new_base64", optional: true, shape: base64Text, doc: "The new text, if it is not UTF-8, in padded base64 (RFC 4648, section 4)."},

		editCreate:     {name: "create", optional: true, shape: yes, doc: "Creates the file and its missing folders: true, or left out."},
		editExecutable: {name: "executable", optional: true, shape: boolean, doc: "Whether the created file has the executable bit. Default false."},
		editDelete:     {name: "delete", optional: true, shape: yes, doc: "Deletes the file, and folders that become empty: true, or left out."},
	},
}

var operationObject = object{
	what: "an operation",
	doc: "Changes one place of a YAML, JSON or TOML file. Its op determines which of key, from, to, index and value it has: " +
		"replace_value has a value; add_value a key and a value; remove_key a key; insert_array_item a value and optionally " +
		"an index; replace_array_item an index and a value; and rename_key has from and to.",
	fields: []field{
		operationOp:       {name: "op", shape: words(operationKinds), doc: "The kind of operation."},
		operationFile:     {name: "file", shape: path, doc: "The file; it has a snapshot."},
		operationDocument: {name: "document", optional: true, shape: count(0), doc: "Index of the document in a YAML file with several documents, from 0. Without it, the file has exactly one document."},
		operationPointer:  {name: "json_pointer", shape: pointer, doc: "JSON Pointer (RFC 6901) of the value, or of the object or array that changes; empty is the whole document."},
		operationKey:      {name: "key", optional: true, shape: text, doc: "The key that is added or removed."},
		operationFrom:     {name: "from", optional: true, shape: text, doc: "The key that is renamed."},
		operationTo:       {name: "to", optional: true, shape: text, doc: "Its new name."},
		operationIndex:    {name: "index", optional: true, shape: count(0), doc: "The index of an item of the array, from 0. An insertion without it appends."},
		operationValue:    {name: "value", optional: true, shape: anything, doc: "The new value. It nests at most 100 deep."},
		operationExpects:  {name: "expects", optional: true, shape: one(&expectsObject), doc: "The precondition: if it does not hold, the whole fix is rejected."},
	},
}

var expectsObject = object{
	what: "an expectation",
	doc: "The precondition of an operation, at the place that changes: the pointer, with the key (from, of a rename) or the " +
		"index. All of its fields must hold.",
	fields: []field{
		expectsType:   {name: "type", optional: true, shape: words(valueTypes), doc: "The type of the value. An integer is also a number."},
		expectsEquals: {name: "equals", optional: true, shape: anything, doc: "The value. Numbers compare by value, and objects in any order of keys."},
		expectsExists: {name: "exists", optional: true, shape: boolean, doc: "Whether the place exists."},
	},
}

var certificateObject = object{
	what: "a certificate",
	doc: "A comparison of the meaning of the files of a fix, without and with the fix. What a digest covers depends on the " +
		"kind: value is the decoded value of a data file; syntax the syntax tree and the comments; tokens the tokens and the " +
		"comments; llb what BuildKit makes of a Dockerfile; actions what Bazel makes of the targets that depend on the file. " +
		"Digests are comparable only within one certificate.",
	fields: []field{
		certificateKind:   {name: "kind", shape: words(certificates), doc: "The meaning that is compared."},
		certificateBefore: {name: "before", shape: sha256, doc: "Digest of the meaning without the fix: 64 lower-case hexadecimal digits."},
		certificateAfter:  {name: "after", shape: sha256, doc: "Digest of the meaning with the fix: 64 lower-case hexadecimal digits."},
	},
}

var dispositionObject = object{
	what: "a disposition",
	doc:  "The reason why a fix will not be applied.",
	fields: []field{
		dispositionStatus: {name: "status", shape: words(dispositions), doc: "The outcome of the fix: conflict, foreign, invalid, broke_syntax, broke_value, subsumed if it changes nothing, or filtered, as an alternative to the fix in the field by."},
		dispositionCode:   {name: "code", shape: identifier, doc: "The reason, for programs, such as overlaps."},
		dispositionBy:     {name: "by", optional: true, shape: identifier, doc: "Id of the fix of this artifact that is to blame, if any."},
		dispositionReason: {name: "reason", optional: true, shape: sentence, doc: "The reason, for people: one line."},
	},
}

var resolverObject = object{
	what: "a resolver",
	doc:  "A program that can find the edits of a fix.",
	fields: []field{
		resolverID:   {name: "id", shape: identifier, doc: "The resolver, such as ai-autofix."},
		resolverPath: {name: "path", optional: true, shape: path, doc: "The file that the edits will change. It has a snapshot. Without it, no resolver is asked."},
		resolverData: {name: "data", optional: true, shape: anything, doc: "The input of the resolver, which defines its shape."},
	},
}
