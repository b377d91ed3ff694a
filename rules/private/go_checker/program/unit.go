package main

import (
	"fmt"
	"go/build"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A unit is what the unitchecker of x/tools reads about a package: the part of
// unitchecker.Config that all versions have, and Module, which old ones ignore.
type unit struct {
	ID           string
	Compiler     string
	ImportPath   string
	GoVersion    string
	GoFiles      []string
	NonGoFiles   []string
	IgnoredFiles []string
	ModulePath   string
	Module       *module
	ImportMap    map[string]string // paths of packages, by the names of imports
	PackageFile  map[string]string // compiled packages, by their paths
	PackageVetx  map[string]string // facts
	VetxOnly     bool
	VetxOutput   string
}

// A module is the module of a package.
type module struct {
	Path      string
	GoVersion string
}

// unit returns the unit of the package.
func (r *request) unit(files *files) (*unit, error) {
	u := &unit{
		ID:           r.path,
		Compiler:     "gc",
		ImportPath:   r.path,
		GoFiles:      files.compiled,
		NonGoFiles:   files.other,
		IgnoredFiles: files.ignored,
		ImportMap:    map[string]string{},
		PackageFile:  map[string]string{},
		PackageVetx:  r.imported,
		VetxOnly:     r.findings == "",
		VetxOutput:   r.facts,
	}
	if err := u.setModule(r.goMod); err != nil {
		return nil, err
	}
	byName := map[string]*archive{}
	for i := range r.archives {
		for j, name := range r.archives[i].names {
			if j == 0 || byName[name] == nil { // an alias hides no package
				byName[name] = &r.archives[i]
			}
		}
	}
	for name := range files.imports {
		if name == "unsafe" {
			u.ImportMap[name] = name
			continue
		}
		if file := r.standard(name); file != "" {
			u.ImportMap[name], u.PackageFile[name] = name, file
		} else if a := byName[name]; a != nil {
			u.ImportMap[name], u.PackageFile[a.path] = a.path, a.file
		} // else, the check of types says that it cannot be imported
	}
	return u, nil
}

// standard returns the compiled form of a package of the standard library, or
// "".
func (r *request) standard(path string) string {
	for _, dir := range r.stdlib {
		// The folder is named after the platform, and after what else makes
		// compiled packages differ, such as linux_amd64_race.
		found, _ := filepath.Glob(filepath.Join(dir, build.Default.GOOS+"_"+build.Default.GOARCH+"*", filepath.FromSlash(path)+".a"))
		if len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// setModule sets the module to that of a go.mod, whose name may be empty.
func (u *unit) setModule(name string) error {
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("the module: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		switch words := strings.Fields(line); {
		case len(words) != 2:
		case words[0] == "module" && u.ModulePath == "":
			u.ModulePath = strings.Trim(words[1], "\"`")
		case words[0] == "go" && u.GoVersion == "":
			u.GoVersion = "go" + words[1]
		}
	}
	// A check of types refuses the language of a version that is not out yet.
	// The compiler is of that version, too, and has not refused it.
	if version.Compare(u.GoVersion, runtime.Version()) > 0 {
		u.GoVersion = ""
	}
	u.Module = &module{Path: u.ModulePath, GoVersion: strings.TrimPrefix(u.GoVersion, "go")}
	return nil
}
