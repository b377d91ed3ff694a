package pipeline

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/clangtidy"
	"github.com/rules-autofix/rules_autofix/internal/adapters/golangcilint"
	"github.com/rules-autofix/rules_autofix/internal/adapters/nogo"
	"github.com/rules-autofix/rules_autofix/internal/adapters/reports"
	"github.com/rules-autofix/rules_autofix/internal/adapters/ruff"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// The tests here are named after bugs of other tools that apply fixes. Each has
// the fixes of the bug, in the format of the tool.

// A peer is a tool of which each run reports on the file as it is.
type peer struct {
	name    string
	adapter adapters.Adapter
	report  func(text string) string
}

// peers are the checks of a run on one file.
type peers struct {
	t     *testing.T
	ws    *workspace.Workspace
	path  string
	tools []peer
}

func (p *peers) Check(context.Context, int, []string) (*Found, error) {
	var found Found
	for _, tool := range p.tools {
		found.Artifacts = append(found.Artifacts, imported(p.t, p.ws, tool.name, tool.adapter, tool.report(content(p.t, p.ws, p.path))))
	}
	return &found, nil
}

// imported reads a report, of which nothing is refused.
func imported(t *testing.T, ws *workspace.Workspace, name string, adapter adapters.Adapter, report string) *artifact.Artifact {
	t.Helper()
	r := reports.Report{Name: name, Format: adapters.Format{Name: name, Adapter: adapter}, In: strings.NewReader(report)}
	reading, err := r.Read(ws)
	if err != nil {
		t.Fatal(err)
	}
	for _, refusal := range reading.Refused {
		t.Errorf("refused: %v", refusal)
	}
	return reading.Artifact
}

// fixedBy returns the text that tools make of a file, in whatever order they
// come, with the results of the two runs.
func fixedBy(t *testing.T, path, text string, tools ...peer) (string, []*Result) {
	t.Helper()
	var results []*Result
	var texts []string
	for range 2 {
		ws := newWorkspace(t, map[string]string{path: text})
		result, err := FixBy(t.Context(), ws, &peers{t, ws, path, slices.Clone(tools)}, Options{Tools: toolsWithout(), Safety: fixedits.SafetyUnsafe})
		if err != nil {
			t.Fatal(err)
		}
		results, texts = append(results, result), append(texts, content(t, ws, path))
		slices.Reverse(tools)
	}
	if texts[0] != texts[1] {
		t.Errorf("the text depends on the order of the tools:\n%s\n%s", texts[0], texts[1])
	}
	return texts[0], results
}

func toolsWithout() Tools { return tools(&rewriter{}) }

