package jest_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/jest"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestReads(t *testing.T) {
	resultstest.Reads(t, jest.Runner, []resultstest.Row{
		{Name: "no file, and it passed", Want: []string{"no_results"}},
		{Name: "its configuration is broken", Exit: 1, Want: []string{"not built"}},
		{Name: "no JSON", Exit: 1, Files: map[string]string{"results.json": "{]"}, Want: []string{"bad_results"}},
		{Name: "retries", Files: map[string]string{"results.json": `{"testResults":[{"name":"/tree/a.js","status":"passed","assertionResults":[{"title":"t","ancestorTitles":["s"],"status":"passed","retryReasons":["x"]}]}]}`}, Want: []string{"a.js|s > t|passed", "flaky_case"}},
		{Name: "a status that is not known", Files: map[string]string{"results.json": `{"testResults":[{"name":"/tree/a.js","assertionResults":[{"title":"t","status":"fine"}]}]}`}, Want: []string{"a.js|t|error", "exit_contradicted"}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, jest.Runner) }

func TestHostileFilesOfResults(t *testing.T) { resultstest.Hostile(t, jest.Runner, results.JSONFile) }
