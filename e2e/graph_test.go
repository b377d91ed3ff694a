//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tool is a binary to its users: whoever has no Go must not get Go's rules from us.
func TestUsersModuleGraphHasNoGo(t *testing.T) {
	w := scripts.fresh(t)
	graph := w.bazel(t, "mod", "graph").wantCode(t, 0).stdout
	if !strings.Contains(graph, "rules_autofix@") {
		t.Fatalf("no rules_autofix in the graph:\n%s", graph)
	}
	for _, module := range []string{"rules_go@", "gazelle@"} {
		if strings.Contains(graph, module) {
			t.Errorf("%s is in the graph:\n%s", module, graph)
		}
	}

	// The graph is what may be fetched; this is what a build with checks has fetched.
	w.bazel(t, "build", "--config=autofix", "//...").wantCode(t, 0)
	base := strings.TrimSpace(w.bazel(t, "info", "output_base").wantCode(t, 0).stdout)
	repositories, err := os.ReadDir(filepath.Join(base, "external"))
	if err != nil || len(repositories) == 0 {
		t.Fatalf("repositories of %s: %d, %v", base, len(repositories), err)
	}
	for _, repository := range repositories {
		if strings.Contains(repository.Name(), "rules_go") || strings.Contains(repository.Name(), "gazelle") {
			t.Errorf("the build fetched %s", repository.Name())
		}
	}
}
