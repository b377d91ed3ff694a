package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGate(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runHere := func(args ...string) (code int, stdout, stderr string) {
		env := newEnvironment()
		env.Dir, env.Terminal, env.color = dir, false, false
		var out, err bytes.Buffer
		env.Stdout, env.Stderr = &out, &err
		code = run(context.Background(), args, env)
		return code, out.String(), err.String()
	}
	check := func(artifact string, files ...string) {
		t.Helper()
		args := append([]string{"check", "--declared", "--origin=//:a", "--out=" + artifact, "--"}, files...)
		if code, _, stderr := runHere(args...); code != 0 {
			t.Fatalf("check: exit %d: %s", code, stderr)
		}
	}
	write("good.go", "package a\n")
	write("bad.go", "package a\n\n\n\nvar X = 1\n")
	write("broken.go", "package a\n\nfunc {\n")
	write("unknown.png", "\x89PNG\x00\x01")
	check("good.json", "good.go")
	check("bad.json", "bad.go")
	check("broken.json", "broken.go")
	check("unknown.json", "unknown.png")
	write("malformed.json", `{"version": 2}`)
	write("explicit.toml", "[rules.\"format/go\"]\nfix = \"explicit\"\n")
	write("unknown.toml", "[rule]\n")

	const command = "--fix-command=bazel run //:fix -- //:a"
	const pending = "autofix: gate: 1 safe fix pending\n  bad.go:3:1: warning: not formatted at line 3 [format/go] (fixable)\n" +
		"autofix: apply the fixes with:\n  bazel run //:fix -- //:a\n" +
		"autofix: if this build sets flags such as --//package:flag=value, add them after a second --\n"
	const short = "autofix: gate: 1 safe fix pending; fix all targets with: bazel run //:fix\n" +
		"  bad.go:3:1: warning: not formatted at line 3 [format/go] (fixable)\n"
	tests := []struct {
		name   string
		args   []string
		exit   int
		stdout string
		stderr string // a prefix where it ends in ...
		stamp  bool
	}{
		{"nothing pending: a build writes the stamp and prints nothing", []string{"--stamp=stamp", "good.json"}, 0, "", "", true},
		{"nothing pending: a test reports it", []string{"good.json"}, 0, "autofix: gate: checked 1 file, nothing pending\n", "", false},
		{"a pending fix shuts the gate, with the command to paste", []string{command, "--stamp=stamp", "--", "good.json", "bad.json"}, 1, "", pending, false},
		{
			"the command for all targets is in the first line",
			[]string{command, "--all-command=bazel run //:fix", "--stamp=stamp", "--", "bad.json"},
			1, "", short, false,
		},
		{
			"it is enough",
			[]string{"--all-command=bazel run //:fix -- --define=a=b", "bad.json"},
			1, "", strings.Replace(short, "fix all targets with: bazel run //:fix", "fix with: bazel run //:fix -- --define=a=b", 1), false,
		},
		{"the same artifact twice is the same fix", []string{command, "bad.json", "bad.json"}, 1, "", pending, false},
		{
			"an error shuts it too",
			[]string{command, "--stamp=stamp", "broken.json"},
			1, "",
			"autofix: gate: 1 error\n  broken.go:3:6: error: ...", false,
		},
		{"a fix that the configuration excludes does not shut the gate", []string{"--config=explicit.toml", "--stamp=stamp", "bad.json"}, 0, "", "", true},
		{
			"a malformed artifact is a failed check, not a finding",
			[]string{"--stamp=stamp", "good.json", "malformed.json"},
			3, "",
			"autofix: gate: malformed artifact malformed.json: artifact: ...", false,
		},
		{"a missing artifact is wrong usage", []string{"--stamp=stamp", "gone.json"}, 2, "", "autofix: gate: artifact: open ...", false},
		{
			"no artifacts are an error: nothing was checked",
			[]string{"--stamp=stamp"},
			2, "",
			"autofix: gate: nothing was checked, which is not the same as nothing found; check files, or pass --allow-empty\n", false,
		},
		{
			"a test of Bazel's says it in words of Bazel's",
			[]string{command, "--", "unknown.json"},
			2, "",
			"autofix: gate: nothing was checked, which is not the same as nothing found; name targets with source files, or set allow_empty = True\n", false,
		},
		{
			"so are artifacts of no file that a checker knows",
			[]string{"--stamp=stamp", "unknown.json"},
			2, "",
			"autofix: gate: nothing was checked, which is not the same as nothing found; check files, or pass --allow-empty\n", false,
		},
		{"unless that is allowed", []string{"--allow-empty", "--stamp=stamp", "unknown.json"}, 0, "", "", true},
		{"a mistake in the configuration is wrong usage", []string{"--config=unknown.toml", "--stamp=stamp", "good.json"}, 2, "", "autofix: unknown.toml:...", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			stamp := filepath.Join(dir, "stamp")
			if err := os.Remove(stamp); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			code, stdout, stderr := runHere(append([]string{"gate"}, test.args...)...)
			if code != test.exit {
				t.Errorf("exit %d, want %d", code, test.exit)
			}
			if diff := cmp.Diff(test.stdout, stdout); diff != "" {
				t.Errorf("stdout: -want +got:\n%s", diff)
			}
			stderr = strings.ReplaceAll(stderr, dir+string(filepath.Separator), "")
			if prefix, ok := strings.CutSuffix(test.stderr, "..."); ok && strings.HasPrefix(stderr, prefix) {
				stderr = test.stderr
			}
			if diff := cmp.Diff(test.stderr, stderr); diff != "" {
				t.Errorf("stderr: -want +got:\n%s", diff)
			}
			if _, err := os.Stat(stamp); (err == nil) != test.stamp {
				t.Errorf("stamp: %v, want it there: %v", err, test.stamp)
			}
		})
	}
}

