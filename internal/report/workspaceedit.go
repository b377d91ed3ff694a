package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// The part of the Language Server Protocol that is written here:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspaceEdit.
type (
	lspWorkspaceEdit struct {
		DocumentChanges []any `json:"documentChanges"` // of the types below
	}
	lspFile struct {
		Kind string `json:"kind"` // create or delete
		URI  string `json:"uri"`
	}
	lspDocumentEdit struct {
		Document lspDocument   `json:"textDocument"`
		Edits    []lspTextEdit `json:"edits"`
	}
	lspDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"` // null: of the file on disk
	}
	lspTextEdit struct {
		Range   lspRange `json:"range"`
		NewText string   `json:"newText"`
	}
	lspRange struct {
		Start lspPosition `json:"start"`
		End   lspPosition `json:"end"`
	}
	lspPosition struct {
		Line      int `json:"line"`
		Character int `json:"character"` // UTF-16 code units
	}
)

// lspColumns are UTF-16 code units, the default of the protocol. An editor has
// no byte order mark in its text.
var lspColumns = position.Columns{Unit: position.UTF16, NoMark: true}

var mark = []byte("\ufeff")

// WorkspaceEdit writes changes of files as one WorkspaceEdit of the Language
// Server Protocol, whose edits replace whole lines. URIs are relative to the
// workspace. The protocol has no executable bits, which are lost.
//
// It is an error if a file is not UTF-8, or if its byte order mark comes or
// goes: editors keep neither in their texts. To leave such a file out would
// apply a part of a fix.
func WorkspaceEdit(out io.Writer, files []fixedits.FileChange) error {
	edit := lspWorkspaceEdit{DocumentChanges: []any{}}
	for i := range files {
		changes, err := lspChanges(&files[i])
		if err != nil {
			return fmt.Errorf("%s: %w, which a WorkspaceEdit cannot express: use a patch, which --format=diff and --mode=diff print", files[i].Path, err)
		}
		edit.DocumentChanges = append(edit.DocumentChanges, changes...)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(edit)
}

// lspChanges returns the document changes of a file.
func lspChanges(f *fixedits.FileChange) ([]any, error) {
	uri := relativeURI(f.Path)
	switch {
	case f.Deleted:
		return []any{lspFile{"delete", uri}}, nil
	case !utf8.Valid(f.Before) || !utf8.Valid(f.After):
		return nil, errors.New("not UTF-8")
	case f.Created && len(f.After) == 0:
		return []any{lspFile{"create", uri}}, nil
	case f.Created:
		return []any{lspFile{"create", uri}, lspDocumentEdit{lspDocument{URI: uri}, []lspTextEdit{{NewText: string(f.After)}}}}, nil
	case bytes.HasPrefix(f.Before, mark) != bytes.HasPrefix(f.After, mark):
		return nil, errors.New("its byte order mark comes or goes")
	}
	marked := bytes.HasPrefix(f.Before, mark)
	before, after := bytes.TrimPrefix(f.Before, mark), bytes.TrimPrefix(f.After, mark)
	index := position.New(before, position.AnyEnd)
	at := func(offset int) lspPosition {
		place := index.Position(offset, lspColumns)
		if marked && place.Line == 1 && place.Column > 1 { // the end, in whatever way a reader counts the mark
			return lspPosition{Line: 1}
		}
		return lspPosition{place.Line - 1, place.Column - 1}
	}
	var edits []lspTextEdit
	for _, change := range textdiff.Changes(before, after) {
		edits = append(edits, lspTextEdit{lspRange{at(change.Start), at(change.End)}, string(change.New)})
	}
	if edits == nil {
		return nil, nil
	}
	return []any{lspDocumentEdit{lspDocument{URI: uri}, edits}}, nil
}
