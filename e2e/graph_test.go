//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tool is a binary to its users: whoever has no Go must not get Go's rules
// from us.
func TestUsersModuleGraphHasNoGo(t *testing.T) {
	scripts.fresh(t).wantNoGo(t)
}

// wantNoGo fails the test where the module graph, or what a build with checks
// has fetched, has rules of Go.
func (w *workspace) wantNoGo(t *testing.T) {
	t.Helper()
	graph := w.bazel(t, "mod", "graph").wantCode(t, 0).stdout
	if !strings.Contains(graph, "rules_autofix@") {
		t.Fatalf("no rules_autofix in the graph:\n%s", graph)
	}
	for _, module := range []string{"rules_go@", "gazelle@"} {
		if strings.Contains(graph, module) {
			t.Errorf("%s is in the graph:\n%s", module, graph)
		}
	}

	// The graph is what may be fetched; this is what a build with checks has
	// fetched.
	w.bazel(t, "build", "--config=autofix", "//...").wantCode(t, 0)
	for _, name := range w.fetched(t) {
		if strings.Contains(name, "rules_go") || strings.Contains(name, "gazelle") {
			t.Errorf("the build fetched %s", name)
		}
	}
}

// fetched lists the repositories that Bazel has fetched, by their canonical
// names.
func (w *workspace) fetched(t *testing.T) []string {
	t.Helper()
	base := strings.TrimSpace(w.bazel(t, "info", "output_base").wantCode(t, 0).stdout)
	entries, err := os.ReadDir(filepath.Join(base, "external"))
	if err != nil || len(entries) == 0 {
		t.Fatalf("repositories of %s: %d, %v", base, len(entries), err)
	}
	names := []string{}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
