package monorepo

import (
	"bytes"
	"fmt"
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
		if got := made.Targets(); got != row.wantTargets {
			t.Errorf("%d targets, go only %v: has %d, want %d", row.targets, row.goOnly, got, row.wantTargets)
		}
		if got := len(made.Files()); got != row.wantFiles {
			t.Errorf("%d targets, go only %v: has %d files, want %d", row.targets, row.goOnly, got, row.wantFiles)
		}
		extensions, names := map[string]int{}, map[string]bool{}
		for _, f := range made.Files() {
			extensions[path.Ext(f.Path)]++
			if names[f.Path] {
				t.Errorf("%s is there twice", f.Path)
			}
			names[f.Path] = true
		}
		for extension, want := range row.extensions {
			if got := extensions[extension]; got != want {
				t.Errorf("%d targets, go only %v: %d files end in %s, want %d", row.targets, row.goOnly, got, extension, want)
			}
		}
		for i := range made.Packages {
			p := &made.Packages[i]
			for _, target := range p.Targets {
				if len(target.Sources) != FilesPerTarget {
					t.Errorf("//%s:%s has %d sources, want %d", p.Dir, target.Name, len(target.Sources), FilesPerTarget)
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
	first, second := newTestTree(t, 40, false).Files(), newTestTree(t, 40, false).Files()
	for i, f := range first {
		if f.Path != second[i].Path || !bytes.Equal(f.Text(7), second[i].Text(7)) {
			t.Errorf("%s: differs from what was made before", f.Path)
		}
		if bytes.Equal(f.Text(7), f.Text(8)) {
			t.Errorf("%s: revisions do not differ", f.Path)
		}
	}
}

// A larger workspace is the smaller one and more, and a Go workspace has the
// mixed one's Go files.
func TestTreesAreOneFamily(t *testing.T) {
	texts := map[string][]byte{}
	for _, f := range newTestTree(t, 60, false).Files() {
		texts[f.Path] = f.Text(1)
	}
	for _, goOnly := range []bool{false, true} {
		for _, f := range newTestTree(t, 40, goOnly).Files() {
			if goOnly && path.Base(f.Path) == "BUILD.bazel" {
				continue
			}
			if !bytes.Equal(texts[f.Path], f.Text(1)) {
				t.Errorf("%s: go only %v: differs from the large workspace's", f.Path, goOnly)
			}
		}
	}
}

func TestGoFilesAreFormattedUnlessTheyHaveAFinding(t *testing.T) {
	findings := 0
	for _, f := range newTestTree(t, 100, true).Files() {
		if path.Ext(f.Path) != ".go" {
			continue
		}
		text := f.Text(3)
		formatted, err := gofumpt.Source(slices.Clone(text), gofumpt.Options{})
		if err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		if got := !bytes.Equal(text, formatted); got != f.Finding {
			t.Errorf("%s: finding %v, and gofumpt would change it: %v", f.Path, f.Finding, got)
		}
		if f.Finding {
			findings++
		}
	}
	if findings == 0 {
		t.Error("no Go file has a finding")
	}
}

func newTestTree(t *testing.T, targets int, goOnly bool) *Tree {
	t.Helper()
	made, err := New(targets, goOnly, func(p *Package) ([]byte, error) {
		return fmt.Appendf(nil, "go_only = %t", p.GoOnly), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}
