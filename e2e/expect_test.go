//go:build e2e

package e2e

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// wantCode fails the test, with the output of the command, unless it has the
// given exit code.
func (r result) wantCode(t *testing.T, code int) result {
	t.Helper()
	if r.code != code {
		t.Fatalf("exit %d, want %d\nstdout:\n%s\nstderr:\n%s", r.code, code, r.stdout, r.stderr)
	}
	return r
}

// wantStderr fails the test if stderr lacks one of the texts.
func (r result) wantStderr(t *testing.T, texts ...string) result {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(r.stderr, text) {
			t.Errorf("stderr lacks %q:\n%s", text, r.stderr)
		}
	}
	return r
}

// wantUntouched fails the test if a file was created, deleted or changed since
// before.
func (w *workspace) wantUntouched(t *testing.T, before map[string]source) {
	t.Helper()
	sameTime := cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })
	if diff := cmp.Diff(before, w.sources(t), cmp.AllowUnexported(source{}), sameTime); diff != "" {
		t.Errorf("sources changed (-before +after):\n%s", diff)
	}
}

// nonce returns a text that no run had before, so that no cache has a file with
// it.
func nonce() string { return rand.Text() }
