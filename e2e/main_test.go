//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Absolute paths; set by TestMain.
var (
	repository string // this repository
	bazelw     string // the Bazel to run
	scratch    string // a temporary folder that is removed at the end
	tool       string // the autofix binary under test
)

// The workspaces, made on first use.
var (
	hello   = &workspace{example: "hello", folder: "hello"}
	scripts = &workspace{example: "scripts", folder: "scripts"}
	spaced  = &workspace{example: "scripts", folder: "a folder with spaces/it's"}
	checker = &workspace{example: "checker", folder: "checker"}
	merging = &workspace{example: "merging", folder: "merging"}
	nogo    = &workspace{example: "nogo", folder: "nogo"}
	goCheck = &workspace{example: "go_checker", folder: "go_checker"}
	minimal = &workspace{example: "minimal", folder: "minimal"}
	schemas = &workspace{example: "schemas", folder: "schemas"}
	smoke   = &workspace{example: "../e2e/smoke", folder: "smoke"}
	verify  = &workspace{example: "hello", folder: "verify"}
)

func TestMain(m *testing.M) {
	code, err := runAll(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		code = 1
	}
	os.Exit(code)
}

func runAll(m *testing.M) (code int, err error) {
	here, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	repository = filepath.Dir(here)
	bazelw = os.Getenv("AUTOFIX_E2E_BAZELW")
	if bazelw == "" {
		bazelw = filepath.Join(repository, "bazelw")
	}
	scratch, err = os.MkdirTemp("", "autofix-e2e-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(scratch)
	if tool = os.Getenv("AUTOFIX_E2E_TOOL"); tool == "" {
		tool, err = goBuild("autofix", "./cmd/autofix")
	}
	if err != nil {
		return 0, err
	}
	if err := installShim(); err != nil {
		return 0, err
	}
	defer func() {
		for _, w := range []*workspace{hello, scripts, spaced, checker, goCheck, merging, minimal, nogo, schemas, smoke, verify} {
			w.remove()
		}
	}()
	return m.Run(), nil
}

// goBuild builds a package of this repository, given relative to its top, to a
// static binary in the scratch folder, stripped as in a release.
func goBuild(name, pkg string, ldflags ...string) (string, error) {
	out := filepath.Join(scratch, "bin", name)
	cmd := exec.Command("go", "build", "-o", out, "-ldflags=-s -w "+strings.Join(ldflags, " "), pkg)
	cmd.Dir = repository
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", pkg, err, text)
	}
	return out, nil
}

// installShim creates a `bazel` for commands that are pasted into a shell. It
// hides itself from bazelw, which prefers a bazel on the PATH.
func installShim() error {
	folder := filepath.Join(scratch, "path")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	script := "#!/bin/sh\nPATH='" + os.Getenv("PATH") + "' exec '" + bazelw + "' \"$@\"\n"
	return os.WriteFile(filepath.Join(folder, "bazel"), []byte(script), 0o777)
}
