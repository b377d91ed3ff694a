package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

func TestForeignFilesAreNamedAsGlobs(t *testing.T) {
	outcome := func(round int, status fixedits.Status, paths ...string) pipeline.Outcome {
		return pipeline.Outcome{Round: round, Outcome: &fixedits.Outcome{Status: status, Paths: paths}}
	}
	protected := outcome(2, fixedits.StatusForeign, ".bazelrc")
	protected.Reason.Code = fixedits.CodeProtected
	result := &pipeline.Result{Rounds: 2, Outcomes: []pipeline.Outcome{
		outcome(1, fixedits.StatusForeign, "early.txt"),
		outcome(2, fixedits.StatusApplied, "applied.txt"),
		outcome(2, fixedits.StatusForeign, "z/[a]*?{b}\\.txt", "it's \"a\".txt"),
		outcome(2, fixedits.StatusForeign, "it's \"a\".txt"),
		protected,
	}}
	want := []string{`"it's \"a\".txt"`, `"z/\\[a]\\*\\?\\{b}\\\\.txt"`}
	if diff := cmp.Diff(want, foreignFiles(result)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
