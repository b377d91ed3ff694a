package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A goModule is a Bazel module available from the Go module proxy: the zip of a
// Go module also contains its Starlark files.
type goModule struct{ name, path, version string }

// parseGoModule reads NAME=PATH@VERSION.
func parseGoModule(value string) (goModule, error) {
	name, rest, ok := strings.Cut(value, "=")
	path, version, ok2 := strings.Cut(rest, "@")
	if !ok || !ok2 || name == "" || path == "" || version == "" {
		return goModule{}, errors.New("not NAME=PATH@VERSION")
	}
	return goModule{name, path, version}, nil
}

// bazelVersion returns the version used in MODULE.bazel files.
func (m goModule) bazelVersion() string { return strings.TrimPrefix(m.version, "v") }

// install downloads the module and creates a Bazel module in dir.
func (m goModule) install(dir string) error {
	from, err := m.download()
	if err != nil {
		return err
	}
	if err := copyModule(from, dir); err != nil {
		return fmt.Errorf("module %s: %w", m.name, err)
	}
	if err := patch(dir, patches[m.name]); err != nil {
		return fmt.Errorf("module %s %s: %w", m.name, m.version, err)
	}
	if vendored[m.name] {
		return goCommand(dir, "mod", "vendor", "-e")
	}
	return nil
}

// download returns the module's folder in the module cache.
func (m goModule) download() (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", m.path+"@"+m.version)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	runErr := cmd.Run()
	var answer struct{ Dir, Error string }
	if err := json.Unmarshal(stdout.Bytes(), &answer); err == nil && answer.Error != "" {
		return "", fmt.Errorf("download %s@%s: %s", m.path, m.version, answer.Error)
	}
	if runErr != nil {
		return "", fmt.Errorf("download %s@%s: %w: %s", m.path, m.version, runErr, bytes.TrimSpace(stderr.Bytes()))
	}
	return answer.Dir, nil
}

func goCommand(dir string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s in %s: %w: %s", strings.Join(args, " "), dir, err, bytes.TrimSpace(out))
	}
	return nil
}

// copyModule copies a folder of the module cache, whose files are read-only and
// have lost their executable bits. It skips folders named tests: they contain
// separate modules that are not needed for a build.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if rel == "tests" {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if strings.HasSuffix(path, ".sh") {
			mode = 0o755
		}
		return os.WriteFile(filepath.Join(to, rel), content, mode)
	})
}
