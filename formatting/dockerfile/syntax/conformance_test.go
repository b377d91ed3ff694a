//go:build conformance

package syntax_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/corpus"
)

// Run it with -tags=conformance -v.
func TestConformance(t *testing.T) {
	files := corpus.Files(t)
	for _, f := range files {
		t.Run(f.Name, func(t *testing.T) { agree(t, f.Content) })
	}
	t.Logf("%d Dockerfiles: the same instructions as BuildKit, or both refuse", len(files))
}
