package editor

import (
	"errors"
	"fmt"
	"path/filepath"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
)

// annotation is the id of the annotation of an edit that has one.
const annotation = "autofix"

// edit returns the changes of a plan, over the texts of a view, as an edit of
// the client. It is an error if the client cannot make one of them: a part of a
// fix is never offered. With confirm, or if several files change, the client
// asks the person first, if it can.
func (s *server) edit(v *view, root, label string, files []fixedits.FileChange, confirm bool) (*protocol.WorkspaceEdit, error) {
	w := editWriter{s: s, v: v, root: root, edit: &protocol.WorkspaceEdit{}}
	whole := len(files) > 1
	for i := range files {
		whole = whole || files[i].Created || files[i].Deleted
	}
	if (whole || confirm) && s.client.annotates {
		w.annotation = annotation
		w.edit.ChangeAnnotations = map[string]protocol.ChangeAnnotation{annotation: {Label: label, NeedsConfirmation: true}}
	}
	for i := range files {
		if err := w.add(&files[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", files[i].Path, err)
		}
	}
	return w.edit, nil
}

type editWriter struct {
	s          *server
	v          *view
	root       string
	annotation string // of each edit; "": none
	edit       *protocol.WorkspaceEdit
}

func (w *editWriter) add(file *fixedits.FileChange) error {
	uri := uriOf(filepath.Join(w.root, filepath.FromSlash(file.Path)))
	before := text.New(file.Before, w.s.client.encoding)
	var version *int32
	if d := w.v.at(w.root, file.Path); d != nil {
		uri, before, version = d.uri, d.text, &d.version
	}
	if (file.Created || file.Deleted) && !w.s.client.creates {
		return errors.New("the fix creates or deletes the file, which this editor cannot do: use `autofix fix`")
	}
	switch {
	case file.Deleted:
		w.document(protocol.DeleteFile{Kind: "delete", URI: uri, AnnotationID: w.annotation})
		return nil
	case file.Created:
		w.document(protocol.CreateFile{Kind: "create", URI: uri, AnnotationID: w.annotation})
	}
	edits, err := before.Edits(file.After)
	if err != nil || len(edits) == 0 {
		return err
	}
	if !w.s.client.documents {
		if w.edit.Changes == nil {
			w.edit.Changes = map[string][]protocol.TextEdit{}
		}
		w.edit.Changes[uri] = edits
		return nil
	}
	document := protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: uri, Version: version}}
	for _, edit := range edits {
		if w.annotation == "" {
			document.Edits = append(document.Edits, edit)
		} else {
			document.Edits = append(document.Edits, protocol.AnnotatedTextEdit{Range: edit.Range, NewText: edit.NewText, AnnotationID: w.annotation})
		}
	}
	w.document(document)
	return nil
}

func (w *editWriter) document(change any) {
	w.edit.DocumentChanges = append(w.edit.DocumentChanges, change)
}
