package results

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// checkResults checks what holds for all results, whatever they were read from.
func checkResults(t *testing.T, r Results) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range r.Cases {
		if seen[c.Key()] {
			t.Errorf("%q is there twice", c.Key())
		}
		seen[c.Key()] = true
		for _, text := range []string{c.Suite, c.Name, c.Message} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1b\x07\u202e") {
				t.Errorf("%q", text)
			}
		}
		if len(c.Name) > maxName+8 || len(c.Suite) > maxName || len(c.Message) > 4096 || strings.ContainsAny(c.Name+c.Suite, "\n\t") {
			t.Errorf("%q, %d bytes of message", c.Key(), len(c.Message))
		}
		if c.Message != "" && !c.Status.Red() {
			t.Errorf("%+v", c)
		}
	}
	if len(r.Signature) > maxSignature || len(r.Cases) > maxCases || len(r.Problems) > 200 {
		t.Errorf("%d bytes, %d cases, %d problems", len(r.Signature), len(r.Cases), len(r.Problems))
	}
}

// wrote returns a run that wrote files.
func wrote(t *testing.T, exit int, files map[string]string) *Raw {
	t.Helper()
	raw := &Raw{End: evidence.Exited, Exit: exit, Out: t.TempDir(), Dir: "/tree"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(raw.Out, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return raw
}

func TestReadersOfFiles(t *testing.T) {
	for _, row := range []struct {
		name   string
		reader Reader
		exit   int
		files  map[string]string
		want   []string
	}{
		{"pytest: no file, and it passed", pytest{}, 0, nil, []string{"no_results"}},
		{"pytest: no file, for a conftest.py that is broken", pytest{}, 4, nil, []string{"not built"}},
		{"pytest: none collected", pytest{}, 5, map[string]string{"junit.xml": `<testsuites><testsuite/></testsuites>`}, []string{"no_tests"}},
		{
			"pytest: cut",
			pytest{},
			0,
			map[string]string{"junit.xml": `<testsuites><testcase classname="t" name="a"/><testcase`},
			[]string{"t|a|passed", "bad_results"},
		},
		{
			"pytest: coverage is too low",
			pytest{},
			1,
			map[string]string{"junit.xml": `<testcase classname="t" name="a"/>`},
			[]string{"t|a|passed", "exit_contradicted"},
		},
		{
			"pytest: all pass, say a conftest.py and its exit code",
			pytest{},
			0,
			map[string]string{"junit.xml": `<testcase classname="t" name="a"><failure/></testcase>`},
			[]string{"t|a|failed", "exit_contradicted"},
		},
		{
			"JUnit: a case without a name is not its suite",
			pytest{},
			0,
			map[string]string{"junit.xml": `<testcase classname="t"/>`},
			[]string{"t|(no name)|passed"},
		},
		{
			"JUnit: Surefire's reruns",
			pytest{},
			1,
			map[string]string{"junit.xml": `<testcase classname="t" name="a"><flakyFailure/></testcase><testcase classname="t" name="b"><failure/><rerunFailure/></testcase>`},
			[]string{"t|a|passed", "t|b|failed", "flaky_case"},
		},
		{
			"JUnit: equal names, also with a number",
			pytest{},
			1,
			map[string]string{"junit.xml": `<testcase name="a"/><testcase name="a #2"/><testcase name="a"/><testcase name="a"><failure/></testcase>`},
			[]string{"|a|passed", "|a #2|passed", "|a #3|passed", "|a #4|failed"},
		},
		{"node: no file", nodeTest{}, 1, nil, []string{"no_results"}},
		{
			"node: a file that exits",
			nodeTest{},
			0,
			map[string]string{"junit.xml": `<testcase name="/tree/a.test.js" classname="test"/>`},
			[]string{"no_tests", "no_tests"},
		},
		{
			"node: files, as later versions name them",
			nodeTest{},
			0,
			map[string]string{"junit.xml": `<testsuite name="s" file="/tree/x/a.test.js"><testcase name="t" file="/tree/x/a.test.js"/></testsuite><testcase name="t" file="/else/b.js"/>`},
			[]string{"/else/b.js|t|passed", "x/a.test.js|s > t|passed"},
		},
		{"jest: no file, and it passed", jest{}, 0, nil, []string{"no_results"}},
		{"jest: its configuration is broken", jest{}, 1, nil, []string{"not built"}},
		{"jest: no JSON", jest{}, 1, map[string]string{"results.json": "{]"}, []string{"bad_results"}},
		{
			"jest: retries",
			jest{},
			0,
			map[string]string{"results.json": `{"testResults":[{"name":"/tree/a.js","status":"passed","assertionResults":[{"title":"t","ancestorTitles":["s"],"status":"passed","retryReasons":["x"]}]}]}`},
			[]string{"a.js|s > t|passed", "flaky_case"},
		},
		{
			"jest: a status that is not known",
			jest{},
			0,
			map[string]string{"results.json": `{"testResults":[{"name":"/tree/a.js","assertionResults":[{"title":"t","status":"fine"}]}]}`},
			[]string{"a.js|t|error", "exit_contradicted"},
		},
		{"bazel: no events, and it passed", bazel{"test"}, 0, nil, []string{"no_results"}},
		{"bazel: a wrong option", bazel{"test"}, 2, nil, []string{"not built"}},
		{"bazel: out of memory", bazel{"test"}, 33, nil, []string{"not built", "no_results"}},
		{
			"bazel: cut events",
			bazel{"test"},
			3,
			map[string]string{"events.json": `{"id":{"testSummary":{"label":"//a:b"}},"testSummary":{"overallStatus":"PASSED"}}` + "\n"},
			[]string{"//a:b|b|passed", "bad_results", "exit_contradicted"},
		},
		{
			"bazel: no tests",
			bazel{"test"},
			4,
			map[string]string{"events.json": `{"id":{"buildToolLogs":{}},"lastMessage":true}`},
			[]string{"no_tests"},
		},
		{"bazel build", bazel{"build"}, 0, map[string]string{"events.json": `{"id":{"buildToolLogs":{}},"lastMessage":true}`}, nil},
		{"a command that fails", exit{}, 1, nil, nil},
		{"a command that passes", exit{}, 0, nil, nil},
		{"a build that fails", exit{build: true}, 1, nil, []string{"not built"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := row.reader.Read(wrote(t, row.exit, row.files))
			if diff := cmp.Diff(row.want, brief(got)); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, told(got))
			}
			checkResults(t, got)
		})
	}
}

