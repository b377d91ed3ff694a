package mocha_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/mocha"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestReads(t *testing.T) {
	resultstest.Reads(t, mocha.Runner, []resultstest.Row{
		{Name: "exit 0 in a test", Want: []string{"no_results"}},
		{Name: "a file that cannot be loaded", Exit: 1, Want: []string{"not built"}},
		{Name: "not JSON", Files: map[string]string{results.JSONFile: "{"}, Want: []string{"bad_results"}},
		{Name: "forged", Files: map[string]string{results.JSONFile: `{"passes": [{"title": "a", "fullTitle": "a"}], "failures": [{"title": "b", "fullTitle": "b"}]}`}, Want: []string{"|a|passed", "|b|failed", "exit_contradicted"}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, mocha.Runner) }

func TestHostileFilesOfResults(t *testing.T) { resultstest.Hostile(t, mocha.Runner, results.JSONFile) }
