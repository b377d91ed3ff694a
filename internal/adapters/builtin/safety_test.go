package builtin

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// silent has output of each format that does not say how safe a fix is, with
// one fix of the file a.txt.
var silent = map[string]string{
	"biome":          `{"source":{"name":"Biome"},"diagnostics":[{"message":"m","location":{"path":"a.txt","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":4}}},"severity":"ERROR","code":{"value":"lint/style/useConst"},"suggestions":[{"range":{"start":{"line":1,"column":1},"end":{"line":1,"column":4}},"text":"two"}]}]}`,
	"clang-tidy":     "---\nMainSourceFile: /work/a.txt\nDiagnostics:\n  - DiagnosticName: a-b\n    DiagnosticMessage:\n      Message: m\n      FilePath: /work/a.txt\n      FileOffset: 0\n      Replacements:\n        - FilePath: /work/a.txt\n          Offset: 0\n          Length: 3\n          ReplacementText: two\n    Level: Warning\n...\n",
	"diff":           "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n",
	"go-analysis":    `{"p":{"printf":[{"posn":"a.txt:1:1","message":"m","suggested_fixes":[{"message":"f","edits":[{"filename":"a.txt","start":0,"end":3,"new":"two"}]}]}]}}`,
	"go-vet":         `{"p":{"printf":[{"posn":"a.txt:1:1","message":"m","suggested_fixes":[{"message":"f","edits":[{"filename":"a.txt","start":0,"end":3,"new":"two"}]}]}]}}`,
	"golangci-lint":  `{"Issues":[{"FromLinter":"l","Text":"m","Pos":{"Filename":"a.txt","Offset":0,"Line":1,"Column":1},"SuggestedFixes":[{"Message":"f","TextEdits":[{"Pos":0,"End":3,"NewText":"dHdv"}]}]}]}`,
	"nogo":           "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+two\n \n",
	"rdjson":         `{"source":{"name":"s"},"diagnostics":[{"message":"m","location":{"path":"a.txt","range":{"start":{"line":1,"column":1}}},"suggestions":[{"range":{"start":{"line":1,"column":1},"end":{"line":1,"column":4}},"text":"two"}]}]}`,
	"rdjsonl":        `{"message":"m","source":{"name":"s"},"location":{"path":"a.txt","range":{"start":{"line":1,"column":1}}},"suggestions":[{"range":{"start":{"line":1,"column":1},"end":{"line":1,"column":4}},"text":"two"}]}`,
	"sarif":          `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"t"}},"results":[{"ruleId":"r","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.txt"},"region":{"startLine":1}}}],"fixes":[{"artifactChanges":[{"artifactLocation":{"uri":"a.txt"},"replacements":[{"deletedRegion":{"startLine":1,"startColumn":1,"endColumn":4},"insertedContent":{"text":"two"}}]}]}]}]}]}`,
	"shellcheck":     `{"comments":[{"file":"a.txt","line":1,"endLine":1,"column":1,"endColumn":4,"level":"info","code":2086,"message":"m","fix":{"replacements":[{"line":1,"endLine":1,"column":1,"endColumn":4,"precedence":1,"insertionPoint":"beforeStart","replacement":"two"}]}}]}`,
	"stylelint":      `[{"source":"a.txt","warnings":[{"line":1,"column":1,"rule":"r","severity":"error","text":"m","fix":{"range":[0,3],"text":"two"}}]}]`,
	"workspace-edit": `{"changes":{"file:///work/a.txt":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}},"newText":"two"}]}}`,
}

// What is declared holds where the output says nothing, in every format.
func TestDeclaredSafety(t *testing.T) {
	for _, format := range formats {
		output, ok := silent[format.Name]
		if ok != format.Silent {
			t.Errorf("%s: a sample: %v; silent: %v", format.Name, ok, format.Silent)
		}
		if !ok {
			continue
		}
		for declared, want := range map[fixedits.Safety]fixedits.Safety{
			"": fixedits.SafetySuggestion, fixedits.SafetySafe: fixedits.SafetySafe, fixedits.SafetyUnsafe: fixedits.SafetyUnsafe,
		} {
			if got := safeties(t, format, output, declared); !slices.Equal(got, []fixedits.Safety{want}) {
				t.Errorf("%s: declared %q: %q", format.Name, declared, got)
			}
		}
	}
}

// What the output says of a fix holds for it, whatever is declared.
func TestSaidSafety(t *testing.T) {
	for _, test := range []struct {
		format, old, new string
		want             fixedits.Safety
	}{
		{"sarif", `"fixes":[{`, `"fixes":[{"properties":{"safety":"unsafe"},`, fixedits.SafetyUnsafe},
		{
			"workspace-edit", silent["workspace-edit"],
			`{"changeAnnotations":{"c":{"label":"l","needsConfirmation":true}},"documentChanges":[{"textDocument":{"uri":"file:///work/a.txt","version":null},"edits":[{"annotationId":"c","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}},"newText":"two"}]}]}`,
			fixedits.SafetyUnsafe,
		},
	} {
		format, err := Format(test.format)
		if err != nil {
			t.Fatal(err)
		}
		output := strings.Replace(silent[test.format], test.old, test.new, 1)
		if got := safeties(t, format, output, fixedits.SafetySafe); !slices.Equal(got, []fixedits.Safety{test.want}) {
			t.Errorf("%s: %q, want %s", test.format, got, test.want)
		}
	}
}

// safeties returns the safety of each fix of a file a.txt.
func safeties(t *testing.T, format adapters.Format, output string, declared fixedits.Safety) []fixedits.Safety {
	t.Helper()
	text := []byte("one\n")
	given := []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)}
	files := adapters.NewFiles(given, func(path string) ([]byte, error) {
		if path != "a.txt" {
			return nil, errors.New("not a file of the test")
		}
		return text, nil
	}, "/work")
	files.Unsaid = declared
	result, err := format.Adapter.Read(bytes.NewReader([]byte(output)), files, "")
	if err != nil {
		t.Fatalf("%s: %v", format.Name, err)
	}
	for _, refusal := range result.Refused {
		t.Errorf("%s: refused: %v", format.Name, refusal)
	}
	found, err := result.Artifact("x", "", given)
	if err != nil {
		t.Fatalf("%s: %v", format.Name, err)
	}
	var all []fixedits.Safety
	for i := range found.Fixes {
		all = append(all, found.Fixes[i].Safety)
	}
	return all
}

func TestDeclaresSafety(t *testing.T) {
	for name, want := range map[string]string{
		"artifact": "an artifact says how safe each of its fixes is",
		"ruff":     "the format ruff says how safe each fix is: choose with the safety of the run, or with fix in [rules] of autofix.toml",
		"yamllint": "the format yamllint has no fixes",
		"diff":     "",
	} {
		format, err := Format(name)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := format.DeclaresSafety(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