// golangci returns a report of golangci-lint. Each issue is a linter with the
// edits of its fix.
func golangci(path string, issues map[string][]fixedits.Edit) string {
	type edit struct {
		Pos, End int
		NewText  string
	}
	var all []any
	for linter, edits := range issues {
		var made []edit
		for _, e := range edits {
			made = append(made, edit{e.Start, e.End, base64.StdEncoding.EncodeToString(e.New)})
		}
		all = append(all, map[string]any{
			"FromLinter": linter, "Text": linter + " says so", "Pos": map[string]any{"Filename": path, "Line": 1},
			"SuggestedFixes": []any{map[string]any{"TextEdits": made}},
		})
	}
	text, err := json.Marshal(map[string]any{"Issues": all})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// replace returns the edit of the first occurrence of a text.
func replace(path, text, old, now string) fixedits.Edit {
	at := strings.Index(text, old)
	return fixedits.Edit{Path: path, Start: at, End: at + len(old), New: []byte(now)}
}

// golangci-lint #3819: two linters fix one range, and the result does not
// compile. Here one fix wins, and the other has nothing left to do.
func TestGolangciLint3819(t *testing.T) {
	const path = "a.go"
	text := "package test\n\nfunc f(ok bool) {\n\tif ok { //file does not exist\n\t\tprintln(1)\n\t} else {\n\t\tprintln(2)\n\t}\n}\n"
	gocritic := peer{"gocritic", golangcilint.Adapter{}, func(text string) string {
		if !strings.Contains(text, "//file") {
			return `{"Issues": []}`
		}
		return golangci(path, map[string][]fixedits.Edit{"gocritic": {replace(path, text, "//file", "// file")}})
	}}
	gofumpt := peer{"gofumpt", golangcilint.Adapter{}, func(text string) string {
		if !strings.Contains(text, "//file") {
			return `{"Issues": []}`
		}
		return golangci(path, map[string][]fixedits.Edit{"gofumpt": {replace(path, text, "\tif ok { //file does not exist\n", "\tif ok { // file does not exist\n")}})
	}}
	got, results := fixedBy(t, path, text, gocritic, gofumpt)
	if want := strings.Replace(text, "//file", "// file", 1); got != want {
		t.Errorf("got %s", got)
	}
	for _, result := range results {
		first := result.Outcomes[:2]
		if !slices.ContainsFunc(first, func(o Outcome) bool { return o.Status == fixedits.StatusConflict && o.Reason.By != "" }) {
			t.Errorf("no loser with the winner's name: %+v", first)
		}
	}
}

// golangci-lint #3454: two linters move imports, one half of each is applied,
// and an import is lost; the next run puts it back, and so on. Here a fix is
// applied as a whole, and nothing is left to do after the last round.
func TestGolangciLint3454(t *testing.T) {
	const path = "a.go"
	const fmtLine, osLine, localLine = "\t\"fmt\"\n", "\t\"os\"\n", "\t\"example.com/local\"\n"
	text := "package a\n\nimport (\n" + localLine + osLine + fmtLine + ")\n\nvar _, _, _ = fmt.Sprint, os.Args, local.X\n"
	move := func(text, line string) []fixedits.Edit { // to the start of the block
		at := strings.Index(text, "import (\n") + len("import (\n")
		return []fixedits.Edit{{Path: path, Start: at, End: at, New: []byte(line)}, replace(path, text, line, "")}
	}
	goimports := peer{"goimports", golangcilint.Adapter{}, func(text string) string { // the local package comes last, in a group of its own
		if strings.Contains(text, "\n\n"+localLine+")\n") {
			return `{"Issues": []}`
		}
		return golangci(path, map[string][]fixedits.Edit{"goimports": {
			replace(path, text, localLine, ""), {Path: path, Start: strings.Index(text, ")\n"), End: strings.Index(text, ")\n"), New: []byte("\n" + localLine)},
		}})
	}}
	gofumpt := peer{"gofumpt", golangcilint.Adapter{}, func(text string) string { // fmt comes before os
		if strings.Index(text, fmtLine) < strings.Index(text, osLine) {
			return `{"Issues": []}`
		}
		return golangci(path, map[string][]fixedits.Edit{"gofumpt": move(text, fmtLine)})
	}}
	got, results := fixedBy(t, path, text, goimports, gofumpt)
	want := "package a\n\nimport (\n" + fmtLine + osLine + "\n" + localLine + ")\n\nvar _, _, _ = fmt.Sprint, os.Args, local.X\n"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, result := range results {
		if len(result.Left) > 0 {
			t.Errorf("the next run would change the file again: %+v", result.Left)
		}
	}
}

// golangci-lint #1156: several linters replace overlapping lines, each with the
// whole text, so that the code is there twice or three times.
func TestGolangciLint1156(t *testing.T) {
	const path = "a.go"
	text := "package a\n\nfunc f() {\n\tvar x   int = 1\n\t_ = x\n}\n"
	const block = "\tvar x   int = 1\n\t_ = x\n"
	fixes := map[string][]fixedits.Edit{
		"revive":     {replace(path, text, block, "\tvar x = 1\n\t_ = x\n")},
		"gofmt":      {replace(path, text, "\tvar x   int = 1\n", "\tvar x int = 1\n")},
		"stylecheck": {replace(path, text, block, "\tx := 1\n\t_ = x\n")},
	}
	tool := peer{"golangci-lint", golangcilint.Adapter{}, func(now string) string {
		if now != text {
			return `{"Issues": []}`
		}
		return golangci(path, fixes)
	}}
	got, _ := fixedBy(t, path, text, tool)
	if strings.Count(got, "_ = x") != 1 || strings.Count(got, "x ")+strings.Count(got, "x\n") != 2 {
		t.Errorf("got %s", got)
	}
}

// unit returns the file that clang-tidy exports for one translation unit.
func unit(source, checks string) string {
	return "MainSourceFile: " + source + "\nDiagnostics:\n" + checks
}

func tidy(check, file string, edits ...fixedits.Edit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - DiagnosticName: %s\n    DiagnosticMessage:\n      Message: m\n      FilePath: %s\n      FileOffset: 0\n      Replacements:\n", check, file)
	for _, e := range edits {
		fmt.Fprintf(&b, "        - {FilePath: %q, Offset: %d, Length: %d, ReplacementText: %q}\n", e.Path, e.Start, e.End-e.Start, e.New)
	}
	return b.String()
}

// clang #54885: a header is fixed once for each translation unit that includes
// it: `int x = = 1;`. Here equal fixes are one.
func TestClang54885(t *testing.T) {
	const path = "a.h"
	text := "struct A { int x; };\n"
	insert := fixedits.Edit{Path: path, Start: 16, End: 16, New: []byte(" = 0")}
	check := func(source string) peer {
		return peer{source, clangtidy.Adapter{}, func(now string) string {
			if now != text {
				return ""
			}
			return unit(source, tidy("cppcoreguidelines-pro-type-member-init", path, insert))
		}}
	}
	got, results := fixedBy(t, path, text, check("one.cpp"), check("two.cpp"), check("three.cpp"))
	if want := "struct A { int x = 0; };\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	duplicates := 0
	for i := range results[0].Outcomes {
		if results[0].Outcomes[i].Status == fixedits.StatusDuplicate {
			duplicates++
		}
	}
	if duplicates != 2 {
		t.Errorf("%d duplicates, want 2", duplicates)
	}
}

// clang #176225: two checks need the same header, and it is included twice.
func TestClang176225(t *testing.T) {
	const path = "a.cpp"
	text := "#include <vector>\nint f(std::vector<int> v) { std::sort(v.begin(), v.end()); int m = 0; if (v[0] > m) m = v[0]; return m; }\n"
	include := fixedits.Edit{Path: path, Start: 18, End: 18, New: []byte("#include <algorithm>\n")}
	tool := peer{"clang-tidy", clangtidy.Adapter{}, func(now string) string {
		if now != text {
			return ""
		}
		return unit(path, tidy("modernize-use-ranges", path, include, replace(path, text, "std::sort(v.begin(), v.end())", "std::ranges::sort(v)"))+
			tidy("readability-use-std-min-max", path, include, replace(path, text, "if (v[0] > m) m = v[0]", "m = std::max(v[0], m)")))
	}}
	got, results := fixedBy(t, path, text, tool)
	want := "#include <vector>\n#include <algorithm>\nint f(std::vector<int> v) { std::ranges::sort(v); int m = 0; m = std::max(v[0], m); return m; }\n"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if results[0].Rounds != 1 {
		t.Errorf("%d rounds", results[0].Rounds)
	}
}

// ruffReport returns a report of ruff with an insertion or replacement a rule, all
// safe.
func ruffReport(path, text string, rules map[string]fixedits.Edit) string {
	place := func(at int) map[string]int {
		line := strings.Count(text[:at], "\n")
		return map[string]int{"row": line + 1, "column": at - (strings.LastIndex(text[:at], "\n") + 1) + 1}
	}
	all := []any{}
	for rule, e := range rules {
		all = append(all, map[string]any{
			"code": rule, "filename": path, "message": rule + " says so", "location": place(e.Start), "end_location": place(e.End),
			"fix": map[string]any{"applicability": "safe", "edits": []any{map[string]any{"content": string(e.New), "location": place(e.Start), "end_location": place(e.End)}}},
		})
	}
	report, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(report)
}

// ruff #3522: two rules insert different texts at one place, round after round,
// and the text grows forever. Here one waits for the other, and sees its result.
func TestRuff3522(t *testing.T) {
	const path = "a.py"
	text := "class A:\n    \"\"\"\n\\ a\n    \"\"\"\n"
	tool := peer{"ruff", ruff.Adapter{}, func(now string) string {
		rules := map[string]fixedits.Edit{}
		if at := strings.Index(now, "\\ a"); at >= 0 && now[at-1] != '\\' {
			rules["W605"] = fixedits.Edit{Path: path, Start: at, End: at, New: []byte("\\")}
		}
		if at := strings.Index(now, "\"\"\"\n") + 4; now[at] != ' ' {
			rules["D207"] = fixedits.Edit{Path: path, Start: at, End: at, New: []byte("    ")}
		}
		return ruffReport(path, now, rules)
	}}
	got, results := fixedBy(t, path, text, tool)
	if want := "class A:\n    \"\"\"\n    \\\\ a\n    \"\"\"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if rounds := results[0].Rounds; rounds != 2 {
		t.Errorf("%d rounds, want 2", rounds)
	}
}

