package gazelle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// binary is a gazelle with the default languages of Gazelle, followed by this
// one.
var binary string

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gazelle_test:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	if location := os.Getenv("GAZELLE_BINARY"); location != "" {
		binary, err = runfiles.Rlocation(location)
	} else {
		var folder string
		if folder, err = os.MkdirTemp("", "gazelle_test"); err != nil {
			return 0, err
		}
		defer os.RemoveAll(folder)
		binary, err = buildBinary(folder)
	}
	if err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// languages is the source that the rule gazelle_binary generates for the
// languages of //gazelle:gazelle_binary.
const languages = `package main

import (
	"github.com/bazelbuild/bazel-gazelle/language"
	"github.com/bazelbuild/bazel-gazelle/language/bazel/visibility"
	golang "github.com/bazelbuild/bazel-gazelle/language/go"
	"github.com/bazelbuild/bazel-gazelle/language/proto"

	autofix "github.com/rules-autofix/rules_autofix/gazelle"
)

var languages = []language.Language{
	visibility.NewLanguage(),
	proto.NewLanguage(),
	golang.NewLanguage(),
	autofix.NewLanguage(),
}
`

// buildBinary builds the binary like gazelle_binary: the main package of
// Gazelle with another list of languages.
func buildBinary(folder string) (string, error) {
	out, err := goTool("list", "-m", "-f", "{{.Dir}}", "github.com/bazelbuild/bazel-gazelle", "github.com/rules-autofix/rules_autofix/gazelle")
	if err != nil {
		return "", err
	}
	gazelle, ours, _ := strings.Cut(out, "\n")

	// The go command cannot overlay files of its module cache, but it can
	// overlay files of a folder that replaces a module.
	link := filepath.Join(folder, "bazel-gazelle")
	langs := filepath.Join(folder, "langs.go")
	overlay := filepath.Join(folder, "overlay.json")
	modfile := filepath.Join(folder, "go.mod")
	replaced, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(link, "cmd", "gazelle", "langs.go"): langs},
	})
	if err != nil {
		return "", err
	}
	err = errors.Join(
		os.Symlink(gazelle, link),
		os.WriteFile(langs, []byte(languages), 0o666),
		os.WriteFile(overlay, replaced, 0o666),
		copyFile(filepath.Join(ours, "go.mod"), modfile),
		copyFile(filepath.Join(ours, "go.sum"), filepath.Join(folder, "go.sum")),
	)
	if err != nil {
		return "", err
	}
	if _, err := goTool("mod", "edit", "-replace=github.com/bazelbuild/bazel-gazelle="+link, modfile); err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "gazelle")
	_, err = goTool("build", "-modfile", modfile, "-overlay", overlay, "-o", binary, "github.com/bazelbuild/bazel-gazelle/cmd/gazelle")
	return binary, err
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}

func goTool(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		var stderr []byte
		if exit, ok := err.(*exec.ExitError); ok {
			stderr = exit.Stderr
		}
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr)
	}
	return strings.TrimSpace(string(out)), nil
}
