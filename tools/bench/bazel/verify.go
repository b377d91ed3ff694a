package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/tools/bench/monorepo"
)

// A count is the number of results in a workspace. It guards against a measured
// build that is fast because it checked nothing.
type count struct {
	files    int // that were checked
	findings int // files with a finding that has a fix
}

// verify compares a count with the generated files.
func (m *made) verify(got count, err error) error {
	if err != nil {
		return err
	}
	var want count
	for i := range m.tree.Packages {
		p := &m.tree.Packages[i]
		for _, f := range p.Files {
			if p.GoOnly && path.Base(f.Path) == "BUILD.bazel" {
				continue // of no target
			}
			want.files++
			if f.Finding {
				want.findings++
			}
		}
	}
	if got != want {
		return fmt.Errorf("in %s: %d files were checked and %d have findings, want %d and %d",
			m.Dir, got.files, got.findings, want.files, want.findings)
	}
	return nil
}

// countChecks counts the results in the artifacts of the aspect.
func (m *made) countChecks() (count, error) {
	return m.countArtifacts(func(bin string, t *monorepo.Target) []string {
		return []string{filepath.Join(bin, t.Name+".autofix", "autofix.json")}
	})
}

// countPerFile counts the results in the artifacts of the actions per file.
func (m *made) countPerFile() (count, error) {
	return m.countArtifacts(func(bin string, t *monorepo.Target) []string {
		var names []string
		for _, source := range t.Sources {
			names = append(names, filepath.Join(bin, t.Name+".per_file", path.Base(source)+".json"))
		}
		return names
	})
}

// countArtifacts counts the results in artifacts. namesOf returns the artifacts
// of a target, below the outputs of its package.
func (m *made) countArtifacts(namesOf func(bin string, t *monorepo.Target) []string) (count, error) {
	var sum count
	err := m.eachTarget(func(bin string, t *monorepo.Target) error {
		for _, name := range namesOf(bin, t) {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			a, err := artifact.Decode(data)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			found := map[string]bool{}
			for _, fix := range a.Fixes {
				for _, edit := range fix.Edits {
					found[edit.Path] = true
				}
			}
			sum.files += len(a.Snapshots)
			sum.findings += len(found)
		}
		return nil
	})
	return sum, err
}

// countNogo counts the diagnostics of nogo: one for each unformatted file. nogo
// does not report which files it checked, so these are the files of all targets
// with an output: a folder, with a log if it found something.
func (m *made) countNogo() (count, error) {
	var sum count
	err := m.eachTarget(func(bin string, t *monorepo.Target) error {
		folder := filepath.Join(bin, t.Name+"_nogo")
		if _, err := os.ReadDir(folder); err != nil {
			return err
		}
		log, err := os.ReadFile(filepath.Join(folder, "nogo.log"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		sum.files += len(t.Sources)
		sum.findings += bytes.Count(log, []byte("not formatted"))
		return nil
	})
	return sum, err
}

func (m *made) eachTarget(do func(bin string, t *monorepo.Target) error) error {
	for i := range m.tree.Packages {
		p := &m.tree.Packages[i]
		for j := range p.Targets {
			if err := do(filepath.Join(m.Dir, "bazel-bin", filepath.FromSlash(p.Dir)), &p.Targets[j]); err != nil {
				return err
			}
		}
	}
	return nil
}
