package bazel

import (
	"os"
	"path/filepath"
	"testing"
)

// outputBase makes a folder with what ServerOf reads in an output base.
func outputBase(t *testing.T, workspace, cmdline string) string {
	t.Helper()
	base := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("DO_NOT_BUILD_HERE", workspace)
	if cmdline != "" {
		write("server/cmdline", cmdline)
	}
	return base
}

func TestServerOf(t *testing.T) {
	workspace := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(workspace, link); err != nil {
		t.Fatal(err)
	}
	const cmdline = "bazel(ws)\x00-Xverify:none\x00--max_idle_secs=10800\x00--output_user_root=/my roots/r\x00--output_base=/x\x00"
	full := outputBase(t, workspace, cmdline)
	bare := outputBase(t, workspace+"\n", "")
	other := outputBase(t, t.TempDir(), cmdline)
	const inside = "/execroot/_main/bazel-out/k8-fastbuild/bin/fix"
	tests := []struct {
		name, place, workspace string
		want                   Server
	}{
		{"the roots of a running server", full + inside, workspace, Server{full, "/my roots/r"}},
		{"the same workspace by another name", full + inside, link, Server{full, "/my roots/r"}},
		{"only the output base, without the server's command line", bare + inside, workspace, Server{OutputBase: bare}},
		{"the output base of another workspace", other + inside, workspace, Server{}},
		{"a program outside of an output base", "/usr/bin/autofix", workspace, Server{}},
		{"a folder that only has the name", t.TempDir() + inside, workspace, Server{}},
		{"a path that starts with it", inside, workspace, Server{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := ServerOf(test.workspace, test.place); got != test.want {
				t.Errorf("ServerOf(%q) = %+v, want %+v", test.place, got, test.want)
			}
		})
	}
	want := Server{OutputBase: bare}
	if got := ServerOf(workspace, "/usr/bin/autofix", other+inside, bare+inside, full+inside); got != want {
		t.Errorf("of several places the first that fits counts: got %+v, want %+v", got, want)
	}
}
