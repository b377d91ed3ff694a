package builtin

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// A result that cannot be used as it is keeps its rule, message, severity and
// line, as far as the output has them: an error of a tool stays an error.
func TestRefusedResultsKeepWhatIsKnown(t *testing.T) {
	const text = "one\n😀 two\nthree\n"
	sarif := func(result string) string {
		return `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[` + result + `]}]}`
	}
	at := func(uri, region string) string {
		return `{"ruleId":"R","level":"error","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"` + uri + `"},"region":` + region + `}}]}`
	}
	const fix = `,"fixes":[{"artifactChanges":[{"artifactLocation":{"uri":"a.txt"},"replacements":[{"deletedRegion":{"startLine":2,"startColumn":3,"endColumn":5},"insertedContent":{"text":"x"}}]}]}]}`
	ruff := func(row, column string) string {
		return `[{"code":null,"message":"m","filename":"a.txt","location":{"row":` + row + `,"column":` + column + `},"end_location":{"row":3,"column":1},"fix":null}]`
	}
	eslint := func(message string) string { return `[{"filePath":"a.txt","messages":[` + message + `]}]` }
	const refused = "a.txt:1 warning autofix/refused-result"
	const refusedError = "a.txt:1 error autofix/refused-result"
	for _, test := range []struct {
		name, format, output string
		want                 []string // PATH:LINE SEVERITY RULE, and for findings of tools MESSAGE
	}{
		{"a column of an unknown kind", "sarif", sarif(at("a.txt", `{"startLine":2,"startColumn":3,"endColumn":5}`)), []string{"a.txt:2 error t/R m"}},
		{"and a fix", "sarif", sarif(strings.TrimSuffix(at("a.txt", `{"startLine":2,"startColumn":3,"endColumn":5}`), "}") + fix), []string{refused, "a.txt:2 error t/R m"}},
		{"a region that ends before it starts", "sarif", sarif(at("a.txt", `{"startLine":3,"startColumn":3,"endColumn":1,"snippet":{"text":"x"}}`)), []string{"a.txt:3 error t/R m"}},
		{"lines that end before they start", "sarif", sarif(at("a.txt", `{"startLine":3,"endLine":1,"snippet":{"text":"x"}}`)), []string{"a.txt:3 error t/R m"}},
		{"forms that differ", "sarif", sarif(at("a.txt", `{"startLine":3,"byteOffset":1,"byteLength":1}`)), []string{"a.txt:3 error t/R m"}},
		{"a column after the end", "sarif", sarif(at("a.txt", `{"startLine":1,"startColumn":90}`)), []string{"a.txt:1 error t/R m"}},
		{"a line after the end", "sarif", sarif(at("a.txt", `{"startLine":12}`)), []string{refused, "a.txt:12 error t/R m"}},
		{"an offset after the end", "sarif", sarif(at("a.txt", `{"charOffset":900}`)), []string{refused, "a.txt:1 error t/R m"}},
		{"an empty region", "sarif", sarif(at("a.txt", `{}`)), []string{refused, "a.txt:1 error t/R m"}},
		{"another file", "sarif", sarif(at("b.txt", `{"startLine":7}`)), []string{"b.txt:7 error autofix/refused-result"}},
		{"a URL", "sarif", sarif(at("https://a/b", `{"startLine":7}`)), []string{refusedError}},
		{"no location", "sarif", sarif(`{"ruleId":"R","level":"error","message":{"text":"m"}}`), []string{refusedError}},
		{"a member of another type", "sarif", sarif(at("a.txt", `{"startLine":2}`) + `,{"ruleId":"S","level":"error","message":{"text":"m"},"rank":1,"ruleIndex":"x","locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.txt"},"region":{"startLine":3}}}]}`), []string{refused, "a.txt:2 error t/R m", "a.txt:3 error t/S m"}},
		{"a column after the end", "ruff", ruff("1", "50"), []string{"a.txt:1 error ruff/invalid-syntax m"}},
		{"a column of 0", "ruff", ruff("2", "0"), []string{"a.txt:2 error ruff/invalid-syntax m"}},
		{"a line after the end", "ruff", ruff("70", "1"), []string{refused, "a.txt:70 error ruff/invalid-syntax m"}},
		{"a huge line", "ruff", ruff("9223372036854775807", "1"), []string{refused, "a.txt:9007199254740991 error ruff/invalid-syntax m"}},
		{"a column within a character", "eslint", eslint(`{"ruleId":"r","severity":2,"message":"m","line":2,"column":2}`), []string{"a.txt:2 error eslint/r m"}},
		{"a place that ends before it starts", "eslint", eslint(`{"ruleId":"r","severity":2,"message":"m","line":3,"column":2,"endLine":1,"endColumn":1}`), []string{"a.txt:3 error eslint/r m"}},
		{"a fix of another place", "eslint", eslint(`{"ruleId":"r","severity":2,"message":"m","line":3,"column":2,"fix":{"range":[5,1],"text":""}}`), []string{refused, "a.txt:3 error eslint/r m"}},
		{"the text after --fix-dry-run", "eslint", `[{"filePath":"a.txt","output":"x","messages":[{"ruleId":"r","severity":2,"message":"m","line":3,"column":2}]}]`, []string{refused, "a.txt:1 error eslint/r m"}},
		{"another file", "eslint", `[{"filePath":"b.txt","messages":[{"ruleId":"r","severity":2,"message":"m","line":3,"column":2}]}]`, []string{"b.txt:3 error autofix/refused-result"}},
		{"a column after the end", "shellcheck", `{"comments":[{"file":"a.txt","line":1,"endLine":1,"column":9,"endColumn":12,"level":"error","code":1000,"message":"m","fix":null}]}`, []string{"a.txt:1 error shellcheck/SC1000 m"}},
		{"a column after the end", "stylelint", `[{"source":"a.txt","warnings":[{"rule":"r","severity":"error","text":"m","line":3,"column":40}]}]`, []string{"a.txt:3 error stylelint/r m"}},
		{"a column after the end", "rdjson", `{"diagnostics":[{"message":"m","location":{"path":"a.txt","range":{"start":{"line":2,"column":40}}},"severity":"ERROR","code":{"value":"R"}}]}`, []string{"a.txt:2 error rdjson/R m"}},
		{"a column after the end", "rdjsonl", `{"message":"m","location":{"path":"a.txt","range":{"start":{"line":2,"column":40}}},"severity":"ERROR","code":{"value":"R"}}`, []string{"a.txt:2 error rdjson/R m"}},
		{"a column after the end", "biome", `{"source":{"name":"Biome"},"diagnostics":[{"message":"m","location":{"path":"a.txt","range":{"start":{"line":2,"column":40}}},"severity":"ERROR","code":{"value":"lint/x/R"}}]}`, []string{"a.txt:2 error biome/R m"}},
		{"an offset after the end", "oxlint", `{"diagnostics":[{"message":"m","code":"eslint(r)","severity":"error","filename":"a.txt","labels":[{"span":{"offset":200,"length":1,"line":3,"column":1}}]}]}`, []string{"a.txt:3 error oxlint/r m"}},
		{"an offset of an old version", "oxlint", `{"diagnostics":[{"message":"m","code":"eslint(r)","severity":"error","filename":"a.txt","labels":[{"span":{"offset":200,"length":1}}]}]}`, []string{refused, "a.txt:1 error oxlint/r m"}},
		{"a column after the end", "golangci-lint", `{"Issues":[{"FromLinter":"l","Text":"m","Severity":"error","Pos":{"Filename":"a.txt","Line":3,"Column":99}}]}`, []string{"a.txt:3 error golangci-lint/l m"}},
		{"no file", "golangci-lint", `{"Issues":[{"FromLinter":"l","Text":"m","Severity":"error","Pos":{"Filename":"","Line":3}}]}`, []string{refusedError}},
		{"a column after the end", "go-vet", `{"p":{"a":[{"posn":"a.txt:3:99","message":"m"}]}}`, []string{"a.txt:3 warning vet/a m"}},
		{"an offset after the end", "rustc", `{"$message_type":"diagnostic","message":"m","code":{"code":"E1"},"level":"error","spans":[{"file_name":"a.txt","byte_start":90,"byte_end":91,"line_start":3,"is_primary":true,"text":[]}],"children":[]}`, []string{"a.txt:3 error rustc/E1 m"}},
		{"an offset after the end", "clang-tidy", "Diagnostics:\n  - DiagnosticName: c\n    DiagnosticMessage: {Message: m, FilePath: a.txt, FileOffset: 99, Replacements: []}\n    Level: Error\n", []string{refused, "a.txt:1 error clang-tidy/c m"}},
		{"another file", "clang-tidy", "Diagnostics:\n  - DiagnosticName: c\n    DiagnosticMessage: {Message: m, FilePath: b.h, FileOffset: 9, Replacements: []}\n    Level: Error\n", []string{"b.h:1 error autofix/refused-result"}},
		{"a line after the end", "checkstyle", `<checkstyle><file name="a.txt"><error line="9" severity="error" message="m" source="S"/></file></checkstyle>`, []string{refused, "a.txt:9 error checkstyle/S m"}},
		{"a column that is no number", "checkstyle", `<checkstyle><file name="a.txt"><error line="2" column="x" severity="error" message="m" source="S"/></file></checkstyle>`, []string{"a.txt:2 error checkstyle/S m"}},
		{"a line after the end", "yamllint", "a.txt:9:1: [error] m (r)\n", []string{refused, "a.txt:9 error yamllint/r m"}},
		{"an edit outside", "workspace-edit", `{"title":"T","diagnostics":[{"source":"s","code":1,"message":"m","severity":1}],"edit":{"changes":{"a.txt":[{"range":{"start":{"line":99,"character":0},"end":{"line":99,"character":0}},"newText":""}]}}}`, []string{refused, "a.txt:1 error s/1 m"}},
	} {
		f, err := Format(test.format)
		if err != nil {
			t.Fatal(err)
		}
		given := []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", []byte(text)), fixedits.SnapshotOf("z.txt", nil)}
		read := func(path string) ([]byte, error) {
			switch path {
			case "a.txt":
				return []byte(text), nil
			case "z.txt":
				return nil, nil
			}
			return nil, fs.ErrNotExist
		}
		result, err := f.Read(strings.NewReader(test.output), adapters.NewFiles(given, read, "/work"), "")
		if err != nil {
			t.Errorf("%s, %s: %v", test.format, test.name, err)
			continue
		}
		a, err := result.Artifact(test.format, "", given)
		if err != nil {
			t.Errorf("%s, %s: %v", test.format, test.name, err)
			continue
		}
		var found []string
		for _, d := range a.Diagnostics {
			line := fmt.Sprintf("%s:%d %s %s", d.Path, d.Line, d.Severity, d.Rule)
			if d.Rule != adapters.RefusedRule {
				line += " " + d.Message
			} else if d.Severity == fixedits.SeverityError && !strings.Contains(d.Message, "error: m [") {
				t.Errorf("%s, %s: the message is %q", test.format, test.name, d.Message)
			}
			found = append(found, line)
		}
		slices.Sort(found)
		slices.Sort(test.want)
		if diff := cmp.Diff(test.want, found); diff != "" {
			t.Errorf("%s, %s: -want +got:\n%s", test.format, test.name, diff)
		}
	}
}
