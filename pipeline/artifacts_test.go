package pipeline_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/pipeline"
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
	var names []string
	for i := range 100 {
		data, err := artifact.Marshal(artifact.New(artifact.Tool{Name: "test", Version: "1"}, fmt.Sprintf("//p:%03d", i)))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, file(fmt.Sprintf("%03d.json", i), data))
	}
	artifacts, _, err := pipeline.ReadArtifacts(names)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range artifacts {
		if want := fmt.Sprintf("//p:%03d", i); a.Origin != want {
			t.Errorf("artifact %d is of %q, want %q", i, a.Origin, want)
		}
	}

	cut, missing := file("cut.json", []byte(`{"version": 1,`)), filepath.Join(dir, "missing.json")
	var malformed *artifact.Error
	var unreadable *fs.PathError
	_, failed, err := pipeline.ReadArtifacts([]string{names[0], cut, missing})
	if failed != 1 || !errors.As(err, &malformed) {
		t.Errorf("a malformed artifact: %d, %v", failed, err)
	}
	_, failed, err = pipeline.ReadArtifacts([]string{missing, names[0], cut})
	if failed != 0 || !errors.As(err, &unreadable) || unreadable.Path != missing {
		t.Errorf("a missing artifact: %d, %v", failed, err)
	}
	if none, _, err := pipeline.ReadArtifacts(nil); len(none) != 0 || err != nil {
		t.Errorf("no artifact: %v, %v", none, err)
	}
}
