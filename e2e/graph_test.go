//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Users get the tool as a binary, so users without Go must not get Go rules
// from this module.
func TestUsersModuleGraphHasNoGo(t *testing.T) {
	scripts.fresh(t).wantNoGo(t)
}

// wantNoGo fails the test if the module graph, or the repositories that a build
// with checks has fetched, include Go rules.
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

	// The graph contains what may be fetched; this checks what a build with
	// checks has fetched.
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
