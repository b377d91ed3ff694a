package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/stream"
)

// An lspClient is a client of `autofix lsp`, over pipes.
type lspClient struct {
	t     *testing.T
	conn  *jsonrpc2.Conn
	steps chan string // messages of progress
	ended chan int    // the exit code of the server
}

func (c *lspClient) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	var p struct{ Value struct{ Message string } }
	if r.Method == "$/progress" && json.Unmarshal(*r.Params, &p) == nil {
		c.steps <- p.Value.Message
	}
	if !r.Notif {
		_ = conn.Reply(ctx, r.ID, nil)
	}
}

type silence struct{}

func (silence) Printf(string, ...any) {}

// canPull are the capabilities of a client that pulls findings.
const canPull = `{"window": {"workDoneProgress": true}, "textDocument": {"diagnostic": {}}}`

// startLSP starts a server in a workspace, and initializes it.
func startLSP(t *testing.T, root, capabilities string, args ...string) *lspClient {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &lspClient{t: t, steps: make(chan string, 1<<10), ended: make(chan int, 1)}
	env := newEnvironment()
	env.Dir, env.Terminal, env.Stdin, env.Stdout, env.Stderr = root, false, toServer, fromServer, io.Discard
	go func() { c.ended <- run(context.Background(), append([]string{"lsp"}, args...), env) }()
	pipe := stream.New(toClient, fromClient, func() error { _ = fromClient.Close(); return toClient.Close() })
	c.conn = jsonrpc2.NewConn(context.Background(), pipe, c, jsonrpc2.SetLogger(silence{}))
	t.Cleanup(func() { c.conn.Close() })
	c.call("initialize", map[string]any{
		"processId": nil, "rootUri": fileURI(root),
		"capabilities": json.RawMessage(capabilities),
	}, nil)
	if err := c.conn.Notify(context.Background(), "initialized", struct{}{}); err != nil {
		t.Fatal(err)
	}
	return c
}

func fileURI(name string) string { return "file://" + filepath.ToSlash(name) }

func (c *lspClient) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

func (c *lspClient) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *lspClient) build(patterns ...any) error {
	return c.try("workspace/executeCommand", map[string]any{"command": "autofix.build", "arguments": append([]any{}, patterns...)}, nil)
}

// open opens a file and returns its findings, as lines.
func (c *lspClient) open(name string) (all []string) {
	c.t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		c.t.Fatal(err)
	}
	document := map[string]any{"uri": fileURI(name), "languageId": "go", "version": 1, "text": string(text)}
	if err := c.conn.Notify(context.Background(), "textDocument/didOpen", map[string]any{"textDocument": document}); err != nil {
		c.t.Fatal(err)
	}
	return c.findings(name)
}

func (c *lspClient) findings(name string) (all []string) {
	c.t.Helper()
	var report protocol.FullDocumentDiagnosticReport
	c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": fileURI(name)}}, &report)
	for _, d := range report.Items {
		all = append(all, d.Code+" "+d.Message)
	}
	return all
}

func (c *lspClient) shutdown() {
	c.t.Helper()
	c.call("shutdown", nil, nil)
	if err := c.conn.Notify(context.Background(), "exit", nil); err != nil {
		c.t.Error(err)
	}
	if code := <-c.ended; code != 0 {
		c.t.Errorf("exit %d, want 0", code)
	}
}

// newBuiltRun returns a workspace with a file in which a checker that only the
// fake Bazel runs finds something.
func newBuiltRun(t *testing.T, mode string) (b *bazelRun, name string) {
	t.Helper()
	files := map[string]string{"a/x.go": judgedText, "b/x.go": "package b\n"}
	b = newBazelRun(t, files, "//a:a a/x.go\n//b:b b/x.go\n", mode)
	findings, err := json.Marshal([]checks.Finding{{Rule: "test/one", Message: "a bad name", Start: 15, End: 16}})
	if err != nil {
		t.Fatal(err)
	}
	b.write(b.fake, "findings", string(findings))
	return b, filepath.Join(b.root, "a/x.go")
}

const foundInBuild = "test/one a bad name"

