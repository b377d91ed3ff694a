package builtin

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/adapters"
)

// Output of another format, such as a report that is imported under the wrong
// name, never passes for one without findings: it is malformed, or its results
// are refused.
func TestOutputOfAnotherFormatIsNeverNoFindings(t *testing.T) {
	samples := maps.Clone(silent)
	maps.Copy(samples, map[string]string{
		"eslint":   `[{"filePath":"/work/a.txt","messages":[{"ruleId":"r","severity":2,"message":"m","line":1,"column":1}]}]`,
		"oxlint":   `{"diagnostics":[{"message":"m","code":"eslint(no-var)","severity":"error","filename":"a.txt","labels":[{"span":{"offset":0,"length":3}}]}]}`,
		"ruff":     `[{"code":"F401","message":"m","filename":"/work/a.txt","location":{"row":1,"column":1},"end_location":{"row":1,"column":4},"fix":null}]`,
		"rustc":    `{"$message_type":"diagnostic","message":"m","code":null,"level":"error","spans":[{"file_name":"a.txt","byte_start":0,"byte_end":3,"line_start":1,"is_primary":true,"text":[]}],"children":[]}`,
		"yamllint": "a.txt:1:1: [error] m (r)\n",
		"null":     "null",
		"object":   "{}",
		"other":    `{"results":[{"message":"m"}]}`,
		"array":    `[{}]`,
		"nulls":    `[null]`,
		"text":     "a.txt:1:1: no linter wrote this format\n",
	})
	// One format may be the other's, too, or say that there is nothing.
	same := func(of, as string) bool {
		pair := []string{of, as}
		slices.Sort(pair)
		return of == as || slices.ContainsFunc([][]string{
			{"biome", "rdjson"}, // Biome writes it
			{"diff", "nogo"},
			{"go-vet", "object"}, // a package without findings
		}, func(p []string) bool { return slices.Equal(p, pair) })
	}
	for _, format := range formats {
		if format.Name == "artifact" || format.Name == "fix-actions" || format.Name == "checkstyle" {
			continue // no sample is close to them
		}
		for name, output := range samples {
			if same(name, format.Name) {
				continue
			}
			text := []byte("one\n")
			files := adapters.NewFiles([]fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)}, func(string) ([]byte, error) { return text, nil }, "/work")
			result, err := format.Adapter.Read(bytes.NewReader([]byte(output)), files, "")
			if err == nil && len(result.Refused) == 0 {
				t.Errorf("%s as %s: accepted", name, format.Name)
			}
			if refusal, ok := errors.AsType[*adapters.Refusal](err); ok {
				t.Errorf("%s as %s: one result is the error of all: %v", name, format.Name, refusal)
			}
		}
	}
}

// One result of another type is refused, and the others are used.
func TestResultOfAnotherTypeIsRefused(t *testing.T) {
	const eslint = `[{"filePath":"/work/a.txt","messages":[{"ruleId":"r","severity":2,"message":"m","line":1,"column":1}]}]`
	const ruff = `[{"code":"F401","message":"m","filename":"/work/a.txt","location":{"row":1,"column":1},"end_location":{"row":1,"column":4},"fix":null}]`
	const oxlint = `{"diagnostics":[{"message":"m","code":"eslint(no-var)","severity":"error","filename":"a.txt","labels":[{"span":{"offset":0,"length":3}}]}]}`
	const rustc = `{"$message_type":"diagnostic","message":"m","code":null,"level":"error","spans":[{"file_name":"a.txt","byte_start":0,"byte_end":3,"line_start":1,"is_primary":true,"text":[]}],"children":[]}`
	for _, test := range []struct{ format, output, before, bad string }{
		{"biome", silent["biome"], `[{"message"`, `{"message":1},`},
		{"eslint", eslint, `[{"filePath"`, `{"filePath":1},`},
		{"golangci-lint", silent["golangci-lint"], `[{"FromLinter"`, `{"FromLinter":1},`},
		{"oxlint", oxlint, `[{"message"`, `{"message":1},`},
		{"rdjson", silent["rdjson"], `[{"message"`, `{"message":1},`},
		{"rdjsonl", " " + silent["rdjsonl"], ` {"message"`, "{\"message\":1}\n"},
		{"ruff", ruff, `[{"code"`, `{"code":1},`},
		{"rustc", " " + rustc, ` {"$message_type"`, "{\"level\":1}\n"},
		{"sarif", silent["sarif"], `[{"ruleId"`, `{"ruleId":1},`},
		{"shellcheck", silent["shellcheck"], `[{"file"`, `{"file":1},`},
		{"stylelint", silent["stylelint"], `[{"source"`, `{"source":1},`},
		{"workspace-edit", " " + silent["workspace-edit"], ` {"changes"`, "{\"changes\":1}\n"},
	} {
		if strings.Count(test.output, test.before) != 1 {
			t.Fatalf("%s: %q is not once in %s", test.format, test.before, test.output)
		}
		output := strings.Replace(test.output, test.before, test.before[:1]+test.bad+test.before[1:], 1)
		format, err := Format(test.format)
		if err != nil {
			t.Fatal(err)
		}
		text := []byte("one\n")
		given := []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)}
		files := adapters.NewFiles(given, func(string) ([]byte, error) { return text, nil }, "/work")
		result, err := format.Adapter.Read(strings.NewReader(output), files, "")
		if err != nil {
			t.Errorf("%s: %v", test.format, err)
			continue
		}
		if len(result.Refused) != 1 || result.Refused[0].Code != adapters.CodeInvalid || !strings.Contains(result.Refused[0].Why, "cannot unmarshal number") {
			t.Errorf("%s: refused %v", test.format, result.Refused)
		}
		found, err := result.Artifact("x", "", given)
		if err != nil {
			t.Fatal(err)
		}
		if used := len(found.Diagnostics) - 1; used != 1 { // one says what is refused
			t.Errorf("%s: %d results are used", test.format, used)
		}
	}
}
