package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBazelrcPaths(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bazelrc")
	if got := bazelrcPaths(name); got != nil {
		t.Errorf("a file that is not there: %q", got)
	}
	text := "startup --install_base=/opt/bazel --host_jvm_args=-Xmx1g\n" +
		"# comment\n" +
		"common --registry=file:///srv/registry --registry=https://bcr.bazel.build\n" +
		"common --override_module=rules_cc=/srv/rules/../cc --override_repository=x=relative\n" +
		"common --disk_cache=/srv/cache --distdir=/srv/dist\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{name, "/opt/bazel", "/srv/registry", "/srv/cc", "/srv/dist"}
	if diff := cmp.Diff(want, bazelrcPaths(name)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBazeliskHome(t *testing.T) {
	s := &scratch{downloads: t.TempDir()}
	own := filepath.Join(s.downloads, "bazelisk")
	person := &tools{bazelisk: "/home/me/.cache/bazelisk"}
	for _, row := range []struct {
		what    string
		tools   *tools
		network bool
		want    string
	}{
		{"the person's", person, false, person.bazelisk},
		{"a setup, which downloads", person, true, own},
		{"the person has none", &tools{}, false, own},
	} {
		if got := row.tools.bazeliskHome(&Request{Network: row.network}, s); got != row.want {
			t.Errorf("%s: %s, want %s", row.what, got, row.want)
		}
	}
	if err := os.Mkdir(own, 0o700); err != nil {
		t.Fatal(err)
	}
	if got := person.bazeliskHome(&Request{}, s); got != own {
		t.Errorf("after a setup: %s, want %s", got, own)
	}
}

// A clean run has nothing of the others but what Bazel checks by digests.
func TestBazelArchives(t *testing.T) {
	root := t.TempDir()
	s := &scratch{archives: filepath.Join(root, archivesRoot), bazel: filepath.Join(root, "clean"), clean: true}
	for _, name := range []string{"content_addressable/sha256/ab/file", "contents/unpacked"} {
		at := filepath.Join(s.archives, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clean, err := s.bazelArchives()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(clean, "content_addressable", "sha256", "ab", "file")); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(filepath.Join(clean, "contents")); !os.IsNotExist(err) {
		t.Errorf("what others unpacked is there: %v", err)
	}
	s.clean = false
	if got, err := s.bazelArchives(); got != s.archives || err != nil {
		t.Errorf("a run that is not clean: %s, %v", got, err)
	}
}

// The sandbox of the proof has no network, and Bazel cannot make another one
// without in it; where that sandbox has one, Bazel denies it.
func TestBazelNetwork(t *testing.T) {
	for _, row := range []struct {
		isolated, network bool
		want              string
	}{
		{true, false, "build --sandbox_default_allow_network=true"},
		{true, true, "build --sandbox_default_allow_network=true"},
		{false, false, "build --sandbox_default_allow_network=false"},
		{false, true, ""},
	} {
		root := t.TempDir()
		s := &scratch{home: root, bazel: filepath.Join(root, "bazel"), archives: filepath.Join(root, archivesRoot)}
		if err := writeBazelrc(s, row.isolated, row.network); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(root, ".bazelrc"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\ncommon --sandbox_base=\n") {
			t.Errorf("%+v: the folder of sandboxes may be one of the workspace's:\n%s", row, text)
		}
		got := ""
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "sandbox_default_allow_network") {
				got += strings.TrimSpace(line)
			}
		}
		if got != row.want {
			t.Errorf("%+v: %q", row, got)
		}
	}
}
