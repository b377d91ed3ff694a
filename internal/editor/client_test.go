package editor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/editor"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/stream"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Capabilities of two clients: one that can do all of 3.18, and one of 3.16
// that can do little.
const (
	newClient = `{
		"general": {"positionEncodings": ["utf-8", "utf-16"]},
		"window": {"showDocument": {"support": true}, "workDoneProgress": true},
		"workspace": {
			"diagnostics": {"refreshSupport": true}, "didChangeWatchedFiles": {"dynamicRegistration": true},
			"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"], "changeAnnotationSupport": {}}
		},
		"textDocument": {
			"rangeFormatting": {"rangesSupport": true},
			"completion": {"completionItem": {"documentationFormat": ["markdown"]}},
			"hover": {"contentFormat": ["markdown", "plaintext"]},
			"diagnostic": {"codeDescriptionSupport": true, "relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}},
			"codeAction": {
				"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
				"isPreferredSupport": true, "dataSupport": true, "resolveSupport": {"properties": ["edit"]}
			}
		}
	}`
	oldClient = `{
		"textDocument": {
			"publishDiagnostics": {"versionSupport": true},
			"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
		}
	}`
)

// An editorClient is a client of a server, over pipes.
type editorClient struct {
	t        *testing.T
	conn     *jsonrpc2.Conn
	pulls    bool
	ranges   bool
	encoding protocol.PositionEncodingKind
	ended    chan error // the result of Serve
	hangUp   func()     // closes the pipe to the server
	in       io.Writer  // to the server, for bytes that are no messages

	mu     sync.Mutex
	pushed map[string][]protocol.PublishDiagnosticsParams
	told   []protocol.ShowMessageParams
	asked  []string // methods of the server's requests
	logged []protocol.LogMessageParams
	steps  []step // of progress
	onStep func(step)
}

// A step is a message about the progress of work.
type step struct{ Kind, Title, Message string }

func (c *editorClient) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	c.mu.Lock()
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		_ = json.Unmarshal(*r.Params, &p)
		c.pushed[p.URI] = append(c.pushed[p.URI], p)
	case "$/progress":
		var p struct{ Value step }
		_ = json.Unmarshal(*r.Params, &p)
		c.steps = append(c.steps, p.Value)
		if c.onStep != nil {
			go c.onStep(p.Value)
		}
	case "window/logMessage":
		var p protocol.LogMessageParams
		_ = json.Unmarshal(*r.Params, &p)
		c.logged = append(c.logged, p)
	case "window/showMessage":
		var p protocol.ShowMessageParams
		_ = json.Unmarshal(*r.Params, &p)
		c.told = append(c.told, p)
	}
	c.mu.Unlock()
	if r.Notif {
		return
	}
	c.mu.Lock()
	c.asked = append(c.asked, r.Method)
	c.mu.Unlock()
	switch r.Method {
	case "window/showDocument":
		_ = conn.Reply(ctx, r.ID, protocol.ShowDocumentResult{Success: true})
	default:
		_ = conn.Reply(ctx, r.ID, nil)
	}
}

// connect starts a server and a client, and initializes it with the folder.
func connect(t *testing.T, capabilities, folder string, change ...func(*editor.Options)) *editorClient {
	t.Helper()
	model, err := loadModel()
	if err != nil {
		t.Fatal(err)
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &editorClient{t: t, ended: make(chan error, 1), pushed: map[string][]protocol.PublishDiagnosticsParams{}, in: fromClient}
	c.hangUp = func() { _ = fromClient.Close(); _ = toClient.Close() }
	opts := options()
	for _, f := range change {
		f(&opts)
	}
	go func() {
		c.ended <- editor.Serve(context.Background(), toServer, fromServer, func() error { _ = fromServer.Close(); return toServer.Close() }, opts)
	}()
	framed := &validated{Stream: stream.New(toClient, fromClient, func() error { c.hangUp(); return nil }), t: t, model: model, asked: map[string]string{}}
	c.conn = jsonrpc2.NewConn(context.Background(), framed, c, jsonrpc2.SetLogger(quiet{}))
	t.Cleanup(func() { c.conn.Close() })
	var result protocol.InitializeResult
	c.call("initialize", map[string]any{
		"processId": nil, "rootUri": uri(folder), "capabilities": json.RawMessage(capabilities),
	}, &result)
	c.notify("initialized", struct{}{})
	c.pulls, c.encoding = result.Capabilities.DiagnosticProvider != nil, result.Capabilities.PositionEncoding
	c.ranges = result.Capabilities.DocumentRangeFormattingProvider.RangesSupport
	return c
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}

// options are the surroundings of a server as `autofix lsp` makes them, without
// programs.
func options() editor.Options {
	checkers, formats := builtin.Registry("test")
	tools := pipeline.Tools{Checkers: checkers, Formats: formats}
	return editor.Options{
		Tools: tools, Version: "test",
		Config: func(ws *workspace.Workspace, files []string) (config.Source, error) {
			return pipeline.LoadConfig(ws, pipeline.ConfigFiles{}, files, tools)
		},
		Programs: func(*workspace.Workspace, []string, func(string), *pipeline.Options) error { return nil },
	}
}

func uri(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
}

const patience = 2 * time.Minute

func (c *editorClient) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

func (c *editorClient) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *editorClient) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *editorClient) open(name, content string) {
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri(name), "languageId": "plaintext", "version": 1, "text": content},
	})
}

