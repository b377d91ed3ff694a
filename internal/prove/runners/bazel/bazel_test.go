package bazel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

func TestReads(t *testing.T) {
	resultstest.Reads(t, Runner, []resultstest.Row{
		{Name: "no events, and it passed", Want: []string{"no_results"}},
		{Name: "a wrong option", Exit: 2, Want: []string{"not built"}},
		{Name: "out of memory", Exit: 33, Want: []string{"not built", "no_results"}},
		{Name: "cut events", Exit: 3, Files: map[string]string{"events.json": `{"id":{"testSummary":{"label":"//a:b"}},"testSummary":{"overallStatus":"PASSED"}}` + "\n"}, Want: []string{"//a:b|b|passed", "bad_results", "exit_contradicted"}},
		{Name: "no tests", Exit: 4, Files: map[string]string{"events.json": `{"id":{"buildToolLogs":{}},"lastMessage":true}`}, Want: []string{"no_tests"}},
		{Name: "bazel build", Argv: []string{"bazel", "build"}, Files: map[string]string{"events.json": `{"id":{"buildToolLogs":{}},"lastMessage":true}`}},
	})
}

func TestRecordedRuns(t *testing.T) { resultstest.Recorded(t, Runner) }

func TestHostileFilesOfResults(t *testing.T) { resultstest.Hostile(t, Runner, eventsFile) }

// An event can name any file of the machine.
func TestHostileFilesOfBuildEvents(t *testing.T) {
	elsewhere := t.TempDir()
	secret := filepath.Join(elsewhere, "secret")
	if err := os.WriteFile(secret, []byte("the secret\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	event := func(path string) string {
		return `{"id":{"testResult":{"label":"//a:b","run":1,"shard":1,"attempt":1}},"testResult":{"status":"FAILED","testActionOutput":[{"name":"test.log","uri":"file://` + filepath.ToSlash(path) + `"}]}}
{"id":{"testSummary":{"label":"//a:b"}},"testSummary":{"overallStatus":"FAILED"}}
{"id":{"buildToolLogs":{}},"lastMessage":true}`
	}
	if runtime.GOOS == "windows" {
		t.Skip("paths of events have another form there")
	}
	raw := resultstest.Wrote(t, 3, map[string]string{eventsFile: event(secret)})
	if got := resultstest.Text(Runner.Read(raw)); strings.Contains(got, "the secret") {
		t.Errorf("a file elsewhere was read:\n%s", got)
	}
	link := filepath.Join(raw.Out, "test.log")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	raw2 := resultstest.Wrote(t, 3, map[string]string{eventsFile: event(link)})
	raw2.Roots = []string{raw.Out}
	if got := resultstest.Text(Runner.Read(raw2)); strings.Contains(got, "the secret") {
		t.Errorf("a file elsewhere was read through a link:\n%s", got)
	}
	raw2.Roots = []string{elsewhere}
	if got := resultstest.Text(Runner.Read(raw2)); !strings.Contains(got, "the secret") {
		t.Errorf("the log was not read:\n%s", got)
	}
}

func TestRunsAndAttempts(t *testing.T) {
	attempt := func(run, shard, attempt, status, xml string) string {
		encoded, _ := jsonBytes(xml)
		return `{"id":{"testResult":{"label":"//a:b","run":` + run + `,"shard":` + shard + `,"attempt":` + attempt + `}},"testResult":{"status":"` + status +
			`","testActionOutput":[{"name":"test.xml","contents":` + encoded + `}]}}` + "\n"
	}
	summary := func(status string) string {
		return `{"id":{"testSummary":{"label":"//a:b"}},"testSummary":{"overallStatus":"` + status + `"}}` + "\n" + `{"id":{"buildToolLogs":{}},"lastMessage":true}`
	}
	const good, bad = `<testcase name="t"/><testcase name="u"/>`, `<testcase name="t"><failure/></testcase><testcase name="u"/>`
	for _, row := range []struct {
		name, events string
		exit         int
		want         []string
	}{
		{"two runs", attempt("1", "1", "1", "PASSED", good) + attempt("2", "1", "1", "PASSED", good) + summary("PASSED"), 0, []string{"//a:b|t|passed", "//a:b|u|passed"}},
		{
			"runs that differ", attempt("1", "1", "1", "PASSED", good) + attempt("2", "1", "1", "FAILED", bad) + summary("FAILED"), 3,
			[]string{"//a:b|t|failed", "//a:b|u|passed", "flaky_case"},
		},
		{
			"attempts that differ", attempt("1", "1", "1", "FAILED", bad) + attempt("1", "1", "2", "PASSED", good) + summary("FLAKY"), 0,
			[]string{"//a:b|t|failed", "//a:b|u|passed", "flaky_case", "exit_contradicted", "exit_contradicted"},
		},
		{
			"shards with equal names", attempt("1", "1", "1", "PASSED", good) + attempt("1", "2", "1", "PASSED", good) + summary("PASSED"), 0,
			[]string{"//a:b|t|passed", "//a:b|t #2|passed", "//a:b|u|passed", "//a:b|u #2|passed"},
		},
		{"a test that says it passed, and failed", attempt("1", "1", "1", "FAILED", good) + summary("FAILED"), 3, []string{"//a:b||failed", "//a:b|t|passed", "//a:b|u|passed"}},
		{
			"a test that says it failed, and passed", attempt("1", "1", "1", "PASSED", bad) + summary("PASSED"), 0,
			[]string{"//a:b|t|failed", "//a:b|u|passed", "exit_contradicted", "exit_contradicted"},
		},
		{
			"a test without a sandbox of its own", strings.Replace(attempt("1", "1", "1", "PASSED", good), `"testResult":{"status"`, `"testResult":{"executionInfo":{"strategy":"processwrapper-sandbox"},"status"`, 1) +
				summary("PASSED"), 0, []string{"//a:b|t|passed", "//a:b|u|passed", "no_nested_sandbox"},
		},
		{
			"a test with one", strings.Replace(attempt("1", "1", "1", "PASSED", good), `"testResult":{"status"`, `"testResult":{"executionInfo":{"strategy":"linux-sandbox"},"status"`, 1) +
				summary("PASSED"), 0, []string{"//a:b|t|passed", "//a:b|u|passed"},
		},
		{"a timeout", attempt("1", "1", "1", "TIMEOUT", `<testcase name="t"/>`) + summary("TIMEOUT"), 3, []string{"//a:b||error", "//a:b|t|passed"}},
		{"a malformed test.xml", attempt("1", "1", "1", "PASSED", `<testcase name="t"/><`) + summary("PASSED"), 0, []string{"//a:b|t|passed", "bad_results"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := Runner.Read(resultstest.Wrote(t, row.exit, map[string]string{eventsFile: row.events}))
			if diff := cmp.Diff(row.want, resultstest.Brief(got)); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, resultstest.Text(got))
			}
		})
	}
}

// jsonBytes returns a text as the JSON of bytes.
func jsonBytes(text string) (string, error) {
	encoded, err := json.Marshal([]byte(text))
	return string(encoded), err
}
