package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A leftOut module cannot be compared.
type leftOut struct{ why string }

func (e *leftOut) Error() string { return e.why }

// A checkout is a copy of a module.
type checkout struct {
	dir       string
	leftAlone map[string]bool // the files whose suggestions do not count
}

// checkOut copies a module from the module cache to a new folder.
func checkOut(module, dir string) (*checkout, error) {
	out, err := command("", "go", "mod", "download", "-json", module).Output()
	var found struct{ Dir, Error string }
	if unread := json.Unmarshal(out, &found); unread != nil || found.Dir == "" {
		return nil, &leftOut{fmt.Sprintf("not fetched: %v %s", err, found.Error)}
	}
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.CopyFS(dir, os.DirFS(found.Dir)); err != nil {
		return nil, err
	}
	err = filepath.Walk(dir, func(path string, info os.FileInfo, err error) error { // the cache is read-only
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode()|0o200)
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "autofix.toml"), []byte(settings), 0o644)
	}
	return &checkout{dir: dir}, err
}

// settings configure autofix. Many modules of the Go project say "* -text" in
// .gitattributes, for their line ends, which would leave all files alone.
const settings = "[files]\ngitattributes = false\n"

// command returns a command in a folder that fetches nothing.
func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off", "BUILD_WORKSPACE_DIRECTORY=")
	return cmd
}

// packages returns whether each package builds, with its tests, by its path.
func (c *checkout) packages() (map[string]bool, error) {
	cmd := command(c.dir, "go", "list", "-e", "-export", "-test", "-json=ImportPath,Error,DepsErrors", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	return readPackages(bytes.NewReader(out))
}

func readPackages(in io.Reader) (map[string]bool, error) {
	builds := map[string]bool{}
	for decoder := json.NewDecoder(in); ; {
		var pkg struct {
			ImportPath string
			Error      *struct{}
			DepsErrors []struct{}
		}
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			return builds, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		path, _, _ := strings.Cut(pkg.ImportPath, " [") // a variant for tests
		if strings.HasSuffix(path, ".test") {
			continue // a main package, which go makes
		}
		known, seen := builds[path]
		builds[path] = pkg.Error == nil && len(pkg.DepsErrors) == 0 && (known || !seen)
	}
}

// suggested returns the distinct fixes that go fix suggests, and its output. A
// package that does not build has none.
func (c *checkout) suggested() (fixes map[string]bool, report []byte, err error) {
	report, _ = command(c.dir, "go", "fix", "-json", "./...").Output() // fails for packages that do not build
	fixes, err = readSuggested(bytes.NewReader(report), func(name string) bool {
		path, err := filepath.Rel(c.dir, name)
		return err == nil && !c.leftAlone[filepath.ToSlash(path)]
	})
	return fixes, report, err
}

// readSuggested reads the output of go fix -json. counts says whether the fixes
// of a file do.
func readSuggested(in io.Reader, counts func(name string) bool) (map[string]bool, error) {
	fixes := map[string]bool{}
	for decoder := json.NewDecoder(in); ; {
		var tree map[string]map[string]json.RawMessage // by package and analyzer
		if err := decoder.Decode(&tree); errors.Is(err, io.EOF) {
			return fixes, nil
		} else if err != nil {
			return nil, fmt.Errorf("go fix -json: %w", err)
		}
		for _, analyzers := range tree {
			for name, found := range analyzers {
				var diagnostics []struct {
					Suggested []struct{ Edits []edit } `json:"suggested_fixes"` // alternatives
				}
				if json.Unmarshal(found, &diagnostics) != nil {
					continue // an error of the analyzer
				}
				for _, d := range diagnostics {
					if len(d.Suggested) > 0 && len(d.Suggested[0].Edits) > 0 && counts(d.Suggested[0].Edits[0].Filename) {
						fixes[fmt.Sprint(name, d.Suggested[0].Edits)] = true
					}
				}
			}
		}
	}
}

// An edit is one of go fix.
type edit struct {
	Filename   string
	Start, End int
	New        string
}
