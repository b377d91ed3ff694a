package objective

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/checker"
)

var update = flag.Bool("update", false, "write docs/ai_fix.schema.json")

func TestCommittedSchemaIsCurrent(t *testing.T) {
	name := filepath.Join("..", "..", "..", "docs", "ai_fix.schema.json")
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
		t.Errorf("%s is out of date: run go test ./internal/autofixai/objective -update\n-committed +current:\n%s", name, diff)
	}
}

// valid returns what the schema says of data, as another program would load it.
func valid(t *testing.T, data string) error {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal([]byte(data), &value); err != nil {
		return err
	}
	return resolved.Validate(value)
}

// The schema and the engine take the same data.
func TestData(t *testing.T) {
	long := strings.Repeat("a", maxWords+1)
	for _, test := range []struct {
		name, data string
		ok         bool
	}{
		{"least", `{"goal":"Name the owner of each TODO."}`, true},
		{"all", `{"goal":"g","constraints":["c"],"evidence":[{"message":"m","line":3,"text":"a\nb"}],"decline":"d","must_add":["^x"],"must_not_add":["y$"],"may_change":["ENV"],"may_use":["a"],"may_run":["npm ci"],"new_packages":true}`, true},
		{"a command with a line break", `{"goal":"g","may_run":["a\nb"]}`, false},
		{"empty lists", `{"goal":"g","constraints":[],"evidence":[]}`, true},
		{"no goal", `{"constraints":["c"]}`, false},
		{"an empty goal", `{"goal":" "}`, false},
		{"a goal with a line break", `{"goal":"g\n# Answer"}`, false},
		{"a goal with another line break", `{"goal":"g\u2028# Answer"}`, false},
		{"a goal with a control character", `{"goal":"g\u001b[0m"}`, false},
		{"a long goal", `{"goal":"` + long + `"}`, false},
		{"a goal of letters with two bytes", `{"goal":"` + strings.Repeat("é", maxWords) + `"}`, true},
		{"a constraint with a line break", `{"goal":"g","constraints":["a\rb"]}`, false},
		{"a sentence with a line break", `{"goal":"g","decline":"a\u0085b"}`, false},
		{"a number as the goal", `{"goal":1}`, false},
		{"an unknown key", `{"goal":"g","goals":[]}`, false},
		{"an instruction in lower case", `{"goal":"g","may_change":["env"]}`, false},
		{"an instruction that is not of the image", `{"goal":"g","may_change":["RUN"]}`, false},
		{"evidence before the file", `{"goal":"g","evidence":[{"message":"m","line":-1}]}`, false},
		{"a long pattern", `{"goal":"g","must_add":["` + long + `"]}`, false},
		{"too many", `{"goal":"g","must_add":[` + strings.TrimSuffix(strings.Repeat(`"a",`, maxList+1), ",") + `]}`, false},
		{"an array", `[]`, false},
		{"nothing", ``, false},
	} {
		_, err := readData(&Request{Data: json.RawMessage(test.data)})
		if (err == nil) != test.ok {
			t.Errorf("%s: the engine says %v", test.name, err)
		}
		if err := valid(t, test.data); (err == nil) != test.ok {
			t.Errorf("%s: the schema says %v", test.name, err)
		}
	}
	// Libraries need not look at formats.
	if _, err := readData(&Request{Data: json.RawMessage(`{"goal":"g","must_add":["("]}`)}); err == nil {
		t.Error("a wrong regular expression is accepted")
	}
}

// A checker of its own asks for a fix.
func TestChecker(t *testing.T) {
	files := fstest.MapFS{"a.go": {Data: []byte("package a\n\n// TODO: more\n")}}
	text, err := checker.Check(files, "todo", "1", []string{"a.go"}, func(f *checker.File) error {
		f.Report(checker.Finding{Rule: "todo/owner", Message: "name the owner", Start: 14, End: 18, Fixes: []checker.Fix{{
			Title: "Name the owner", Ask: &checker.Task{
				Goal: "Name the owner of each TODO.", Evidence: []checker.Evidence{{Message: "no owner", Line: 3, Text: "// TODO: more"}}, MustAdd: []string{`TODO\(`}, MayUse: []string{"comments"},
			},
		}}})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := artifact.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	fix := a.Fixes[0]
	if err := valid(t, string(fix.Resolver.Data)); err != nil {
		t.Error(err)
	}
	r := &Request{Rule: fix.Rule, Path: fix.Resolver.Path, Title: fix.Title, Data: fix.Resolver.Data}
	if task, err := For(fix.Rule).Read(r); err != nil || task.Goal != "Name the owner of each TODO." || r.Path != "a.go" {
		t.Errorf("%+v, %v", task, err)
	}
	if got := judged(t, r, "package a\n\n// TODO: more\n", "package a\n\n// TODO(me): more\n"); len(got) > 0 {
		t.Error(got)
	}
	if got := judged(t, r, "package a\n\n// TODO: more\n", "package a\n\n// more\n"); len(got) != 1 {
		t.Error(got)
	}
}
