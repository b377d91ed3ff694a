//go:build conformance

package conformance

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// commands returns the folder with the commands of the linters, which it
// installs first.
var commands = sync.OnceValues(func() (string, error) {
	if folder := os.Getenv("AUTOFIX_LINTERS"); folder != "" {
		return folder, nil
	}
	install := exec.Command("../../../tools/linters/install.sh")
	install.Stderr = os.Stderr
	out, err := install.Output()
	return strings.TrimSpace(string(out)), err
})

// A folder is one with the files of a test, in which tools run.
type folder struct {
	t    *testing.T
	path string
	home string
}

func newFolder(t *testing.T, files ...map[string]string) *folder {
	t.Helper()
	f := &folder{t: t, path: t.TempDir(), home: t.TempDir()}
	for _, some := range files {
		for name, text := range some {
			f.write(name, text)
		}
	}
	return f
}

func (f *folder) write(name, text string) {
	f.t.Helper()
	file := filepath.Join(f.path, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o666)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) read(name string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(f.path, filepath.FromSlash(name)))
	if failure, ok := errors.AsType[*os.PathError](err); ok {
		return nil, failure.Err
	}
	return text, err
}

// run runs a linter, or a program of the PATH, and returns its standard output.
// Its exit code may be that of a run with findings.
func (f *folder) run(name string, args ...string) []byte {
	f.t.Helper()
	linters, err := commands()
	if err != nil {
		f.t.Fatalf("cannot install the linters: %v", err)
	}
	program := filepath.Join(linters, name)
	if _, err := os.Stat(program); err != nil {
		program = name
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = f.path
	cmd.Env = append(os.Environ(), "HOME="+f.home, "TMPDIR="+f.home, "GOFLAGS=", "GOWORK=off",
		"GOCACHE="+goEnv(f.t, "GOCACHE"), "GOMODCACHE="+goEnv(f.t, "GOMODCACHE"), "CARGO_HOME="+f.home+"/cargo")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() < 0 || exit.ExitCode() > 3) {
		f.t.Fatalf("%s %q: %v\n%s%s", name, args, err, out.Bytes(), said.Bytes())
	}
	if out.Len() == 0 && said.Len() > 0 {
		f.t.Logf("%s said: %s", name, said.Bytes())
	}
	return out.Bytes()
}

var goVariables sync.Map

func goEnv(t *testing.T, name string) string {
	if value, ok := goVariables.Load(name); ok {
		return value.(string)
	}
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	value := strings.TrimSpace(string(out))
	goVariables.Store(name, value)
	return value
}
