package editor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// A workspaceReport is one of WorkspaceDiagnosticReport.
type workspaceReport struct {
	URI, Kind, ResultID string
	Version             *int32
	Items               []protocol.Diagnostic
}

// pullAll returns the reports of all files, and each as a line.
func (c *editorClient) pullAll(dir string, previous []workspaceReport) (all []workspaceReport, lines []string) {
	c.t.Helper()
	known := []map[string]any{}
	for _, r := range previous {
		known = append(known, map[string]any{"uri": r.URI, "value": r.ResultID})
	}
	var answer struct{ Items []workspaceReport }
	c.call("workspace/diagnostic", map[string]any{"previousResultIds": known}, &answer)
	for _, r := range answer.Items {
		line := strings.TrimPrefix(r.URI, uri(dir)+"/") + " " + r.Kind
		if r.Version != nil {
			line += fmt.Sprint(" ", *r.Version)
		}
		for _, d := range r.Items {
			line += fmt.Sprint(" ", d.Code, ":", d.Range.Start.Line+1)
		}
		lines = append(lines, line)
	}
	return answer.Items, lines
}

// A client that asks for everything has the findings of files that are not
// open, and of open ones as they are. It waits when it asks again.
func TestPullAll(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.sh": "echo a \n", "b/b.sh": "echo b\n\n\necho b \n", "c.sh": "echo c\n", "vendor/d.sh": "echo d \n",
		"autofix.toml": "[files]\nexclude = [\"vendor/**\"]\n",
	})
	c := connect(t, newClient, dir)
	c.open(filepath.Join(dir, "a.sh"), "echo a\n")
	c.open(filepath.Join(dir, "c.sh"), "echo c\necho c \n")
	all, lines := c.pullAll(dir, nil)
	if diff := cmp.Diff([]string{"b/b.sh full format/shell:4", "c.sh full 1 format/shell:2"}, lines); diff != "" {
		t.Error(diff)
	}
	type second struct {
		all   []workspaceReport
		lines []string
	}
	done := make(chan second, 1)
	ask := func(previous []workspaceReport) {
		all, lines := c.pullAll(dir, previous)
		done <- second{all, lines}
	}
	go ask(all)
	select {
	case got := <-done:
		t.Fatalf("an answer before anything changed: %q", got.lines)
	case <-time.After(300 * time.Millisecond):
	}
	if err := os.WriteFile(filepath.Join(dir, "b/b.sh"), []byte("echo b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri(filepath.Join(dir, "c.sh"))}})
	if diff := cmp.Diff([]string{"b/b.sh full", "c.sh unchanged 1"}, (<-done).lines); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(filepath.Join(dir, "autofix.toml"), []byte("[files]\nexclud = []\n\n[foo]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	go ask(all)
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	got := <-done
	i := slices.IndexFunc(got.all, func(r workspaceReport) bool { return strings.HasSuffix(r.URI, "autofix.toml") })
	if i < 0 || len(got.all[i].Items) != 2 || !strings.Contains(got.all[i].Items[0].Message, "exclud") || got.all[i].Items[0].Range.Start.Line != 1 {
		t.Errorf("with mistakes in the configuration: %+v", got.all)
	}
	c.shutdown()
}

// A client whose workspace has no findings waits, too. A folder that is not one
// of files, or that has vanished, has none.
func TestPullAllOfNothing(t *testing.T) {
	dir := tree(t, map[string]string{"a.sh": "echo a\n"})
	c := connect(t, newClient, dir)
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added":   []any{map[string]any{"uri": "untitled:x", "name": "x"}, map[string]any{"uri": uri(filepath.Join(dir, "gone")), "name": "gone"}},
		"removed": []any{},
	}})
	if _, lines := c.pullAll(dir, nil); len(lines) > 0 {
		t.Fatalf("findings: %q", lines)
	}
	done := make(chan []string, 1)
	go func() {
		_, lines := c.pullAll(dir, nil)
		done <- lines
	}()
	select {
	case lines := <-done:
		t.Fatalf("an answer before anything changed: %q", lines)
	case <-time.After(300 * time.Millisecond):
	}
	c.open(filepath.Join(dir, "a.sh"), "echo a \n")
	if diff := cmp.Diff([]string{"a.sh full 1 format/shell:1"}, <-done); diff != "" {
		t.Error(diff)
	}
	c.shutdown()
}

// Only a client that knows them has tags and related places.
func TestTagsAndRelatedPlaces(t *testing.T) {
	const content = "FROM debian:12 AS Build\nMAINTAINER me\nFROM debian:12\nCOPY --from=Build /a /b\n"
	for _, test := range []struct{ name, capabilities, tags, related string }{
		{"new", newClient, "hadolint/DL4000 [2]", "buildkit/StageNameCasing 4:13"},
		{"old", oldClient, "", ""},
	} {
		dir := tree(t, map[string]string{"Dockerfile": content})
		c := connect(t, test.capabilities, dir)
		name := filepath.Join(dir, "Dockerfile")
		c.open(name, content)
		var tags, related []string
		for _, d := range c.diagnostics(name, 1) {
			if len(d.Tags) > 0 {
				tags = append(tags, fmt.Sprint(d.Code, " ", d.Tags))
			}
			for _, r := range d.RelatedInformation {
				if r.Location.URI != uri(name) || !strings.HasPrefix(r.Message, "changes too: ") {
					t.Errorf("%+v", r)
				}
				related = append(related, fmt.Sprintf("%s %d:%d", d.Code, r.Location.Range.Start.Line+1, r.Location.Range.Start.Character+1))
			}
		}
		c.shutdown()
		if got := strings.Join(tags, ","); got != test.tags {
			t.Errorf("%s: tags %q, want %q", test.name, got, test.tags)
		}
		if got := strings.Join(related, ","); got != test.related {
			t.Errorf("%s: related %q, want %q", test.name, got, test.related)
		}
	}
}
