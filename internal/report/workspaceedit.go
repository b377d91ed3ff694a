package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
)

// A workspaceEdit is a protocol.WorkspaceEdit with a list even if nothing
// changes.
type workspaceEdit struct {
	DocumentChanges []any `json:"documentChanges"` // as in the protocol
}

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
			return fmt.Errorf("%s: %w: use a patch, which --format=diff and --mode=diff print", files[i].Path, err)
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
	case f.Created && !utf8.Valid(f.After):
		return nil, text.ErrEncoding
	case f.Created:
		created := []any{protocol.CreateFile{Kind: "create", URI: uri}}
		if len(f.After) > 0 {
			created = append(created, documentEdit(uri, protocol.TextEdit{NewText: string(f.After)}))
		}
		return created, nil
	}
	edits, err := text.New(f.Before, protocol.PositionEncodingKindUTF16).Edits(f.After)
	if err != nil || len(edits) == 0 {
		return nil, err
	}
	marked := bytes.HasPrefix(f.Before, []byte(text.Mark))
	all := make([]any, len(edits))
	for i, edit := range edits {
		for _, at := range []*protocol.Position{&edit.Range.Start, &edit.Range.End} {
			if marked && at.Line == 0 && at.Character > 0 {
				*at = protocol.Position{Line: 1} // the end, in whatever way a reader counts the mark
			}
		}
		all[i] = edit
	}
	return []any{documentEdit(uri, all...)}, nil
}

// documentEdit returns edits of the file on disk.
func documentEdit(uri string, edits ...any) protocol.TextDocumentEdit {
	return protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: uri}, Edits: edits}
}