// ruff #2368: two rules undo each other, for a hundred rounds. Here the run
// stops, names them, and leaves the file as it was.
func TestRuff2368(t *testing.T) {
	const path = "a.py"
	text := "x = (1)\n"
	tool := peer{"ruff", ruff.Adapter{}, func(now string) string {
		if strings.Contains(now, "(1)") {
			return ruffReport(path, now, map[string]fixedits.Edit{"UP034": replace(path, now, "(1)", "1")})
		}
		return ruffReport(path, now, map[string]fixedits.Edit{"X100": replace(path, now, "1", "(1)")})
	}}
	ws := newWorkspace(t, map[string]string{path: text})
	_, err := FixBy(t.Context(), ws, &peers{t, ws, path, []peer{tool}}, Options{Tools: toolsWithout()})
	var cycle *fixedits.CycleError
	if !errors.As(err, &cycle) || !strings.Contains(err.Error(), "ruff/UP034") || !strings.Contains(err.Error(), "ruff/X100") {
		t.Errorf("error %v", err)
	}
	if got := content(t, ws, path); got != text {
		t.Errorf("got %q", got)
	}
}

// sqlfluff #2830: of a fix that moves code, only the deletion is applied. Here
// a fix is applied as a whole, or not at all.
func TestSqlfluff2830(t *testing.T) {
	files := map[string]string{"q.sql": "SELECT a FROM (SELECT b FROM t)\n"}
	const subquery = "(SELECT b FROM t)"
	text := files["q.sql"]
	moved := proposed{rule: "sqlfluff/ST05", edits: []fixedits.Edit{
		edit("q.sql", 0, 0, "WITH q AS (SELECT b FROM t) "), replace("q.sql", text, subquery, "q"),
	}}
	other := proposed{rule: "sqlfluff/CP01", phase: fixedits.PhaseSyntax, edits: []fixedits.Edit{replace("q.sql", text, "SELECT b", "select b")}}
	ws := newWorkspace(t, files)
	result, err := Apply(t.Context(), ws, []*artifact.Artifact{artifactOf(t, "", files, moved), artifactOf(t, "", files, other)}, Options{Tools: toolsWithout()})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := content(t, ws, "q.sql"), "SELECT a FROM (select b FROM t)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := statuses(result)["sqlfluff/ST05"]; got != fixedits.StatusConflict {
		t.Errorf("the fix that moves is %s", got)
	}
}

