package client

import (
	"cmp"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Events in testdata/7.7 are those that Bazel 7.7.1 wrote for a small
// workspace, with other paths, and without the bodies of events that are not
// read here (command lines, options, metrics, workspace status).

// recorded returns recorded events. Their files are in testdata, too.
func recorded(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs(filepath.Join("testdata", filepath.Dir(name), "files"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "file:///files/", uriOf(dir)+"/")
}

func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/...
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// read returns the result of a command that wrote events.
func read(command, events string) (*Result, error) {
	r := newReader(command)
	err := buildevents.Read(strings.NewReader(events), isUnread, r.add)
	return r.result(), err
}

// told returns a result as lines.
func told(r *Result) string {
	var b strings.Builder
	for _, t := range r.Targets {
		fmt.Fprintf(&b, "%s: %s", t.Label, t.Status)
		if t.Kind != "" {
			fmt.Fprintf(&b, ", %s", t.Kind)
		}
		if t.Test {
			b.WriteString(", test")
		}
		if len(t.Tags) > 0 {
			fmt.Fprintf(&b, ", tags %q", t.Tags)
		}
		b.WriteString("\n")
		indent(&b, "reason", t.Reason)
		indent(&b, "output", t.Output)
	}
	for _, t := range r.Tests {
		fmt.Fprintf(&b, "%s: %s", t.Label, t.Status)
		if t.Cached {
			b.WriteString(", cached")
		}
		b.WriteString("\n")
		for _, a := range t.Attempts {
			fmt.Fprintf(&b, "  run %d, shard %d, attempt %d: %s", a.Run, a.Shard, a.Attempt, a.Status)
			if a.Cached {
				b.WriteString(", cached")
			}
			b.WriteString("\n")
		}
		for _, c := range t.Cases {
			fmt.Fprintf(&b, "  case %s.%s: %s %q\n", c.Class, c.Name, c.Status, c.Message)
		}
		indent(&b, "output", t.Output)
	}
	return b.String()
}

func indent(b *strings.Builder, what, text string) {
	if text != "" {
		fmt.Fprintf(b, "  %s: %s\n", what, strings.ReplaceAll(text, "\n", "\n    "))
	}
}

var update = flag.Bool("update", false, "write the golden files of recorded events anew")

func TestReadRecordedEvents(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("files %v, error %v", files, err)
	}
	for _, file := range files {
		name := filepath.ToSlash(strings.TrimPrefix(file, "testdata"+string(filepath.Separator)))
		t.Run(name, func(t *testing.T) {
			command := "build"
			if strings.Contains(name, "test") {
				command = "test"
			}
			result, err := read(command, recorded(t, name))
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".json") + ".want"
			if *update {
				if err := os.WriteFile(golden, []byte(told(result)), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(string(want), told(result)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// last is the event that ends a file.
const last = `{"id":{"buildToolLogs":{}},"lastMessage":true,"buildToolLogs":{}}`

func TestReadEvents(t *testing.T) {
	for _, row := range []struct {
		name    string
		command string // default: test
		events  []string
		want    string
	}{
		{
			name: "no targets",
		},
		{
			name:    "a target that is configured and nothing more is incomplete",
			command: "build",
			events:  []string{`{"id":{"targetConfigured":{"label":"//a:b"}},"configured":{"targetKind":"go_library rule"}}`},
			want:    "//a:b: incomplete, go_library rule\n",
		},
		{
			name:    "of several configurations, the worst counts",
			command: "build",
			events: []string{
				`{"id":{"targetCompleted":{"label":"//a:built","configuration":{"id":"1"}}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:built","configuration":{"id":"2"}}},"aborted":{"reason":"SKIPPED"}}`,
				`{"id":{"targetCompleted":{"label":"//a:failed","configuration":{"id":"1"}}},"completed":{"failureDetail":{"message":"one"}}}`,
				`{"id":{"targetCompleted":{"label":"//a:failed","configuration":{"id":"2"}}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:open","configuration":{"id":"1"}}},"aborted":{"reason":"INCOMPLETE"}}`,
				`{"id":{"targetCompleted":{"label":"//a:open","configuration":{"id":"2"}}},"completed":{"success":true}}`,
			},
			want: "//a:built: built\n//a:failed: failed\n  reason: one\n  output: one\n//a:open: incomplete\n  reason: INCOMPLETE\n  output: INCOMPLETE\n",
		},
		{
			// https://github.com/bazelbuild/bazel/issues/21767
			name:    "a completion counts more than an earlier abortion",
			command: "build",
			events: []string{
				`{"id":{"targetCompleted":{"label":"//a:a","configuration":{"id":"1"}}},"aborted":{}}`,
				`{"id":{"targetCompleted":{"label":"//a:a","configuration":{"id":"1"}}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:b","configuration":{"id":"1"}}},"aborted":{}}`,
				`{"id":{"targetCompleted":{"label":"//a:b","configuration":{"id":"1"}}},"completed":{"failureDetail":{"message":"missing input file"}}}`,
			},
			want: "//a:a: built\n//a:b: failed\n  reason: missing input file\n  output: missing input file\n",
		},
		{
			name:    "an aspect can only make a target worse",
			command: "build",
			events: []string{
				`{"id":{"targetConfigured":{"label":"//a:a"}},"configured":{"targetKind":"x rule"}}`,
				`{"id":{"targetConfigured":{"label":"//a:a","aspect":"l"}},"configured":{}}`,
				`{"id":{"targetCompleted":{"label":"//a:a","aspect":"l"}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:b"}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:b","aspect":"l"}},"completed":{"failureDetail":{"message":"lint"}}}`,
				`{"id":{"targetCompleted":{"label":"//a:c"}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:c","aspect":"l"}},"aborted":{"reason":"SKIPPED"}}`,
				`{"id":{"targetCompleted":{"label":"//a:d"}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"//a:d","aspect":"l"}},"aborted":{"reason":"ANALYSIS_FAILURE","description":"no"}}`,
			},
			want: "//a:a: incomplete, x rule\n//a:b: failed\n  reason: lint\n  output: lint\n//a:c: built\n//a:d: unanalyzed\n  reason: no\n  output: no\n",
		},
		{
			name:    "output of an action in the event itself, of the configuration that failed",
			command: "build",
			events: []string{
				`{"id":{"actionCompleted":{"primaryOutput":"o","label":"//l:l","configuration":{"id":"1"}}},"action":{"type":"X","stderr":{"name":"stderr","contents":"b25lCg=="}}}`,
				`{"id":{"actionCompleted":{"primaryOutput":"o","label":"//l:l","configuration":{"id":"2"}}},"action":{"type":"X","stdout":{"name":"stdout","contents":"dHdvCg=="}}}`,
				`{"id":{"actionCompleted":{"primaryOutput":"p","label":"//l:l","configuration":{"id":"2"}}},"action":{"success":true,"stdout":{"name":"stdout","contents":"dHdvCg=="}}}`,
				`{"id":{"targetCompleted":{"label":"//a:a"}},"children":[{"progress":{}},{"actionCompleted":{"primaryOutput":"o","label":"//l:l","configuration":{"id":"2"}}}],"completed":{}}`,
				`{"id":{"targetCompleted":{"label":"//l:l"}},"completed":{}}`,
			},
			want: "//a:a: failed\n  output: two\n//l:l: failed\n  output: one\n",
		},
		{
			name:    "an action that prints nothing, or where it cannot be read here",
			command: "build",
			events: []string{
				`{"id":{"actionCompleted":{"primaryOutput":"o","label":"//l:l"}},"action":{"stdout":{"name":"stdout","uri":"bytestream://cache/1"},"stderr":{"name":"stderr","uri":"file:///no/such/file"},"failureDetail":{"message":"exit 3"}}}`,
				`{"id":{"targetCompleted":{"label":"//l:l"}},"children":[{"actionCompleted":{"primaryOutput":"o","label":"//l:l"}}],"completed":{"failureDetail":{"message":"no"}}}`,
			},
			want: "//l:l: failed\n  reason: no\n  output: exit 3\n",
		},
		{
			name: "labels with the name of the main repository",
			events: []string{
				`{"id":{"targetConfigured":{"label":"@@//a:b"}},"configured":{"testSize":"SMALL"}}`,
				`{"id":{"targetCompleted":{"label":"@//a:b"}},"children":[{"unconfiguredLabel":{"label":"@@//a:c"}}],"completed":{}}`,
				`{"id":{"unconfiguredLabel":{"label":"//a:c"}},"aborted":{"description":"missing"}}`,
				`{"id":{"targetCompleted":{"label":"@@rules_x+//a:b"}},"completed":{"success":true}}`,
				`{"id":{"targetCompleted":{"label":"@@rules_x~//a:b"}},"completed":{"success":true}}`,
			},
			want: "//a:b: failed, test\n  output: missing\n@@rules_x+//a:b: built\n@@rules_x~//a:b: built\n//a:b: failed_to_build\n",
		},
		{
			name: "patterns that are skipped, or of which Bazel says nothing",
			events: []string{
				`{"id":{"patternSkipped":{"pattern":["//x/..."]}},"aborted":{"reason":"LOADING_FAILURE","description":"no"}}`,
				`{"id":{"pattern":{"pattern":["//a:a","-//b:b"]}},"aborted":{"reason":"USER_INTERRUPTED"}}`,
			},
			want: "//a:a -//b:b: no_such_name\n//x/...: no_such_name\n  reason: no\n  output: no\n",
		},
		{
			name: "a test that Bazel filters out is built, and has no result",
			events: []string{
				`{"id":{"targetConfigured":{"label":"//a:t"}},"configured":{"testSize":"SMALL"}}`,
				`{"id":{"targetCompleted":{"label":"//a:t"}},"completed":{"success":true}}`,
			},
			want: "//a:t: built, test\n",
		},
		{
			name: "a test that was not reached",
			events: []string{
				`{"id":{"targetConfigured":{"label":"//a:t"}},"configured":{"testSize":"SMALL"}}`,
				`{"id":{"targetCompleted":{"label":"//a:t"}},"completed":{"success":true}}`,
				`{"id":{"testSummary":{"label":"//a:t"}},"aborted":{"reason":"INCOMPLETE"}}`,
				`{"id":{"testSummary":{"label":"//a:u"}},"testSummary":{}}`,
				`{"id":{"testResult":{"label":"//a:v","run":1,"shard":1,"attempt":1}},"testResult":{"status":"INCOMPLETE"}}`,
			},
			want: "//a:t: built, test\n//a:t: no_status\n//a:u: no_status\n//a:v: no_status\n  run 1, shard 1, attempt 1: incomplete\n",
		},
		{
			name: "every status",
			events: []string{
				`{"id":{"testSummary":{"label":"//a:1"}},"testSummary":{"overallStatus":"PASSED"}}`,
				`{"id":{"testSummary":{"label":"//a:2"}},"testSummary":{"overallStatus":"FLAKY"}}`,
				`{"id":{"testSummary":{"label":"//a:3"}},"testSummary":{"overallStatus":"TIMEOUT"}}`,
				`{"id":{"testSummary":{"label":"//a:4"}},"testSummary":{"overallStatus":"FAILED"}}`,
				`{"id":{"testSummary":{"label":"//a:5"}},"testSummary":{"overallStatus":"INCOMPLETE"}}`,
				`{"id":{"testSummary":{"label":"//a:6"}},"testSummary":{"overallStatus":"REMOTE_FAILURE"}}`,
				`{"id":{"testSummary":{"label":"//a:7"}},"testSummary":{"overallStatus":"FAILED_TO_BUILD"}}`,
				`{"id":{"testSummary":{"label":"//a:8"}},"testSummary":{"overallStatus":"TOOL_HALTED_BEFORE_TESTING"}}`,
				`{"id":{"testSummary":{"label":"//a:9"}},"testSummary":{"overallStatus":"SOMETHING_NEW"}}`,
			},
			want: "//a:1: passed\n//a:2: flaky\n//a:3: timeout\n//a:4: failed\n//a:5: incomplete\n//a:6: remote_failure\n//a:7: failed_to_build\n" +
				"//a:8: tool_halted_before_testing\n//a:9: something_new\n",
		},
		{
			name: "a test in two configurations is as red as the worse one",
			events: []string{
				`{"id":{"testSummary":{"label":"//a:1","configuration":{"id":"1"}}},"testSummary":{"overallStatus":"FAILED"}}`,
				`{"id":{"testSummary":{"label":"//a:1","configuration":{"id":"2"}}},"testSummary":{"overallStatus":"PASSED"}}`,
				`{"id":{"testSummary":{"label":"//a:2","configuration":{"id":"1"}}},"testSummary":{"overallStatus":"PASSED"}}`,
				`{"id":{"testSummary":{"label":"//a:2","configuration":{"id":"2"}}},"testSummary":{"overallStatus":"FLAKY"}}`,
			},
			want: "//a:1: failed\n//a:2: flaky\n",
		},
		{
			name: "attempts in any order, without numbers, and cached in two ways",
			events: []string{
				`{"id":{"testResult":{"label":"//a:t","run":2,"shard":1,"attempt":1}},"testResult":{"status":"PASSED","cachedLocally":true}}`,
				`{"id":{"testResult":{"label":"//a:t","run":1,"shard":2,"attempt":1}},"testResult":{"status":"PASSED","executionInfo":{"cachedRemotely":true}}}`,
				`{"id":{"testResult":{"label":"//a:t"}},"testResult":{"status":"PASSED","cachedLocally":true}}`,
				`{"id":{"testSummary":{"label":"//a:t"}},"testSummary":{"overallStatus":"PASSED"}}`,
			},
			want: "//a:t: passed, cached\n  run 1, shard 1, attempt 1: passed, cached\n  run 1, shard 2, attempt 1: passed, cached\n  run 2, shard 1, attempt 1: passed, cached\n",
		},
		{
			name: "the files of attempts that failed, in the events themselves",
			events: []string{
				`{"id":{"testResult":{"label":"//a:t","run":1,"shard":1,"attempt":1}},"testResult":{"status":"FAILED","testActionOutput":[` +
					`{"name":"test.log","contents":"b25lCg=="},{"name":"test.xml","contents":"PHRlc3RjYXNlIG5hbWU9IkEiPjxmYWlsdXJlLz48L3Rlc3RjYXNlPg=="},{"name":"test.lcov","uri":"file:///x"}]}}`,
				`{"id":{"testResult":{"label":"//a:t","run":1,"shard":1,"attempt":2}},"testResult":{"status":"PASSED","testActionOutput":[{"name":"test.log","contents":"dHdvCg=="}]}}`,
				`{"id":{"testSummary":{"label":"//a:t"}},"testSummary":{"overallStatus":"FLAKY"}}`,
			},
			want: "//a:t: flaky\n  run 1, shard 1, attempt 1: failed\n  run 1, shard 1, attempt 2: passed\n  case .A: failed \"\"\n  output: one\n",
		},
		{
			name: "files that are elsewhere, missing or folders",
			events: []string{
				`{"id":{"testResult":{"label":"//a:t"}},"testResult":{"status":"FAILED","testActionOutput":[{"name":"test.log","uri":"bytestream://x/y"},{"name":"test.xml","uri":"file:///"}]}}`,
				`{"id":{"testResult":{"label":"//a:t","run":2}},"testResult":{"status":"FAILED","testActionOutput":[{"name":"test.log","uri":"file:///no/such/file"},{"name":"test.xml","uri":"%zz"}]}}`,
			},
			want: "//a:t: no_status\n  run 1, shard 1, attempt 1: failed\n  run 2, shard 1, attempt 1: failed\n",
		},
		{
			// By the messages of Bazel 9 and what is to come: new events, ids and
			// fields, and attempts of an action that ran twice, since its inputs
			// were lost.
			name: "what later versions add",
			events: []string{
				`{"id":{"started":{}},"children":[{"progress":{}}],"started":{"uuid":"x","serverPid":"7","host":"h","user":"u","javaVersionInfo":{"version":"25"}}}`,
				`{"id":{"fetch":{"url":"https://example.com/x","downloader":"HTTP"}},"fetch":{"success":true}}`,
				`{"id":{"execRequest":{}},"execRequest":{}}`,
				`{"id":{"skyvalueUploaded":{"key":"x"}},"skyvalueUploaded":{}}`,
				`{"id":{"targetConfigured":{"label":"//a:nick"}},"children":[{"targetCompleted":{"label":"//a:nick","configuration":{"id":"1"}}}],"configured":{"targetKind":"alias rule","actual":"//a:t"}}`,
				`{"id":{"targetConfigured":{"label":"//a:f.txt"}},"children":[{"targetCompleted":{"label":"//a:f.txt","configuration":{"id":"none"}}}],"configured":{"targetKind":"source file"}}`,
				`{"id":{"targetCompleted":{"label":"//a:f.txt","configuration":{"id":"none"}}},"completed":{"success":true,"outputGroup":[{"name":"default","inlineFiles":[{"name":"f","symlinkTargetPath":"x","length":"3"}]}]}}`,
				`{"id":{"targetCompleted":{"label":"//a:nick","configuration":{"id":"1"}}},"completed":{"success":true,"testTimeout":"300s"}}`,
				`{"id":{"actionCompleted":{"primaryOutput":"o","label":"//l:l","configuration":{"id":"1"},"rewindCount":1}},"action":{"startTime":"2026-01-01T00:00:00Z","strategyDetails":[{"@type":"type.googleapis.com/tools.protos.SpawnExec"}]}}`,
				`{"id":{"testProgress":{"label":"//a:nick","run":1,"shard":1,"attempt":1,"opaqueCount":1}},"testProgress":{"uri":"x"}}`,
				`{"id":{"testResult":{"label":"//a:nick","run":1,"shard":1,"attempt":1}},"testResult":{"status":"FAILED","statusDetails":"x","testAttemptDuration":"1.5s"}}`,
				`{"id":{"testResult":{"label":"//a:nick","run":1,"shard":1,"attempt":1,"rewindCount":1}},"testResult":{"status":"PASSED","testAttemptDuration":"2s"}}`,
				`{"id":{"testSummary":{"label":"//a:nick"}},"testSummary":{"overallStatus":"PASSED","totalRunCount":1,"attemptCount":1}}`,
				`{"id":{"targetSummary":{"label":"//a:nick"}},"targetSummary":{"overallBuildSuccess":true,"overallTestStatus":"PASSED"}}`,
				`{"id":{"convenienceSymlinksIdentified":{}},"convenienceSymlinksIdentified":{"convenienceSymlinks":[{"path":"bazel-bin","action":"CREATE"}]}}`,
			},
			want: "//a:f.txt: built, source file\n//a:nick: built, alias rule\n" +
				"//a:nick: passed\n  run 1, shard 1, attempt 1: failed\n  run 1, shard 1, attempt 1: passed\n",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			command := cmp.Or(row.command, "test")
			result, err := read(command, strings.Join(append(row.events, last), "\n")+"\n")
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(row.want, told(result)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDurations(t *testing.T) {
	event := `{"id":{"testResult":{"label":"//a:t","run":%d}},"testResult":{"status":"PASSED","testAttemptDuration":"%s"}}` + "\n"
	result, err := read("test", fmt.Sprintf(event, 1, "1.5s")+fmt.Sprintf(event, 2, "0.020s")+fmt.Sprintf(event, 3, "soon")+last)
	if err != nil {
		t.Fatal(err)
	}
	var got []time.Duration
	for _, a := range result.Tests[0].Attempts {
		got = append(got, a.Duration)
	}
	if diff := gocmp.Diff([]time.Duration{1500 * time.Millisecond, 20 * time.Millisecond, 0}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The end of a long log is read, not all of it.
func TestTheEndOfALongLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "test.log")
	text := strings.Repeat("a line of a log\n", 1<<16) + "the last one\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	got := newReader("test").endOf(&buildevents.File{Name: "test.log", URI: uriOf(name)})
	if want := process.LastLines(text); got != want {
		t.Errorf("got %q", got)
	}
	header := "exec ${PAGER:-/usr/bin/less} \"$0\" || exit 1\nExecuting tests from //a:t\n-----\nfine\n"
	if got := newReader("test").endOf(&buildevents.File{Contents: []byte(header)}); got != "fine" {
		t.Errorf("got %q", got)
	}
	if got := newReader("test").endOf(nil); got != "" {
		t.Errorf("got %q", got)
	}
}

func FuzzReadEvents(f *testing.F) {
	for _, file := range []string{"build", "test"} {
		for line := range strings.Lines(recorded(f, "7.7/"+file+".json")) {
			if !isUnread([]byte(line)) {
				f.Add(line)
			}
		}
	}
	f.Fuzz(func(t *testing.T, events string) {
		events += "\n" + last
		if strings.Contains(events, "file:") {
			events = strings.ReplaceAll(events, "file:", "elsewhere:") // nothing of this machine
		}
		result, err := read("test", events)
		if again, sameErr := read("test", events); told(result) != told(again) || fmt.Sprint(err) != fmt.Sprint(sameErr) {
			t.Errorf("%s\n%v\nbut again\n%s\n%v", told(result), err, told(again), sameErr)
		}
		for i, target := range result.Targets {
			if target.Status == "" || i > 0 && result.Targets[i-1].Label >= target.Label {
				t.Errorf("target %d: %+v", i, target)
			}
		}
		for i, test := range result.Tests {
			if test.Status == "" || i > 0 && result.Tests[i-1].Label >= test.Label {
				t.Errorf("test %d: %+v", i, test)
			}
			if !utf8.ValidString(test.Output) {
				t.Errorf("test %d: output %q", i, test.Output)
			}
		}
	})
}
