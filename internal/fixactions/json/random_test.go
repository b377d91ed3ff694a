package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/json"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest/corpus"
)

var language = operationtest.Language{
	Open: func(text []byte) (operation.File, error) {
		f, err := json.Open(text)
		if err != nil {
			return nil, err
		}
		return f, nil
	},
	Decode: json.Decode,
}

// files are texts for random operations. Each is in the style of a kind of
// file.
var files = map[string]string{
	"package.json": `{
  "name": "web",
  "version": "1.0.0",
  "private": true,
  "workspaces": ["packages/*"],
  "scripts": {
    "build": "tsc -p . && node \"build.js\"",
    "test": "vitest run"
  },
  "dependencies": {},
  "files": [
    "dist",
    "README.md"
  ],
  "engines": { "node": ">=20" }
}
`,
	"tsconfig.json": `{
  // Visit https://aka.ms/tsconfig
  "compilerOptions": {
    /* Language */
    "target": "es2022", /* the language of the output */
    // "lib": [],
    // "jsx": "preserve",
    "strict": true,

    /* Modules */
    "paths": { "@/*": ["./src/*"], "~": [] }, // aliases
  },
  "include": ["src", "tests"],
  "references": [{ "path": "./a" }, { "path": "./b" }],
}
`,
	"devcontainer.json": "\ufeff{\r\n\t\"name\": \"x\", // the name\r\n\t\"features\": {\r\n\t\t\"a\": {}\r\n\t},\r\n\t\"ports\": [ 1, 2, 3 ]\r\n\t// last\r\n}",
	"compact":           `{"a":1,"b":[1,2,{"c":null}],"d":{"e":{"f":"\u00e9"}}}`,
	"spaced":            `{ "a" : 1 , "b" : [ 1 , 2 ] , "d" : { } }`,
	"matrix":            "[\n  1, 2, 3,\n  4, 5, 6\n]\n",
	"commas first":      "{\n    \"a\": 1\n  , \"b\": [\n      1\n    , 2\n    ]\n  , \"c\": {}\n}\n",
	"comments":          "// top\n[ // after bracket\n  // head of 1\n  1, // one\n\n  // floating\n\n  // head of 2\n  /* inline */ 2 /* mid */ , /* trail */\n  [/* empty */], [ // open\n  ], {\n    // only\n  },\n  { /* x */ \"a\" /* y */ : /* z */ 1 /* w */ } // last\n  // dangling\n] // bottom\n",
	"large object":      largeObject(100),
	"empty array":       "[]",
	"null":              "null\n",
	"scalar":            "// only\n\"x\" // this",
	"geojson":           `{"type": "FeatureCollection", "features": [` + "\n" + `{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1.0, 2.50]}},` + "\n" + `{"type": "Feature", "geometry": null}` + "\n]}\n",
	"hugging":           "[{\n  \"a\": 1\n}, {\n  \"a\": 2\n}]\n",
	"trailing, compact": "{\"a\":[1,2,],\"b\":{\"c\":1,},}",
	"blank lines":       "{\n\n  \"a\": 1,\n\n\n  \"b\": 2,\n\n  \"c\": [\n\n    1\n\n  ]\n\n}\n",
}

func largeObject(n int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		fmt.Fprintf(&b, "\n    \"key_%d\": {\"n\": %d, \"list\": [%d]},", i, i, i)
	}
	return strings.TrimSuffix(b.String(), ",") + "\n}\n"
}

// Random operations, one after the other, keep all promises.
func TestRandom(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			for seed := range rounds {
				if runRandom(t, text, uint64(seed)); t.Failed() {
					t.FailNow()
				}
			}
		})
	}
}

func TestRandomOnRealFiles(t *testing.T) {
	operationtest.RealFiles(t, corpus.Of(".json", ".jsonc"), runRandom)
}

