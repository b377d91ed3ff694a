package config_test

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// dockerTree is a workspace with configuration files of hadolint and Docker in
// several folders.
var dockerTree = map[string]string{
	".hadolint.yaml":         "top",
	".dockerignore":          "top ignore",
	"a/.hadolint.yml":        "a",
	"a/x.dockerignore":       "a x",
	"a/b/Dockerfile":         "",
	"c/.hadolint.yaml":       "c",
	"c/.hadolint.yml":        "c, the other",
	"c/.dockerignore":        "c ignore",
	"c/web.dockerignore":     "c web",
	"c/Web/web.dockerignore": "folder",
}

func lintrcOf(c *config.Config) func(string) (config.ToolFile, error) {
	return func(file string) (config.ToolFile, error) { return c.Nearest(lintrc, file) }
}

func ignoreOf(c *config.Config) func(string) (config.ToolFile, error) {
	return func(file string) (config.ToolFile, error) {
		return c.Beside(ignores, file, path.Base(file)+".dockerignore", ".dockerignore")
	}
}

// toolFilesOf returns what holds for a file: PATH=CONTENT of hadolint's and of
// Docker's, each empty where there is none.
func toolFilesOf(t *testing.T, c *config.Config, file string) [2]string {
	t.Helper()
	var all [2]string
	for i, find := range []func(string) (config.ToolFile, error){lintrcOf(c), ignoreOf(c)} {
		found, err := find(file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if found.Path != "" {
			all[i] = found.Path + "=" + string(found.Content)
		}
	}
	return all
}

func TestToolFiles(t *testing.T) {
	root := write(t, dockerTree)
	tests := []struct {
		name  string
		given []string
		find  bool
		want  map[string][2]string
	}{
		{"found", nil, true, map[string][2]string{
			"Dockerfile":       {".hadolint.yaml=top", ".dockerignore=top ignore"},
			"a/x":              {"a/.hadolint.yml=a", "a/x.dockerignore=a x"},
			"a/y":              {"a/.hadolint.yml=a", ""},
			"a/b/Dockerfile":   {"a/.hadolint.yml=a", ""},
			"c/web":            {"c/.hadolint.yaml=c", "c/web.dockerignore=c web"},
			"c/web.Dockerfile": {"c/.hadolint.yaml=c", "c/.dockerignore=c ignore"},
			"new/Dockerfile":   {".hadolint.yaml=top", ""},
		}},
		{"given, and nothing else", []string{"a/.hadolint.yml", "./c/.dockerignore"}, false, map[string][2]string{
			"Dockerfile":     {"", ""},
			"a/b/Dockerfile": {"a/.hadolint.yml=a", ""},
			"c/web":          {"", "c/.dockerignore=c ignore"},
		}},
		{"nothing given", nil, false, map[string][2]string{"Dockerfile": {"", ""}, "c/web": {"", ""}}},
		{"given of one kind, the other found", []string{"a/.hadolint.yml"}, true, map[string][2]string{
			"Dockerfile": {"", ".dockerignore=top ignore"},
			"a/x":        {"a/.hadolint.yml=a", "a/x.dockerignore=a x"},
			"c/web":      {"", "c/web.dockerignore=c web"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files, err := config.ReadToolFiles(folder(root), kinds, test.given)
			if err == nil && test.find {
				err = files.Find(folder(root), nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			c := (*config.Config)(nil).WithToolFiles(files)
			for range 2 { // what was seen is remembered
				for file, want := range test.want {
					if got := toolFilesOf(t, c, file); got != want {
						t.Errorf("%s: %q, want %q", file, got, want)
					}
				}
			}
		})
	}
	if c := (*config.Config)(nil).WithToolFiles(config.NewToolFiles(kinds)); c != nil {
		t.Error("no files at all make a configuration")
	}
}

// A folder is searched when somebody asks, and once.
func TestToolFilesAreReadWhenAskedFor(t *testing.T) {
	root := write(t, map[string]string{".dockerignore": "old"})
	files := config.NewToolFiles(kinds)
	if err := files.Find(folder(root), []string{"Dockerfile"}); err != nil {
		t.Fatal(err)
	}
	c := (*config.Config)(nil).WithToolFiles(files)
	for _, content := range []string{"new", "newer"} {
		if err := os.WriteFile(filepath.Join(root, ".dockerignore"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := toolFilesOf(t, c, "Dockerfile")[1]; got != ".dockerignore=new" {
			t.Errorf("with %q there: %q", content, got)
		}
	}
}

func TestUnreadableToolFiles(t *testing.T) {
	root := write(t, map[string]string{".hadolint.yaml/x": "", "a/.dockerignore/x": ""})
	files := config.NewToolFiles(kinds)
	if err := files.Find(folder(root), nil); err != nil {
		t.Fatal(err)
	}
	c := (*config.Config)(nil).WithToolFiles(files)
	const wayOut = ": make it a file of the workspace that can be read, or remove it"
	for file, want := range map[string][2]string{
		"a/Dockerfile": {".hadolint.yaml: cannot read it: it is d---------" + wayOut, "a/.dockerignore: cannot read it: it is d---------" + wayOut},
		"a/b":          {".hadolint.yaml: cannot read it: it is d---------" + wayOut, "a/.dockerignore: cannot read it: it is d---------" + wayOut},
	} {
		_, hadolint := c.Nearest(lintrc, file)
		_, dockerignore := ignoreOf(c)(file)
		for i, err := range []error{hadolint, dockerignore} {
			if _, ok := errors.AsType[*config.Error](err); !ok || err.Error() != want[i] {
				t.Errorf("%s: %v, want %s", file, err, want[i])
			}
		}
		if _, again := c.Nearest(lintrc, file); again != hadolint {
			t.Errorf("%s: another error the second time", file)
		}
	}
}

// A file that says which images are built applies to the Dockerfiles in its
// folder and below, and to all of them if the run was given it.
func TestAbove(t *testing.T) {
	root := write(t, map[string]string{
		"docker-bake.hcl": "top", "compose.txt": "no", "a/docker-compose.dev.yml": "dev", "a/compose.yaml": "a", "a/b/Dockerfile": "", "c/docker-bake.json": "c",
		"d/docker-bake.hcl/x": "a folder", "d/docker-bake.override.hcl": "d",
	})
	for _, test := range []struct {
		name  string
		given []string
		want  map[string]string
	}{
		{"found", nil, map[string]string{
			"Dockerfile": "docker-bake.hcl=top", "a/b/Dockerfile": "a/compose.yaml=a a/docker-compose.dev.yml=dev docker-bake.hcl=top",
			"c/Dockerfile": "c/docker-bake.json=c docker-bake.hcl=top", "d/Dockerfile": "d/docker-bake.override.hcl=d docker-bake.hcl=top",
			"none/x/Dockerfile": "docker-bake.hcl=top",
		}},
		{"given", []string{"c/docker-bake.json", "a/compose.yaml"}, map[string]string{"Dockerfile": "a/compose.yaml=a c/docker-bake.json=c"}},
		{"of another kind given", []string{"a/../a/compose.yaml"}, map[string]string{"c/Dockerfile": "a/compose.yaml=a"}},
	} {
		files, err := config.ReadToolFiles(folder(root), kinds, test.given)
		if err == nil {
			err = files.Find(folder(root), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		c := (*config.Config)(nil).WithToolFiles(files)
		for range 2 { // what was seen is remembered
			for file, want := range test.want {
				files, err := c.Above(builds, file)
				var got []string
				for _, f := range files {
					got = append(got, f.Path+"="+string(f.Content))
				}
				if strings.Join(got, " ") != want || err != nil {
					t.Errorf("%s, %s: %q, %v, want %s", test.name, file, got, err, want)
				}
			}
		}
	}
	if files, err := (*config.Config)(nil).Above(builds, "Dockerfile"); files != nil || err != nil {
		t.Errorf("without a configuration: %v, %v", files, err)
	}
}

func TestUnreadableAbove(t *testing.T) {
	root := write(t, map[string]string{"file": ""})
	if err := os.Symlink(strings.Repeat("x", 300), filepath.Join(root, "compose.yaml")); err != nil {
		t.Fatal(err)
	}
	files := config.NewToolFiles(kinds)
	if err := files.Find(folder(root), nil); err != nil {
		t.Fatal(err)
	}
	c := (*config.Config)(nil).WithToolFiles(files)
	for file, want := range map[string]string{
		"Dockerfile":      "compose.yaml: file name too long: make it a file of the workspace that can be read, or remove it",
		"file/Dockerfile": "file: not a directory: make it a folder that can be read",
	} {
		_, err := c.Above(builds, file)
		if _, ok := errors.AsType[*config.Error](err); !ok || err.Error() != want {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

func TestReadToolFiles(t *testing.T) {
	root := write(t, map[string]string{
		".editorconfig": "[*]\nindent_size = 2\n", "a/.editorconfig": "[*]\ntab_width = 3\n",
		"a/b/.editorconfig": "[*]\nindent_size = 4\n", "other": "", "long/.editorconfig": strings.Repeat("x", 1<<17),
	})
	files, err := config.ReadToolFiles(folder(root), kinds, []string{".editorconfig", "a/.editorconfig"})
	if err != nil {
		t.Fatal(err)
	}
	p := (*config.Config)(nil).WithToolFiles(files).Editor("a/b/x")
	if p.Get("indent_size") != "2" || p.Get("tab_width") != "3" {
		t.Errorf("what was given says %q", p.Key())
	}
	for name, want := range map[string]string{
		"none/.editorconfig": "none/.editorconfig: no such file or directory",
		"other":              "other: not a known configuration file of another tool; the known ones are " + strings.Join(config.FileNames(kinds), ", "),
		"../.editorconfig":   "../.editorconfig: not in the workspace: it would apply to no file",
		"long/.editorconfig": "long/.editorconfig:1: a line of 131072 bytes; the limit is 65536",
	} {
		if _, err := config.ReadToolFiles(folder(root), kinds, []string{name}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Giving some files of a kind that is named does not hide the others.
func TestNamedToolFiles(t *testing.T) {
	root := write(t, map[string]string{"a/one.json": "1", "b/two.json": "2", "docker-bake.json": "bake", "x.txt": "x"})
	schemas := &config.FileKind{Name: "schemas", Names: []string{"*.json"}, Named: true}
	for _, test := range []struct {
		name  string
		given []string
		find  bool
		want  string
	}{
		{"found", nil, true, "1 2 bake"},
		{"given, others found", []string{"a/one.json", "docker-bake.json"}, true, "1 2 bake"},
		{"given, and nothing else", []string{"a/one.json"}, false, "1 - -"},
		{"of two kinds", []string{"docker-bake.json"}, false, "- - bake"},
	} {
		files, err := config.ReadToolFiles(folder(root), append([]*config.FileKind{schemas}, kinds...), test.given)
		if err == nil && test.find {
			err = files.Find(folder(root), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		c := (*config.Config)(nil).WithToolFiles(files)
		var got []string
		for _, name := range []string{"a/one.json", "b/../b/two.json", "docker-bake.json", "c/none.json", "x.txt"} {
			file, err := c.ToolFile(schemas, name)
			if err != nil {
				t.Error(err)
			}
			got = append(got, string(file.Content))
		}
		for i := range got[:3] {
			if got[i] == "" {
				got[i] = "-"
			}
		}
		if got := strings.TrimRight(strings.Join(got, " "), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
