package node_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/node"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestReads(t *testing.T) {
	resultstest.Reads(t, node.Runner, []resultstest.Row{
		{Name: "no file", Exit: 1, Want: []string{"no_results"}},
		{Name: "a file that exits", Files: map[string]string{"junit.xml": `<testcase name="/tree/a.test.js" classname="test"/>`}, Want: []string{"no_tests", "no_tests"}},
		{Name: "files, as later versions name them", Files: map[string]string{"junit.xml": `<testsuite name="s" file="/tree/x/a.test.js"><testcase name="t" file="/tree/x/a.test.js"/></testsuite><testcase name="t" file="/else/b.js"/>`}, Want: []string{"/else/b.js|t|passed", "x/a.test.js|s > t|passed"}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, node.Runner) }

func TestHostileFilesOfResults(t *testing.T) { resultstest.Hostile(t, node.Runner, results.JUnitFile) }

func TestRealCoverage(t *testing.T) {
	const newEnough = "const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || a == 20 && b >= 11 ? 0 : 1)"
	resultstest.Measures(t, node.Runner, []string{"node", "--test"}, "node", "sub/sum.js", "node", "-e", newEnough)
}
