package artifact

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Each kind of operation has exactly its fields, for the schema and for Decode.
func TestFieldsOfOperations(t *testing.T) {
	schema := resolved(t)
	values := map[string]any{"key": "k", "from": "f", "to": "t", "index": 1, "value": nil}
	for _, kind := range operationKinds {
		required, optional := OperationFields(kind)
		for mask := range 1 << len(values) {
			op := map[string]any{"op": kind, "file": "c.yaml", "json_pointer": ""}
			want := true
			for i, name := range []string{"key", "from", "to", "index", "value"} {
				has := mask&(1<<i) != 0
				if has {
					op[name] = values[name]
				}
				if has && !slices.Contains(required, name) && !slices.Contains(optional, name) || !has && slices.Contains(required, name) {
					want = false
				}
			}
			document, fix := reach(t, "fixes.actions")
			fix["op"] = nil // fix is the first operation
			clear(fix)
			for name, value := range op {
				fix[name] = value
			}
			text, err := json.Marshal(document)
			if err != nil {
				t.Fatal(err)
			}
			err = validates(t, schema, text)
			if got := err == nil; got != want {
				t.Errorf("%v: the schema says %v, want %t", op, err, want)
			}
			_, err = Decode(text)
			if got := err == nil; got != want {
				t.Errorf("%v: Decode says %v, want %t", op, err, want)
			}
		}
	}
}

func TestDecodeRefusesOperations(t *testing.T) {
	schema := resolved(t)
	const op = `{"op":"remove_key","file":"a.go","json_pointer":"/a","key":"b"}`
	for _, test := range []struct{ name, actions, want string }{
		{"none", `[]`, `artifact: fixes[0].actions: there are none: leave the field out`},
		{"an object", op, `artifact: fixes[0].actions: expected a list, found an object (line 1, column 434)`},
		{"an unknown operation", `[` + strings.Replace(op, "remove_key", "move", 1) + `]`, `artifact: fixes[0].actions[0].op: "move" is not one of replace_value, add_value, remove_key, insert_array_item, replace_array_item, rename_key (line 1, column 441)`},
		{"a field of another operation", `[` + strings.Replace(op, `"key"`, `"index":1,"key"`, 1) + `]`, `artifact: fixes[0].actions[0]: remove_key has no index (line 1, column 435)`},
		{"a field too few", `[` + strings.Replace(op, `,"key":"b"`, ``, 1) + `]`, `artifact: fixes[0].actions[0].key: missing (line 1, column 435)`},
		{"no JSON Pointer", `[` + strings.Replace(op, `"/a"`, `"a"`, 1) + `]`, `artifact: fixes[0].actions[0].json_pointer: "a" is not a JSON Pointer`},
		{"a wrong escape", `[` + strings.Replace(op, `"/a"`, `"/~2"`, 1) + `]`, `artifact: fixes[0].actions[0].json_pointer: "/~2" is not a JSON Pointer`},
		{"a file outside", `[` + strings.Replace(op, `a.go`, `../a.go`, 1) + `]`, `artifact: fixes[0].actions[0].file: "../a.go" is not a clean path of UTF-8 within the workspace`},
		{"an unknown type", `[` + strings.Replace(op, `"key"`, `"expects":{"type":"date"},"key"`, 1) + `]`, `artifact: fixes[0].actions[0].expects.type: "date" is not one of null, boolean, object, array, number, integer, string (line 1, column 506)`},
	} {
		text := strings.Replace(minimal, `"edits"`, `"actions":`+test.actions+`,"edits"`, 1)
		if err := validates(t, schema, []byte(text)); err == nil {
			t.Errorf("%s: the schema accepts it", test.name)
		}
		if _, err := Decode([]byte(text)); err == nil || err.Error() != test.want {
			t.Errorf("%s: error\n\t%v\nwant\n\t%s", test.name, err, test.want)
		}
	}
	// What a schema cannot say.
	text := strings.Replace(minimal, `"edits"`, `"actions":[`+strings.Replace(op, "a.go", "b.go", 1)+`],"edits"`, 1)
	want := `artifact: fixes[0].actions[0].file: "b.go" has no snapshot in this artifact`
	if _, err := Decode([]byte(text)); err == nil || err.Error() != want {
		t.Errorf("error\n\t%v\nwant\n\t%s", err, want)
	}
	text = strings.Replace(minimal, `"edits"`, `"resolver":{"id":"x"},"actions":[`+op+`],"edits"`, 1)
	want = `artifact: fixes[0].actions: a fix with a resolver cannot have actions, because its edits are not known yet`
	if _, err := Decode([]byte(text)); err == nil || err.Error() != want {
		t.Errorf("error\n\t%v\nwant\n\t%s", err, want)
	}
	if err := validates(t, schema, []byte(text)); err == nil {
		t.Error("the schema accepts a resolver with actions")
	}
}

func TestMarshalRefusesOperations(t *testing.T) {
	for _, test := range []struct {
		name    string
		corrupt func(op *fixedits.Operation)
		want    string
	}{
		{"a kind", func(op *fixedits.Operation) { op.Kind = "move" }, `op: "move" is not one of`},
		{"a document", func(op *fixedits.Operation) { op.Document = new(-1) }, `document: -1 is not from 0 to`},
		{"an index of another kind", func(op *fixedits.Operation) { op.Index = new(1) }, `replace_value has no index`},
		{"a key of another kind", func(op *fixedits.Operation) { op.Key = "k" }, `replace_value has no key`},
		{"no value", func(op *fixedits.Operation) { op.Value = nil }, `value: missing`},
		{"a value that is not JSON", func(op *fixedits.Operation) { op.Value = []byte("{") }, `value: the text ends`},
		{"two values", func(op *fixedits.Operation) { op.Value = []byte("1 2") }, `value: unexpected text after the JSON value`},
		{"an expected value that is empty", func(op *fixedits.Operation) { op.Expects.Equals = []byte{} }, `expects.equals: the text ends`},
		{"an unknown type", func(op *fixedits.Operation) { op.Expects.Type = "int" }, `expects.type: "int" is not one of`},
		{"a key that is not UTF-8", func(op *fixedits.Operation) {
			*op = fixedits.Operation{Kind: fixedits.OpRemoveKey, File: "c.yaml", Key: "\xff"}
		}, `key: "\xff" is not valid UTF-8, which JSON requires`},
		{"a negative index", func(op *fixedits.Operation) {
			*op = fixedits.Operation{Kind: fixedits.OpInsertArrayItem, File: "c.yaml", Value: []byte("1"), Index: new(-1)}
		}, `index: -1 is not from 0 to`},
	} {
		a := wholeArtifact()
		test.corrupt(&a.Fixes[1].Actions[0])
		if _, err := Marshal(a); err == nil || !strings.HasPrefix(err.Error(), "artifact: fixes[1].actions[0]") || !strings.Contains(err.Error(), ": "+test.want) && !strings.Contains(err.Error(), "."+test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}

func TestPointerPatternSaysWhatTheCodeDoes(t *testing.T) {
	pattern := regexp.MustCompile(pointerPattern)
	for _, text := range []string{"", "/", "//", "a", "/a", "a/b", "/a/b", "~", "/~", "/~0", "/~1~0", "/~2", "/a~", "/ü", "/a b", "/\n", "/a\n"} {
		if got, want := validPointer(text), pattern.MatchString(text); got != want {
			t.Errorf("%q: code says %v, pattern %v", text, got, want)
		}
	}
}
