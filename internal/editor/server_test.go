package editor_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/editor"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

const bad = "FROM debian:12\nADD a /b\n"

func codes(all []protocol.Diagnostic) []string {
	names := []string{}
	for _, d := range all {
		names = append(names, d.Code)
	}
	return names
}

// Messages that are none, unknown, out of order or about nothing get an error,
// and the server goes on.
func TestOddMessages(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	for _, raw := range []string{"{", "[]", "null", "7", `{"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","id":{},"method":"shutdown"}`, "\xff\xfe", `{"method":7}`, strings.Repeat("[", 100_000)} {
		if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(raw), raw); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(c.in, "\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 4\r\n\r\ntrue"); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "Dockerfile")
	for method, params := range map[string]any{
		"textDocument/hover":       map[string]any{"textDocument": map[string]any{"uri": uri(name)}, "position": protocol.Position{}},
		"textDocument/codeAction":  map[string]any{"textDocument": map[string]any{"uri": uri(name)}, "range": protocol.Range{}, "context": map[string]any{"diagnostics": []any{}}},
		"textDocument/formatting":  map[string]any{"textDocument": map[string]any{"uri": uri(name)}, "options": map[string]any{"tabSize": 4, "insertSpaces": true}},
		"textDocument/diagnostic":  map[string]any{"textDocument": map[string]any{"uri": uri(name)}},
		"codeAction/resolve":       map[string]any{"title": "not one of ours", "data": 7},
		"workspace/executeCommand": map[string]any{"command": "autofix.openRule", "arguments": []any{"no/such-rule"}},
		"textDocument/definition":  map[string]any{"textDocument": map[string]any{"uri": uri(name)}, "position": protocol.Position{}},
	} {
		if err := c.try(method, params, nil); err == nil != (method == "textDocument/hover" || method == "textDocument/codeAction") {
			t.Errorf("%s of a file that is not open: %v", method, err)
		}
	}
	c.change(name, 2, map[string]any{"text": "x"})
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri(name)}})
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri(name)}})
	for _, odd := range []string{"untitled:Untitled-1", "file:///", "file://", "file:///nowhere/at/all/Dockerfile", "file:///%00", "%zz", "https://example.com/Dockerfile", uri(dir)} {
		c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": odd, "languageId": "dockerfile", "version": 1, "text": bad}})
		var report protocol.FullDocumentDiagnosticReport
		if err := c.try("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": odd}}, &report); err != nil {
			t.Errorf("%s: %v", odd, err)
		}
	}
	c.open(name, bad)
	if got := codes(c.diagnostics(name, 1)); !slices.Contains(got, "hadolint/DL3020") {
		t.Errorf("after all that, the findings are %q", got)
	}
	c.shutdown()
}

func TestLife(t *testing.T) {
	dir := tree(t, nil)
	t.Run("twice", func(t *testing.T) {
		c := connect(t, newClient, dir)
		if err := c.try("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}, nil); err == nil {
			t.Error("a second initialize is no error")
		}
		c.call("shutdown", nil, nil)
		if err := c.try("shutdown", nil, nil); err == nil {
			t.Error("a second shutdown is no error")
		}
		c.notify("exit", nil)
		if err := c.wait(); err != nil {
			t.Error(err)
		}
	})
	t.Run("exit without shutdown", func(t *testing.T) {
		c := connect(t, newClient, dir)
		c.notify("exit", nil)
		if err := c.wait(); !errors.Is(err, editor.ErrNoShutdown) {
			t.Error(err)
		}
	})
	t.Run("the client dies", func(t *testing.T) {
		c := connect(t, newClient, dir)
		c.open(filepath.Join(dir, "Dockerfile"), bad)
		start := time.Now()
		c.hangUp()
		if err := c.wait(); !errors.Is(err, editor.ErrNoShutdown) || time.Since(start) > 10*time.Second { // a second, on a machine that is not busy
			t.Errorf("the server ends after %v with %v", time.Since(start), err)
		}
	})
	t.Run("no length", func(t *testing.T) {
		c := connect(t, newClient, dir)
		if _, err := io.WriteString(c.in, "Content-Type: x\r\n\r\n{}"); err != nil {
			t.Fatal(err)
		}
		if err := c.wait(); !errors.Is(err, editor.ErrNoShutdown) {
			t.Error(err)
		}
	})
}

