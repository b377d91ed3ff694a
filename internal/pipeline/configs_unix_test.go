//go:build unix

package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// configured has a configuration file of each kind, and a source for which it
// is read.
var configured = map[string]string{
	"autofix.toml":            "x.txt",
	".editorconfig":           "x.txt",
	".gitattributes":          "x.txt",
	".hadolint.yaml":          "Dockerfile",
	".dockerignore":           "Dockerfile",
	"Dockerfile.dockerignore": "Dockerfile",
	"compose.yaml":            "Dockerfile",
	"docker-bake.hcl":         "Dockerfile",
	"go.mod":                  "x.go",
	"MODULE.bazel":            "BUILD.bazel",
	".prettierrc":             "x.json",
	"package.json":            "x.json",
	"taplo.toml":              "x.toml",
	"dprint.json":             "x.toml",
}

// A run neither follows a configuration file out of the workspace nor waits for
// it. The error says what it is and what to do.
func TestConfigurationIsReadInTheWorkspace(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	const wayOut = ": make it a file of the workspace that can be read, or remove it"
	for _, test := range []struct {
		name string
		put  func(file string) error
		why  string
	}{
		{"a link out of the workspace", func(file string) error { return os.Symlink(outside, file) }, "outside the workspace: the link NAME leads to " + outside},
		{"a relative link out of the workspace", func(file string) error { return os.Symlink("../outside", file) }, "outside the workspace: a link in it leads above the root"},
		{"a link to a device", func(file string) error { return os.Symlink("/dev/zero", file) }, "outside the workspace: the link NAME leads to /dev/zero"},
		{"a pipe", func(file string) error { return syscall.Mkfifo(file, 0o666) }, "cannot read it: it is a named pipe, not a regular file"},
		{"a folder", func(file string) error { return os.Mkdir(file, 0o777) }, "cannot read it: it is a folder, not a regular file"},
		{"a file that is too large", func(file string) error {
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				return err
			}
			return os.Truncate(file, workspace.MaxSize+1)
		}, "cannot read it: larger than 16 MiB"},
		{"a file that may not be read", func(file string) error { return os.WriteFile(file, nil, 0) }, "cannot read it: permission denied"},
	} {
		for name, source := range configured {
			t.Run(test.name+"/"+name, func(t *testing.T) {
				if os.Getuid() == 0 && strings.Contains(test.why, "permission") {
					t.Skip("root may read everything")
				}
				if test.name == "a folder" && (name == "compose.yaml" || name == "docker-bake.hcl") {
					t.Skip("these are looked for among the files of a folder")
				}
				root := t.TempDir()
				files := map[string]string{source: "x\n"}
				if name != "autofix.toml" {
					files["autofix.toml"] = "[format.go]\nstyle = \"gofumpt\"\n"
				}
				if source == "Dockerfile" {
					files[source] = "FROM scratch AS a\nCOPY x /x\nFROM scratch\nCOPY y /y\n"
				}
				for name, text := range files {
					if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if err := test.put(filepath.Join(root, name)); err != nil {
					t.Fatal(err)
				}
				ws, err := workspace.Open(root)
				if err != nil {
					t.Fatal(err)
				}
				defer ws.Close()
				failed := make(chan error, 1)
				go func() {
					var opts Options
					var err error
					opts.Tools.Checkers, opts.Tools.Formats = builtin.Registry("test")
					if opts.Config, err = LoadConfig(ws, ConfigFiles{}, []string{source}, opts.Tools); err == nil {
						_, err = Check(t.Context(), ws, []string{source}, "", opts)
					}
					failed <- err
				}()
				want := name + ": " + strings.ReplaceAll(test.why, "NAME", name) + wayOut
				select {
				case err := <-failed:
					if err == nil || err.Error() != want {
						t.Errorf("got  %v\nwant %s", err, want)
					}
				case <-time.After(10 * time.Second):
					t.Error("it waits")
				}
			})
		}
	}
}

// A link to another file of the workspace is followed.
func TestConfigurationMayBeALinkInTheWorkspace(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"shared/hadolint.yaml": "ignored: [DL3007]\n", "x/Dockerfile": "FROM debian:latest\n", "shared/strict.toml": "[rules.\"hadolint/DL3006\"]\nseverity = \"error\"\n"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{".hadolint.yaml": "shared/hadolint.yaml", "x/autofix.toml": "../shared/strict.toml"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	var opts Options
	opts.Tools.Checkers, opts.Tools.Formats = builtin.Registry("test")
	files := []string{"x/Dockerfile"}
	if opts.Config, err = LoadConfig(ws, ConfigFiles{}, files, opts.Tools); err != nil {
		t.Fatal(err)
	}
	checked, err := Check(t.Context(), ws, files, "", opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range checked.Artifact.Diagnostics {
		if d.Rule == "hadolint/DL3007" {
			t.Error("the linked .hadolint.yaml is not obeyed")
		}
	}
	if c := opts.Config.For("x/Dockerfile"); c.Severity("hadolint/DL3006") != "error" {
		t.Error("the linked autofix.toml is not obeyed")
	}
}
