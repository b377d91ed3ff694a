//go:build linux

package bazelw_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// runsBazel asserts that Bazel was started in the root filesystem, and returns
// the arguments of bwrap.
func (r result) runsBazel(t *testing.T) []string {
	t.Helper()
	args := strings.Split(r.stdout, "\n")
	if r.exit != 7 || !slices.Contains(args, "/usr/bin/bazel") {
		t.Fatalf("Bazel did not run: exit %d, stdout %q, stderr:\n%s", r.exit, r.stdout, r.stderr)
	}
	return args
}

func TestDebianModeRunsBazelInTheRootFilesystem(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	args := m.run("", "test", "//a b/...").runsBazel(t)
	joined := strings.Join(args, "\n")
	for _, want := range []string{
		"--chdir\n" + m.project + "\n/usr/bin/bazel\ntest\n//a b/...\n",
		"--bind\n/tmp\n/tmp\n",
		"/bazelrc\n/etc/bazel/bazelrc\n",
		"--tmpfs\n" + m.home + "/sandbox\n",
		"--setenv\nBAZELW_MODE\nhost\n", // a nested bazelw uses the installed Bazel
	} {
		if !strings.Contains(joined, want) {
			t.Errorf("bwrap's arguments lack %q:\n%s", want, joined)
		}
	}
}

func TestAnotherProgramRunsInTheRootFilesystem(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.fake("bazel", "exit 1") // implies the debian mode, whatever the PATH has
	cmd := m.command("auto", "--bind=127.0.0.1:1")
	cmd.Env = append(cmd.Env, "BAZELW_PROGRAM=/usr/bin/buildbox-casd")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := m.called(" --chdir " + m.project + " /usr/bin/buildbox-casd --bind=127.0.0.1:1"); n != 1 {
		t.Errorf("it was called %d times in the root filesystem, want once", n)
	}
}

func TestTheWorkspaceIsTheCallers(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	other := filepath.Join(t.TempDir(), "another workspace")
	m.link(filepath.Join(m.project, "bazelw"), filepath.Join(other, "links", "bazelw"))
	m.link(filepath.Join(other, "links", "bazelw"), filepath.Join(other, "bazelw"))
	cmd := m.command("debian", "info")
	cmd.Path, cmd.Dir = filepath.Join(other, "bazelw"), other
	out, _ := cmd.Output()
	if want := "--chdir\n" + other + "\n/usr/bin/bazel\ninfo\n"; !strings.Contains(string(out), want) {
		t.Errorf("got %q, want %q in it", out, want)
	}
}

func TestWhichFoldersTheRootFilesystemHides(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	for path, hidden := range map[string]bool{
		"/": false, "/home": false, "/srv/usr": false, "/variety": false, "/library": false,
		"/usr": true, "/usr/local/go": true, "/var/lib/ci/work space": true, "/lib64": true,
	} {
		err := exec.Command("bash", "-c", `source "$1"; of_rootfs "$2"`, "bash",
			filepath.Join(m.project, "tools/bazelw/enter.sh"), path).Run()
		if got := err == nil; got != hidden {
			t.Errorf("%s: hidden is %v, want %v", path, got, hidden)
		}
	}
}

// A new machine has neither debootstrap nor bubblewrap: the first run installs
// them and continues.
func TestInstallsItsToolsFirst(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	later := filepath.Join(t.TempDir(), "later")
	if err := os.Mkdir(later, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"debootstrap", "bwrap"} {
		if err := os.Rename(filepath.Join(m.bin, name), filepath.Join(later, name)); err != nil {
			t.Fatal(err)
		}
	}
	m.fake("apt-get", `[[ " $* " != *" install "* ]] || cp '`+later+`'/* '`+m.bin+`'`)
	m.run("", "info").runsBazel(t)
	if n := m.called("apt-get install --yes --no-install-recommends debootstrap bubblewrap"); n != 1 {
		t.Errorf("the tools were installed %d times, want once", n)
	}
}

func TestInstallsOnce(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.run("").runsBazel(t)
	second := m.run("")
	second.runsBazel(t)
	if second.stderr != "" {
		t.Errorf("the second run says %q", second.stderr)
	}
	if n := m.called("debootstrap "); n != 2 { // unshare debootstrap, and debootstrap
		t.Errorf("debootstrap is in %d calls", n)
	}
	if n := m.called("go run"); n != 1 {
		t.Errorf("the registry was made %d times", n)
	}
	if n := m.called("AutoCreateSharedArchive shutdown"); n != 1 {
		t.Errorf("Bazel's classes were archived %d times", n)
	}
}

