package client

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A caller decides how commands run, and where the files for them are.
func TestRuns(t *testing.T) {
	temp := t.TempDir()
	var ran []string
	c := &Client{Bazel: "/usr/bin/bazel", Temp: temp, Runs: func(_ context.Context, p *Process) (int, error) {
		ran = append([]string{p.Program}, p.Args...)
		for _, arg := range p.Args {
			if file, found := strings.CutPrefix(arg, "--query_file="); found {
				if below, err := filepath.Rel(temp, file); err != nil || !filepath.IsLocal(below) {
					t.Errorf("the query is in %s", file)
				}
				text, err := os.ReadFile(file)
				if err != nil || string(text) != "//a" {
					t.Errorf("%q, %v", text, err)
				}
			}
		}
		_, err := p.Stdout.Write([]byte("//a:a\n"))
		return 0, err
	}}
	got, err := c.Query(t.Context(), "//a")
	if err != nil || !slices.Equal(got, []string{"//a:a"}) {
		t.Errorf("%v, %v", got, err)
	}
	if len(ran) < 2 || ran[0] != "/usr/bin/bazel" || ran[1] != "query" {
		t.Errorf("%q", ran)
	}
}