// runRandom applies random operations.
func runRandom(t *testing.T, text string, seed uint64) {
	strict := stdjson.Valid(bytes.TrimPrefix([]byte(text), []byte("\ufeff")))
	random := rand.New(rand.NewPCG(seed, 7))
	f, err := json.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var script []string
	value := f.Value(0)
	for range 12 {
		op, inverse := operationtest.Random(random, value, operationtest.Values)
		if op == nil {
			break
		}
		script = append(script, operationtest.Format(op))
		before := string(f.Text())
		next, opErr := operation.Apply(value, op)
		if opErr != nil {
			t.Fatal(opErr)
		}
		if err := f.Apply(op); err != nil {
			t.Fatalf("%s: %v", strings.Join(script, "\n"), err)
		}
		language.Verify(t, text, f, next)
		after := string(f.Text())
		if strict {
			checkStrict(t, after, next)
		}
		checkKept(t, before, after, op)
		takenBack(t, before, after, op, inverse)
		value = next
		if t.Failed() {
			t.Fatalf("after\n%s", strings.Join(script, "\n"))
		}
	}
	f.Reset()
	if got := string(f.Text()); got != text || len(f.Edits()) > 0 {
		t.Fatalf("Reset leaves\n%s", got)
	}
}

// checkStrict holds that a text without comments and trailing commas has none,
// and that another decoder gives the same value.
func checkStrict(t *testing.T, text string, want any) {
	t.Helper()
	d := stdjson.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	d.UseNumber()
	var got any
	if err := d.Decode(&got); err != nil {
		t.Errorf("the text is no JSON any more: %v\n%s", err, text)
	} else if !operation.Equal(got, want) {
		t.Errorf("another decoder gives %v, want %v\n%s", got, want, text)
	}
}

// checkKept holds that what an operation does not change is there in the same
// order.
func checkKept(t *testing.T, before, after string, op *fixedits.Operation) {
	t.Helper()
	switch op.Kind {
	case fixedits.OpAddValue, fixedits.OpInsertArrayItem:
		value, err := operation.Lookup(decode(t, before), op.Pointer)
		if err == nil && value == nil {
			return // null is replaced
		}
		if !isWithin(tokens(t, before), tokens(t, after)) {
			t.Errorf("%s loses text:\n%s\n->\n%s", operationtest.Format(op), before, after)
		}
	case fixedits.OpRemoveKey:
		if !isWithin(tokens(t, after), tokens(t, before)) {
			t.Errorf("%s adds text:\n%s\n->\n%s", operationtest.Format(op), before, after)
		}
	}
}

// tokens returns the literals and comments of a text.
func tokens(t *testing.T, text string) []string {
	t.Helper()
	v, err := hujson.Parse([]byte(strings.TrimPrefix(text, "\ufeff") + "\n"))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var all []string
	extra := func(text hujson.Extra) {
		for _, word := range strings.Fields(string(text)) {
			all = append(all, word)
		}
	}
	var walk func(v *hujson.Value)
	walk = func(v *hujson.Value) {
		extra(v.BeforeExtra)
		switch c := v.Value.(type) {
		case *hujson.Object:
			for i := range c.Members {
				walk(&c.Members[i].Name)
				walk(&c.Members[i].Value)
			}
			extra(c.AfterExtra)
		case *hujson.Array:
			for i := range c.Elements {
				walk(&c.Elements[i])
			}
			extra(c.AfterExtra)
		case hujson.Literal:
			all = append(all, string(c))
		}
		extra(v.AfterExtra)
	}
	walk(&v)
	return all
}

// isWithin reports whether a is a subsequence of b.
func isWithin(a, b []string) bool {
	for _, word := range b {
		if len(a) > 0 && a[0] == word {
			a = a[1:]
		}
	}
	return len(a) == 0
}

func decode(t *testing.T, text string) any {
	t.Helper()
	values, err := json.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return values[0]
}

// takenBack holds that an operation and its inverse, on the new text, give the
// old one. Three things are not as they were: the layout of an empty container
// with whitespace in it, the null that became one, and the escapes of a key.
func takenBack(t *testing.T, before, after string, op, inverse *fixedits.Operation) {
	t.Helper()
	if inverse == nil {
		return
	}
	target, err := operation.Lookup(decode(t, before), op.Pointer)
	if object, _ := target.(map[string]any); err != nil || len(object) == 0 {
		return
	}
	if op.Kind == fixedits.OpRenameKey && strings.Contains(before, `\u`) {
		return
	}
	got, runErr := language.Run(t, after, []*fixedits.Operation{inverse})
	if runErr != nil {
		t.Errorf("%s: %v", operationtest.Format(inverse), runErr)
	} else if got != before {
		t.Errorf("%s and back:\n%s\n->\n%s\n->\n%s", operationtest.Format(op), before, after, got)
	}
}