// zulint #7: linters that run at once write one file, and one reads what the
// other has half written. Here checks only read, and one transaction writes.
func TestZulint7(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "line %d\n", i)
	}
	files := map[string]string{"a.py": text.String()}
	var all []*artifact.Artifact
	want := text.String()
	for i := range 100 {
		line, now := fmt.Sprintf("line %d\n", i), fmt.Sprintf("LINE %d, fixed by one of many linters\n", i)
		all = append(all, artifactOf(t, fmt.Sprint(i), files, proposed{rule: "zulint/x", edits: []fixedits.Edit{replace("a.py", text.String(), line, now)}}))
		want = strings.Replace(want, line, now, 1)
	}
	ws := newWorkspace(t, files)
	// Two runs at once: the second waits, and finds its fixes stale or done.
	done := make(chan error)
	for range 2 {
		go func() {
			_, err := Apply(context.Background(), ws, all, Options{Tools: toolsWithout()})
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil && !strings.Contains(err.Error(), "changed") {
			t.Error(err)
		}
	}
	if got := content(t, ws, "a.py"); got != want {
		t.Errorf("got %.200s", got)
	}
}

// The patches of a library and of its test change one file. Applied with
// `patch -p1`, one after the other, the second asks whether it is reversed, or
// changes the file twice, and its exit code is lost.
func TestPatchOfLibraryAndTest(t *testing.T) {
	const path = "a.go"
	text := "package a\n\nvar x = 1\nvar y = 2\n"
	library := "--- a/a.go\n+++ b/a.go\n@@ -1,5 +1,5 @@\n package a\n \n-var x = 1\n+var x = 10\n var y = 2\n \n"
	test := "--- a/a.go\n+++ b/a.go\n@@ -1,5 +1,5 @@\n package a\n \n-var x = 1\n+var x = 10\n var y = 2\n \n--- a/a_test.go\n+++ b/a_test.go\n@@ -1,2 +1,2 @@\n-package  a\n+package a\n \n"
	ws := newWorkspace(t, map[string]string{path: text, "a_test.go": "package  a\n"})
	artifacts := []*artifact.Artifact{imported(t, ws, "nogo", nogo.Adapter{}, library), imported(t, ws, "nogo", nogo.Adapter{}, test)}
	result, err := Apply(t.Context(), ws, artifacts, Options{Tools: toolsWithout(), Safety: fixedits.SafetySuggestion})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := content(t, ws, path), strings.Replace(text, "x = 1", "x = 10", 1); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := content(t, ws, "a_test.go"); got != "package a\n" {
		t.Errorf("got %q", got)
	}
	if n := len(result.Outcomes); n != 3 {
		t.Errorf("%d outcomes", n)
	}
	// Applied again, the patch does not apply, and this is told.
	r := reports.Report{Name: "nogo.patch", Format: adapters.Format{Name: "nogo", Adapter: nogo.Adapter{}}, In: strings.NewReader(library)}
	reading, err := r.Read(ws)
	if err != nil || len(reading.Refused) != 1 || reading.Refused[0].Code != adapters.CodeChanged {
		t.Errorf("%+v, %v", reading, err)
	}
}