func TestLSPBuilds(t *testing.T) {
	b, name := newBuiltRun(t, "")
	c := startLSP(t, b.root, canPull, "--bazel-flag=--config=ci")
	if got := c.open(name); got != nil {
		t.Errorf("before the build: %q", got)
	}
	if err := c.build(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{foundInBuild}, c.findings(name)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	arguments, err := os.ReadFile(filepath.Join(b.fake, "args.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"--aspects=@rules_autofix//rules:defs.bzl%autofix_fix"`, `"--config=ci"`, `"--","//..."]`} {
		if !strings.Contains(string(arguments), want) {
			t.Errorf("the build has no %s: %s", want, arguments)
		}
	}
	c.shutdown()
	if builds, _ := filepath.Glob(filepath.Join(b.fake, "args.*")); len(builds) != 1 {
		t.Errorf("%d builds: nothing but the command may build", len(builds))
	}
}

func TestLSPBuildFails(t *testing.T) {
	for _, row := range []struct{ mode, want, found string }{
		{"crash //b:b", "//b:b", foundInBuild}, // the other target is checked
		{"analysis", "no such package 'x'", foundInBuild},
		{"nothing //none", "no targets found", ""},
		{"flag", "exit 2", ""},
		{"malform //a:a", "", ""},
	} {
		t.Run(row.mode, func(t *testing.T) {
			b, name := newBuiltRun(t, row.mode)
			c := startLSP(t, b.root, canPull)
			c.open(name)
			if err := c.build("//..."); (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
				t.Errorf("the build ends with %v, want %q", err, row.want)
			}
			if got := strings.Join(c.findings(name), "\n"); got != row.found {
				t.Errorf("the findings are %q, want %q", got, row.found)
			}
			c.shutdown()
		})
	}
}

func TestLSPBuildWithoutBazel(t *testing.T) {
	b := newBazelRun(t, nil, "", "")
	t.Setenv("PATH", t.TempDir())
	c := startLSP(t, b.root, canPull)
	if err := c.build(); err == nil || !strings.Contains(err.Error(), "neither bazel nor bazelisk is on the PATH; install Bazelisk") {
		t.Errorf("without Bazel, the build ends with %v", err)
	}
	c.shutdown()
	c = startLSP(t, t.TempDir(), canPull)
	if err := c.build(); err == nil || !strings.Contains(err.Error(), "no folder of the editor is in a Bazel workspace") {
		t.Errorf("without a workspace, the build ends with %v", err)
	}
	c.shutdown()
}

// A build that waits, as for Bazel's lock, says so and ends when it is canceled.
func TestLSPBuildIsCanceled(t *testing.T) {
	b, _ := newBuiltRun(t, "wait")
	c := startLSP(t, b.root, canPull)
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(b.fake, "waiting")); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		_ = c.conn.Notify(context.Background(), "window/workDoneProgress/cancel", map[string]any{"token": "autofix-1"})
	}()
	failed, ok := errors.AsType[*jsonrpc2.Error](c.build())
	if !ok || failed.Code != -32800 {
		t.Errorf("the build ends with %v", failed)
	}
	last := ""
	for len(c.steps) > 0 {
		last = <-c.steps
	}
	if last != "canceled" {
		t.Errorf("the progress ends with %q", last)
	}
	c.shutdown()
}

// The findings of a build of the person are shown from its build event file.
func TestLSPReadsBuildEvents(t *testing.T) {
	b, name := newBuiltRun(t, "")
	events := filepath.Join(b.root, "events.json")
	old := os.Args
	os.Args = []string{"bazel", "build", "--build_event_json_file=" + events}
	code := fakeBazel(b.fake)
	os.Args = old
	if code != 0 {
		t.Fatalf("the build ends with %d", code)
	}
	for file, want := range map[string][]string{"events.json": {foundInBuild}, "none.json": nil} {
		c := startLSP(t, b.root, canPull, "--build-events="+file)
		if diff := cmp.Diff(want, c.open(name)); diff != "" {
			t.Errorf("%s: findings (-want +got):\n%s", file, diff)
		}
		c.shutdown()
	}
}