// People read the paths of a gate in their own folder. An action or a test of a
// build runs in a folder that nobody is in.
func TestGateHasPathsAsPeopleReadThem(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("BUILD_WORKSPACE_DIRECTORY", "")
	for name, text := range map[string]string{"MODULE.bazel": "", "pkg/bad.go": "package a\n\n\n\nvar X = 1\n", "pkg/low/x.txt": "", "t.runfiles/_main/x.txt": "", "other/x.txt": ""} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runIn := func(dir string, args ...string) (code int, stderr string) {
		env := newEnvironment()
		env.Dir, env.Terminal, env.color = filepath.Join(root, dir), false, false
		var out, err bytes.Buffer
		env.Stdout, env.Stderr = &out, &err
		code = run(t.Context(), args, env)
		return code, err.String()
	}
	made := filepath.Join(root, "bad.json")
	if code, stderr := runIn(".", "check", "--out="+made, "pkg/bad.go"); code != 0 {
		t.Fatalf("check: exit %d: %s", code, stderr)
	}
	for _, test := range []struct {
		name, dir string
		args      []string
		bazelRun  bool
		want      string
	}{
		{"at the root", ".", nil, false, "pkg/bad.go"},
		{"in the folder", "pkg", nil, false, "bad.go"},
		{"below it", "pkg/low", nil, false, "../bad.go"},
		{"beside it", "other", nil, false, "../pkg/bad.go"},
		{"of a root that is named", "pkg/low", []string{"--root=../.."}, false, "../bad.go"},
		{"an action", "pkg", []string{"--stamp=stamp"}, false, "pkg/bad.go"},
		{"a test of Bazel", "t.runfiles/_main", nil, false, "pkg/bad.go"},
		{"bazel run of that test", "pkg", nil, true, "bad.go"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.bazelRun {
				t.Setenv("BUILD_WORKSPACE_DIRECTORY", root)
			}
			code, stderr := runIn(test.dir, append(append([]string{"gate"}, test.args...), made)...)
			if want := "autofix: gate: 1 safe fix pending\n  " + test.want + ":3:1: "; code != 1 || !strings.HasPrefix(stderr, want) {
				t.Errorf("exit %d, %q, want 1 and %q...", code, stderr, want)
			}
		})
	}
}
