package editor

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
)

// client has the capabilities of the client.
type client struct {
	encoding  protocol.PositionEncodingKind
	pulls     bool // it asks for diagnostics; otherwise they are pushed
	refreshes bool // it pulls diagnostics again on request
	versions  bool // pushed diagnostics have versions
	related   bool // diagnostics have related places
	tags      []protocol.DiagnosticTag
	links     bool // diagnostics have links
	literals  bool // code actions are not only commands
	preferred bool // code actions may be preferred
	resolves  bool // code actions without edits are resolved
	documents bool // edits have versions
	creates   bool // edits create and delete files
	annotates bool // edits have annotations
	opens     bool // it opens web pages
	watches   bool // it watches files
	progress  bool // it shows the progress of long work
	markdown  bool // hovers are Markdown
	explains  bool // the documentation of completions is Markdown
	ranges    bool // it formats several ranges at once
}

// Kinds of code actions of this server.
const (
	fixAll       protocol.CodeActionKind = "source.fixAll.autofix"
	fixAllUnsafe protocol.CodeActionKind = "source.fixAll.autofix.unsafe"
)

// openRule is the command that opens the page of a rule.
const openRule = "autofix.openRule"

func (s *server) initialize(p *protocol.InitializeParams) *protocol.InitializeResult {
	s.client = clientOf(&p.Capabilities)
	v := &view{}
	for _, folder := range p.WorkspaceFolders {
		v.folders = append(v.folders, folder.URI)
	}
	if len(v.folders) == 0 && p.RootURI != nil {
		v.folders = []string{*p.RootURI}
	}
	s.view.Store(v)
	capabilities := protocol.ServerCapabilities{
		PositionEncoding:                s.client.encoding,
		TextDocumentSync:                &protocol.TextDocumentSyncOptions{OpenClose: true, Change: protocol.TextDocumentSyncKindIncremental, Save: true},
		CompletionProvider:              &protocol.CompletionOptions{TriggerCharacters: []string{"[", ".", "\"", "="}},
		HoverProvider:                   true,
		DocumentFormattingProvider:      true,
		DocumentRangeFormattingProvider: &protocol.DocumentRangeFormattingOptions{RangesSupport: s.client.ranges},
		Workspace:                       &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: true, ChangeNotifications: true}},
	}
	if s.client.literals {
		capabilities.CodeActionProvider = &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAll, fixAllUnsafe},
			ResolveProvider: s.client.resolves,
		}
	}
	if s.client.pulls {
		capabilities.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: source, WorkspaceDiagnostics: true}
	}
	capabilities.ExecuteCommandProvider = &protocol.ExecuteCommandOptions{Commands: []string{buildCommand}}
	if s.client.opens {
		capabilities.ExecuteCommandProvider.Commands = append(capabilities.ExecuteCommandProvider.Commands, openRule)
	}
	return &protocol.InitializeResult{Capabilities: capabilities, ServerInfo: &protocol.ServerInfo{Name: s.opts.Tools.Checkers.Tool.Name, Version: s.opts.Version}}
}

func clientOf(c *protocol.ClientCapabilities) client {
	var can client
	can.encoding = protocol.PositionEncodingKindUTF16
	if general := c.General; general != nil {
		can.encoding = text.Choose(general.PositionEncodings)
	}
	if window := c.Window; window != nil {
		can.opens = window.ShowDocument != nil && window.ShowDocument.Support
		can.progress = window.WorkDoneProgress
	}
	if workspace := c.Workspace; workspace != nil {
		can.refreshes = workspace.Diagnostics != nil && workspace.Diagnostics.RefreshSupport
		can.watches = workspace.DidChangeWatchedFiles != nil && workspace.DidChangeWatchedFiles.DynamicRegistration
		if edit := workspace.WorkspaceEdit; edit != nil {
			can.documents = edit.DocumentChanges
			can.creates = can.documents && slices.Contains(edit.ResourceOperations, protocol.ResourceOperationKindCreate) &&
				slices.Contains(edit.ResourceOperations, protocol.ResourceOperationKindDelete)
			can.annotates = can.documents && edit.ChangeAnnotationSupport != nil
		}
	}
	document := c.TextDocument
	if document == nil {
		return can
	}
	if push := document.PublishDiagnostics; push != nil {
		can.versions, can.links, can.related = push.VersionSupport, push.CodeDescriptionSupport, push.RelatedInformation
		can.tags = tagsOf(push.TagSupport)
	}
	if pull := document.Diagnostic; pull != nil {
		can.pulls, can.links, can.related = true, can.links || pull.CodeDescriptionSupport, can.related || pull.RelatedInformation
		can.tags = append(can.tags, tagsOf(pull.TagSupport)...)
	}
	can.ranges = document.RangeFormatting != nil && document.RangeFormatting.RangesSupport
	if completion := document.Completion; completion != nil && completion.CompletionItem != nil {
		can.explains = slices.Contains(completion.CompletionItem.DocumentationFormat, protocol.MarkupKindMarkdown)
	}
	if hover := document.Hover; hover != nil {
		can.markdown = slices.Contains(hover.ContentFormat, protocol.MarkupKindMarkdown)
	}
	if action := document.CodeAction; action != nil {
		can.literals, can.preferred = action.CodeActionLiteralSupport != nil, action.IsPreferredSupport
		can.resolves = action.DataSupport && action.ResolveSupport != nil && slices.Contains(action.ResolveSupport.Properties, "edit")
	}
	return can
}

func tagsOf(o *protocol.ClientDiagnosticsTagOptions) []protocol.DiagnosticTag {
	if o == nil {
		return nil
	}
	return o.ValueSet
}

// watch makes the client report changes of configuration files on disk, of
// autofix and of other tools.
func (s *server) watch() {
	if !s.client.watches {
		return
	}
	options := protocol.DidChangeWatchedFilesRegistrationOptions{}
	for _, name := range s.configNames() {
		options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{GlobPattern: "**/" + name})
	}
	s.call("client/registerCapability", protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "configuration", Method: "workspace/didChangeWatchedFiles", RegisterOptions: encoded(options),
	}}})
}
