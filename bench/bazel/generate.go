package main

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
	targetsPerPackage = 10
	filesPerTarget    = 5
	packagesPerArea   = 20
	findingEvery      = 20 // one in this many files has a finding
)

// A file is one generated source. Its text ends in a comment with its revision,
// so that every check has to run again for a new revision of all files.
type file struct {
	path    string // relative to the workspace root, slash separated
	body    []byte // without the revision
	comment string // the format of the revision: one line, with a verb for the number
	finding bool   // whether a check proposes a fix
}

func (f *file) text(revision int) []byte {
	return fmt.Appendf(slices.Clip(f.body), f.comment, revision)
}

// A target is the declaration of a target in a BUILD file.
type target struct {
	Rule    string
	Name    string
	Sources []string // relative to the folder of its package
}

// A pkg is a Bazel package with all its files, including BUILD.bazel.
type pkg struct {
	Dir     string
	GoOnly  bool
	Targets []target
	files   []file
}

// A tree is the content of a workspace of a given size. It depends only on size
// and kind.
type tree struct {
	packages []pkg
}

// newTree returns a tree with the given number of targets, which is a multiple
// of targetsPerPackage, of filesPerTarget files each. If goOnly, it contains
// only the Go targets, three in ten.
func newTree(targets int, goOnly bool) (*tree, error) {
	t := &tree{packages: make([]pkg, targets/targetsPerPackage)}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range t.packages {
		group.Go(func() (err error) {
			t.packages[i], err = newPackage(i, goOnly)
			return err
		})
	}
	return t, group.Wait()
}

func newPackage(index int, goOnly bool) (pkg, error) {
	p := pkg{Dir: fmt.Sprintf("area%02d/unit%04d", index/packagesPerArea, index), GoOnly: goOnly}
	for slot, kind := range targetKinds {
		if goOnly && kind.rule != "go_library" {
			continue
		}
		w := wordsOf(index, slot)
		t := target{Rule: kind.rule, Name: kind.prefix + w.Package}
		for number := range filesPerTarget {
			name := kind.fileName(t.Name, number)
			t.Sources = append(t.Sources, name)
			if name == "BUILD.bazel" {
				continue // written below, when all targets are known
			}
			f, err := newFile(path.Join(p.Dir, name), kind, number, w)
			if err != nil {
				return p, err
			}
			p.files = append(p.files, f)
		}
		p.Targets = append(p.Targets, t)
	}
	text, err := render("workspace/package.BUILD.bazel.tmpl", p)
	if err != nil {
		return p, err
	}
	f := file{path: path.Join(p.Dir, "BUILD.bazel"), body: text, comment: "\n# Revision %d.\n", finding: !goOnly && index%findingEvery == 0}
	if f.finding {
		f.body = bytes.Replace(f.body, []byte(" = "), []byte("="), 1)
	}
	p.files = append(p.files, f)
	return p, nil
}

func (t *tree) files() []*file {
	var all []*file
	for i := range t.packages {
		for j := range t.packages[i].files {
			all = append(all, &t.packages[i].files[j])
		}
	}
	return all
}

func (t *tree) targets() (count int) {
	for i := range t.packages {
		count += len(t.packages[i].Targets)
	}
	return count
}

// write writes a revision of all files below root.
func (t *tree) write(root string, revision int) error {
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for _, f := range t.files() {
		group.Go(func() error { return writeFile(filepath.Join(root, filepath.FromSlash(f.path)), f.text(revision)) })
	}
	return group.Wait()
}

func writeFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
