package fixedits_test

import (
	"regexp"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestContentIDsTellFixesApart(t *testing.T) {
	resolver := func(id, data string) func(*fixedits.Fix) {
		return func(f *fixedits.Fix) { f.Resolver = &fixedits.Resolver{ID: id, Data: []byte(data)} }
	}
	title := func(f *fixedits.Fix) { f.Title = "Do that" }
	all := []fixedits.Fix{
		fix(""),
		fix("", rule("other")),
		fix("", at(0, 1, "x")),
		fix("", rule("other"), at(0, 1, "x")),
		fix("", in("b", 0, 1, "x")),
		fix("", at(1, 1, "x")),
		fix("", at(0, 2, "x")),
		fix("", at(0, 1, "y")),
		fix("", at(0, 1, "")),
		fix("", at(0, 1, "x"), at(0, 1, "x")),
		fix("", at(0, 1, "x"), at(2, 3, "y")),
		fix("", at(2, 3, "y"), at(0, 1, "x")),
		fix("", in("ab", 0, 0, "c")),
		fix("", in("a", 0, 0, "bc")),
		fix("", resolver("ai", "{}")),
		fix("", resolver("ai", "[]")),
		fix("", resolver("aj", "{}")),
		fix("", resolver("ai", "{}"), func(f *fixedits.Fix) { f.Resolver.Path = "a" }),
		fix("", title, resolver("ai", "{}")),
		fix("", at(0, 0, "x")),
		fix("", create("a", "x")),
		fix("", create("a", "")),
		fix("", createProgram("a", "x")),
		fix("", remove("a")),
		fix("", remove("a"), create("b", "x")),
		fix("", at(0, 1, "x"), suggestion),
		fix("", at(0, 1, "x"), unsafe),
		fix("", at(0, 1, "x"), idempotent),
		fix("", at(0, 1, "x"), isolation("a")),
		fix("", at(0, 1, "x"), isolation("b")),
		fix("", at(0, 1, "x"), isolation("idempotent")),
		fix("", at(0, 1, "x"), isolation("b"), suggestion),
	}
	form := regexp.MustCompile(`^f[0-9a-f]{12}$`)
	seen := map[string]int{}
	for i := range all {
		id := fixedits.ContentID(&all[i])
		if !form.MatchString(id) {
			t.Errorf("fix %d: id %s", i, id)
		}
		if j, ok := seen[id]; ok {
			t.Errorf("fixes %d and %d have one id", i, j)
		}
		seen[id] = i
	}
}

// Ids are stable across runs, machines and versions: artifacts of older runs
// refer to them.
func TestIDsAreStable(t *testing.T) {
	f := fix("ignored", at(10, 13, "COPY"), style)
	if got, want := fixedits.ContentID(&f), "f8cb6ae525966"; got != want {
		t.Errorf("fix: got %s, want %s", got, want)
	}
	f = fix("ignored", at(10, 13, "COPY"), unsafe, style, idempotent)
	if got, want := fixedits.ContentID(&f), "fb08cbd05833e"; got != want {
		t.Errorf("unsafe fix: got %s, want %s", got, want)
	}
	d := fixedits.Diagnostic{ID: "ignored", Rule: "hadolint/DL3020", Message: "Use COPY", Path: "app/Dockerfile", Start: 10, End: 13, Line: 2}
	if got, want := fixedits.DiagnosticID(&d), "dd194ae6e1a98"; got != want {
		t.Errorf("diagnostic: got %s, want %s", got, want)
	}
}

func TestDiagnosticIDsTellDiagnosticsApart(t *testing.T) {
	all := []fixedits.Diagnostic{
		{}, {Rule: "x"}, {Path: "x"}, {Message: "x"}, {Start: 1}, {End: 1}, {Rule: "x", Path: "x"}, {Rule: "xx"},
	}
	seen := map[string]int{}
	for i := range all {
		id := fixedits.DiagnosticID(&all[i])
		if j, ok := seen[id]; ok {
			t.Errorf("diagnostics %d and %d have one id", i, j)
		}
		seen[id] = i
	}
	same := fixedits.Diagnostic{Severity: fixedits.SeverityError, Line: 7, Column: 2, Fixes: []string{"f1"}}
	if fixedits.DiagnosticID(&same) != fixedits.DiagnosticID(&all[0]) {
		t.Error("properties other than content affect the id")
	}
}
