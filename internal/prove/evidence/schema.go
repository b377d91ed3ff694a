package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema returns the JSON Schema (draft 2020-12) of Evidence, indented, with a
// final newline.
func Schema() []byte { return bytes.Clone(schema()) }

// enums has the values of the types that have names for them.
var enums = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[Phase]():   enum(Setup, Reproduce, Localize, Prevent, Fix, Prove),
	reflect.TypeFor[State]():   enum(AtBase, WithTests, WithSources, WithServing, AtCandidate, Reverted, WithoutHunk, Mutated, Canaried, Rewritten, CleanRoom),
	reflect.TypeFor[End]():     enum(Exited, TimedOut, Signaled, NotStarted, Canceled),
	reflect.TypeFor[Status]():  enum(Passed, Failed, Errored, Skipped, Missing),
	reflect.TypeFor[Kind]():    enum(Source, TestFile, Docs, Build, Protected),
	reflect.TypeFor[Holds]():   enum(Yes, Weakly, Unknown, No),
	reflect.TypeFor[Verdict](): enum(Proven, Weak, Inconclusive, NotAccepted, Refuted, Infra),
}

func enum[T ~string](values ...T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	return s
}

var schema = sync.OnceValue(func() []byte {
	root, err := jsonschema.For[Evidence](&jsonschema.ForOptions{TypeSchemas: enums})
	if err != nil {
		panic(fmt.Errorf("evidence: the schema is wrong: %w", err)) // constant input: every test would fail
	}
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.ID = "urn:rules-autofix:evidence:1"
	root.Title = "Evidence of autofix prove"
	root.Description = "What a proof ran, what it saw, and what follows from that."
	root.Properties["version"].Const = new(any(Version))
	root.Properties["id"].Pattern = "^[0-9a-f]{16}$"
	for _, list := range root.Properties {
		notNull(list)
	}
	compact, err := json.Marshal(root)
	if err != nil {
		panic(fmt.Errorf("evidence: the schema is wrong: %w", err))
	}
	var out bytes.Buffer
	_ = json.Indent(&out, compact, "", "  ") // cannot fail on the result of Marshal
	out.WriteByte('\n')
	return out.Bytes()
})

// notNull makes lists what Encode writes: a list of Go may be null.
func notNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Items != nil {
		s.Type, s.Types = "array", nil
		notNull(s.Items)
	}
	for _, p := range s.Properties {
		notNull(p)
	}
}
