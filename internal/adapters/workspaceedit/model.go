package workspaceedit

import "encoding/json"

// The part of the Language Server Protocol that is read.

// A value is a WorkspaceEdit, or a CodeAction that has one.
type value struct {
	workspaceEdit

	Title       string          `json:"title"` // of a CodeAction, like the other fields here
	Edit        *workspaceEdit  `json:"edit"`
	Command     json.RawMessage `json:"command"`
	Diagnostics []diagnostic    `json:"diagnostics"` // that it resolves
}

type workspaceEdit struct {
	Changes     map[string][]textEdit `json:"changes"` // by URI; not used if there are DocumentChanges
	Documents   []documentChange      `json:"documentChanges"`
	Annotations map[string]struct {
		Label             string `json:"label"`
		NeedsConfirmation bool   `json:"needsConfirmation"`
	} `json:"changeAnnotations"`
}

// A documentChange changes the text of a document, or creates, renames or
// deletes a file, as its Kind says.
type documentChange struct {
	Kind string `json:"kind"` // "", create, rename or delete

	Document *struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
	} `json:"textDocument"`
	Edits []textEdit `json:"edits"`

	URI        string `json:"uri"`    // of create and delete
	OldURI     string `json:"oldUri"` // of rename
	NewURI     string `json:"newUri"`
	Annotation string `json:"annotationId"`
	Options    struct {
		Overwrite         bool `json:"overwrite"`
		IgnoreIfExists    bool `json:"ignoreIfExists"`
		IgnoreIfNotExists bool `json:"ignoreIfNotExists"`
	} `json:"options"`
}

type textEdit struct {
	Range *struct {
		Start place `json:"start"`
		End   place `json:"end"`
	} `json:"range"`
	NewText    *string `json:"newText"`
	Annotation string  `json:"annotationId"`
}

// A place counts lines and UTF-16 code units, both from 0.
type place struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type diagnostic struct {
	Source   string          `json:"source"`
	Code     json.RawMessage `json:"code"` // a number or text
	Message  string          `json:"message"`
	Severity int             `json:"severity"` // 1 error, 2 warning, 3 information, 4 hint
}
