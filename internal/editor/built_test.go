package editor_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// build writes the artifact of a checker that only Bazel runs, which found a
// word in the text of a file and replaces it, and a finding of a rule that the
// server knows.
func build(t *testing.T, bin, name, path, text, word string) {
	t.Helper()
	a := artifact.New(artifact.Tool{Name: "mine"}, "")
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, []byte(text))}
	at := strings.Index(text, word)
	var found fixedits.Collector
	for _, rule := range []string{"mine/word", "text/trailing-whitespace"} {
		found.Add(fixedits.Diagnostic{
			Rule: rule, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: "found " + word,
			Path: path, Start: at, End: at + len(word), Line: 1, Column: 1,
		}, fixedits.Fix{
			Rule: rule, Phase: fixedits.PhaseSemantic, Title: "replace " + word, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: path, Start: at, End: at + len(word), New: []byte("good")}},
		})
	}
	a.Diagnostics, a.Fixes = found.Diagnostics, found.Fixes
	a.Normalize()
	var data bytes.Buffer
	if err := artifact.Encode(&data, a); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(bin, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Findings of the last build are shown while they are true: of the buffer's
// text, or where the lines of the saved text are now.
func TestLastBuild(t *testing.T) {
	const saved = "one = 1\nbad = 2\nthree = 3\n"
	dir := tree(t, map[string]string{"a/b/x.py": saved, "a/b/bazel": "", "out/k8/bin/a/b/odd.autofix/mine.json": "{}"})
	if err := os.Symlink(filepath.Join(dir, "out/k8/bin"), filepath.Join(dir, "bazel-bin")); err != nil {
		t.Skip(err)
	}
	bin := filepath.Join(dir, "bazel-bin")
	name := filepath.Join(dir, "a/b/x.py")
	build(t, bin, "a/b/lib.autofix/mine.json", "a/b/x.py", saved, "bad")
	build(t, bin, "a/b/test.autofix/mine.json", "a/b/x.py", saved, "bad") // another target, with the same finding
	build(t, bin, "a/top.autofix/h4sh/mine.json", "a/b/x.py", saved, "three")
	build(t, bin, "a/b/old.autofix/mine.json", "a/b/x.py", "bad\n", "bad")
	build(t, bin, "c/other.autofix/mine.json", "a/b/x.py", saved, "one")
	c := connect(t, newClient, dir)
	c.open(name, saved)
	shown := func(version int32) (all []string) {
		t.Helper()
		for _, d := range c.diagnostics(name, version) {
			all = append(all, fmt.Sprintf("%s %d:%d %s", d.Code, d.Range.Start.Line+1, d.Range.Start.Character+1, d.Message))
		}
		slices.Sort(all)
		return all
	}
	bad, three := "mine/word 2:1 found bad", "mine/word 3:1 found three"
	for i, step := range []struct {
		text string
		want []string
	}{
		{saved, []string{bad, three}},
		{"zero = 0\n" + saved, []string{"mine/word 3:1 found bad", "mine/word 4:1 found three"}},
		{strings.Replace(saved, "bad = 2", "bad = 22", 1), []string{three}},
		{strings.Replace(saved, "one = 1\n", "", 1), []string{"mine/word 1:1 found bad", "mine/word 2:1 found three"}},
		{"bad\n", []string{"mine/word 1:1 found bad"}},
		{"", nil},
		{saved, []string{bad, three}},
	} {
		c.change(name, i+2, map[string]any{"text": step.text})
		if diff := cmp.Diff(step.want, shown(int32(i+2))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", step.text, diff)
		}
	}
	// A new build of the same targets.
	build(t, bin, "a/b/lib.autofix/mine.json", "a/b/x.py", saved, "2")
	build(t, bin, "a/b/test.autofix/mine.json", "a/b/x.py", saved, "2")
	c.change(name, 20, map[string]any{"text": saved})
	if diff := cmp.Diff([]string{"mine/word 2:7 found 2", three}, shown(20)); diff != "" {
		t.Errorf("after a build (-want +got):\n%s", diff)
	}
	c.shutdown()
}
