package suites

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

// tree writes files into a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func noFile(string) ([]byte, error) { return nil, fs.ErrNotExist }

// told returns suites as lines: kind, command and why.
func told(suites []Suite) []string {
	var lines []string
	for _, s := range suites {
		lines = append(lines, s.Kind+": "+strings.Join(s.Command, " ")+" ("+s.Why+")")
	}
	return lines
}

func TestSuitesWithoutAQuestion(t *testing.T) {
	for _, row := range []struct {
		command    string
		configured []string
		want       []string
	}{
		{command: "pytest tests/test_x.py::test_y", want: []string{"whole: pytest (all tests of the runner: which of them depend on the change is not known)"}},
		{command: "make check", want: []string{"reproduction: make check (no other tests are known)"}},
		{command: "go test ./a", want: []string{"reproduction: go test ./a (no other tests are known)"}},
		{command: "bazel test //a", want: []string{"reproduction: bazel test //a (no other tests are known)"}},
		{
			command: "pytest tests/test_x.py", configured: []string{"pytest tests/unit", "make lint"},
			want: []string{"configured: pytest tests/unit (the settings name it)", "configured: make lint (the settings name it)"},
		},
	} {
		in := &Input{Dir: t.TempDir(), Command: strings.Fields(row.command), Folder: ".", File: noFile, Paths: []string{"a.py"}}
		for _, command := range row.configured {
			in.Configured = append(in.Configured, strings.Fields(command))
		}
		got, err := For(t.Context(), in)
		if diff := cmp.Diff(row.want, told(got)); diff != "" || err != nil {
			t.Errorf("%s: %v, -want +got:\n%s", row.command, err, diff)
		}
	}
}

// queried is the output of a query: a library, its tests, and some whose names
// must not reach a command.
const queried = `{"type":"RULE","rule":{"name":"//a:lib","ruleClass":"go_library","ruleInput":["//a:x.go"]}}
{"type":"RULE","rule":{"name":"//a:lib_test","ruleClass":"go_test","ruleInput":["//a:lib"]}}
{"type":"RULE","rule":{"name":"//b:user_test","ruleClass":"py_test","ruleInput":["//a:lib"]}}
{"type":"RULE","rule":{"name":"//b:$(x)_test","ruleClass":"py_test","ruleInput":["//a:lib"]}}
{"type":"RULE","rule":{"name":"//c/...:x_test","ruleClass":"py_test","ruleInput":["//a:lib"]}}
`

