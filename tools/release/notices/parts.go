package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// A part is a component of the programs, and the folder with its licenses.
type part struct{ name, dir string }

// embedded are the components that are files in this repository, of modules that
// the programs do not link.
var embedded = []part{
	{"cuelang.org/go", "internal/third_party/cue"},
	{"the rules of gitleaks", "internal/secrets/rules/gitleaks"},
}

// readPlatforms returns the keys of the dict PLATFORMS of a .bzl file, each of
// the form GOOS_GOARCH.
func readPlatforms(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file, err := build.ParseBzl(path, text)
	if err != nil {
		return nil, err
	}
	var platforms []string
	build.Walk(file, func(expr build.Expr, _ []build.Expr) {
		assign, ok := expr.(*build.AssignExpr)
		if !ok {
			return
		}
		name, named := assign.LHS.(*build.Ident)
		dict, ok := assign.RHS.(*build.DictExpr)
		if !ok || !named || name.Name != "PLATFORMS" {
			return
		}
		for _, pair := range dict.List {
			if key, ok := pair.Key.(*build.StringExpr); ok {
				platforms = append(platforms, key.Value)
			}
		}
	})
	if len(platforms) == 0 {
		return nil, fmt.Errorf("%s: no dict PLATFORMS with platforms in it", path)
	}
	return platforms, nil
}

// listParts runs go to list the parts of the programs on all platforms, sorted
// by name, and those that are embedded.
func listParts(platforms []string) ([]part, error) {
	goroot, err := goCommand(nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{"Go": strings.TrimSpace(goroot)}
	for _, platform := range platforms {
		goos, goarch, _ := strings.Cut(platform, "_")
		env := []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}
		const format = `{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Dir}}{{end}}{{end}}`
		listed, err := goCommand(env, "list", "-deps", "-f", format, programs)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(listed) {
			if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				dirs[path] = dir
			}
		}
	}
	var parts []part
	for _, name := range slices.Sorted(maps.Keys(dirs)) {
		parts = append(parts, part{name, dirs[name]})
	}
	return append(parts, embedded...), nil
}

func goCommand(env []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return string(out), nil
}
