package yaml_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	v3 "go.yaml.in/yaml/v3"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest/corpus"
)

var language = operationtest.Language{
	Open: func(text []byte) (operation.File, error) {
		f, err := yaml.Open(text)
		if err != nil {
			return nil, err
		}
		return f, nil
	},
	Decode: yaml.Decode,
}

// files are texts for random operations. Each is in the style of a kind of
// file.
var files = map[string]string{
	"deployment": `# The web front end.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # the name
  labels: {app: web, tier: "front"}
  annotations: {}
spec:
  replicas: 3
  template:
    spec:
      # Containers of the pod.
      containers:
      - name: web
        image: "registry/web:1.2.3"
        args: ["--port", "8080", -v]
        env:
        # the log level
        - {name: LOG, value: info}
        - name: REGION
          value: 'eu'

        - name: EMPTY
          value:
        command:
        - sh
        - -c
        - |
          set -e
          echo "hi" # not a comment

          exec web
      volumes: []
`,
	"workflow": `name: CI
on:
  push:
    branches: [main, 'release/**']
  pull_request:

permissions: read-all
jobs:
    build:
        runs-on: ubuntu-latest
        strategy:
            matrix:
                go: ['1.25', "1.26"]
                include:
                    -   go: '1.26'
                        os: linux
        steps:
            -   uses: actions/checkout@v4
            -   name: Test # all
                run: |
                    go test ./...
                    go vet ./...
                if: github.ref == 'refs/heads/main'
            -   run: >-
                    echo one
                    two
`,
	"compose":           "services:\r\n  web:\r\n    image: nginx:1.25\r\n    ports:\r\n      - \"8080:80\"\r\n      - 22:22\r\n    deploy: { resources: { limits: { cpus: '0.5' } } }\r\n  db:\r\n    image: postgres\r\nvolumes:\r\n  data:\r\n",
	"no line end":       "a: 1\nb:\n  - x\n  - y: 2\n    z: [1,\n        2]",
	"mark":              "\ufeffa: 1\nb: {c: d}\n",
	"nested sequences":  "- - a\n  - - b\n    - c\n- - d: 1\n    e: 2\n  - f\n-\n  - g\n- # comment\n  h: 1\n- []\n",
	"document":          "%YAML 1.2\n# head\n---\n# more\na: 1\n...\n",
	"root scalar":       "# c\nhello # d\n",
	"root flow":         "{a: 1, \"b\": [x, {y: z}], c: }\n",
	"multi-line flow":   "list: [\n  a,\n  b, # c\n  {k: v,\n   l: w},\n]\nmap: {\n  a: 1,\n  b: 2\n}\n",
	"keys":              "1: one\ntrue: yes\n\"quoted key\": 2\n'single': 3\n? explicit\n: 4\n? [complex\n",
	"scalars":           "plain: some text # c\nmulti: first\n  second\n\n  third\nsingle: 'it''s'\ndouble: \"a\\tb\\\n  c\"\nfold: >\n  a\n  b\n\n  c\nkeep: |+\n  x\n\nstrip: |-\n  y\nindent: |2\n    z\nnil: ~\nempty:\ndate: 2020-01-01\nhex: 0x1F\ntag: !Ref thing\nstr: !!str 5\n",
	"comments":          "# top\n\n# head of a\na: 1 # one\n# head of b\n\n# floating\n\nb:\n  # first\n  c: 1\n  # last\n# between\nd:\n  - 1 # i\n  # of 2\n  - 2\n\n  # dangling\ne: {} # end\n# bottom\n",
	"zero indentation":  "a:\n- b:\n  - c\n  - d\n- e\nf:\n- 1\n",
	"blank lines":       "\n\na:\n\n  b: 1\n\n\n  c: 2\n\nd:\n\n- 1\n\n- 2\n\n",
	"large":             largeMapping(60),
	"empty collections": "a: {}\nb: []\nc:\n  d: {}\n- \n",
}

func init() {
	files["keys"] = strings.TrimSuffix(files["keys"], "? [complex\n")
	files["empty collections"] = strings.TrimSuffix(files["empty collections"], "- \n")
}

func largeMapping(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "key_%d:\n    n: %d\n    list:\n        - %d\n", i, i, i)
	}
	return b.String()
}

// Random operations, one after the other, keep all promises.
func TestRandom(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := files[name]
		t.Run(name, func(t *testing.T) {
			for seed := range rounds {
				random(t, text, uint64(seed), 12)
				if t.Failed() {
					t.FailNow()
				}
			}
		})
	}
}