// Every version of a text has its own findings, and the last one's are shown in
// the end. A pushed answer has the version that it is about, and they never go
// back.
func TestVersions(t *testing.T) {
	for _, capabilities := range []string{newClient, oldClient} {
		dir := tree(t, nil)
		c := connect(t, capabilities, dir)
		name := filepath.Join(dir, "Dockerfile")
		c.open(name, "FROM debian:12\nUSER 1000:1000\n")
		const last = 60
		for version := 2; version <= last; version++ {
			line := "ADD a /b\n"
			if version%2 == 0 {
				line = ""
			}
			c.change(name, version, map[string]any{"range": protocol.Range{Start: protocol.Position{Line: 2}, End: protocol.Position{Line: 9}}, "text": line})
		}
		c.change(name, last+1, map[string]any{"range": protocol.Range{Start: protocol.Position{Line: 2}, End: protocol.Position{Line: 9}}, "text": "ADD a /b\n"})
		if got := codes(c.diagnostics(name, last+1)); !slices.Equal(got, []string{"hadolint/DL3020"}) {
			t.Errorf("findings of the last version: %q", got)
		}
		c.mu.Lock()
		shown := int32(0)
		for _, p := range c.pushed[uri(name)] {
			if *p.Version < shown {
				t.Errorf("version %d is shown after version %d", *p.Version, shown)
			}
			shown = *p.Version
			if want := shown%2 == 1 && shown > 1; want != (len(p.Diagnostics) == 1) {
				t.Errorf("version %d is shown with %q", shown, codes(p.Diagnostics))
			}
		}
		c.mu.Unlock()
		c.shutdown()
	}
}

// A malformed position loses the text, and nothing is shown until the
// client sends all of it.
func TestLostText(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, oldClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	if len(c.diagnostics(name, 1)) == 0 {
		t.Fatal("no findings")
	}
	raw := `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"` + uri(name) + `","version":2},"contentChanges":[{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}},"text":"x"}]}}`
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(raw), raw); err != nil {
		t.Fatal(err)
	}
	c.change(name, 3, map[string]any{"range": protocol.Range{}, "text": "y"})
	c.change(name, 4, map[string]any{"text": "FROM debian:12\nUSER 1000:1000\nADD a /b\n"})
	if got := codes(c.diagnostics(name, 4)); !slices.Equal(got, []string{"hadolint/DL3020"}) {
		t.Errorf("findings: %q", got)
	}
	c.shutdown()
}

// An action that was offered for an older text has no edit.
func TestStaleAction(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	all := c.actions(name, protocol.Range{Start: protocol.Position{Line: 1}, End: protocol.Position{Line: 1, Character: 3}})
	if len(all) == 0 {
		t.Fatal("no actions")
	}
	c.change(name, 2, map[string]any{"text": bad + "\n"})
	_, err := c.resolve(all[0])
	if failed, ok := errors.AsType[*jsonrpc2.Error](err); !ok || failed.Code != -32801 {
		t.Errorf("the edit of an action for an older text: %v", err)
	}
	c.shutdown()
}

