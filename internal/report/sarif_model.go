package report

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// The part of SARIF 2.1.0's object model that is written here, in the order of
// the specification's examples. The schema in testdata has the whole of it.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool            `json:"tool"`
	Invocations []sarifInvocation    `json:"invocations,omitempty"` // none if all went well
	Bases       map[string]sarifBase `json:"originalUriBaseIds"`
	Artifacts   []sarifArtifact      `json:"artifacts,omitempty"`
	ColumnKind  string               `json:"columnKind"`
	Newlines    []string             `json:"newlineSequences"`
	Results     []sarifResult        `json:"results"` // empty says that nothing was found; null would say that nothing ran

	Properties *sarifRunProperties `json:"properties,omitempty"`
}

// sarifRunProperties have the fixes whose findings are gone.
type sarifRunProperties struct {
	Fixed []sarifOutcome `json:"autofix/fixed"`
}

// A sarifBase is a folder that URIs are relative to. It has no URI of its own:
// that would be the place of the workspace on this machine.
type sarifBase struct {
	Description sarifMessage `json:"description"`
}

// A sarifArtifact is a checked file. A reader can tell from its
// digest whether the fixes are for the file that it has.
type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	Length   int                   `json:"length"` // bytes
	Hashes   map[string]string     `json:"hashes"`
}

type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Level     string              `json:"level"`
	Message   sarifMessage        `json:"message"`
	Locations []sarifFileLocation `json:"locations"`
}

type sarifFileLocation struct {
	PhysicalLocation sarifFile `json:"physicalLocation"`
}

type sarifFile struct {
	ArtifactLocation sarifArtifactLocation `json:"artifactLocation"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	URI     string      `json:"informationUri,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string       `json:"id"`
	ShortDescription sarifMessage `json:"shortDescription"`
	FullDescription  sarifMessage `json:"fullDescription"`
	Help             sarifMessage `json:"help"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             sarifMessage      `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	Related             []sarifLocation   `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Fixes               []sarifFix        `json:"fixes,omitempty"`

	Properties *sarifResultProperties `json:"properties,omitempty"`
}

// sarifResultProperties have what SARIF cannot express.
type sarifResultProperties struct {
	Category  string         `json:"autofix/category,omitempty"`
	FileFixes []sarifFileFix `json:"autofix/fileFixes,omitempty"`
	Fix       *sarifOutcome  `json:"autofix/fix,omitempty"`
}

// A sarifFileFix is a fix that creates or deletes files.
type sarifFileFix struct {
	ID          string   `json:"id"`
	Safety      string   `json:"safety"`
	Description string   `json:"description"`
	Creates     []string `json:"creates,omitempty"` // URIs
	Deletes     []string `json:"deletes,omitempty"`
}

type sarifLocation struct {
	PhysicalLocation sarifPhysicalLocation `json:"physicalLocation"`
	Message          *sarifMessage         `json:"message,omitempty"` // of a related location
}

type sarifPhysicalLocation struct {
	ArtifactLocation sarifArtifactLocation `json:"artifactLocation"`
	Region           sarifRegion           `json:"region"`
}

type sarifArtifactLocation struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId"`
}

// A sarifRegion has lines, bytes, or both, which then say the same.
type sarifRegion struct {
	StartLine   int  `json:"startLine,omitempty"`
	StartColumn int  `json:"startColumn,omitempty"`
	EndLine     int  `json:"endLine,omitempty"`
	EndColumn   int  `json:"endColumn,omitempty"`
	ByteOffset  *int `json:"byteOffset,omitempty"`
	ByteLength  *int `json:"byteLength,omitempty"`
}

type sarifFix struct {
	Description     sarifMessage          `json:"description"`
	ArtifactChanges []sarifArtifactChange `json:"artifactChanges"`
	Properties      sarifFixProperties    `json:"properties"`
}

// sarifFixProperties have what SARIF cannot express.
type sarifFixProperties struct {
	ID     string `json:"id"`
	Safety string `json:"safety"`

	Certificate *fixedits.Certificate `json:"certificate,omitempty"`
}

type sarifArtifactChange struct {
	ArtifactLocation sarifArtifactLocation `json:"artifactLocation"`
	Replacements     []sarifReplacement    `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion   `json:"deletedRegion"`
	InsertedContent *sarifContent `json:"insertedContent,omitempty"`
}

// A sarifContent has either text or, for bytes that are not UTF-8, base64.
type sarifContent struct {
	Text   string `json:"text,omitempty"`
	Binary string `json:"binary,omitempty"`
}