func (c *editorClient) change(name string, version int, changes ...map[string]any) {
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri(name), "version": version}, "contentChanges": changes,
	})
}

// diagnostics returns the diagnostics of a version of a file, in the way of the
// client.
func (c *editorClient) diagnostics(name string, version int32) []protocol.Diagnostic {
	c.t.Helper()
	if c.pulls {
		var report protocol.FullDocumentDiagnosticReport
		for {
			err := c.try("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": uri(name)}}, &report)
			if failed, ok := errors.AsType[*jsonrpc2.Error](err); ok && failed.Code == -32802 {
				continue
			}
			if err != nil {
				c.t.Fatal(err)
			}
			return report.Items
		}
	}
	for start := time.Now(); time.Since(start) < patience; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		all := c.pushed[uri(name)]
		c.mu.Unlock()
		for _, p := range all {
			if p.Version != nil && *p.Version == version {
				return p.Diagnostics
			}
		}
	}
	c.t.Fatalf("no diagnostics of version %d of %s", version, name)
	return nil
}

// actions returns the code actions of a range, each with its edit.
func (c *editorClient) actions(name string, r protocol.Range, only ...string) []protocol.CodeAction {
	c.t.Helper()
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	var all []protocol.CodeAction
	c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": uri(name)}, "range": r, "context": context}, &all)
	return all
}

// resolve returns an action with its edit.
func (c *editorClient) resolve(action protocol.CodeAction) (protocol.CodeAction, error) {
	if action.Edit != nil || action.Data == nil {
		return action, nil
	}
	err := c.try("codeAction/resolve", action, &action)
	return action, err
}

// apply returns the text of a file after an edit. Other files that the edit
// changes are written into others, by URI.
func (c *editorClient) apply(edit *protocol.WorkspaceEdit, name, content string, others map[string]string) string {
	c.t.Helper()
	if edit == nil {
		c.t.Fatal("no edit")
	}
	changes := map[string][]protocol.TextEdit{}
	for at, edits := range edit.Changes {
		changes[at] = edits
	}
	for _, change := range edit.DocumentChanges {
		var one struct {
			Kind         string
			URI          string
			TextDocument struct{ URI string }
			Edits        []protocol.TextEdit
		}
		data, _ := json.Marshal(change)
		if err := json.Unmarshal(data, &one); err != nil {
			c.t.Fatal(err)
		}
		if one.Kind != "" {
			others[one.URI] = one.Kind
			continue
		}
		changes[one.TextDocument.URI] = one.Edits
	}
	for at, edits := range changes {
		before := content
		if at != uri(name) {
			parsed, err := url.Parse(at)
			if err != nil {
				c.t.Fatal(err)
			}
			data, err := os.ReadFile(parsed.Path)
			if err != nil {
				before = ""
			} else {
				before = string(data)
			}
		}
		after := applied(before, edits, c.encoding)
		if at == uri(name) {
			content = after
		} else {
			others[at] += after
		}
	}
	return content
}

// applied returns a text after edits, none of which overlap.
func applied(before string, edits []protocol.TextEdit, encoding protocol.PositionEncodingKind) string {
	d := text.Open(before, false, encoding)
	slices.SortFunc(edits, func(a, b protocol.TextEdit) int { return d.Offset(b.Range.Start) - d.Offset(a.Range.Start) })
	for _, edit := range edits {
		d = d.Edit([]protocol.TextDocumentContentChangeEvent{{Range: &edit.Range, Text: edit.NewText}})
	}
	return d.Text()
}

// shutdown ends the server as the protocol has it.
func (c *editorClient) shutdown() {
	c.t.Helper()
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	if err := c.wait(); err != nil {
		c.t.Errorf("the server ends with %v", err)
	}
}

// wait returns the result of the server, which must end soon.
func (c *editorClient) wait() error {
	select {
	case err := <-c.ended:
		return err
	case <-time.After(patience):
		return fmt.Errorf("the server runs on")
	}
}

// tree writes files into a new folder, which is a workspace.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "MODULE.bazel"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