// The archive of Bazel's classes saves time. Bazel runs without it too.
func TestGoesOnWithoutAnArchiveOfClasses(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.fake("bwrap", `[[ "$*" != *AutoCreateSharedArchive* ]] || { echo 'no such flag'; exit 1; }`+"\n"+fakes["bwrap"])
	first := m.run("")
	first.runsBazel(t)
	if want := "  no such flag\nbazelw: the whole log: " + m.home + "/classes.log\nbazelw: going on without the archive\n"; !strings.Contains(first.stderr, want) {
		t.Errorf("stderr lacks %q:\n%s", want, first.stderr)
	}
	second := m.run("")
	second.runsBazel(t)
	if second.stderr != "" {
		t.Errorf("the second run says %q", second.stderr)
	}
}

func TestAChangedRecipeIsInstalledAgain(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		rule, path, old, replacement string
		rootfs, modules              int // how often each is created in both runs
	}{
		{"the root filesystem's: both, for the modules are made of it", "tools/bazelw/rootfs.sh", "PACKAGES=(", "PACKAGES=(hello ", 2, 2},
		{"the modules' script: those", "tools/bazelw/modules.sh", "common --disk_cache", "common --remote_cache", 1, 2},
		{"the registry's sources: the modules", "tools/local_registry/stubs.go", `"buildozer"`, `"buildozer2"`, 1, 2},
		{"a version in MODULE.bazel: the modules", "MODULE.bazel", `name = "gazelle", version = "0.`, `name = "gazelle", version = "1.`, 1, 2},
		{"other lines of MODULE.bazel: nothing", "MODULE.bazel", `name = "rules_autofix"`, `name = "rules_autofix2"`, 1, 1},
		{"the tests of the registry: nothing", "tools/local_registry/local_registry_test.go", "package main", "package main // x", 1, 1},
		{"comments: nothing", "tools/bazelw/rootfs.sh", "# in_partial COMMAND...:", "# in_partial COMMAND:", 1, 1},
		{"how to enter: nothing", "tools/bazelw/enter.sh", "/etc/hosts", "/etc/hosts /etc/host.conf", 1, 1},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			m := newDebianMachine(t)
			m.run("").runsBazel(t)
			// A root filesystem that is installed later has other packages.
			m.fake("bwrap", strings.Replace(fakes["bwrap"], "0.4.0-1", "0.5.0-1", 1))
			m.replace(row.path, row.old, row.replacement)
			m.run("").runsBazel(t)
			if n := m.called("debootstrap --variant"); n != 2*row.rootfs {
				t.Errorf("debootstrap is in %d calls, want %d", n, 2*row.rootfs)
			}
			if n := m.called("go run"); n != row.modules {
				t.Errorf("the registry was made %d times, want %d", n, row.modules)
			}
		})
	}
}

func TestWhatAMachineLacks(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		rule         string
		spoil        func(m *machine)
		what, wayOut string
	}{
		{
			"not Linux",
			func(m *machine) { m.fake("uname", "echo Darwin") },
			"cannot use Debian's packages: this is not Linux", "put bazelisk or bazel on the PATH",
		},
		{
			"not root",
			func(m *machine) { m.fake("id", "echo 1000") },
			"cannot use Debian's packages: not running as root", "run it as root, or put bazelisk",
		},
		{
			"no Go",
			func(m *machine) { os.Remove(filepath.Join(m.bin, "go")) },
			"cannot build the Go tools: go is not on the PATH", "install Go 1.26",
		},
		{
			"a Go that is too old",
			func(m *machine) { m.fake("go", "echo 'go: go.mod requires go >= 1.26.0' >&2; exit 1") },
			"cannot use ", "install Go 1.26",
		},
		{
			"no module proxy",
			func(m *machine) {
				m.fake("go", `[[ $1 != mod ]] || { echo 'no such host' >&2; exit 1; }`+"\n"+fakes["go"])
			},
			"cannot download github.com/bazelbuild/rules_go@v0.", "check that the Go module proxy (https://proxy.example) can be reached",
		},
		{
			"neither debootstrap nor apt-get",
			func(m *machine) {
				os.Remove(filepath.Join(m.bin, "debootstrap"))
				os.Remove(filepath.Join(m.bin, "apt-get"))
			},
			"cannot install debootstrap and bubblewrap: there is no apt-get", "install both, or put bazelisk",
		},
		{
			"no apt packages",
			func(m *machine) {
				os.Remove(filepath.Join(m.bin, "bwrap"))
				m.fake("apt-get", "echo E: no mirror; exit 100")
			},
			"cannot install debootstrap and bubblewrap: apt-get failed", "install both, or put bazelisk",
		},
		{
			"no mount namespaces, as in a container",
			func(m *machine) { m.fake("bwrap", "echo 'bwrap: No permissions' >&2; exit 1") },
			"cannot enter a root filesystem: bwrap may not make a mount namespace here", "in a container, give it",
		},
		{
			"no Debian mirror",
			func(m *machine) { m.fake("debootstrap", "echo E: Failed getting release file; exit 1") },
			"cannot install Debian forky from http://mirror.example/debian", "check the network, or set BAZELW_MIRROR",
		},
		{
			"a mirror without the packages",
			func(m *machine) {
				m.fake("bwrap", `[[ "$*" != *apt-get* ]] || { echo 'E: Unable to locate'; exit 100; }`)
			},
			"cannot install Bazel's packages from http://mirror.example/debian", "check the network",
		},
		{
			"a registry that cannot be made",
			func(m *machine) {
				m.fake("go", `[[ $1 != run ]] || { echo "local_registry: bad zip"; exit 1; }`+"\n"+fakes["go"])
			},
			"cannot download the modules of the local registry", "check that the Go module proxy",
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			m := newDebianMachine(t)
			row.spoil(m)
			m.run("").fails(t, row.what, row.wayOut)

			// After the machine is repaired, the next run installs the missing parts.
			for name, script := range fakes {
				m.fake(name, script)
			}
			m.run("").runsBazel(t)
		})
	}
}

