package main

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// files are the sources of a package, by what becomes of them.
type files struct {
	compiled []string        // Go
	other    []string        // assembly, C and so on
	ignored  []string        // Go, for other platforms or tags
	imports  map[string]bool // what the compiled ones import
}

// files reads the head of each source, and leaves out the ones that rules_go does
// not compile for the target, as it does itself.
func (r *request) files() (*files, error) {
	context := build.Default // GOOS, GOARCH and CGO_ENABLED are variables of the action
	context.BuildTags = r.tags
	all := &files{imports: map[string]bool{}}
	for _, name := range r.srcs {
		if err := all.add(&context, name, r.testFilter); err != nil {
			return nil, err
		}
	}
	// If only these are left, such as for a test without tests inside of the
	// package, there is nothing to report.
	if len(all.compiled) > 0 && r.testFilter != "only" {
		for _, name := range r.unreported {
			if filepath.Ext(name) == ".go" {
				if err := all.compile(name); err != nil {
					return nil, err
				}
			}
		}
	}
	return all, nil
}

func (all *files) add(context *build.Context, name, testFilter string) error {
	dir, base := filepath.Split(name)
	matches, err := context.MatchFile(dir, base)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	isGo := filepath.Ext(name) == ".go"
	switch {
	case !isGo && matches:
		all.other = append(all.other, name)
		return nil
	case !isGo:
		return nil
	case !matches:
		all.ignored = append(all.ignored, name)
		return nil
	}
	head, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range head.Imports {
		if spec.Path.Value != `"C"` {
			continue
		}
		if !context.CgoEnabled {
			all.ignored = append(all.ignored, name)
		}
		return nil // else, the file that cgo makes of it takes its place
	}
	if external := strings.HasSuffix(head.Name.Name, "_test"); testFilter == "only" && !external || testFilter == "exclude" && external {
		return nil
	}
	return all.compile(name)
}

// compile adds a file that is compiled.
func (all *files) compile(name string) error {
	head, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range head.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return fmt.Errorf("%s: %s is not the path of a package", name, spec.Path.Value)
		}
		all.imports[path] = true
	}
	all.compiled = append(all.compiled, name)
	return nil
}
