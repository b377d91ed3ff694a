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

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// A workspaceEdit is a protocol.WorkspaceEdit that says so if nothing changes.
type workspaceEdit struct {
	DocumentChanges []any `json:"documentChanges"` // as in the protocol
}

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
	edit := workspaceEdit{DocumentChanges: []any{}}
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
		return []any{protocol.DeleteFile{Kind: "delete", URI: uri}}, nil
	case !utf8.Valid(f.Before) || !utf8.Valid(f.After):
		return nil, errors.New("not UTF-8")
	case f.Created:
		created := []any{protocol.CreateFile{Kind: "create", URI: uri}}
		if len(f.After) > 0 {
			created = append(created, documentEdit(uri, protocol.TextEdit{NewText: string(f.After)}))
		}
		return created, nil
	case bytes.HasPrefix(f.Before, mark) != bytes.HasPrefix(f.After, mark):
		return nil, errors.New("its byte order mark comes or goes")
	}
	marked := bytes.HasPrefix(f.Before, mark)
	before, after := bytes.TrimPrefix(f.Before, mark), bytes.TrimPrefix(f.After, mark)
	index := position.New(before, position.AnyEnd)
	at := func(offset int) protocol.Position {
		place := index.Position(offset, lspColumns)
		if marked && place.Line == 1 && place.Column > 1 { // the end, in whatever way a reader counts the mark
			return protocol.Position{Line: 1}
		}
		return protocol.Position{Line: uint32(place.Line - 1), Character: uint32(place.Column - 1)}
	}
	var edits []any
	for _, change := range textdiff.Changes(before, after) {
		edits = append(edits, protocol.TextEdit{Range: protocol.Range{Start: at(change.Start), End: at(change.End)}, NewText: string(change.New)})
	}
	if edits == nil {
		return nil, nil
	}
	return []any{documentEdit(uri, edits...)}, nil
}

// documentEdit returns edits of the file on disk.
func documentEdit(uri string, edits ...any) protocol.TextDocumentEdit {
	return protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: uri}, Edits: edits}
}
