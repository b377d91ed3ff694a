//go:build linux

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/bench/monorepo"
)

func newTestWorkspace(t *testing.T) (string, *monorepo.Tree) {
	t.Helper()
	dir := t.TempDir()
	tree, err := newWorkspace(dir, 60)
	if err != nil {
		t.Fatal(err)
	}
	return dir, tree
}

var label = regexp.MustCompile(`"(//[^"]*|:[^"]*)"`)

// Every label that a BUILD file names is declared.
func TestDependenciesExist(t *testing.T) {
	dir, tree := newTestWorkspace(t)
	declared := map[string]bool{"//tools:checked.bzl": true, "//visibility:public": true}
	for i := range tree.Packages {
		p := &tree.Packages[i]
		declared["//"+p.Dir+":first"] = true
		for slot := range p.Targets {
			declared[labelOf(p, slot)] = true
		}
	}
	packages := []string{""}
	for i := range tree.Packages {
		packages = append(packages, tree.Packages[i].Dir)
	}
	named := 0
	for _, pkg := range packages {
		text, err := os.ReadFile(filepath.Join(dir, pkg, "BUILD.bazel"))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range label.FindAllSubmatch(text, -1) {
			name := string(match[1])
			if strings.HasPrefix(name, ":") {
				name = "//" + pkg + name
			}
			named++
			if !declared[name] {
				t.Errorf("//%s names %s, which is not declared", pkg, name)
			}
		}
	}
	if named < 60 {
		t.Errorf("%d labels, want more than targets", named)
	}
}

func TestFixesWriteTheirWord(t *testing.T) {
	dir, tree := newTestWorkspace(t)
	files, err := filesToFix(tree, 100)
	if err != nil {
		t.Fatal(err)
	}
	last := tree.Packages[len(tree.Packages)-1].Dir
	fixes := make([]fix, len(files))
	seen := map[string]bool{}
	for i, file := range files {
		fixes[i] = fix{file: file, word: left}
		if seen[file.Path] || strings.HasPrefix(file.Path, last+"/") {
			t.Errorf("%s is there twice, or of the last package", file.Path)
		}
		seen[file.Path] = true
	}
	name := filepath.Join(t.TempDir(), "artifact.json")
	if err := writeArtifact(name, dir, fixes); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a, err := artifact.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Fixes) != len(files) {
		t.Errorf("%d fixes, want %d", len(a.Fixes), len(files))
	}
	for i := range a.Fixes {
		edit := a.Fixes[i].Edits[0]
		text, err := os.ReadFile(filepath.Join(dir, edit.Path))
		if err != nil {
			t.Fatal(err)
		}
		after, err := fixedits.Apply(text, a.Fixes[i].Edits)
		if err != nil || !bytes.Contains(after, []byte("evision "+left+".")) {
			t.Errorf("%s: after the fix it ends in %q, %v", edit.Path, after[max(0, len(after)-40):], err)
		}
	}
	if _, err := filesToFix(tree, 10_000); err == nil {
		t.Error("more fixes than files: no error")
	}
}
