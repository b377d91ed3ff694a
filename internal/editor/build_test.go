package editor_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/editor"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// builds returns options whose Bazel does what a test wants. Every root is a
// workspace.
func builds(do func(ctx context.Context, root string, patterns []string, stderr io.Writer) ([]string, error)) func(*editor.Options) {
	return func(opts *editor.Options) {
		opts.Bazel = editor.Bazel{IsWorkspace: func(string) bool { return true }, Build: do}
	}
}

func (c *editorClient) runBuild(arguments ...any) error {
	return c.try("workspace/executeCommand", map[string]any{"command": "autofix.build", "arguments": append([]any{}, arguments...)}, nil)
}

// waitFor waits until a message of the server has come.
func (c *editorClient) waitFor(what string, came func() bool) {
	c.t.Helper()
	for start := time.Now(); time.Since(start) < patience; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		ok := came()
		c.mu.Unlock()
		if ok {
			return
		}
	}
	c.t.Fatalf("there is no %s", what)
}

// found returns the messages of the findings of the last build in a version.
func (c *editorClient) found(name string, version int32) (all []string) {
	c.t.Helper()
	for _, d := range c.diagnostics(name, version) {
		if d.Code == "mine/word" {
			all = append(all, d.Message)
		}
	}
	return all
}

// The command builds, shows its progress, and then the findings and their fixes.
func TestBuild(t *testing.T) {
	const saved = "one = 1\nbad = 2\n"
	dir := tree(t, map[string]string{"a/x.py": saved, "out/x": ""})
	name := filepath.Join(dir, "a/x.py")
	bin := filepath.Join(dir, "out/bazel-out/k8/bin")
	var asked []string
	c := connect(t, newClient, dir, builds(func(_ context.Context, root string, patterns []string, stderr io.Writer) ([]string, error) {
		asked = append(asked, root+" "+strings.Join(patterns, " "))
		fmt.Fprint(stderr, "Loading: \x1b[31m2 packages\nAnaly")
		fmt.Fprint(stderr, "zing: //a\r\n", strings.Repeat("x", 1<<20), "\nERROR: a\tb\n\nhalf")
		build(t, bin, "a/lib.autofix/mine.json", "a/x.py", saved, "bad")
		return []string{filepath.Join(bin, "a/lib.autofix/mine.json")}, nil
	}))
	c.open(name, saved)
	if got := c.found(name, 1); got != nil {
		t.Errorf("before the build, the findings are %q", got)
	}
	if err := c.runBuild("//a/...", "-//b"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{dir + " //a/... -//b"}, asked); diff != "" {
		t.Errorf("builds (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"found bad"}, c.found(name, 1)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	want := []step{
		{"begin", "autofix: building the checks", ""},
		{"report", "", "Loading: 2 packages"},
		{"report", "", "Analyzing: //a "},
		{"report", "", strings.Repeat("x", 1<<10)},
		{"report", "", "ERROR: a b"},
		{"end", "", "artifacts: 1"},
	}
	c.mu.Lock()
	if diff := cmp.Diff(want, c.steps); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]protocol.LogMessageParams{{Type: protocol.MessageTypeError, Message: "ERROR: a b"}}, c.logged); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	c.mu.Unlock()
	c.quickFix(name, saved, "replace bad", "one = 1\ngood = 2\n")
	c.waitFor("a refresh", func() bool { return slices.Contains(c.asked, "workspace/diagnostic/refresh") })

	// The fix is for the text that was checked, and for no other.
	moved := "zero = 0\n" + saved
	c.change(name, 2, map[string]any{"text": moved})
	if diff := cmp.Diff([]string{"found bad"}, c.found(name, 2)); diff != "" {
		t.Errorf("findings after a change (-want +got):\n%s", diff)
	}
	c.quickFix(name, moved, "replace bad", "")
	c.shutdown()
}

// quickFix applies the action with a title, which makes the text of want. If
// that is empty, there must be no such action.
func (c *editorClient) quickFix(name, content, title, want string) {
	c.t.Helper()
	got := ""
	for _, action := range c.actions(name, protocol.Range{End: protocol.Position{Line: 1 << 20}}) {
		if action.Title != title {
			continue
		}
		action, err := c.resolve(action)
		if err != nil {
			c.t.Fatal(err)
		}
		got = c.apply(action.Edit, name, content, map[string]string{})
	}
	if got != want {
		c.t.Errorf("%s makes %q, want %q", title, got, want)
	}
}

// A client that does not pull is sent the findings of a build.
func TestBuildIsPushed(t *testing.T) {
	dir := tree(t, map[string]string{"x.py": "bad\n"})
	name := filepath.Join(dir, "x.py")
	c := connect(t, oldClient, dir, builds(func(context.Context, string, []string, io.Writer) ([]string, error) {
		build(t, dir, "lib.autofix/mine.json", "x.py", "bad\n", "bad")
		return []string{filepath.Join(dir, "lib.autofix/mine.json")}, nil
	}))
	c.open(name, "bad\n")
	if got := c.found(name, 1); got != nil {
		t.Errorf("before the build, the findings are %q", got)
	}
	if err := c.runBuild(); err != nil {
		t.Fatal(err)
	}
	c.waitFor("a push", func() bool {
		all := c.pushed[uri(name)]
		return slices.Contains(codes(all[len(all)-1].Diagnostics), "mine/word")
	})
	c.shutdown()
}

