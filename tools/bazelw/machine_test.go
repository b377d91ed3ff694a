//go:build linux

package bazelw_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs are the programs called by the scripts that every machine has.
var programs = []string{
	"bash", "cat", "cp", "env", "find", "flock", "grep", "head", "mkdir", "mv", "readlink", "rm", "sed",
	"sh", "sha256sum", "sort", "tail", "touch", "xargs",
}

// fakes replace the additional programs of a machine in debian mode, by name.
// Each first logs its call; see machine.log.
var fakes = map[string]string{
	"uname":   `echo Linux`,
	"id":      `echo 0`,
	"unshare": `while [[ $1 != debootstrap ]]; do shift; done; exec "$@"`,
	"apt-get": ``,
	"go": `case $1-$2 in
  env-GOROOT) echo /fake/go ;;
  env-GOPROXY) echo https://proxy.example ;;
  run-*) while [[ $1 != -out ]]; do shift; done; mkdir "$2/registry" ;;
esac`,
	"debootstrap": `mkdir -p "$3/etc/apt" "$3/etc/bazel" "$3/usr/share/bazel"
echo 'common --override_module=platforms=/usr/share/bazel/tools/platforms' >"$3/etc/bazel/bazelrc"`,
	"bwrap": `case " $* " in
  *" dpkg-query "*) printf 'bazel-rules-shell\t0.4.0-1\n' ;;
  *=-XX:+AutoCreateSharedArchive" shutdown "*) : >"$(grep -o '[^=]*/classes.jsa' "$(grep -o '[^ ]*/bazelrc' <<<"$*")")" ;;
  *=-XX:+AutoCreateSharedArchive" "*) ;;
  *" /usr/bin/bazel "*) printf '%s\n' "$@"; exit 7 ;;
esac`,
}

// A machine is an environment for a copy of bazelw, with only selected
// programs.
type machine struct {
	t       *testing.T
	project string // contains bazelw; its path contains a space
	bin     string // the PATH
	home    string // BAZELW_HOME
	calls   string // the log of the fakes' calls
}

// newMachine creates a machine without Bazel, with the named fakes.
func newMachine(t *testing.T, names ...string) *machine {
	t.Helper()
	dir := t.TempDir()
	m := &machine{
		t: t, project: filepath.Join(dir, "the project"), bin: filepath.Join(dir, "bin"),
		home: filepath.Join(dir, "home"), calls: filepath.Join(dir, "calls"),
	}
	for _, name := range []string{"bazelw", "MODULE.bazel", "go.mod", "tools/bazelw/*.sh", "tools/local_registry/*.go"} {
		paths, err := filepath.Glob(filepath.Join("../..", name))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: no such file of the project (%v)", name, err)
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel("../..", path)
			if err != nil {
				t.Fatal(err)
			}
			m.write(filepath.Join(m.project, rel), string(content))
		}
	}
	m.write(filepath.Join(m.project, "sub", "BUILD.bazel"), "")
	for _, name := range programs {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatalf("%s is needed: %v", name, err)
		}
		m.link(path, filepath.Join(m.bin, name))
	}
	for _, name := range names {
		m.fake(name, fakes[name])
	}
	return m
}

// newDebianMachine creates a machine with all requirements of the debian mode.
func newDebianMachine(t *testing.T) *machine {
	return newMachine(t, slices.Collect(maps.Keys(fakes))...)
}

// fake puts a bash script on the PATH, which logs its call.
func (m *machine) fake(name, script string) {
	m.t.Helper()
	m.write(filepath.Join(m.bin, name), "#!/usr/bin/env bash\n"+
		`echo "`+name+` $*" >>"`+m.calls+`"`+"\n"+script+"\n")
}

// replace edits one of the project's files.
func (m *machine) replace(path, old, replacement string) {
	m.t.Helper()
	path = filepath.Join(m.project, path)
	content, err := os.ReadFile(path)
	if err != nil {
		m.t.Fatal(err)
	}
	if !strings.Contains(string(content), old) {
		m.t.Fatalf("%s has no %q", path, old)
	}
	m.write(path, strings.Replace(string(content), old, replacement, 1))
}

func (m *machine) write(path, content string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) link(target, path string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		m.t.Fatal(err)
	}
}

// called returns the number of calls of the fakes whose command line contained
// the text.
func (m *machine) called(text string) int {
	m.t.Helper()
	log, err := os.ReadFile(m.calls)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		m.t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

// A result is the outcome of a run of bazelw.
type result struct {
	stdout, stderr string
	exit           int
}

// run runs bazelw in the project, with a mode, which may be "", and arguments.
func (m *machine) run(mode string, args ...string) result {
	m.t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := m.command(mode, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.t.Fatal(err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func (m *machine) command(mode string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(m.project, "bazelw"), args...)
	cmd.Dir = m.project
	cmd.Env = []string{
		"PATH=" + m.bin, "HOME=" + m.project, "BAZELW_HOME=" + m.home, "BAZELW_MODE=" + mode,
		"BAZELW_MIRROR=http://mirror.example/debian",
	}
	return cmd
}

// fails asserts exit code 1, and that stderr has the problem and the remedy.
func (r result) fails(t *testing.T, what, wayOut string) {
	t.Helper()
	if r.exit != 1 {
		t.Errorf("exit %d, want 1", r.exit)
	}
	for _, want := range []string{"bazelw: " + what, "\nbazelw: " + wayOut} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("stderr lacks %q:\n%s", want, r.stderr)
		}
	}
}
