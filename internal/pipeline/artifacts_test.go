package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

func TestReadArtifacts(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var files []pipeline.Encoded
	for i := range 100 {
		data, err := artifact.Marshal(artifact.New(artifact.Tool{Name: "test", Version: "1"}, fmt.Sprintf("//p:%03d", i)))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			files = append(files, pipeline.Encoded{Path: file(fmt.Sprintf("%03d.json", i), data)})
		} else {
			files = append(files, pipeline.Encoded{Text: data})
		}
	}
	artifacts, _, err := pipeline.ReadArtifacts(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range artifacts {
		if want := fmt.Sprintf("//p:%03d", i); a.Origin != want {
			t.Errorf("artifact %d is of %q, want %q", i, a.Origin, want)
		}
	}

	cut := pipeline.Encoded{Text: []byte(`{"version": 1,`)}
	missing := pipeline.Encoded{Path: filepath.Join(dir, "missing.json")}
	var malformed *artifact.Error
	var unreadable *fs.PathError
	_, failed, err := pipeline.ReadArtifacts(t.Context(), []pipeline.Encoded{files[0], cut, missing})
	if failed != 1 || !errors.As(err, &malformed) {
		t.Errorf("a malformed artifact: %d, %v", failed, err)
	}
	_, failed, err = pipeline.ReadArtifacts(t.Context(), []pipeline.Encoded{missing, files[0], cut})
	if failed != 0 || !errors.As(err, &unreadable) || unreadable.Path != missing.Path {
		t.Errorf("a missing artifact: %d, %v", failed, err)
	}
	interrupted, stop := context.WithCancelCause(t.Context())
	why := errors.New("interrupted")
	stop(why)
	if _, _, err := pipeline.ReadArtifacts(interrupted, files); !errors.Is(err, why) {
		t.Errorf("after an interrupt: %v", err)
	}
	if none, _, err := pipeline.ReadArtifacts(t.Context(), nil); len(none) != 0 || err != nil {
		t.Errorf("no artifact: %v, %v", none, err)
	}
}