func TestRandomOnRealFiles(t *testing.T) {
	operationtest.RealFiles(t, corpus.Of(".yaml", ".yml"), func(t *testing.T, text string, seed uint64) { random(t, text, seed, 12) })
}

// random applies random operations and holds them to their promises.
func random(t *testing.T, text string, seed uint64, count int) {
	source := rand.New(rand.NewPCG(seed, 7))
	f, err := yaml.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var script []string
	value := f.Value(0)
	zero := 0
	for range count {
		op, inverse := operationtest.Random(source, value, operationtest.Values)
		if op == nil {
			break
		}
		op.Document = &zero
		before := string(f.Text())
		next, opErr := operation.Apply(value, op)
		if opErr != nil {
			t.Fatal(opErr)
		}
		if err := f.Apply(op); err != nil {
			if after := string(f.Text()); after != before {
				t.Fatalf("%s: %v, and the text changes to\n%s", operationtest.Format(op), err, after)
			}
			if !refused(err) {
				t.Fatalf("after\n%s\n%s: %v\n%s", strings.Join(script, "\n"), operationtest.Format(op), err, before)
			}
			continue
		}
		script = append(script, operationtest.Format(op))
		language.Verify(t, text, f, next)
		after := string(f.Text())
		secondDecoder(t, after, next)
		if held, _ := operation.Lookup(value, op.Pointer); held != nil { // what null becomes is an empty object
			takenBack(t, before, after, op, inverse)
		}
		value = next
		if t.Failed() {
			t.Fatalf("after\n%s\n%s\nbecame\n%s", strings.Join(script, "\n"), before, after)
		}
	}
	f.Reset()
	if got := string(f.Text()); got != text || len(f.Edits()) > 0 {
		t.Fatalf("Reset leaves\n%s", got)
	}
}

// refused reports whether an operation failed for a reason that the text gives.
func refused(err error) bool {
	e, ok := err.(*operation.Error)
	return ok && slices.Contains([]operation.Code{operation.CodeAlias, operation.CodeMergeKey, operation.CodeUnsupportedPlace}, e.Code)
}

// secondDecoder holds that another decoder reads the same value.
func secondDecoder(t *testing.T, text string, want any) {
	t.Helper()
	if strings.Contains(text, "%YAML") {
		return // it knows 1.1 only
	}
	var got any
	if err := v3.Unmarshal([]byte(text), &got); err != nil {
		t.Errorf("the second decoder: %v\n%s", err, text)
		return
	}
	if !operation.Equal(model(got), model(want)) {
		t.Errorf("the second decoder reads\n%v\nwant\n%v\n%s", got, want, text)
	}
}

// model returns a value of the second decoder in the model of package
// operation, with dates and large numbers as both can have them.
func model(value any) any {
	switch value := value.(type) {
	case map[string]any:
		object := map[string]any{}
		for key, member := range value {
			object[key] = model(member)
		}
		return object
	case map[any]any:
		object := map[string]any{}
		for key, member := range value {
			object[fmt.Sprint(key)] = model(member)
		}
		return object
	case []any:
		array := make([]any, len(value))
		for i, item := range value {
			array[i] = model(item)
		}
		return array
	case int, int64, uint64, float64:
		return json.Number(fmt.Sprint(value))
	case json.Number:
		if strings.Trim(string(value), "-0123456789") == "" {
			return value
		}
		number, _ := value.Float64()
		return json.Number(fmt.Sprint(number))
	case string:
		if strings.HasPrefix(value, "2020-01-01") {
			return "2020-01-01"
		}
		return value
	case nil, bool:
		return value
	}
	return strings.TrimSuffix(fmt.Sprint(value), " 00:00:00 +0000 UTC")
}

// takenBack holds that the inverse of an operation gives the text before.
func takenBack(t *testing.T, before, after string, op, inverse *fixedits.Operation) {
	t.Helper()
	if inverse == nil || strings.HasSuffix(after, "\n") != strings.HasSuffix(before, "\n") { // a block scalar at the end needs its line end
		return
	}
	f, err := yaml.Open([]byte(after))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Apply(inverse); err != nil {
		t.Errorf("%s: %v", operationtest.Format(inverse), err)
		return
	}
	got := string(f.Text())
	if op.Kind == fixedits.OpRenameKey { // quotes that one of the names needs may be there or not
		quotes := strings.NewReplacer(strconv.Quote(op.From), op.From, "'"+op.From+"'", op.From)
		got, before = quotes.Replace(got), quotes.Replace(before)
	}
	if got != before {
		t.Errorf("%s, taken back, gives\n%s\nnot\n%s\nfrom\n%s", operationtest.Format(op), got, before, after)
	}
}
