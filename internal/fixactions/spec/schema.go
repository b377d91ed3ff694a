package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema returns the JSON Schema (draft 2020-12) of a document, indented, with
// a final newline. Read refuses everything that the schema refuses, and more:
// see the description in it.
func Schema() []byte { return bytes.Clone(schema()) }

var schema = sync.OnceValue(func() []byte {
	root := documentObject.schema()
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.ID = "urn:rules-autofix:fix-actions:1"
	root.Title = "Fix actions"
	root.Defs = map[string]*jsonschema.Schema{
		actionObject.name():    actionObject.schema(),
		targetObject.name():    targetSchema(),
		operationObject.name(): operationSchema(),
		expectsObject.name():   expectsObject.schema(),
	}
	compact, err := json.Marshal(root)
	if err != nil {
		panic(fmt.Errorf("spec: the schema is wrong: %w", err)) // constant input: every test would fail
	}
	var out bytes.Buffer
	_ = json.Indent(&out, compact, "", "  ") // cannot fail on the result of Marshal
	out.WriteByte('\n')
	return out.Bytes()
})
