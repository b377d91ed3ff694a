package vitest_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/vitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, vitest.Runner) }

func TestHostileFilesOfResults(t *testing.T) { resultstest.Hostile(t, vitest.Runner, results.JSONFile) }
