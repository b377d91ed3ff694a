package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A folder reads the files below it, as the workspace does.
type folder string

func (f folder) at(path string) string { return filepath.Join(string(f), filepath.FromSlash(path)) }

func (f folder) Read(path string) ([]byte, error) {
	info, err := os.Stat(f.at(path))
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: cannot read it: it is %s", path, info.Mode().Type())
	}
	content, err := os.ReadFile(f.at(path))
	return content, of(path, err)
}

func (f folder) Exists(path string) bool {
	_, err := os.Lstat(f.at(path))
	return err == nil
}

func (f folder) Names(path string) ([]string, error) {
	entries, err := os.ReadDir(f.at(path))
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, of(path, err)
}

func of(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("%s: %w", path, at.Err)
	}
	return err
}

// Kinds of files as checkers declare them.
var (
	lintrc  = &config.FileKind{Name: "lintrc", Names: []string{".hadolint.yaml", ".hadolint.yml"}}
	ignores = &config.FileKind{Name: "ignores", Names: []string{"*.dockerignore"}}
	builds  = &config.FileKind{Name: "builds", Names: []string{"docker-bake*.hcl", "docker-bake*.json", "compose*.yaml", "docker-compose*.yml"}}
	kinds   = []*config.FileKind{config.EditorConfig, config.GitAttributes, lintrc, ignores, builds}
)

// texts are files by path.
type texts map[string]string

func (t texts) Read(path string) ([]byte, error) {
	if text, ok := t[path]; ok {
		return []byte(text), nil
	}
	return nil, fmt.Errorf("%s: cannot read it: %w", path, fs.ErrNotExist)
}

func (t texts) Exists(path string) bool { _, ok := t[path]; return ok }

func (t texts) Names(string) ([]string, error) { return nil, nil }