// The configuration counts as it is saved, and is read again.
func TestConfigurationChanges(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	if got := codes(c.diagnostics(name, 1)); !slices.Contains(got, "hadolint/DL3020") {
		t.Fatalf("findings: %q", got)
	}
	settings := filepath.Join(dir, config.Name)
	write := func(text string) {
		if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri(settings), "type": 2}}})
	}
	write("[rules.\"hadolint/DL3020\"]\nseverity = \"off\"\n")
	if got := codes(c.diagnostics(name, 1)); slices.Contains(got, "hadolint/DL3020") {
		t.Errorf("findings: %q", got)
	}
	write("[rules.\"hadolint/DL3020\"]\nseverity = \"loud\"\n")
	if got := c.diagnostics(name, 1); len(got) != 1 || !strings.Contains(got[0].Message, "loud") || !strings.Contains(got[0].Message, config.Name) {
		t.Errorf("with a mistake in the configuration: %v", got)
	}
	c.mu.Lock()
	asked := slices.Clone(c.asked)
	c.mu.Unlock()
	for _, want := range []string{"client/registerCapability", "workspace/diagnostic/refresh"} {
		if !slices.Contains(asked, want) {
			t.Errorf("the server asks %q, without %s", asked, want)
		}
	}
	c.shutdown()
}

// A folder that vanishes is an error in its files, and the others go on.
func TestVanishedFolder(t *testing.T) {
	dir, other := tree(t, nil), tree(t, nil)
	c := connect(t, newClient, dir)
	name, good := filepath.Join(dir, "Dockerfile"), filepath.Join(other, "Dockerfile")
	c.open(name, bad)
	c.open(good, bad)
	c.diagnostics(name, 1)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	c.change(name, 2, map[string]any{"text": bad + "\n"})
	if got := c.diagnostics(name, 2); len(got) != 1 || got[0].Code != "" {
		t.Errorf("findings in a folder that is gone: %v", got)
	}
	if got := codes(c.diagnostics(good, 1)); !slices.Contains(got, "hadolint/DL3020") {
		t.Errorf("a file outside of the workspace folders: %q", got)
	}
	c.shutdown()
}

// crashing is a checker that panics on some texts.
type crashing struct{}

func (crashing) Name() string                               { return "crashing" }
func (crashing) Rules() []checks.Rule                       { return []checks.Rule{{Name: "crashing/rule"}} }
func (crashing) Match(f checks.File, _ *config.Config) bool { return true }
func (crashing) Check(f checks.File, _ checks.Settings) ([]checks.Finding, error) {
	if bytes.Contains(f.Content, []byte("crash")) {
		panic("boom")
	}
	return nil, nil
}

// A checker that crashes gives a message, and the others go on.
func TestCrash(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir, func(opts *editor.Options) { opts.Tools.Checkers.Register(crashing{}) })
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, "# crash\n"+bad)
	got := c.diagnostics(name, 1)
	if !slices.Contains(codes(got), "hadolint/DL3020") || !slices.ContainsFunc(got, func(d protocol.Diagnostic) bool { return strings.Contains(d.Message, "crashing failed") }) {
		t.Errorf("findings: %v", got)
	}
	c.change(name, 2, map[string]any{"text": bad})
	if got := codes(c.diagnostics(name, 2)); slices.Contains(got, "") {
		t.Errorf("findings of a text on which nothing crashes: %q", got)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.told) != 1 || !strings.Contains(c.told[0].Message, "crashing") {
		t.Errorf("messages: %v", c.told)
	}
}

// A message of 100 MB is read like any other; a file of more than 16 MiB is
// left alone.
func TestLargeMessage(t *testing.T) {
	if testing.Short() {
		t.Skip("it sends 100 MB")
	}
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	params := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri(name) + `","languageId":"dockerfile","version":1,"text":"FROM a\n` + strings.Repeat("# 0123456789\\n", 100<<20/14) + `"}}}`
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(params), params); err != nil {
		t.Fatal(err)
	}
	if got := c.diagnostics(name, 1); len(got) != 0 {
		t.Errorf("findings: %v", got)
	}
	c.change(name, 2, map[string]any{"text": bad})
	if got := codes(c.diagnostics(name, 2)); !slices.Contains(got, "hadolint/DL3020") {
		t.Errorf("findings after that: %q", got)
	}
	c.shutdown()
}

