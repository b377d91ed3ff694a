package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ownRunfiles creates the folder in which this process looks for its own
// runfiles.
func ownRunfiles(t *testing.T, files map[string]string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "fix")
	for path, text := range files {
		file := filepath.Join(program+".runfiles", path)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := os.Args[0]
	os.Args[0] = program
	t.Cleanup(func() { os.Args[0] = before })
	return program + ".runfiles"
}

func TestArgsFromFile(t *testing.T) {
	dir := ownRunfiles(t, map[string]string{
		"_main/fix.args":        "bazel-fix\n--fix-command=bazel run //:fix\n\n",
		"_main/marks.args":      "gate\n--config={rlocation:_main/a b.toml}\n{rlocation:r~/x.json}:{rlocation:_main/a b.toml}\n",
		"_main/unended.args":    "gate\n-x",
		"_main/empty.args":      "",
		"_main/unknown.args":    "gate\n{rlocation:_main/gone.json}\n",
		"_main/unclosed.args":   "gate\n{rlocation:_main/gone.json\n",
		"_main/a b.toml":        "",
		"r~/x.json":             "{}",
		"_main/windows end.txt": "",
	})
	tests := []struct {
		name, file string
		args, want []string
	}{
		{"without the variable", "", []string{"fix", "a"}, []string{"fix", "a"}},
		{"one argument per line, including empty ones, before those of the user", "_main/fix.args", []string{"--mode=diff"}, []string{"bazel-fix", "--fix-command=bazel run //:fix", "", "--mode=diff"}},
		{
			"marks stand for the absolute paths of runfiles", "_main/marks.args", nil,
			[]string{"gate", "--config=" + filepath.Join(dir, "_main/a b.toml"), filepath.Join(dir, "r~/x.json") + ":" + filepath.Join(dir, "_main/a b.toml")},
		},
		{"the last line may lack a newline", "_main/unended.args", nil, []string{"gate", "-x"}},
		{"an empty file adds nothing", "_main/empty.args", []string{"version"}, []string{"version"}},
		{"an absolute path needs no runfiles", filepath.Join(dir, "_main/unended.args"), nil, []string{"gate", "-x"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv(argsVariable, test.file)
			got, err := ArgsFromFile(test.args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if name, set := os.LookupEnv(argsVariable); set && name != "" {
				t.Error("the variable is still set: what this process starts would read it too")
			}
		})
	}
	failures := []struct{ name, file, want string }{
		{"a missing file", "_main/gone.args", "AUTOFIX_ARGS_FILE: runfile _main/gone.args: "},
		{"a mark of a missing runfile", "_main/unknown.args", "AUTOFIX_ARGS_FILE: runfile _main/gone.json: "},
		{"a mark without an end", "_main/unclosed.args", `AUTOFIX_ARGS_FILE: argument "{rlocation:_main/gone.json": no } after {rlocation:`},
		{"an absolute path that does not exist", filepath.Join(dir, "gone"), "AUTOFIX_ARGS_FILE: open "},
	}
	for _, test := range failures {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv(argsVariable, test.file)
			got, err := ArgsFromFile([]string{"x"})
			var usage *UsageError
			if !errors.As(err, &usage) || got != nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %q and error %v, want one that starts with %s", got, err, test.want)
			}
			if err != nil && !strings.HasSuffix(err.Error(), "; start the tool with `bazel run` or `bazel test`") {
				t.Errorf("no way out: %v", err)
			}
		})
	}
}

func TestRunfilesOfAnotherProgramDoNotHideOurs(t *testing.T) {
	dir := ownRunfiles(t, map[string]string{"_main/fix.args": "version\n"})
	t.Setenv("RUNFILES_DIR", t.TempDir())
	got, err := runfile("_main/fix.args")
	if want := filepath.Join(dir, "_main/fix.args"); err != nil || got != want {
		t.Errorf("got %s and error %v, want %s", got, err, want)
	}
}

func TestRunfilesAreFoundFromTheFolderOfARun(t *testing.T) {
	dir := ownRunfiles(t, map[string]string{"_main/fix.args": "version\n"})
	os.Args[0] = "/bin/sh" // a script that wraps the tool
	t.Setenv("RUNFILES_DIR", t.TempDir())
	t.Chdir(filepath.Join(dir, "_main"))
	got, err := runfile("_main/fix.args")
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "_main/fix.args"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
