// Package monorepo generates workspaces of many Bazel packages for benchmarks,
// and drives Bazel in them.
package monorepo

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

const (
	TargetsPerPackage = 10
	FilesPerTarget    = 5
	packagesPerArea   = 20
	findingEvery      = 20 // one in this many files has a finding
)

// A File is one generated source. Its text ends in a comment with its revision,
// so that every check has to run again for a new revision of all files.
type File struct {
	Path    string // relative to the workspace root, slash separated
	Finding bool   // whether a check proposes a fix
	body    []byte // without the revision
	comment string // the format of the revision: one line, with a verb for the number
}

// Text returns the text of a revision.
func (f *File) Text(revision int) []byte {
	return fmt.Appendf(slices.Clip(f.body), f.comment, revision)
}

// A Target is the declaration of a target in a BUILD file.
type Target struct {
	Rule    string
	Name    string
	Sources []string // relative to the folder of its package
}

// A Package is a Bazel package.
type Package struct {
	Index   int // from 0
	Dir     string
	GoOnly  bool
	Targets []Target
	Files   []File // all, including BUILD.bazel
}

// dirOf returns the folder of the package with an index.
func dirOf(index int) string {
	return fmt.Sprintf("area%02d/unit%04d", index/packagesPerArea, index)
}

// A Tree is the content of a workspace of a given size. It depends only on the
// arguments of New.
type Tree struct {
	Packages []Package
}

// New returns a tree with the given number of targets, which is a multiple of
// TargetsPerPackage, of FilesPerTarget files each. If goOnly, it contains only
// the Go targets, three in ten. build returns the text of a BUILD file, without
// its revision.
func New(targets int, goOnly bool, build func(*Package) ([]byte, error)) (*Tree, error) {
	t := &Tree{Packages: make([]Package, targets/TargetsPerPackage)}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range t.Packages {
		group.Go(func() (err error) {
			t.Packages[i], err = newPackage(i, goOnly, build)
			return err
		})
	}
	return t, group.Wait()
}

func newPackage(index int, goOnly bool, build func(*Package) ([]byte, error)) (Package, error) {
	p := Package{Index: index, Dir: dirOf(index), GoOnly: goOnly}
	for slot, kind := range targetKinds {
		if goOnly && kind.rule != "go_library" {
			continue
		}
		w := wordsOf(index, slot)
		t := Target{Rule: kind.rule, Name: kind.prefix + w.Package}
		for number := range FilesPerTarget {
			name := kind.fileName(t.Name, number)
			t.Sources = append(t.Sources, name)
			if name == "BUILD.bazel" {
				continue // written below, when all targets are known
			}
			f, err := newFile(path.Join(p.Dir, name), kind, number, w)
			if err != nil {
				return p, err
			}
			p.Files = append(p.Files, f)
		}
		p.Targets = append(p.Targets, t)
	}
	text, err := build(&p)
	if err != nil {
		return p, err
	}
	f := File{Path: path.Join(p.Dir, "BUILD.bazel"), body: text, comment: "\n# Revision %d.\n", Finding: !goOnly && index%findingEvery == 0}
	if f.Finding {
		f.body = bytes.Replace(f.body, []byte(" = "), []byte("="), 1)
	}
	p.Files = append(p.Files, f)
	return p, nil
}

// Files returns the files of all packages.
func (t *Tree) Files() []*File {
	var all []*File
	for i := range t.Packages {
		for j := range t.Packages[i].Files {
			all = append(all, &t.Packages[i].Files[j])
		}
	}
	return all
}

// Targets returns the number of targets.
func (t *Tree) Targets() (count int) {
	for i := range t.Packages {
		count += len(t.Packages[i].Targets)
	}
	return count
}

// Write writes a revision of all files below root.
func (t *Tree) Write(root string, revision int) error {
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for _, f := range t.Files() {
		group.Go(func() error { return WriteFile(filepath.Join(root, filepath.FromSlash(f.Path)), f.Text(revision)) })
	}
	return group.Wait()
}

// WriteFile writes a file and makes the folders above it.
func WriteFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
