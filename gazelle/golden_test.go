package gazelle_test

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bazelbuild/bazel-gazelle/testtools"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what Gazelle makes of testdata's BUILD.in to BUILD.out")

// TestGolden runs Gazelle on each folder of testdata, in the format and with
// the test runner of Gazelle.
func TestGolden(t *testing.T) {
	for _, name := range cases(t) {
		folder, err := filepath.Abs(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		testtools.TestGazelleGenerationOnPath(t, &testtools.TestGazelleGenerationArgs{
			Name:                 name,
			TestDataPathAbsolute: folder,
			TestDataPathRelative: "gazelle/testdata/" + name,
			GazelleBinaryPath:    binary,
			Timeout:              time.Minute,
		})
	}
}

// TestGoldenSettles checks that Gazelle writes exactly the build files of a
// case, and that a second run changes nothing.
func TestGoldenSettles(t *testing.T) {
	for _, name := range cases(t) {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			want := unpack(t, filepath.Join("testdata", name), root)
			gazelle(t, root, arguments(t, name)...)
			got := map[string]string{}
			for _, file := range files(t, root) {
				if filepath.Base(file) == "BUILD.bazel" {
					got[file] = read(t, filepath.Join(root, file))
				}
			}
			if *update {
				for file, text := range got {
					write(t, filepath.Join("testdata", name, strings.TrimSuffix(file, ".bazel")+".out"), text)
				}
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if _, err := os.Stat(filepath.Join("testdata", name, "expectedExitCode.txt")); err == nil {
				return // the case expects an error
			}
			if stdout, code := gazelle(t, root, append([]string{"-mode=diff"}, arguments(t, name)...)...); code != 0 {
				t.Errorf("the second run: exit %d\n%s", code, stdout)
			}
		})
	}
}

func cases(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if len(names) < 15 {
		t.Fatalf("%d cases: is testdata whole?", len(names))
	}
	return names
}

// unpack copies a case to root, and returns the expected build files.
func unpack(t *testing.T, from, root string) map[string]string {
	t.Helper()
	want := map[string]string{}
	for _, file := range files(t, from) {
		text := read(t, filepath.Join(from, file))
		switch {
		case strings.HasPrefix(file, "expected") || file == "arguments.txt":
		case filepath.Ext(file) == ".out":
			want[strings.TrimSuffix(file, ".out")+".bazel"] = text
		case filepath.Ext(file) == ".in":
			write(t, filepath.Join(root, strings.TrimSuffix(file, ".in")+".bazel"), text)
		default:
			write(t, filepath.Join(root, file), text)
		}
	}
	return want
}

// arguments returns the arguments of a case.
func arguments(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name, "arguments.txt"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// gazelle runs Gazelle in the workspace root.
func gazelle(t *testing.T, root string, args ...string) (stdout string, code int) {
	t.Helper()
	stdout, _, code = runGazelle(t, root, args...)
	return stdout, code
}

func runGazelle(t *testing.T, root string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "BUILD_WORKSPACE_DIRECTORY="+root)
	var out, messages strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &messages
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return out.String(), messages.String(), cmd.ProcessState.ExitCode()
}

// files lists the files below a folder, relative to it.
func files(t *testing.T, folder string) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
