package main

import (
	"bytes"
	"path"
	"slices"
	"testing"

	gofumpt "mvdan.cc/gofumpt/format"
)

func TestTreeHasTheCountsThatAreAskedFor(t *testing.T) {
	for _, row := range []struct {
		targets, wantTargets, wantFiles int
		goOnly                          bool
		extensions                      map[string]int
	}{
		{targets: 20, wantTargets: 20, wantFiles: 100, extensions: map[string]int{
			".go": 30, ".sh": 30, ".yaml": 10, ".toml": 10, ".md": 10, ".bzl": 8, ".bazel": 2,
		}},
		{targets: 220, wantTargets: 220, wantFiles: 1100, extensions: map[string]int{
			".go": 330, ".sh": 330, ".yaml": 110, ".toml": 110, ".md": 110, ".bzl": 88, ".bazel": 22,
		}},
		// BUILD files are there, and of no target.
		{targets: 20, goOnly: true, wantTargets: 6, wantFiles: 32, extensions: map[string]int{".go": 30, ".bazel": 2}},
	} {
		made := newTestTree(t, row.targets, row.goOnly)
		if got := made.targets(); got != row.wantTargets {
			t.Errorf("%d targets, go only %v: has %d, want %d", row.targets, row.goOnly, got, row.wantTargets)
		}
		if got := len(made.files()); got != row.wantFiles {
			t.Errorf("%d targets, go only %v: has %d files, want %d", row.targets, row.goOnly, got, row.wantFiles)
		}
		extensions, names := map[string]int{}, map[string]bool{}
		for _, f := range made.files() {
			extensions[path.Ext(f.path)]++
			if names[f.path] {
				t.Errorf("%s is there twice", f.path)
			}
			names[f.path] = true
		}
		for extension, want := range row.extensions {
			if got := extensions[extension]; got != want {
				t.Errorf("%d targets, go only %v: %d files end in %s, want %d", row.targets, row.goOnly, got, extension, want)
			}
		}
		for i := range made.packages {
			p := &made.packages[i]
			for _, target := range p.Targets {
				if len(target.Sources) != filesPerTarget {
					t.Errorf("//%s:%s has %d sources, want %d", p.Dir, target.Name, len(target.Sources), filesPerTarget)
				}
				for _, source := range target.Sources {
					if !names[path.Join(p.Dir, source)] {
						t.Errorf("//%s:%s: no such source: %s", p.Dir, target.Name, source)
					}
				}
			}
		}
	}
}

func TestTreeHasTheSameBytesEachTime(t *testing.T) {
	first, second := newTestTree(t, 40, false).files(), newTestTree(t, 40, false).files()
	for i, f := range first {
		if f.path != second[i].path || !bytes.Equal(f.text(7), second[i].text(7)) {
			t.Errorf("%s: differs from what was made before", f.path)
		}
		if bytes.Equal(f.text(7), f.text(8)) {
			t.Errorf("%s: revisions do not differ", f.path)
		}
	}
}

// A larger workspace is the smaller one and more, and a Go workspace has the
// mixed one's Go files.
func TestTreesAreOneFamily(t *testing.T) {
	texts := map[string][]byte{}
	for _, f := range newTestTree(t, 60, false).files() {
		texts[f.path] = f.text(1)
	}
	for _, goOnly := range []bool{false, true} {
		for _, f := range newTestTree(t, 40, goOnly).files() {
			if goOnly && path.Base(f.path) == "BUILD.bazel" {
				continue
			}
			if !bytes.Equal(texts[f.path], f.text(1)) {
				t.Errorf("%s: go only %v: differs from the large workspace's", f.path, goOnly)
			}
		}
	}
}

func TestGoFilesAreFormattedUnlessTheyHaveAFinding(t *testing.T) {
	findings := 0
	for _, f := range newTestTree(t, 100, true).files() {
		if path.Ext(f.path) != ".go" {
			continue
		}
		text := f.text(3)
		formatted, err := gofumpt.Source(slices.Clone(text), gofumpt.Options{})
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		if got := !bytes.Equal(text, formatted); got != f.finding {
			t.Errorf("%s: finding %v, and gofumpt would change it: %v", f.path, f.finding, got)
		}
		if f.finding {
			findings++
		}
	}
	if findings == 0 {
		t.Error("no Go file has a finding")
	}
}

func newTestTree(t *testing.T, targets int, goOnly bool) *tree {
	t.Helper()
	made, err := newTree(targets, goOnly)
	if err != nil {
		t.Fatal(err)
	}
	return made
}
