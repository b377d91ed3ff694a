package jsonschema_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

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
