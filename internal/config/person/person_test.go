package person

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// home makes the person's file, and returns the root of a workspace.
func home(t *testing.T, text string) (file, root string) {
	t.Helper()
	dir, root := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	file = filepath.Join(dir, "autofix", "config.toml")
	write(t, file, text)
	return file, root
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTrusts(t *testing.T) {
	_, root := home(t, "")
	other := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for _, test := range []struct {
		says  string
		trust bool
	}{
		{"", false},
		{"[trust]\n", false},
		{"[trust]\nworkspaces = []\n", false},
		{"[trust]\nworkspaces = ['" + root + "']\n", true},
		{"[trust]\nworkspaces = ['" + root + "/']\n", true},
		{"[trust]\nworkspaces = ['" + link + "']\n", true},
		{"[trust]\nworkspaces = ['" + other + "']\n", false},
		{"[trust]\nworkspaces = ['" + filepath.Dir(root) + "']\n", false},
		{"[trust]\nworkspaces = ['" + root + "/below']\n", false},
		{"[trust]\nworkspaces = ['/missing']\n", false},
	} {
		file, _ := home(t, test.says)
		f, err := Load(root)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if got := f.Trusts(root); got != test.trust {
			t.Errorf("%q: %v, want %v", test.says, got, test.trust)
		}
	}
}

func TestTrustsInTheHomeFolder(t *testing.T) {
	file, _ := home(t, "[trust]\nworkspaces = ['~/src']\n")
	root := filepath.Join(filepath.Dir(filepath.Dir(file)), "src")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := Load(root)
	if err != nil || !f.Trusts(root) {
		t.Errorf("%v, %v", f, err)
	}
}

func TestNoFile(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	f, err := Load(t.TempDir())
	if err != nil || f.Trusts(t.TempDir()) || f.Config != nil {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestMistakes(t *testing.T) {
	section := &config.Section{Name: "ai", Keys: []config.Option{{Name: "enabled", Kind: config.Bool, Default: false}}}
	for text, want := range map[string]string{
		"[trust]\nworkspaces = ['src']\n":               `"src" is not absolute`,
		"[trust]\nworkspace = []\n":                     `unknown key "workspace": did you mean "workspaces"?`,
		"[ai]\nenabled = 'yes'\n":                       "enabled must be",
		"[rules.\"format/go\"]\nseverity = \"error\"\n": `unknown key "rules"`,
		"[":                          "config.toml",
		strings.Repeat("#\n", 600e3): "the limit is",
	} {
		file, root := home(t, text)
		_, err := Load(root, section)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// A file that others can have written is not the word of the person.
func TestFilesOfOthers(t *testing.T) {
	const trusting = "[trust]\nworkspaces = ['/']\n"
	check := func(root, want string) {
		t.Helper()
		if _, err := Load(root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}

	// XDG_CONFIG_HOME in the workspace, such as by an .envrc.
	_, root := home(t, trusting)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(root, "etc"))
	write(t, filepath.Join(root, "etc", "autofix", "config.toml"), trusting)
	check(root, "in the workspace")

	// The workspace is the home folder.
	file, _ := home(t, trusting)
	check(filepath.Dir(filepath.Dir(file)), "in the workspace")

	// A link to a file of the workspace.
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "etc", "autofix", "config.toml"), file); err == nil {
		check(root, "in the workspace")
	}

	if runtime.GOOS != "windows" {
		file, root := home(t, trusting)
		if err := os.Chmod(file, 0o620); err != nil {
			t.Fatal(err)
		}
		check(root, "others can write it: chmod go-w "+file)
	}

	// A folder.
	file, root = home(t, trusting)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	check(root, "not a regular file")

	// A file in the place of its folder.
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(root, "autofix.toml"))
	write(t, filepath.Join(root, "autofix.toml"), "")
	if _, err := Load(root); err == nil || !strings.Contains(err.Error(), "config.toml") {
		t.Errorf("%v", err)
	}
}
