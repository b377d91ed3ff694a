package pipeline

import (
	"bytes"
	"fmt"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// BenchmarkApply takes artifacts of ten files with a hundred findings each to a
// plan. Of the fixes, half lose to the other half.
func BenchmarkApply(b *testing.B) {
	const files, lines, perArtifact = 1_000, 50, 10
	texts := map[string]string{}
	var artifacts []*artifact.Artifact
	var some map[string]string // the files of the artifact that is being made
	var fixes []proposed
	for n := range files {
		var text bytes.Buffer
		path := fmt.Sprintf("pkg%03d/file%04d.txt", n%100, n)
		if len(some) == 0 {
			some, fixes = map[string]string{}, nil
		}
		for line := range lines {
			start := text.Len() + 5
			fmt.Fprintf(&text, "line %03d of file %06d says: the quick brown fox\n", line, n)
			fixes = append(fixes,
				proposed{rule: "bench/winner", edits: []fixedits.Edit{edit(path, start, start+3, "No.")}},
				proposed{rule: "bench/loser", safety: fixedits.SafetySuggestion, edits: []fixedits.Edit{edit(path, start, start+3, "#")}})
		}
		some[path], texts[path] = text.String(), text.String()
		if len(some) == perArtifact {
			artifacts = append(artifacts, artifactOf(b, fmt.Sprintf("//pkg:target%d", n), some, fixes...))
			some = nil
		}
	}
	ws := newWorkspace(b, texts)
	opts := Options{Tools: tools(&rewriter{}), Safety: fixedits.SafetySuggestion, DryRun: true, Each: (*fixedits.FileChange).DropTexts}
	b.ReportAllocs()
	for b.Loop() {
		result, err := Apply(b.Context(), ws, artifacts, opts)
		if err != nil || len(result.Files) != files || len(result.Left) != files*lines {
			b.Fatal(err)
		}
	}
}
