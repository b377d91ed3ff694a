package builtin

import (
	"bytes"
	"errors"
	"maps"
	"slices"
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
