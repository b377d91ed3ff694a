package objective

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
)

// Schema returns the JSON Schema (draft 2020-12) of Data, indented, with a
// final newline.
func Schema() []byte { return bytes.Clone(schema()) }

var schema = sync.OnceValue(func() []byte {
	root, err := jsonschema.For[Data](nil)
	if err != nil {
		panic(fmt.Errorf("objective: the schema is wrong: %w", err)) // constant input: every test would fail
	}
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.ID = "urn:rules-autofix:ai-fix:1"
	root.Title = "Data of a fix that an agent is asked for, of any checker"
	root.Description = `The value of resolver.data in a fix of an artifact whose resolver.id is "ai-autofix".`
	words := func(s *jsonschema.Schema) {
		s.Pattern, s.MaxLength = "^[^\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]*$", new(maxWords)
	}
	goal := root.Properties["goal"]
	words(goal)
	goal.AllOf = []*jsonschema.Schema{{Pattern: `\S`}}
	words(root.Properties["decline"])
	for _, name := range []string{"constraints", "may_use", "may_run"} {
		words(root.Properties[name].Items)
	}
	for _, name := range []string{"must_add", "must_not_add"} {
		items := root.Properties[name].Items
		items.Format, items.MaxLength = "regex", new(maxPattern)
	}
	for _, name := range []string{"constraints", "must_add", "must_not_add", "may_use", "may_run"} {
		root.Properties[name].MaxItems = new(maxList)
	}
	for _, instruction := range imageconfig.Instructions {
		items := root.Properties["may_change"].Items
		items.Enum = append(items.Enum, instruction)
	}
	evidence := root.Properties["evidence"]
	evidence.MaxItems = new(maxEvidence)
	evidence.Items.Properties["line"].Minimum = new(0.0)
	for _, list := range root.Properties {
		// A list of Go may be null, and one of JSON need not be.
		if list.Items != nil {
			list.Type, list.Types = "array", nil
		}
	}
	compact, err := json.Marshal(root)
	if err != nil {
		panic(fmt.Errorf("objective: the schema is wrong: %w", err))
	}
	var out bytes.Buffer
	_ = json.Indent(&out, compact, "", "  ") // cannot fail on the result of Marshal
	out.WriteByte('\n')
	return out.Bytes()
})
