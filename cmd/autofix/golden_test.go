package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// TestGolden runs each folder of testdata/golden as a case:
//
//	in/FILE.in    the input tree; the suffix keeps build tools from taking the files for their own
//	cmd           the steps, one a line: see script.step
//	stdout stderr what all commands printed; no file: nothing
//	exit          the exit code of each command, one a line
//	out/FILE.out  every file that the commands wrote; what is not here must be as it was, to the byte
//
// $ROOT replaces the absolute path of the tree in stdout and stderr.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob("testdata/golden/*/cmd")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 25 {
		t.Fatalf("only %d cases found: are the data files there?", len(cases))
	}
	for _, path := range cases {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			runGolden(t, dir)
		})
	}
}

func runGolden(t *testing.T, dir string) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(root, "tree")
	copyTree(t, filepath.Join(dir, "in"), root)
	s := newScript(t, root)
	for line := range strings.Lines(clitest.ReadGolden(t, filepath.Join(dir, "cmd"))) {
		s.step(strings.TrimSpace(line))
	}
	written := s.written()
	if *clitest.Update {
		clitest.WriteGolden(t, filepath.Join(dir, "stdout"), s.stdout.String())
		clitest.WriteGolden(t, filepath.Join(dir, "stderr"), s.stderr.String())
		clitest.WriteGolden(t, filepath.Join(dir, "exit"), s.exits.String())
		writeTree(t, filepath.Join(dir, "out"), written)
		return
	}
	for name, got := range map[string]string{
		"stdout": s.stdout.String(), "stderr": s.stderr.String(), "exit": s.exits.String(),
	} {
		if diff := cmp.Diff(clitest.ReadGolden(t, filepath.Join(dir, name)), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(readTree(t, filepath.Join(dir, "out"), ".out"), written); diff != "" {
		t.Errorf("files written (-want +got):\n%s", diff)
	}
}
