//go:build linux

package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/rules-autofix/rules_autofix/bench/monorepo"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Option("missingkey=error").ParseFS(templateFiles, "templates/*.tmpl"))

// render executes a template of the folder templates.
func render(name string, data any) ([]byte, error) {
	var out bytes.Buffer
	err := templates.ExecuteTemplate(&out, name+".tmpl", data)
	return out.Bytes(), err
}

// The places of targets in their package.
const (
	firstSlot   = 0 // of each package; the next ones depend on the targets of the package above
	testSlot    = 5
	dependents  = 4 // packages that depend on one package
	releaseTest = "//:release_test"
)

// A target is a target with its dependencies.
type target struct {
	Rule, Name    string
	Sources, Deps []string
}

// labelOf returns the label of a target of a package.
func labelOf(p *monorepo.Package, slot int) string {
	return "//" + p.Dir + ":" + p.Targets[slot].Name
}

// buildFile returns the BUILD file of a package. Its test depends on all other
// targets of the package, and its first target on that of another package.
func buildFile(p *monorepo.Package) ([]byte, error) {
	targets := make([]target, len(p.Targets))
	for slot := range p.Targets {
		t := target{Rule: "checked", Name: p.Targets[slot].Name, Sources: p.Targets[slot].Sources}
		switch {
		case slot == firstSlot && p.Index > 0:
			above := (p.Index - 1) / dependents
			t.Deps = []string{"//" + monorepo.DirOf(above) + ":first"}
		case slot == testSlot:
			t.Rule = "checked_test"
			for other := range p.Targets {
				if other != slot {
					t.Deps = append(t.Deps, ":"+p.Targets[other].Name)
				}
			}
		}
		targets[slot] = t
	}
	text, err := render("package.BUILD.bazel", targets)
	return fmt.Appendf(text, "\nalias(\n    name = \"first\",\n    actual = \":%s\",\n)\n", p.Targets[firstSlot].Name), err
}

// released returns the packages on whose targets the release test depends: all
// but the last.
func released(tree *monorepo.Tree) []monorepo.Package {
	return tree.Packages[:len(tree.Packages)-1]
}

// newWorkspace generates a workspace.
func newWorkspace(dir string, targets int) (*monorepo.Tree, error) {
	tree, err := monorepo.New(targets, false, buildFile)
	if err != nil {
		return nil, err
	}
	if err := tree.Write(dir, 0); err != nil {
		return nil, err
	}
	var all []string
	for _, p := range released(tree) {
		for slot := range p.Targets {
			all = append(all, labelOf(&p, slot))
		}
	}
	for name, data := range map[string]any{"checked.bzl": nil, "marks.sh": nil, "test.sh": nil, "top.BUILD.bazel": all} {
		text, err := render(name, data)
		if err != nil {
			return nil, err
		}
		file := filepath.Join(dir, "tools", name)
		if name == "top.BUILD.bazel" {
			file = filepath.Join(dir, "BUILD.bazel")
		}
		if err := monorepo.WriteFile(file, text); err != nil {
			return nil, err
		}
		if filepath.Ext(name) == ".sh" {
			if err := os.Chmod(file, 0o755); err != nil {
				return nil, err
			}
		}
	}
	for name, text := range map[string]string{
		"MODULE.bazel":      "module(name = \"bench\")\n",
		".bazelrc":          "build --incompatible_strict_action_env\n",
		"tools/BUILD.bazel": "exports_files(glob([\"*.sh\"]))\n",
	} {
		if err := monorepo.WriteFile(filepath.Join(dir, name), []byte(text)); err != nil {
			return nil, err
		}
	}
	return tree, nil
}
