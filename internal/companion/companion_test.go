package companion

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

// role is the variable with what the test binary does if it is started as a
// program.
const role = "AUTOFIX_TEST_COMPANION_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "autofix": // finds its companion and becomes it
		path, err := Find("autofix-prove")
		if err == nil {
			_ = os.Setenv(role, "autofix-prove")
			var code int
			if code, err = Exec(path, os.Args[1:]); err == nil {
				os.Exit(code)
			}
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	case "autofix-prove":
		if err := CheckVersion(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		text, _ := os.ReadFile("/dev/stdin")
		fmt.Printf("%q %s %q", os.Args[1:], text, os.Getenv(startedBy))
		os.Exit(7)
	}
}

// install copies the test binary to the given names in a new folder, which it
// returns.
func install(t *testing.T, names ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name+suffix), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// start runs a program in a role, with variables.
func start(as, program string, variables []string, args ...string) (stdout, stderr string, code int) {
	cmd := exec.Command(program, args...)
	cmd.Env = append(append(os.Environ(), role+"="+as), variables...)
	cmd.Stdin = strings.NewReader("input")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run()
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func TestACompanionBesideAutofixTakesItsPlace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no /dev/stdin")
	}
	dir := install(t, "autofix", "autofix-prove")
	link := filepath.Join(t.TempDir(), "fix")
	if err := os.Symlink(filepath.Join(dir, "autofix"), link); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{filepath.Join(dir, "autofix"), link} {
		stdout, stderr, code := start("autofix", program, nil, "prove", "--", "a b", "")
		if want := `["prove" "--" "a b" ""] input ""`; stdout != want || stderr != "" || code != 7 {
			t.Errorf("%s: %q, %q, exit code %d; want %q and 7", program, stdout, stderr, code, want)
		}
	}
}

// A rule of Bazel links both into one folder. The programs are elsewhere, and
// apart.
func TestACompanionBesideALinkToAutofix(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	dir := t.TempDir()
	for _, name := range []string{"autofix", "autofix-prove"} {
		if err := os.Symlink(filepath.Join(install(t, name), name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr, code := start("autofix", filepath.Join(dir, "autofix"), nil); stderr != "" || code != 7 {
		t.Errorf("%q, exit code %d; want 7", stderr, code)
	}
}

func TestAVariableNamesACompanion(t *testing.T) {
	dir := install(t, "autofix")
	other := install(t, "mine")
	_, stderr, code := start("autofix", filepath.Join(dir, "autofix"+suffix), []string{"AUTOFIX_PROVE_PROGRAM=" + filepath.Join(other, "mine"+suffix)})
	if stderr != "" || code != 7 {
		t.Errorf("%q, exit code %d; want 7", stderr, code)
	}
}

func TestACompanionThatCannotBeRun(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	const out = "; install it from the archive that has autofix, into the same folder, or set AUTOFIX_PROVE_PROGRAM to its path"
	for _, row := range []struct{ name, value, want string }{
		{"a missing file", filepath.Join(dir, "none"), "none: "},
		{"a folder", dir, dir + " is not a regular file" + out},
		{"a file that is not executable", plain, plain + " is not executable" + out},
		{"no file beside autofix", "", "autofix-prove" + suffix + ": "},
	} {
		if runtime.GOOS == "windows" && row.value == plain {
			continue
		}
		t.Setenv("AUTOFIX_PROVE_PROGRAM", row.value)
		path, err := Find("autofix-prove")
		missing, ok := errors.AsType[*NotFoundError](err)
		if !ok || !strings.Contains(err.Error(), row.want) || !strings.HasSuffix(err.Error(), out) {
			t.Errorf("%s: Find: %q, %v; want an error with %q", row.name, path, err, row.want)
			continue
		}
		if strings.HasSuffix(row.want, ": ") && !errors.Is(missing, fs.ErrNotExist) {
			t.Errorf("%s: %v does not wrap fs.ErrNotExist", row.name, err)
		}
	}
}

func TestTheWorkingFolderAndThePathDoNotDecide(t *testing.T) {
	dir := install(t, "autofix-prove")
	t.Chdir(dir)
	t.Setenv("PATH", dir)
	if path, err := Find("autofix-prove"); err == nil {
		t.Errorf("Find: %s, want an error: it is not beside the test", path)
	}
}

func TestACompanionOfAnotherVersionRefuses(t *testing.T) {
	dir := install(t, "autofix-prove")
	program := filepath.Join(dir, "autofix-prove"+suffix)
	for _, row := range []struct {
		theirs string
		code   int
	}{
		{version.Version, 7},
		{"0.0.1", 3},
		{"", 7}, // started by hand
	} {
		_, stderr, code := start("autofix-prove", program, []string{startedBy + "=" + row.theirs})
		want := ""
		if row.code == 3 {
			want = fmt.Sprintf("%s has version %s, and the autofix that started it has version %s: install both from one archive\n", program, version.Version, row.theirs)
		}
		if code != row.code || stderr != want {
			t.Errorf("version %q: %q, exit code %d; want %q, %d", row.theirs, stderr, code, want, row.code)
		}
	}
}