// A request that the client cancels is answered at once.
func TestCancel(t *testing.T) {
	dir := tree(t, nil)
	release := make(chan struct{})
	var waits atomic.Bool
	c := connect(t, newClient, dir, func(opts *editor.Options) { opts.Tools.Checkers.Register(waiting{release, &waits}) })
	waits.Store(true)
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	call, err := c.conn.DispatchCall(t.Context(), "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": uri(name)}}, jsonrpc2.PickID(jsonrpc2.ID{Num: 4711}))
	if err != nil {
		t.Fatal(err)
	}
	c.notify("$/cancelRequest", map[string]any{"id": 4711})
	err = call.Wait(t.Context(), nil)
	if failed, ok := errors.AsType[*jsonrpc2.Error](err); !ok || failed.Code != -32800 {
		t.Errorf("a canceled request: %v", err)
	}
	close(release)
	c.shutdown()
}

type waiting struct {
	release chan struct{}
	waits   *atomic.Bool
}

func (waiting) Name() string                           { return "waiting" }
func (waiting) Rules() []checks.Rule                   { return []checks.Rule{{Name: "waiting/rule"}} }
func (waiting) Match(checks.File, *config.Config) bool { return true }
func (w waiting) Check(checks.File, checks.Settings) ([]checks.Finding, error) {
	if w.waits.Load() {
		<-w.release
	}
	return nil, nil
}

// What fix-all leaves, a second call leaves too, and its text is the one of a
// run of fix.
func TestFixAllConverges(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	content := "from debian:12\nMAINTAINER me\nadd  a /b\nrun apt-get update && apt-get install curl\n"
	c.open(name, content)
	for version := 2; ; version++ {
		all := c.actions(name, protocol.Range{}, "source.fixAll")
		if len(all) == 0 {
			break
		}
		action, err := c.resolve(all[0])
		if err != nil || len(all) > 1 || version > 3 {
			t.Fatalf("round %d: %v, %v", version, all, err)
		}
		content = c.apply(action.Edit, name, content, nil)
		c.change(name, version, map[string]any{"text": content})
	}
	if !strings.Contains(content, "copy a /b") {
		t.Errorf("the text is %q", content)
	}
	c.shutdown()
}

// An unsafe action is offered only to a client that asks for exactly that kind.
func TestUnsafeIsNeverBound(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	for _, only := range [][]string{nil, {"source"}, {"source.fixAll"}, {"source.fixAll.autofix"}, {""}} {
		for _, action := range c.actions(name, protocol.Range{}, only...) {
			if action.Kind == "source.fixAll.autofix.unsafe" {
				t.Errorf("a client that asks for %q is offered %s", only, action.Title)
			}
		}
	}
	if all := c.actions(name, protocol.Range{}, "source.fixAll.autofix.unsafe"); len(all) != 1 {
		t.Errorf("a client that asks for it gets %v", all)
	}
	c.shutdown()
}

// The page of a rule is opened by the client.
func TestOpenRule(t *testing.T) {
	dir := tree(t, nil)
	c := connect(t, newClient, dir)
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	all := c.actions(name, protocol.Range{Start: protocol.Position{Line: 1}, End: protocol.Position{Line: 1}})
	i := slices.IndexFunc(all, func(a protocol.CodeAction) bool { return a.Command != nil })
	if i < 0 {
		t.Fatalf("no command among %v", all)
	}
	c.call("workspace/executeCommand", map[string]any{"command": all[i].Command.Command, "arguments": all[i].Command.Arguments}, nil)
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		asked := slices.Contains(c.asked, "window/showDocument")
		c.mu.Unlock()
		if asked {
			break
		}
		if time.Since(start) > patience {
			t.Fatal("the client is not asked to show the page")
		}
	}
	c.shutdown()
}