func TestAHomeWithABlank(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.home = filepath.Join(m.project, "home")
	m.run("").fails(t, "cannot install into "+m.home+": debootstrap does not support whitespace in a path", "set BAZELW_HOME")
}

func TestAFailureShowsTheEndOfItsLog(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.fake("debootstrap", "seq 100; echo E: Failed getting release file; exit 1")
	got := m.run("")
	want := "  E: Failed getting release file\nbazelw: the whole log: " + m.home + "/debootstrap.log\n"
	if !strings.Contains(got.stderr, want) {
		t.Errorf("stderr lacks %q:\n%s", want, got.stderr)
	}
}

func TestAKilledFirstRunLeavesNothingThatCounts(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.fake("debootstrap", fakes["debootstrap"]+"\necho started >&2; read -r <"+m.fifo("forever"))
	cmd := m.command("")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	m.waitFor(filepath.Join(m.home, "debootstrap.log"), "started")
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()

	m.fake("debootstrap", `[[ ! -e $3 ]] || exit 9`+"\n"+fakes["debootstrap"])
	m.run("").runsBazel(t)
}

func TestTwoFirstRunsAtOnceInstallOnce(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	gate := m.fifo("gate")
	m.fake("debootstrap", fakes["debootstrap"]+"\nread -r <"+gate)
	first := m.command("")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	m.waitFor(m.calls, "debootstrap --variant")

	second := m.command("")
	stderr, err := second.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if want := "bazelw: waiting for another bazelw that installs into " + m.home + "\n"; line != want {
		t.Errorf("the second run says %q (%v), want %q", line, err, want)
	}
	m.write(gate, "go on\n")
	for _, cmd := range []*exec.Cmd{first, second} {
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 7 {
			t.Errorf("a run ended with %v", err)
		}
	}
	if n := m.called("go run"); n != 1 {
		t.Errorf("installed %d times", n)
	}
}

// fifo creates a named pipe, whose reader blocks until there is a writer.
func (m *machine) fifo(name string) string {
	m.t.Helper()
	path := filepath.Join(m.bin, name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		m.t.Fatal(err)
	}
	return path
}

// waitFor returns when the file contains the text.
func (m *machine) waitFor(path, text string) {
	m.t.Helper()
	for {
		content, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(content), text) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestTheMirrorIsThatOfAptsSources(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ rule, path, text, want string }{
		{
			"deb822", "sources.list.d/debian.sources",
			"Types: deb\n# http://snapshot.example/\nURIs: http://a.example/debian\nSuites: sid\n\nURIs: http://b.example/debian-security\n",
			"http://a.example/debian\n",
		},
		{"one line", "sources.list", "# deb http://x.example/ a b\ndeb http://a.example/debian sid main\n", "http://a.example/debian\n"},
		{"one line with options", "sources.list", "deb [arch=amd64 signed-by=/k]\thttps://a.example/debian sid main\n", "https://a.example/debian\n"},
		{"a folder", "sources.list", "deb file:/srv/debian sid main\n", "file:/srv/debian\n"},
		{"another vendor's is not Debian's", "sources.list.d/docker.sources", "URIs: http://a.example/debian\n", ""},
		{"none", "sources.list", "", ""},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			apt := filepath.Join(m.project, "apt")
			m.write(filepath.Join(apt, row.path), row.text)
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", `source "$1"; apt_mirror "$2"`, "bash",
				filepath.Join(m.project, "tools/bazelw/rootfs.sh"), apt)
			got, err := cmd.Output()
			if string(got) != row.want || err != nil {
				t.Errorf("got %q, %v; want %q", got, err, row.want)
			}
		})
	}
}
