package pytest_test

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/pytest"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestReads(t *testing.T) {
	resultstest.Reads(t, pytest.Runner, []resultstest.Row{
		{Name: "no file, and it passed", Want: []string{"no_results"}},
		{Name: "no file, for a conftest.py that is broken", Exit: 4, Want: []string{"not built"}},
		{Name: "none collected", Exit: 5, Files: map[string]string{"junit.xml": `<testsuites><testsuite/></testsuites>`}, Want: []string{"no_tests"}},
		{Name: "cut", Files: map[string]string{"junit.xml": `<testsuites><testcase classname="t" name="a"/><testcase`}, Want: []string{"t|a|passed", "bad_results"}},
		{Name: "coverage is too low", Exit: 1, Files: map[string]string{"junit.xml": `<testcase classname="t" name="a"/>`}, Want: []string{"t|a|passed", "exit_contradicted"}},
		{Name: "all pass, say a conftest.py and its exit code", Files: map[string]string{"junit.xml": `<testcase classname="t" name="a"><failure/></testcase>`}, Want: []string{"t|a|failed", "exit_contradicted"}},
		{Name: "JUnit: a case without a name is not its suite", Files: map[string]string{"junit.xml": `<testcase classname="t"/>`}, Want: []string{"t|(no name)|passed"}},
		{Name: "JUnit: Surefire's reruns", Exit: 1, Files: map[string]string{"junit.xml": `<testcase classname="t" name="a"><flakyFailure/></testcase><testcase classname="t" name="b"><failure/><rerunFailure/></testcase>`}, Want: []string{"t|a|passed", "t|b|failed", "flaky_case"}},
		{Name: "JUnit: equal names, also with a number", Exit: 1, Files: map[string]string{"junit.xml": `<testcase name="a"/><testcase name="a #2"/><testcase name="a"/><testcase name="a"><failure/></testcase>`}, Want: []string{"|a|passed", "|a #2|passed", "|a #3|passed", "|a #4|failed"}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, pytest.Runner) }

func TestHostileFilesOfResults(t *testing.T) {
	resultstest.Hostile(t, pytest.Runner, results.JUnitFile)
}

func TestRealPytest(t *testing.T) {
	if exec.Command("python3", "-m", "pytest", "--version").Run() != nil {
		t.Skip("python3 has no pytest here")
	}
	files := map[string]string{"tests/test_x.py": `import pytest

def test_ok(): pass
def test_bad(): assert 1 == 2
@pytest.mark.xfail
def test_known(): assert 0
@pytest.mark.parametrize("n", [1, 2])
def test_n(n): pass
class TestC:
    def test_m(self, nothing): pass
`, "tests/test_y.py": "import nothing_like_this\n"}
	got, raw := resultstest.Run(t, pytest.Runner, files, nil, "python3", "-m", "pytest", "-p", "no:cacheprovider", "--continue-on-collection-errors")
	want := []string{
		"not built", "tests.test_x|test_bad|failed", "tests.test_x|test_known|skipped", "tests.test_x|test_n[1]|passed", "tests.test_x|test_n[2]|passed",
		"tests.test_x|test_ok|passed", "tests.test_x.TestC|test_m|error", "tests.test_y||error",
	}
	if diff := cmp.Diff(want, resultstest.Brief(got)); diff != "" {
		t.Errorf("-want +got:\n%s\n%s\n%s", diff, resultstest.Text(got), raw.Stdout)
	}
}

func TestRealCoverage(t *testing.T) {
	t.Run("coverage.py", func(t *testing.T) {
		resultstest.Measures(t, pytest.Runner, []string{"python3", "-m", "pytest"}, "coverage.py", "sub/two.py", "python3", "-c", "import pytest, coverage")
	})
	t.Run("pytest-cov", func(t *testing.T) {
		resultstest.Measures(t, pytest.Runner, []string{"pytest"}, "pytest-cov", "sub/two.py", "pytest", "--cov-report=lcov", "--version")
	})
}
