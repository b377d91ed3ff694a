//go:build linux

// Package bazelw_test runs bazelw on machines with fake programs: nothing is
// downloaded or installed.
package bazelw_test

import (
	"path/filepath"
	"testing"
)

const report = `printf '%s|' "$0" "$PWD" "$@"; exit 3`

func TestHostBazelIsUsed(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		rule, mode string
		has        []string
		want       string
	}{
		{"bazel alone", "", []string{"bazel"}, "bazel"},
		{"bazelisk alone", "auto", []string{"bazelisk"}, "bazelisk"},
		{"bazelisk obeys .bazelversion, so it goes first", "host", []string{"bazel", "bazelisk"}, "bazelisk"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			for _, name := range row.has {
				m.fake(name, report)
			}
			got := m.run(row.mode, "build", "a b", "", "//...")
			want := filepath.Join(m.bin, row.want) + "|" + m.project + "|build|a b||//...|"
			if got.stdout != want || got.exit != 3 || got.stderr != "" {
				t.Errorf("got %q, exit %d, stderr %q; want %q, exit 3", got.stdout, got.exit, got.stderr, want)
			}
		})
	}
}

func TestTheCallersFolderIsKept(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.fake("bazel", report)
	cmd := m.command("", "info")
	cmd.Dir = filepath.Join(m.project, "sub")
	out, _ := cmd.Output()
	if want := filepath.Join(m.bin, "bazel") + "|" + cmd.Dir + "|info|"; string(out) != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

func TestALinkToBazelwOnThePathIsNotBazel(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.link(filepath.Join(m.project, "bazelw"), filepath.Join(m.bin, "bazel"))
	m.run("host", "info").fails(t, "cannot run Bazel: neither bazelisk nor bazel is on the PATH", "install bazelisk")
}

func TestUnknownMode(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.fake("bazel", report)
	m.run("docker").fails(t, "unknown BAZELW_MODE: docker", "use auto, host or debian")
	if n := m.called("bazel"); n != 0 {
		t.Errorf("bazel ran %d times", n)
	}
}

func TestHostModeInstallsNothing(t *testing.T) {
	t.Parallel()
	m := newDebianMachine(t)
	m.run("host").fails(t, "cannot run Bazel: neither bazelisk nor bazel is on the PATH",
		"install bazelisk, or unset BAZELW_MODE")
	if n := m.called(""); n != 0 {
		t.Errorf("%d programs ran", n)
	}
}