// A build that fails is an error of the command, and its artifacts count.
func TestBuildFails(t *testing.T) {
	dir := tree(t, map[string]string{"x.py": "bad\n"})
	name := filepath.Join(dir, "x.py")
	c := connect(t, newClient, dir, builds(func(context.Context, string, []string, io.Writer) ([]string, error) {
		build(t, dir, "lib.autofix/mine.json", "x.py", "bad\n", "bad")
		return []string{filepath.Join(dir, "lib.autofix/mine.json")}, errors.New("//b does not build")
	}))
	c.open(name, "bad\n")
	if err := c.runBuild(); err == nil || !strings.Contains(err.Error(), "//b does not build") {
		t.Errorf("the build ends with %v", err)
	}
	if diff := cmp.Diff([]string{"found bad"}, c.found(name, 1)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	for _, arguments := range [][]any{{7}, {""}, {map[string]any{}}, {"//a", nil}} {
		if failed, ok := errors.AsType[*jsonrpc2.Error](c.runBuild(arguments...)); !ok || failed.Code != jsonrpc2.CodeInvalidParams {
			t.Errorf("arguments %v: %v", arguments, failed)
		}
	}
	c.shutdown()

	c = connect(t, oldClient, dir, func(opts *editor.Options) {
		opts.Bazel.IsWorkspace = func(string) bool { return false }
	})
	if err := c.runBuild(); err == nil || !strings.Contains(err.Error(), "MODULE.bazel") {
		t.Errorf("without a workspace, the build ends with %v", err)
	}
	c.shutdown()
}

// The person cancels a build by its progress. Meanwhile there is no second one,
// and the server answers.
func TestBuildIsCanceled(t *testing.T) {
	dir := tree(t, map[string]string{"Dockerfile": bad})
	c := connect(t, newClient, dir, builds(func(ctx context.Context, _ string, _ []string, stderr io.Writer) ([]string, error) {
		fmt.Fprintln(stderr, "waiting")
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}))
	name := filepath.Join(dir, "Dockerfile")
	c.open(name, bad)
	c.mu.Lock()
	c.onStep = func(s step) {
		if s.Message != "waiting" {
			return
		}
		if err := c.runBuild(); err == nil || !strings.Contains(err.Error(), "a build is running") {
			t.Errorf("a second build ends with %v", err)
		}
		if len(c.diagnostics(name, 1)) == 0 {
			t.Error("no findings while a build runs")
		}
		for _, token := range []string{"no such", "autofix-1"} {
			c.notify("window/workDoneProgress/cancel", map[string]any{"token": token})
		}
	}
	c.mu.Unlock()
	failed, ok := errors.AsType[*jsonrpc2.Error](c.runBuild())
	if !ok || failed.Code != -32800 {
		t.Errorf("the build ends with %v", failed)
	}
	c.shutdown()
}

// Files that are no artifacts, or no build events, are logged and left out. The
// others count.
func TestOddBuilds(t *testing.T) {
	const saved = "bad = 2\n"
	dir := tree(t, map[string]string{
		"x.py": saved, "events": "1",
		"bazel-bin/broken.autofix/mine.json": `{"version": 1, "tool": `,
		"bazel-bin/newer.autofix/mine.json":  `{"version": 999}`,
	})
	huge := filepath.Join(dir, "bazel-bin/huge.autofix/mine.json")
	build(t, filepath.Join(dir, "bazel-bin"), "good.autofix/mine.json", "x.py", saved, "bad")
	build(t, filepath.Join(dir, "elsewhere"), "mine.json", "x.py", saved, "2")
	if err := os.MkdirAll(filepath.Dir(huge), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(huge, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 1<<30); err != nil {
		t.Fatal(err)
	}
	events := filepath.Join(dir, "events")
	c := connect(t, newClient, dir, func(opts *editor.Options) {
		opts.Bazel.Events = events
		opts.Bazel.ReadEvents = func(name string) ([]string, error) {
			if text, _ := os.ReadFile(name); len(text) > 1 {
				return nil, errors.New("they are cut off")
			}
			return []string{filepath.Join(dir, "elsewhere/mine.json"), filepath.Join(dir, "gone.json")}, nil
		}
	})
	name := filepath.Join(dir, "x.py")
	c.open(name, saved)
	both := []string{"found bad", "found 2"}
	if diff := cmp.Diff(both, c.found(name, 1)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if err := os.WriteFile(events, []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.change(name, 2, map[string]any{"text": saved})
	if diff := cmp.Diff(both, c.found(name, 2)); diff != "" {
		t.Errorf("findings while the events are written (-want +got):\n%s", diff)
	}
	c.shutdown()
	var logged []string
	for _, message := range c.logged {
		logged = append(logged, strings.ReplaceAll(message.Message, dir, "$DIR"))
	}
	for _, want := range []string{"broken.autofix/mine.json is left out", "newer.autofix/mine.json is left out", "huge.autofix/mine.json is left out: it has 1024 MB", "$DIR/events: they are cut off"} {
		if n := strings.Count(strings.Join(logged, "\n"), want); n != 1 {
			t.Errorf("%d lines of the log have %q:\n%s", n, want, strings.Join(logged, "\n"))
		}
	}
}
