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
	writeArtifact(t, filepath.Join(bin, name), a)
}

func writeArtifact(t *testing.T, name string, a *artifact.Artifact) {
	t.Helper()
	a.Normalize()
	var data bytes.Buffer
	if err := artifact.Encode(&data, a); err != nil {
		t.Fatal(err)
	}
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

// Related places move with the lines of the buffer, and those in other files are
// where the check saw them. A client without them has them in the message.
func TestRelatedPlacesOfLastBuild(t *testing.T) {
	const saved, other = "one = 1\nbad = 2\nthree = 3\n", "x\n\ty\n"
	dir := tree(t, map[string]string{"a/x.py": saved, "a/y.py": other, "a/bazel": ""})
	bin := filepath.Join(dir, "out/k8/bin")
	a := artifact.New(artifact.Tool{Name: "mine"}, "")
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("a/x.py", []byte(saved)), fixedits.SnapshotOf("a/y.py", []byte(other))}
	d := fixedits.Diagnostic{
		Rule: "mine/word", Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Message: "found bad", Category: "kind",
		Path: "a/x.py", Start: 8, End: 11, Line: 2, Column: 1,
	}
	d.Relate(
		fixedits.Related{Path: "a/x.py", Start: 0, End: 3, Line: 1, Column: 1, Message: "first"},
		fixedits.Related{Path: "a/x.py", Start: 16, End: 21, Line: 3, Column: 1, Message: "last"},
		fixedits.Related{Path: "a/y.py", Start: 3, End: 4, Line: 2, Column: 2, Message: "other"},
	)
	d.ID = fixedits.DiagnosticID(&d)
	a.Diagnostics = []fixedits.Diagnostic{d}
	writeArtifact(t, filepath.Join(bin, "a/lib.autofix/mine.json"), a)
	if err := os.Symlink(bin, filepath.Join(dir, "bazel-bin")); err != nil {
		t.Skip(err)
	}
	name := filepath.Join(dir, "a/x.py")
	for client, want := range map[string][][]string{
		newClient: {
			{"2:1 found bad (kind)", "x.py 1:1-1:4 first", "x.py 3:1-3:6 last", "y.py 2:2-2:2 other"},
			{"3:1 found bad (kind)", "x.py 4:1-4:6 last", "y.py 2:2-2:2 other"},
		},
		`{"textDocument": {"diagnostic": {}}}`: {
			{"2:1 found bad (kind); a/x.py:1:1: first; a/x.py:3:1: last; a/y.py:2:2: other"},
			{"3:1 found bad (kind); a/x.py:4:1: last; a/y.py:2:2: other"},
		},
	} {
		c := connect(t, client, dir)
		c.open(name, saved)
		for i, text := range []string{saved, "zero\none = 11\nbad = 2\nthree = 3\n"} {
			c.change(name, i+2, map[string]any{"text": text})
			var got []string
			for _, d := range c.diagnostics(name, int32(i+2)) {
				got = append(got, fmt.Sprintf("%d:%d %s", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Message))
				for _, r := range d.RelatedInformation {
					from, to := r.Location.Range.Start, r.Location.Range.End
					got = append(got, fmt.Sprintf("%s %d:%d-%d:%d %s", filepath.Base(r.Location.URI), from.Line+1, from.Character+1, to.Line+1, to.Character+1, r.Message))
				}
			}
			if diff := cmp.Diff(want[i], got); diff != "" {
				t.Errorf("%q, %s (-want +got):\n%s", text, client, diff)
			}
		}
		c.shutdown()
	}
}
