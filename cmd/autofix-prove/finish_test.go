package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// A file that cannot be made costs no other. What the disk refuses keeps
// evidence.json away, without which the proof goes on.
func TestWriteArtifacts(t *testing.T) {
	broken := artifactFile{"index.html", func() ([]byte, error) { return nil, errors.New("no page") }}
	for _, tt := range []struct {
		name    string
		page    artifactFile
		folders []string // that are in the way
		want    []string
		err     string
	}{
		{"all", textFile("index.html", "x"), nil, []string{"evidence.json", "evidence.md", "index.html"}, ""},
		{"a page that cannot be made", broken, nil, []string{"evidence.json", "evidence.md"}, "prove: cannot write index.html: no page"},
		{"a page that cannot be written", textFile("index.html", "x"), []string{"index.html"}, []string{"evidence.md"}, "prove: cannot write index.html: rename "},
		{"both", broken, []string{"evidence.md"}, nil, "prove: cannot write index.html: no page\nprove: cannot write evidence.md: rename "},
		{"no folder", textFile("index.html", "x"), []string{"."}, nil, "prove: cannot write index.html: open "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "proof")
			for _, name := range tt.folders {
				if name == "." {
					dir = filepath.Join(dir, "missing")
					continue
				}
				worktreetest.Write(t, filepath.Join(dir, name), map[string]string{"x": ""})
			}
			if !slices.Contains(tt.folders, ".") {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			err := writeArtifacts(dir, []artifactFile{tt.page, textFile("evidence.md", "y"), textFile("evidence.json", "z")})
			if err == nil && tt.err != "" || err != nil && (tt.err == "" || !strings.HasPrefix(err.Error(), tt.err)) {
				t.Errorf("got %v, want %q", err, tt.err)
			}
			entries, _ := os.ReadDir(dir)
			var got []string
			for _, e := range entries {
				if e.Type().IsRegular() {
					got = append(got, e.Name())
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The folder of a proof has its artifacts, and nothing that was only for
// --resume and is large.
func TestProveLeavesItsArtifacts(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	worktreetest.Untouched(t, p.repo)
	stdout, stderr, code := p.run(args("--patch=../fix.diff", "--setup=grep sum calc.cfg", "--artifacts=../artifacts", "--", "grep", "sum=4", "calc.cfg")...)
	if code != 1 || !strings.HasPrefix(stdout, "verdict:  weak\n") {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	entries, err := os.ReadDir(p.artifacts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	want := []string{"evidence.json", "evidence.md", "evidence.unsigned.jsonl", "index.html", "journal.jsonl", "patch.diff", "pr-body.md", "pr-title.txt", "summary.json"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
