package artifact

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

var update = flag.Bool("update", false, "write docs/artifact.schema.json")

func TestCommittedSchemaIsCurrent(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "artifact.schema.json")
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
		t.Errorf("%s is out of date: run go test ./fix_edits/artifact -update\n-committed +current:\n%s", name, diff)
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

func TestSchemaAcceptsRealArtifacts(t *testing.T) {
	schema := resolved(t)
	marshal := func(a *Artifact) []byte {
		data, err := Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, text := range map[string][]byte{
		"every field, read":    []byte(whole),
		"every field, written": marshal(wholeArtifact()),
		"nothing found":        marshal(New(Tool{Name: "autofix"}, "")),
		"many fixes":           marshal(sample(1, 100)),
		"the minimum":          []byte(minimal),
		"only a resolver": []byte(strings.Replace(minimal, `"edits":[{"path":"a.go","start":0,"end":1,"new":""}]`,
			`"edits":[],"resolver":{"id":"x"}`, 1)),
	} {
		if err := validates(t, schema, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Decode(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaAndDecoderRefuseTheSame breaks each field of each object in every
// way that a schema can detect. It iterates over the tables, so it also tests
// fields that are added there.
func TestSchemaAndDecoderRefuseTheSame(t *testing.T) {
	schema := resolved(t)
	objects := map[*object]string{ // the path of an object of the kind in whole
		&artifactObject:   "",
		&toolObject:       "tool",
		&snapshotObject:   "snapshots",
		&diagnosticObject: "diagnostics",
		&relatedObject:    "diagnostics.related",
		&fixObject:        "fixes",
		&editObject:       "fixes.edits",
		&resolverObject:   "fixes.resolver",
		&operationObject:  "fixes.actions",
		&expectsObject:    "fixes.actions.expects",
		&leftAloneObject:  "left_alone",

		&certificateObject: "fixes.certificate",
		&dispositionObject: "fixes.disposition",
	}
	// Values that no field takes, by the type that its schema names.
	wrong := map[string][]any{
		"string":  {nil, 1.0, true, []any{}, map[string]any{}, "\x00"},
		"integer": {nil, -1.0, 1.5, 1e17, "1", true, []any{}},
		"boolean": {nil, 0.0, "true"},
		"array":   {nil, map[string]any{}, "", []any{nil}, []any{1.0}},
		"object":  {nil, []any{}, "", map[string]any{"x": 1.0}},
	}
	refused := func(t *testing.T, document any) {
		t.Helper()
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		if err := validates(t, schema, text); err == nil {
			t.Errorf("the schema accepts %s", text)
		}
		if _, err := Decode(text); err == nil {
			t.Errorf("Decode accepts %s", text)
		}
	}
	for o, where := range objects {
		t.Run(o.name()+" with an unknown name", func(t *testing.T) {
			document, at := reach(t, where)
			at["unknown"] = 1
			refused(t, document)
		})
		for _, f := range o.fields {
			if !f.optional {
				t.Run(o.name()+" without "+f.name, func(t *testing.T) {
					document, at := reach(t, where)
					delete(at, f.name)
					refused(t, document)
				})
			}
			shape := f.shape()
			kind := shape.Type
			if shape.Ref != "" {
				kind = "object"
			}
			values := wrong[kind]
			if kind == "string" && shape.Pattern == "" && shape.Enum == nil {
				values = values[:len(values)-1] // any text will do
			}
			for i, value := range values {
				t.Run(fmt.Sprintf("%s with wrong %s %d", o.name(), f.name, i), func(t *testing.T) {
					document, at := reach(t, where)
					if f.name == editObject.fields[editNewBase64].name {
						delete(at, editObject.fields[editNew].name)
					}
					at[f.name] = value
					refused(t, document)
				})
			}
		}
	}
	for _, bad := range []string{"/wA", "/wA=\n", "_wA=", "/w==="} {
		document, at := reach(t, "fixes.edits")
		delete(at, "new")
		at["new_base64"] = bad
		refused(t, document)
	}
	document, at := reach(t, "fixes.edits")
	delete(at, "new")
	refused(t, document)
	document, at = reach(t, "fixes.edits")
	at["new_base64"] = ""
	refused(t, document)
	document, at = reach(t, "fixes")
	at["edits"] = []any{}
	delete(at, "resolver")
	refused(t, document)
	document, at = reach(t, "diagnostics")
	at["fixes"] = []any{"f1", "f1"}
	refused(t, document)
}

// reach returns the document whole, and its object at the path where, following
// the first element of each list.
func reach(t *testing.T, where string) (document, at map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(whole), &document); err != nil {
		t.Fatal(err)
	}
	at = document
	for name := range strings.SplitSeq(where, ".") {
		switch value := at[name].(type) {
		case []any:
			at = value[0].(map[string]any)
			if name == "fixes" && (strings.HasPrefix(where, "fixes.actions") || where == "fixes.certificate") {
				at = value[1].(map[string]any) // the one without a resolver
			}
		case map[string]any:
			at = value
		}
	}
	return document, at
}

func TestEveryFieldIsDescribed(t *testing.T) {
	for _, o := range []*object{&artifactObject, &toolObject, &snapshotObject, &diagnosticObject, &fixObject, &editObject, &resolverObject, &operationObject, &expectsObject, &certificateObject, &dispositionObject, &leftAloneObject} {
		if !strings.HasSuffix(o.doc, ".") {
			t.Errorf("%s is described as %q", o.name(), o.doc)
		}
		for _, f := range o.fields {
			if !strings.HasSuffix(f.doc, ".") {
				t.Errorf("%s of %s is described as %q", f.name, o.name(), f.doc)
			}
		}
	}
}

// TestPatternsAgreeWithValidate compares the two forms of each rule.
func TestPatternsAgreeWithValidate(t *testing.T) {
	texts := []string{
		"", "a", "a/b", "/a", "a/", "a//b", ".", "..", "./a", "a/.", "a/..", "a/../b", "...", ".a", "a.", "a/.b", "a/b..",
		"a\x00", "a\nb", "a\x7f", "a b", "ü", "a\\b", "C:/a", hash, strings.ToUpper(hash), hash + "0", hash[1:], hash + "\n",
	}
	texts = append(texts, hash[:24], hash[:23], hash[:25], strings.ToUpper(hash[:24]))
	prints := regexp.MustCompile(fingerprintPattern)
	plain, clean, dots, hashes := regexp.MustCompile(identifierPattern), regexp.MustCompile(pathPattern),
		regexp.MustCompile(dotPattern), regexp.MustCompile(sha256Pattern)
	for _, text := range texts {
		if got, want := checkIdentifier(text, "") == nil, plain.MatchString(text); got != want {
			t.Errorf("identifier %q: code says %v, pattern %v", text, got, want)
		}
		if got, want := validPath(text), clean.MatchString(text) && !dots.MatchString(text); got != want {
			t.Errorf("path %q: code says %v, pattern %v", text, got, want)
		}
		if got, want := validHex(text, fingerprintDigits), prints.MatchString(text); got != want {
			t.Errorf("fingerprint %q: code says %v, pattern %v", text, got, want)
		}
		if got, want := validSHA256(text), hashes.MatchString(text); got != want {
			t.Errorf("hash %q: code says %v, pattern %v", text, got, want)
		}
	}
}

// sample is the artifact of one file with n lines, each with a finding and a
// fix.
func sample(seed, n int) *Artifact {
	a := New(Tool{Name: "autofix", Version: "0.1.0"}, fmt.Sprintf("//some/package%d:lib", seed))
	path := fmt.Sprintf("some/package%d/file%d.go", seed%100, seed)
	a.Snapshots = []fixedits.Snapshot{{Path: path, SHA256: strings.Repeat("0f", 32), Size: n * 400}}
	for i := range n {
		id := fmt.Sprintf("%012x", seed*1000003+i)
		start := i*400 + 37
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
			ID: "d" + id, Rule: "text/trailing-whitespace", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning,
			Message: "whitespace at the end of the line", Path: path, Start: start, End: start + 3, Line: i*10 + 1, Column: 38,
			Fixes: []string{"f" + id},
		})
		a.Fixes = append(a.Fixes, fixedits.Fix{
			ID: "f" + id, Rule: "text/trailing-whitespace", Phase: fixedits.PhaseStyle, Title: "Remove the whitespace",
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: path, Start: start, End: start + 3, New: []byte("}\n")}},
		})
	}
	return a
}
