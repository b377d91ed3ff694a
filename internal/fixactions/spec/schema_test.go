package spec

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

var update = flag.Bool("update", false, "write docs/fix_actions.schema.json")

func TestCommittedSchemaIsCurrent(t *testing.T) {
	name := filepath.Join("..", "..", "..", "docs", "fix_actions.schema.json")
	if *update {
		if err := os.WriteFile(name, Schema(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(committed), string(Schema())); diff != "" {
		t.Errorf("%s is out of date: run go test ./internal/fixactions/spec -update\n-committed +current:\n%s", name, diff)
	}
}

// resolved is the schema as another program would load it.
func resolved(t testing.TB) *jsonschema.Resolved {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	r, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func validates(t testing.TB, schema *jsonschema.Resolved, text []byte) error {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return schema.Validate(value)
}

// The schema and Read refuse the same: each field of each object is broken in
// every way that a schema can see. The test walks the tables, so a field that
// is added there is tested here.
func TestSchemaAndReadRefuseTheSame(t *testing.T) {
	schema := resolved(t)
	if err := validates(t, schema, []byte(file(t, "whole.json"))); err != nil {
		t.Fatal(err)
	}
	objects := map[*object]string{ // where in whole.json an object of the kind is
		&documentObject:  "",
		&actionObject:    "fix_actions",
		&targetObject:    "fix_actions.targets",
		&operationObject: "fix_actions.ops",
		&expectsObject:   "fix_actions.ops.expects",
	}
	same := func(t *testing.T, document any) (accepted bool) {
		t.Helper()
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		refused := validates(t, schema, text)
		_, err = Read("d.json", text)
		if err != nil && strings.Contains(err.Error(), ": outside: ") {
			return false // what a schema cannot say
		}
		if (err == nil) != (refused == nil) {
			t.Errorf("the schema says %v, and Read %v, about %s", refused, err, text)
		}
		return err == nil
	}
	values := []any{
		nil, true, 0, 1, -1, 1.5, 1e17, "", "x", "/x", "x\x00", "\n", "error", "high", "remove_key", "string",
		[]any{},
		[]any{nil},
		[]any{"x"},
		map[string]any{},
		map[string]any{"x": 1},
	}
	for o, where := range objects {
		broken := 0
		document, at := reach(t, where)
		at["unknown"] = 1
		same(t, document)
		for _, f := range o.fields {
			document, at := reach(t, where)
			delete(at, f.name)
			same(t, document)
			for _, value := range values {
				document, at := reach(t, where)
				at[f.name] = value
				if !same(t, document) {
					broken++
				}
			}
		}
		if broken < 5*len(o.fields) {
			t.Errorf("%s: only %d broken documents", o.what, broken)
		}
	}
	for mask := range 1 << len(targetObject.fields) {
		document, at := reach(t, "fix_actions.targets")
		clear(at)
		for i, f := range targetObject.fields {
			if mask&(1<<i) != 0 {
				at[f.name] = map[string]any{"diagnostic_id": "D", "file": "a", "document": 1, "json_pointer": "", "rule_id": "r"}[f.name]
			}
		}
		same(t, document)
	}
	for _, kind := range kinds {
		for mask := range 1 << len(ofKinds) {
			document, at := reach(t, "fix_actions.ops")
			clear(at)
			at["op"], at["file"], at["json_pointer"] = kind, "a", ""
			for i, name := range ofKinds {
				if mask&(1<<i) != 0 {
					at[name] = map[string]any{"key": "k", "from": "f", "to": "t", "index": 1, "value": nil}[name]
				}
			}
			same(t, document)
		}
	}
}

// reach returns whole.json and its object at the path where, through the first
// element of each list.
func reach(t *testing.T, where string) (document, at map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(file(t, "whole.json")), &document); err != nil {
		t.Fatal(err)
	}
	at = document
	for name := range strings.SplitSeq(where, ".") {
		switch value := at[name].(type) {
		case []any:
			at = value[0].(map[string]any)
		case map[string]any:
			at = value
		}
	}
	return document, at
}

func TestEveryFieldIsDescribed(t *testing.T) {
	for _, o := range []*object{&documentObject, &actionObject, &targetObject, &operationObject, &expectsObject} {
		for _, f := range o.fields {
			if !strings.HasSuffix(f.doc, ".") {
				t.Errorf("%s of %s is described as %q", f.name, o.what, f.doc)
			}
		}
	}
}

// Each kind of operation is in the tables.
func TestKinds(t *testing.T) {
	if got := fmt.Sprint(kinds); !strings.Contains(got, string(fixedits.OpRenameKey)) || len(kinds) != 6 {
		t.Errorf("kinds: %s", got)
	}
}
