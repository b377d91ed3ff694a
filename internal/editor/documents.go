package editor

import (
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"sync/atomic"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
)

// A view is the state of the editor at one time. It does not change.
type view struct {
	folders   []string             // URIs of the workspace folders
	documents map[string]*document // by URI
}

// A document is one version of an open buffer. It does not change.
type document struct {
	uri     string
	version int32
	text    *text.Document
	lost    bool // a change of it could not be read, so its text is not known

	root string // of its workspace; "" if it is not a file
	path string // in the workspace, canonical

	ctx     context.Context // ends when there is a newer version
	replace context.CancelFunc
	changed time.Time
	burst   bool // the version before came a moment ago, and is not checked yet
	pace    *pace
	find    func() *findings // checks it, once
}

// pace is how fast a document is checked.
type pace struct {
	took    atomic.Int64 // by the last check, in nanoseconds
	version atomic.Int32 // of the last check
}

// with returns the view with another version of a document.
func (v *view) with(d *document) *view {
	next := &view{folders: v.folders, documents: maps.Clone(v.documents)}
	if next.documents == nil {
		next.documents = map[string]*document{}
	}
	next.documents[d.uri] = d
	return next
}

// at returns the open document of a file, or nil.
func (v *view) at(root, path string) *document {
	for _, d := range v.documents {
		if d.root == root && d.path == path && d.root != "" {
			return d
		}
	}
	return nil
}

func (s *server) opened(p *protocol.DidOpenTextDocumentParams) {
	d := &document{uri: p.TextDocument.URI, version: p.TextDocument.Version, pace: &pace{}}
	var marked bool
	d.root, d.path, marked = s.locate(s.view.Load(), d.uri)
	d.text = text.Open(p.TextDocument.Text, marked, s.client.encoding)
	s.saves.Add(1)
	s.set(d)
}

func (s *server) changed(p *protocol.DidChangeTextDocumentParams) {
	old := s.view.Load().documents[p.TextDocument.URI]
	if old == nil {
		s.log(protocol.MessageTypeWarning, "%s changed, but is not open", p.TextDocument.URI)
		return
	}
	changes := p.ContentChanges
	if old.lost {
		whole := slices.IndexFunc(changes, func(c protocol.TextDocumentContentChangeEvent) bool { return c.Range == nil })
		if whole < 0 {
			return
		}
		changes = changes[whole:]
	}
	d := *old
	d.version, d.text, d.lost, d.changed = p.TextDocument.Version, old.text.Edit(changes), false, time.Now()
	d.burst = d.changed.Sub(old.changed) < burst && d.pace.version.Load() != old.version
	s.set(&d)
}

func (s *server) closed(p *protocol.DidCloseTextDocumentParams) {
	v := s.view.Load()
	d := v.documents[p.TextDocument.URI]
	if d == nil {
		return
	}
	next := &view{folders: v.folders, documents: maps.Clone(v.documents)}
	delete(next.documents, d.uri)
	s.view.Store(next)
	s.saves.Add(1)
	d.replace()
	if !s.client.pulls {
		s.publish(nil, d.uri, []protocol.Diagnostic{})
	}
}

func (s *server) saved(p *protocol.DidSaveTextDocumentParams) {
	s.saves.Add(1)
	d := s.view.Load().documents[p.TextDocument.URI]
	if d != nil && s.configures(d.path) {
		s.renew()
	}
}

// lost marks a document after a change that could not be read. Nothing is shown
// for it until the client sends its whole text.
func (s *server) lost(params json.RawMessage) {
	var p struct {
		TextDocument protocol.TextDocumentIdentifier
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	if old := s.view.Load().documents[p.TextDocument.URI]; old != nil {
		d := *old
		d.lost = true
		s.set(&d)
	}
}

// configures reports whether a file may change the findings in other files.
func (s *server) configures(file string) bool {
	return slices.ContainsFunc(s.configNames(), func(glob string) bool {
		ok, _ := path.Match(glob, path.Base(file))
		return ok
	})
}

// configNames returns globs of the base names of configuration files.
func (s *server) configNames() []string {
	kinds := slices.DeleteFunc(slices.Clone(s.opts.Tools.Checkers.FileKinds()), func(kind *config.FileKind) bool { return kind.Named })
	return append(config.FileNames(kinds), config.Name)
}

// renew checks all documents again, because the configuration has changed.
func (s *server) renew() {
	s.saves.Add(1)
	for _, old := range s.view.Load().documents {
		d := *old
		s.set(&d)
	}
	s.refresh()
}

// refresh makes a client that pulls diagnostics pull them again.
func (s *server) refresh() {
	if s.client.pulls && s.client.refreshes {
		s.call("workspace/diagnostic/refresh", nil)
	}
}

func (s *server) foldersChanged(p *protocol.DidChangeWorkspaceFoldersParams) {
	v := s.view.Load()
	gone := func(uri string) bool {
		return slices.ContainsFunc(p.Event.Removed, func(f protocol.WorkspaceFolder) bool { return f.URI == uri })
	}
	next := &view{folders: slices.DeleteFunc(slices.Clone(v.folders), gone), documents: v.documents}
	for _, folder := range p.Event.Added {
		next.folders = append(next.folders, folder.URI)
	}
	s.view.Store(next)
	s.saves.Add(1)
	for _, old := range v.documents {
		d := *old
		d.root, d.path, _ = s.locate(next, d.uri)
		s.set(&d)
	}
	s.refresh()
}

// set makes a version of a document the newest one, and shows its findings if
// the client does not ask for them.
func (s *server) set(d *document) {
	v := s.view.Load()
	if old := v.documents[d.uri]; old != nil {
		old.replace()
	}
	d.ctx, d.replace = context.WithCancel(s.ctx)
	d.find = s.finder(d)
	s.view.Store(v.with(d))
	if !s.client.pulls {
		s.running.Go(func() { s.push(d) })
	}
}