// A test can put anything in the place of the file of results.
func TestHostileFilesOfResults(t *testing.T) {
	for _, row := range []struct {
		name string
		make func(t *testing.T, path string) error
	}{
		{"a folder", func(_ *testing.T, path string) error { return os.Mkdir(path, 0o777) }},
		{"a link to a file elsewhere", func(t *testing.T, path string) error {
			secret := filepath.Join(t.TempDir(), "secret")
			if err := os.WriteFile(secret, []byte(`<testcase name="leaked"/>`), 0o666); err != nil {
				return err
			}
			return os.Symlink(secret, path)
		}},
		{"a huge file", func(_ *testing.T, path string) error {
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				return err
			}
			return os.Truncate(path, maxResultFile+1) // has no blocks on the disk
		}},
	} {
		for _, file := range []struct {
			reader Reader
			name   string
		}{{pytest{}, junitFile}, {nodeTest{}, junitFile}, {jest{}, jestFile}, {bazel{"test"}, eventsFile}} {
			t.Run(file.reader.Name()+": "+row.name, func(t *testing.T) {
				raw := wrote(t, 0, nil)
				if err := row.make(t, filepath.Join(raw.Out, file.name)); err != nil {
					if runtime.GOOS == "windows" {
						t.Skip("this machine has no such file: ", err)
					}
					t.Fatal(err)
				}
				got := file.reader.Read(raw)
				if diff := cmp.Diff([]string{evidence.ProblemBadResults}, brief(got)); diff != "" {
					t.Errorf("-want +got:\n%s\n%s", diff, told(got))
				}
			})
		}
	}
}

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
	raw := wrote(t, 3, map[string]string{eventsFile: event(secret)})
	if got := told(bazel{"test"}.Read(raw)); strings.Contains(got, "the secret") {
		t.Errorf("a file elsewhere was read:\n%s", got)
	}
	link := filepath.Join(raw.Out, "test.log")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	raw2 := wrote(t, 3, map[string]string{eventsFile: event(link)})
	raw2.Roots = []string{raw.Out}
	if got := told(bazel{"test"}.Read(raw2)); strings.Contains(got, "the secret") {
		t.Errorf("a file elsewhere was read through a link:\n%s", got)
	}
	raw2.Roots = []string{elsewhere}
	if got := told(bazel{"test"}.Read(raw2)); !strings.Contains(got, "the secret") {
		t.Errorf("the log was not read:\n%s", got)
	}
}

func TestBazelRunsAndAttempts(t *testing.T) {
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
			got := bazel{"test"}.Read(wrote(t, row.exit, map[string]string{eventsFile: row.events}))
			if diff := cmp.Diff(row.want, brief(got)); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, told(got))
			}
		})
	}
}

// jsonBytes returns a text as the JSON of bytes.
func jsonBytes(text string) (string, error) {
	encoded, err := json.Marshal([]byte(text))
	return string(encoded), err
}
