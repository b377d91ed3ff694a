package validate_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks/schema/validate"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A schema is compiled once for the contents of its files, and every use reads
// all of them.
func TestCache(t *testing.T) {
	contents := map[string]string{
		"a/s.json":      `{"$ref": "../b/common.json#/$defs/name"}`,
		"b/common.json": `{"$defs": {"name": {"type": "string"}}}`,
	}
	var read []string
	plain := files(contents, nil)
	counting := validate.Files{
		Mapped: plain.Mapped,
		Read: func(path string) (config.ToolFile, error) {
			read = append(read, path)
			return plain.Read(path)
		},
	}
	cache := new(validate.Cache)
	first, err := cache.Schema("a/s.json", "", counting)
	if err != nil {
		t.Fatal(err)
	}
	read = nil
	second, err := cache.Schema("a/s.json", "", counting)
	if err != nil || first != second {
		t.Errorf("it is compiled twice, %v", err)
	}
	if diff := cmp.Diff([]string{"a/s.json", "b/common.json"}, read); diff != "" {
		t.Errorf("the second use reads (-want +got):\n%s", diff)
	}
	if got := lines(t, second, "3"); !slices.Equal(got, []string{` type: the document must be a string, not 3 | safe, Write "3": replace_value "" "3"`}) {
		t.Error(got)
	}
	contents["b/common.json"] = `{"$defs": {"name": {"type": "boolean"}}}`
	third, err := cache.Schema("a/s.json", "", counting)
	if err != nil || third == second {
		t.Errorf("a change of another file is not seen, %v", err)
	}
	delete(contents, "b/common.json")
	if _, err := cache.Schema("a/s.json", "", counting); err == nil || !strings.Contains(err.Error(), ": the schema b/common.json does not exist") {
		t.Errorf("a file that is gone: %v", err)
	}
	contents["b/common.json"] = `{"$defs": {"name": {"type": "boolean"}}}`
	if again, err := cache.Schema("a/s.json", "", counting); err != nil || again != third {
		t.Errorf("what was there before is compiled again, %v", err)
	}
}

// URLs are the files that the configuration maps them to, or those beside a
// schema as they are beside its $id.
func TestURLs(t *testing.T) {
	contents := map[string]string{
		"s.json":          `{"$id": "https://example.com/schemas/s.json", "properties": {"a": {"$ref": "defs/a.json"}, "b": {"$ref": "https://other.example/b.json#/b"}, "d": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"type": "integer"}}}`,
		"defs/a.json":     `{"$id": "https://example.com/schemas/defs/a.json", "$ref": "../c.json"}`,
		"c.json":          `{"type": "integer"}`,
		"vendored/b.json": `{"b": {"type": "integer"}}`,
		"other.json":      `{"b": {"type": "null"}}`,
	}
	cache := new(validate.Cache)
	for mapped, want := range map[string]string{"vendored/b.json": "an integer", "other.json": "null"} {
		schema, err := cache.Schema("s.json", "", files(contents, map[string]string{"https://other.example/b.json": mapped}))
		if err != nil {
			t.Fatal(err)
		}
		got := lines(t, schema, "a: []\nb: []\nd: []\n")
		if diff := cmp.Diff([]string{
			"/a type: a must be an integer, not an array", fmt.Sprintf("/b type: b must be %s, not an array", want), "/d type: d must be an integer, not an array",
		}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		paths := slices.Sorted(slices.Values([]string{"c.json", "defs/a.json", "s.json", mapped}))
		if diff := cmp.Diff(paths, schema.Paths()); diff != "" {
			t.Errorf("its files are (-want +got):\n%s", diff)
		}
	}
	_, err := cache.Schema("s.json", "", files(contents, nil))
	unmapped, ok := errors.AsType[*validate.UnmappedError](err)
	if !ok || unmapped.URL != "https://other.example/b.json" || unmapped.Path != "s.json" || unmapped.Line != 1 || unmapped.Column != 106 {
		t.Errorf("a URL that is not mapped: %#v", err)
	}
}

func TestFragment(t *testing.T) {
	contents := map[string]string{"s.json": "{\"$defs\": {\"a b\": {\"type\": \"integer\"}}}"}
	cache := new(validate.Cache)
	schema, err := cache.Schema("s.json", "/$defs/a b", files(contents, nil))
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(t, schema, "x"); len(got) != 1 {
		t.Error(got)
	}
	if _, err := cache.Schema("s.json", "/$defs/b", files(contents, nil)); err == nil || !strings.HasPrefix(err.Error(), "s.json:1:1: ") {
		t.Errorf("a fragment that is not there: %v", err)
	}
}

func TestConcurrentUse(t *testing.T) {
	contents := map[string]string{"s.json": `{"type": "integer"}`}
	cache := new(validate.Cache)
	schemas := make([]*validate.Schema, 16)
	var group sync.WaitGroup
	for i := range schemas {
		group.Go(func() { schemas[i], _ = cache.Schema("s.json", "", files(contents, nil)) })
	}
	group.Wait()
	for _, schema := range schemas {
		if schema == nil || schema != schemas[0] {
			t.Fatal("it is compiled twice")
		}
	}
}