func TestBazelSuites(t *testing.T) {
	dir := tree(t, map[string]string{"MODULE.bazel": "", "a/BUILD.bazel": "", "a/x.go": ""})
	for _, row := range []struct {
		name, command string
		answers       []fakebazel.Answer
		paths         []string
		want          []string
	}{
		{
			name: "tests that depend on a file, with the options of the reproduction", command: "/usr/bin/bazel --nohome_rc test -c opt --config=ci --test_filter=X --test_arg y //a:lib_test --keep_going -- -//z",
			answers: []fakebazel.Answer{
				{For: []string{"rdeps("}, Stdout: queried},
				{For: []string{`kind("_test rule"`}, Stdout: "//a:lib_test\n//b:user_test\n//d:other_test\n"},
			},
			want: []string{"bazel: /usr/bin/bazel --nohome_rc test -c opt --config=ci --keep_going -- //a:lib_test //b:user_test (2 tests of Bazel, by rdeps of the changed files; 2 tests with a strange name left out)"},
		},
		{
			name: "no test does", command: "bazel test //a:lib_test",
			answers: []fakebazel.Answer{{For: []string{"rdeps("}, Stdout: ""}, {For: []string{"kind("}, Stdout: "//a:lib_test\n"}},
			want:    []string{"bazel:  (0 tests of Bazel, by rdeps of the changed files)"},
		},
		{
			name: "a part of the tree does not load", command: "bazel test //a:lib_test",
			answers: []fakebazel.Answer{
				{For: []string{"rdeps("}, Stdout: queried, ExitCode: client.ExitPartial},
				{For: []string{"kind("}, Stdout: "//a:lib_test\n", ExitCode: client.ExitPartial},
			},
			want: []string{"bazel: bazel test -- //a:lib_test //b:user_test (2 tests of Bazel, by rdeps of the changed files; 2 tests with a strange name left out)"},
		},
		{
			name: "Bazel fails", command: "bazel test //a:lib_test",
			answers: []fakebazel.Answer{{For: []string{"query"}, Stderr: "ERROR: no .bazelrc\n", ExitCode: 2}},
			want: []string{"reproduction: bazel test //a:lib_test (no other tests are known; bazel cannot tell which tests depend on the change: " +
				"bazel query: exit 2: Bazel does not accept its command line: ERROR: no .bazelrc)"},
		},
		{
			name: "paths that are outside", command: "bazel test //a:lib_test", paths: []string{"../x.go", "/etc/passwd", "a/../x.go", ""},
			answers: []fakebazel.Answer{{For: []string{"kind("}, Stdout: ""}},
			want:    []string{"bazel:  (0 tests of Bazel, by rdeps of the changed files)"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			fake := fakebazel.Start(t, row.answers...)
			in := &Input{
				Dir: dir, Command: strings.Fields(row.command), Folder: ".", File: noFile, Paths: row.paths,
				Bazel: &client.Client{Bazel: fake.Program, Dir: dir},
			}
			if in.Paths == nil {
				in.Paths = []string{"a/x.go"}
			}
			got, err := For(t.Context(), in)
			if diff := cmp.Diff(row.want, told(got)); diff != "" || err != nil {
				t.Errorf("%v, -want +got:\n%s", err, diff)
			}
		})
	}
}

// A test that is new is not named in the base, and one that is gone is.
func TestTogether(t *testing.T) {
	set := func(names ...string) map[string]bool {
		has := map[string]bool{}
		for _, name := range names {
			has[name] = true
		}
		return has
	}
	prefix := []string{"bazel", "test"}
	base := []Suite{
		bazelSuite(prefix, []string{"//a:gone", "//a:t"}, set("//a:gone", "//a:t", "//b:later")),
		{Kind: Configured, Command: []string{"make"}, id: "make"},
		goSuite([]string{"go", "test"}, []string{"m/a"}, set("m/a"), "only"),
	}
	candidate := []Suite{
		bazelSuite(prefix, []string{"//a:new", "//a:t", "//b:later"}, set("//a:new", "//a:t", "//b:later")),
		{Kind: Configured, Command: []string{"make"}, id: "make"},
		goSuite([]string{"go", "test"}, []string{"m/b"}, set("m/b"), "new"),
	}
	var got []string
	for _, p := range Together(base, candidate) {
		got = append(got, strings.Join(p.Base.Command, " ")+" | "+strings.Join(p.Candidate.Command, " "))
	}
	want := []string{
		"bazel test -- //a:gone //a:t //b:later | bazel test -- //a:new //a:t //b:later",
		"make | make",
		" | go test m/b",
		"go test m/a | ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestForIsCanceled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	in := &Input{
		Dir: tree(t, map[string]string{"go.mod": "module m\n"}), Command: []string{"go", "test"}, Folder: ".", File: noFile, Paths: []string{"a.go"},
		Go: func(context.Context, []string) ([]byte, error) { cancel(why); return nil, why },
	}
	if _, err := For(ctx, in); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
}

func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"//a:b": true, "example.test/m/a": true, "//a/b c:d": false, "-exec=x": false, "": false, "m/...": false, "//a:*": false,
		"m/a\x1b[31m": false, "m/a\nb": false, "m/$(x)": false, "m/é": true, "m/;ls": false, "m/\xff": false, strings.Repeat("a", 2000): false,
	} {
		if got := isName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
