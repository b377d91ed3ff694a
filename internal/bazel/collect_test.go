package bazel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The events in testdata are those that Bazel 7.7.1 wrote for a small
// workspace, with other paths, and without the bodies of events that are not
// read here (command lines, options, metrics, workspace status).

const bin = "/output_base/execroot/_main/bazel-out/k8-fastbuild/bin/"

func target(label string, paths ...string) Target {
	t := Target{Label: label}
	for _, path := range paths {
		t.Files = append(t.Files, File{Path: filepath.FromSlash(bin + path)})
	}
	return t
}

func TestCollectRecordedEvents(t *testing.T) {
	tests := []struct {
		name, file string
		want       Collection
	}{
		{
			"targets with files are told from those without, and an incompatible target is neither a target nor a failure",
			"applied.json",
			Collection{
				Targets: []Target{
					target("//app:app", "app/app.autofix/autofix.json"),
					target("//app:copy", "app/copy.autofix/autofix.json"),
				},
				Empty:        []string{"//app:none"},
				Incompatible: []string{"//app:other os"},
			},
		},
		{
			"the sets of a depset are followed",
			"nested.json",
			Collection{Targets: []Target{
				target("//app:app", "app/app.autofix/0.json", "app/app.autofix/1.json", "app/app.autofix/2.json"),
			}},
		},
		{
			"a file that two aspects of a target give is one file",
			"required.json",
			Collection{Targets: []Target{target("//app:app", "app/app.autofix/autofix.json")}},
		},
		{
			"a build of targets without files has no targets",
			"nothing.json",
			Collection{Empty: []string{"//app:none"}},
		},
		{
			"actions that exited and that were killed are told apart",
			"crashed.json",
			Collection{
				Targets: []Target{target("//crash:fine", "crash/fine.autofix/autofix.json")},
				Failures: []Failure{
					{Kind: ActionFailed, Label: "//crash:crash", Mnemonic: "AutofixCheck", Reason: "exit 3"},
					{Kind: ActionFailed, Label: "//crash:killed", Mnemonic: "AutofixCheck", Reason: "killed by signal 9"},
				},
				Unchecked: []string{"//crash:crash", "//crash:killed"},
			},
		},
		{
			"a target that could not be analyzed is a failure that names the label that is to blame",
			"analysis.json",
			Collection{
				Targets: []Target{target("//broken:fine", "broken/fine.autofix/autofix.json")},
				Failures: []Failure{
					{Kind: AnalysisFailed, Label: "//broken:dep", Reason: "needs //nowhere:x"},
				},
				Unchecked: []string{"//broken:dep"},
			},
		},
		{
			"targets that Bazel gave up for the failure of another are no failures of their own",
			"stopped.json",
			Collection{
				Failures:  []Failure{{Kind: AnalysisFailed, Label: "//broken:dep", Reason: "needs //nowhere:x"}},
				Unchecked: []string{"//broken:dep"},
				Stopped:   true,
			},
		},
		{
			"patterns that name nothing are failures of their own kind",
			"pattern.json",
			Collection{Failures: []Failure{
				{Kind: PatternFailed, Label: "//app:zzz", Reason: "no such target '//app:zzz': target 'zzz' not declared in package 'app' defined by /workspace/app/BUILD.bazel"},
				{Kind: PatternFailed, Label: "//zzz/...", Reason: "no targets found beneath 'zzz'"},
			}},
		},
		{
			"a package that does not parse has no event: only Bazel's messages tell",
			"loading.json",
			Collection{
				Targets:  []Target{target("//app:app", "app/app.autofix/autofix.json")},
				Failures: []Failure{{Kind: PackageFailed, Label: "//nowhere", Reason: "syntax error at 'newline': expected string literal"}},
			},
		},
		{
			"a refused command line ends the events early, and properly",
			"command_line.json",
			Collection{},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			events, err := os.Open(filepath.Join("testdata", test.file))
			if err != nil {
				t.Fatal(err)
			}
			defer events.Close()
			got, err := Collect(events, "autofix_artifact")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

const last = `{"id":{"buildToolLogs":{}},"lastMessage":true}` + "\n"

// completedEvent is the event of an aspect on label with the group in the sets
// ids.
func completedEvent(label, group string, ids ...string) string {
	var sets []string
	for _, id := range ids {
		sets = append(sets, fmt.Sprintf(`{"id":%q}`, id))
	}
	return fmt.Sprintf(`{"id":{"targetCompleted":{"label":%q,"aspect":"//:a.bzl%%a"}},"completed":{"success":true,"outputGroup":[{"name":%q,"fileSets":[%s]}]}}`,
		label, group, strings.Join(sets, ",")) + "\n"
}

func setEvent(id, body string) string {
	return fmt.Sprintf(`{"id":{"namedSet":{"id":%q}},"namedSetOfFiles":{%s}}`, id, body) + "\n"
}

func TestCollect(t *testing.T) {
	tests := []struct {
		name, events string
		want         Collection
	}{
		{
			"other output groups are left alone",
			setEvent("0", `"files":[{"name":"a","uri":"file:///a"}]`) + completedEvent("//a", "default", "0") + last,
			Collection{Empty: []string{"//a"}},
		},
		{
			"a target in two configurations is one target with the files of both",
			setEvent("0", `"files":[{"name":"x","uri":"file:///one/x"}]`) + setEvent("1", `"files":[{"name":"x","uri":"file:///two/x"}]`) +
				completedEvent("//a", "group", "1") + completedEvent("//a", "group", "0") + last,
			Collection{Targets: []Target{{Label: "//a", Files: []File{{Path: filepath.FromSlash("/one/x")}, {Path: filepath.FromSlash("/two/x")}}}}},
		},
		{
			"a set may come after the event that names it, and in itself",
			completedEvent("//a", "group", "0") + setEvent("0", `"files":[{"name":"a","uri":"file:///a"}],"fileSets":[{"id":"0"}]`) + last,
			Collection{Targets: []Target{{Label: "//a", Files: []File{{Path: filepath.FromSlash("/a")}}}}},
		},
		{
			"an escaped path is the path it means",
			setEvent("0", `"files":[{"name":"s","uri":"file:///sp%20ce/%C3%BC%25.json"}]`) + completedEvent("//a", "group", "0") + last,
			Collection{Targets: []Target{{Label: "//a", Files: []File{{Path: filepath.FromSlash("/sp ce/ü%.json")}}}}},
		},
		{
			"a drive's path has no slash before the drive",
			setEvent("0", `"files":[{"name":"s","uri":"file:///C:/out/a.json"}]`) + completedEvent("//a", "group", "0") + last,
			Collection{Targets: []Target{{Label: "//a", Files: []File{{Path: filepath.FromSlash("C:/out/a.json")}}}}},
		},
		{
			"a file in the event itself has contents and no path",
			`{"id":{"targetCompleted":{"label":"//a"}},"completed":{"outputGroup":[{"name":"group","inlineFiles":[{"name":"a","contents":"e30="}]}]}}` + "\n" + last,
			Collection{Targets: []Target{{Label: "//a", Files: []File{{Contents: []byte("{}")}}}}},
		},
		{
			"an action that succeeded is no failure, nor one that Bazel was told to publish",
			`{"id":{"actionCompleted":{"label":"//a"}},"action":{"success":true,"type":"X"}}` + "\n" + last,
			Collection{},
		},
		{
			"the same failure of two configurations is told once",
			strings.Repeat(`{"id":{"actionCompleted":{"label":"//a"}},"action":{"type":"X","failureDetail":{"message":"m","spawn":{"code":"TIMEOUT"}}}}`+"\n", 2) + last,
			Collection{Failures: []Failure{{Kind: ActionFailed, Label: "//a", Mnemonic: "X", Reason: "timed out"}}},
		},
		{
			"events and fields of a later Bazel are passed over",
			`{"id":{"newKind":{"x":1}},"newKind":{"y":[2]},"children":[]}` + "\n" + last,
			Collection{},
		},
		{
			"a package whose load fails, in a message with escaped quotes",
			`{"id":{"progress":{}},"progress":{"stderr":"ERROR: error loading package \u0027load\u0027: no such label\n"}}` + "\n" + last,
			Collection{Failures: []Failure{{Kind: PackageFailed, Label: "//load", Reason: "no such label"}}},
		},
		{
			"the last message may be one that is not read otherwise",
			`{"id":{"progress":{}},"progress":{"stderr":"x"},"lastMessage":true}` + "\n",
			Collection{},
		},
		{
			"a line may be longer than any buffer",
			setEvent("0", `"files":[{"name":"`+strings.Repeat("n", 1<<20)+`","uri":"file:///a"}]`) + completedEvent("//a", "group", "0") + last,
			Collection{Targets: []Target{{Label: "//a", Files: []File{{Path: filepath.FromSlash("/a")}}}}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Collect(strings.NewReader(test.events), "group")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestCollectRefuses(t *testing.T) {
	tests := []struct{ name, events, want string }{
		{"no events", "", "build events: they end before their last message: Bazel was killed, or the disk is full"},
		{"events without the last one", completedEvent("//a", "group"), "build events: they end before their last message: Bazel was killed, or the disk is full"},
		{"an end within an event", last + `{"id":{"buildMetrics`, "build events: they end before their last message: Bazel was killed, or the disk is full"},
		{"an event that is not JSON", last + "nonsense\n" + last, "build events: line 2: invalid character 'o' in literal null (expecting 'u')"},
		{"an undefined set", completedEvent("//a", "group", "7") + last, `build events: //a: output group group: no event defines its file set "7"`},
		{
			"a file on another machine",
			setEvent("0", `"files":[{"name":"a.json","uri":"https://store/a.json"}]`) + completedEvent("//a", "group", "0") + last,
			"build events: //a: file a.json is not on this machine but at https://store/a.json",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Collect(strings.NewReader(test.events), "group")
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
}

func TestCollectPassesReadErrorsOn(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := Collect(failingReader{broken}, "group")
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want it to wrap %v", err, broken)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// Actions finish in any order, so events of one build come in many.
func TestCollectDoesNotDependOnTheOrderOfEvents(t *testing.T) {
	for _, name := range []string{"applied.json", "nested.json", "crashed.json", "analysis.json", "pattern.json", "incomplete.json", "broken.json"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n")
		lines[len(lines)-1] += "\n"
		forward, err := Collect(strings.NewReader(strings.Join(lines, "")), "autofix_artifact")
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(lines)
		backward, err := Collect(strings.NewReader(strings.Join(lines, "")), "autofix_artifact")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(forward, backward); diff != "" {
			t.Errorf("%s: -forward +backward:\n%s", name, diff)
		}
	}
}

func FuzzCollect(f *testing.F) {
	recorded, err := filepath.Glob("testdata/*.json")
	if err != nil || len(recorded) == 0 {
		f.Fatalf("no recorded events: %v", err)
	}
	for _, name := range recorded {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		collection, err := Collect(strings.NewReader(string(data)), "autofix_artifact")
		if (collection == nil) == (err == nil) {
			t.Errorf("collection %v with error %v", collection, err)
		}
	})
}
