//go:build unix

package pipeline_test

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// A run ends even while it reads a pipe without a writer.
func TestReadArtifactsEndsWithItsContext(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "a.json")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	read := make(chan error, 1)
	go func() {
		_, _, err := pipeline.ReadArtifacts(ctx, []pipeline.Encoded{{Path: pipe}})
		read <- err
	}()
	select {
	case err := <-read:
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits")
	}
}
