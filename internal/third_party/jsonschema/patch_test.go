package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// The files here are upstream's of the version in go.mod, with lazy.patch.
func TestPatch(t *testing.T) {
	if os.Getenv("TEST_SRCDIR") != "" {
		t.Skip("Bazel has no module cache")
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/santhosh-tekuri/jsonschema/v6").Output()
	if err != nil {
		t.Fatal(err)
	}
	upstream := os.DirFS(strings.TrimSpace(string(out)))
	text, err := os.Open("lazy.patch")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	patches, _, err := gitdiff.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]bool{"README.md": true, "BUILD.bazel": true, "lazy.patch": true, "patch_test.go": true}
	err = filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || ours[name] {
			return err
		}
		want, err := fs.ReadFile(upstream, filepath.ToSlash(name))
		if err != nil {
			return err
		}
		for _, patch := range patches {
			if patch.NewName == name {
				var patched bytes.Buffer
				if err := gitdiff.Apply(&patched, bytes.NewReader(want), patch); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				want = patched.Bytes()
			}
		}
		got, err := os.ReadFile(name)
		if diff := cmp.Diff(string(want), string(got)); err == nil && diff != "" {
			t.Errorf("%s is not upstream's with lazy.patch (-want +got):\n%s", name, diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The metaschema of each draft is compiled by whichever compiler comes first,
// and judges schemas for all of them.
func TestMetaschemas(t *testing.T) {
	var wait sync.WaitGroup
	defer wait.Wait()
	for _, draft := range []*jsonschema.Draft{
		jsonschema.Draft4, jsonschema.Draft6, jsonschema.Draft7, jsonschema.Draft2019, jsonschema.Draft2020,
	} {
		for range 4 {
			wait.Go(func() {
				for schema, valid := range map[string]bool{
					`{"type": "object", "properties": {"a": {"minLength": 1}}}`: true,
					`{"type": "objekt"}`:                       false,
					`{"properties": {"a": {"minLength": -1}}}`: false,
				} {
					var parsed any
					if err := json.Unmarshal([]byte(schema), &parsed); err != nil {
						t.Error(err)
						return
					}
					compiler := jsonschema.NewCompiler()
					compiler.DefaultDraft(draft)
					if err := compiler.AddResource("urn:schema", parsed); err != nil {
						t.Error(err)
						return
					}
					if _, err := compiler.Compile("urn:schema"); (err == nil) != valid {
						t.Errorf("%s: %s: %v; want valid: %v", draft, schema, err, valid)
					}
				}
			})
		}
	}
}
