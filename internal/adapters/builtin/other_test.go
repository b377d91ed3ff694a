package builtin

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
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

		// Tools without an adapter of their own.
		"actionlint":        `[{"message":"m","filepath":"a.txt","line":1,"column":1,"kind":"expression","snippet":"one","end_column":3}]`,
		"ansible-lint":      `[{"type":"issue","check_name":"r","severity":"major","description":"d","location":{"path":"a.txt","lines":{"begin":1}}}]`,
		"bandit":            `{"errors":[],"metrics":{"_totals":{"loc":1}},"results":[{"filename":"a.txt","line_number":1,"issue_text":"m","test_id":"B101"}]}`,
		"biome json":        `{"summary":{"errors":1},"diagnostics":[{"category":"lint/style/useConst","severity":"error","description":"m","message":[{"elements":[],"content":"m"}],"location":{"path":{"file":"a.txt"},"span":[0,1]}}],"command":"lint"}`,
		"buf":               `{"path":"a.txt","start_line":1,"start_column":1,"type":"PACKAGE_DEFINED","message":"m"}`,
		"bugs of npm":       `{"auditReportVersion":2,"vulnerabilities":{"a":{"name":"a","severity":"high","via":[]}},"metadata":{}}`,
		"checkov":           `{"check_type":"dockerfile","results":{"failed_checks":[{"check_id":"CKV_1","file_path":"/a.txt"}]}}`,
		"flake8-json":       `{"./a.txt":[{"code":"E501","filename":"./a.txt","line_number":1,"column_number":1,"text":"m"}]}`,
		"hadolint":          `[{"line":1,"code":"DL3000","message":"m","column":1,"file":"a.txt","level":"error"}]`,
		"htmlhint":          `[{"file":"a.txt","messages":[{"type":"error","message":"m","line":1,"col":1,"rule":{"id":"r"}}]}]`,
		"ktlint":            `[{"file":"a.txt","errors":[{"line":1,"column":1,"message":"m","rule":"r"}]}]`,
		"log lines":         `{"level":"error","msg":"m","time":"2026-01-01T00:00:00Z"}`,
		"markdownlint":      `[{"fileName":"a.txt","lineNumber":1,"ruleNames":["MD001"],"ruleDescription":"m","fixInfo":null}]`,
		"mypy":              `{"file":"a.txt","line":1,"column":0,"message":"m","hint":null,"code":"name-defined","severity":"error"}`,
		"phpcs":             `{"totals":{"errors":1},"files":{"a.txt":{"errors":1,"messages":[{"message":"m","source":"S","line":1}]}}}`,
		"pylint":            `[{"type":"error","module":"a","obj":"","line":1,"column":0,"path":"a.txt","symbol":"s","message":"m","message-id":"E0001"}]`,
		"pyright":           `{"version":"1","generalDiagnostics":[{"file":"a.txt","severity":"error","message":"m","range":{"start":{"line":0,"character":0}}}],"summary":{"errorCount":1}}`,
		"rubocop":           `{"metadata":{},"files":[{"path":"a.txt","offenses":[{"severity":"error","message":"m","cop_name":"A/B","location":{"line":1}}]}],"summary":{}}`,
		"semgrep":           `{"version":"1","results":[{"check_id":"r","path":"a.txt","start":{"line":1,"col":1},"extra":{"message":"m","severity":"ERROR"}}],"errors":[]}`,
		"shellcheck json":   `[{"file":"a.txt","line":1,"endLine":1,"column":1,"endColumn":1,"level":"error","code":1000,"message":"m","fix":null}]`,
		"sonarqube":         `{"total":1,"issues":[{"rule":"r","component":"a.txt","line":1,"message":"m","severity":"MAJOR"}]}`,
		"spectral":          `[{"code":"c","path":["a"],"message":"m","severity":0,"range":{"start":{"line":0,"character":0}},"source":"a.txt"}]`,
		"swiftlint":         `[{"character":1,"file":"a.txt","line":1,"reason":"m","rule_id":"r","severity":"Error","type":"T"}]`,
		"terraform":         `{"format_version":"1.0","valid":false,"error_count":1,"diagnostics":[{"severity":"error","summary":"m","range":{"filename":"a.txt","start":{"line":1,"column":1,"byte":0}}}]}`,
		"tflint":            `{"issues":[{"rule":{"name":"r","severity":"error"},"message":"m","range":{"filename":"a.txt","start":{"line":1,"column":1}}}],"errors":[]}`,
		"trivy":             `{"SchemaVersion":2,"Results":[{"Target":"a.txt","Misconfigurations":[{"ID":"DS001","Severity":"HIGH"}]}]}`,
		"vale":              `{"a.txt":[{"Check":"c","Line":1,"Span":[1,2],"Message":"m","Severity":"error"}]}`,
		"a list of strings": `["a.txt:1: m"]`,
		"a number":          `1`,
		"package.json":      `{"name":"a","version":"2.1.0","scripts":{"a":"b"}}`,
	})
	// One format may be the other's, too, or say that there is nothing.
	same := func(of, as string) bool {
		pair := []string{of, as}
		slices.Sort(pair)
		return of == as || slices.ContainsFunc([][]string{
			{"biome", "rdjson"}, // Biome writes it
			{"diff", "nogo"},
			{"lines", "text"},
			{"lines", "yamllint"}, // which has such lines
			{"go-analysis", "go-vet"},
			{"go-analysis", "object"}, // a package without findings
			{"go-vet", "object"},
		}, func(p []string) bool { return slices.Equal(p, pair) })
	}
	for _, format := range formats {
		for name, output := range samples {
			if same(name, format.Name) {
				continue
			}
			text := []byte("one\n")
			files := adapters.NewFiles([]fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)}, func(string) ([]byte, error) { return text, nil }, "/work")
			result, err := format.Adapter.Read(bytes.NewReader([]byte(output)), files, "")
			if err == nil {
				t.Errorf("%s as %s: accepted, refused %v", name, format.Name, result.Refused)
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
