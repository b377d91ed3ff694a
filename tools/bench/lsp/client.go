//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/stream"
)

// capabilities are the ones of a client that pulls findings and resolves
// actions.
const capabilities = `{
	"general": {"positionEncodings": ["utf-8", "utf-16"]},
	"workspace": {"workspaceEdit": {"documentChanges": true}},
	"textDocument": {
		"diagnostic": {}, "publishDiagnostics": {"versionSupport": true},
		"codeAction": {
			"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["source.fixAll"]}},
			"dataSupport": true, "resolveSupport": {"properties": ["edit"]}
		}
	}
}`

// A server is a language server that runs, and its client.
type server struct {
	cmd   *exec.Cmd
	conn  *jsonrpc2.Conn
	pulls bool

	mu      sync.Mutex
	news    *sync.Cond
	version map[string]int32 // of the findings that were pushed, by URI
}

// withoutPull are the capabilities of a client to which findings are pushed.
const withoutPull = `{"textDocument": {"publishDiagnostics": {"versionSupport": true}}}`

// start starts a server and initializes it with a folder.
func start(dir string, command ...string) (*server, error) {
	return startAs(capabilities, dir, command...)
}

// startAs is start for a client with some capabilities.
func startAs(capabilities, dir string, command ...string) (*server, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd, version: map[string]int32{}}
	s.news = sync.NewCond(&s.mu)
	s.conn = jsonrpc2.NewConn(context.Background(), stream.New(out, in, in.Close), s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	var result struct {
		Capabilities struct{ DiagnosticProvider json.RawMessage }
	}
	if err := s.call("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": "file://" + dir, "capabilities": json.RawMessage(capabilities),
		"workspaceFolders": []map[string]any{{"uri": "file://" + dir, "name": "bench"}},
	}, &result); err != nil {
		return nil, err
	}
	s.pulls = result.Capabilities.DiagnosticProvider != nil
	return s, s.notify("initialized", struct{}{})
}

// Handle notes pushed findings, and answers requests of the server.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Method == "textDocument/publishDiagnostics" {
		var p struct {
			URI     string
			Version int32
		}
		_ = json.Unmarshal(*r.Params, &p)
		s.mu.Lock()
		s.version[p.URI] = p.Version
		s.mu.Unlock()
		s.news.Broadcast()
	}
	if !r.Notif {
		_ = conn.Reply(ctx, r.ID, nil)
	}
}

func (s *server) call(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.conn.Call(ctx, method, params, result); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

func (s *server) notify(method string, params any) error {
	return s.conn.Notify(context.Background(), method, params)
}

func (s *server) open(f *file) error {
	f.version = 1
	return s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": f.uri(), "languageId": f.language, "version": f.version, "text": f.text,
	}})
}

func (s *server) close(f *file) error {
	return s.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": f.uri()}})
}

// press types a letter at the end of a comment, or takes it back.
func (s *server) press(f *file) error {
	f.version++
	at := protocol.Position{Line: f.typed, Character: f.column}
	change := map[string]any{"range": protocol.Range{Start: at, End: at}, "text": "x"}
	if f.version%2 == 1 {
		change = map[string]any{"range": protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: at.Character + 1}}, "text": ""}
	}
	return s.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": f.uri(), "version": f.version}, "contentChanges": []any{change},
	})
}

// findings waits for the findings of the present version of a file.
func (s *server) findings(f *file) error {
	if s.pulls {
		var report struct{ Items []json.RawMessage }
		err := s.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": f.uri()}}, &report)
		if err == nil && len(report.Items) == 0 {
			return fmt.Errorf("%s has no findings", f.name)
		}
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.version[f.uri()] < f.version {
		s.news.Wait()
	}
	return nil
}

// fixAll gets the edit that fixes all.
func (s *server) fixAll(f *file) error {
	var actions []protocol.CodeAction
	err := s.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": f.uri()}, "range": protocol.Range{},
		"context": map[string]any{"diagnostics": []any{}, "only": []string{"source.fixAll"}},
	}, &actions)
	if err != nil {
		return err
	}
	if len(actions) == 0 {
		return errors.New("there is no action that fixes all")
	}
	if actions[0].Edit != nil {
		return nil
	}
	return s.call("codeAction/resolve", actions[0], &actions[0])
}

// resident returns the memory of the server in bytes.
func (s *server) resident() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	size, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kilobytes, err := strconv.ParseInt(size, 10, 64)
	return kilobytes << 10, err
}

// stop ends the server.
func (s *server) stop() error {
	if err := s.call("shutdown", nil, nil); err != nil {
		return err
	}
	if err := s.notify("exit", nil); err != nil {
		return err
	}
	err := s.cmd.Wait()
	_ = s.conn.Close()
	return err
}
