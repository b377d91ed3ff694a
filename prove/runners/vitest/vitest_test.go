package vitest_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/prove/results"
	"github.com/rules-autofix/rules_autofix/prove/results/resultstest"
	"github.com/rules-autofix/rules_autofix/prove/runners/vitest"
)

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, vitest.Runner) }

func TestHostileFilesOfResults(t *testing.T) { resultstest.Hostile(t, vitest.Runner, results.JSONFile) }
