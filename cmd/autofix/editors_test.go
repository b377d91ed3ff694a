package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// edited has the results of a session in an editor: the findings, the text
// after a quick fix, the text after fix-all, and a file that was formatted on
// save.
type edited struct {
	Diagnostics, Quickfix, Fixall, Saved []string
	Error                                string
}

// wantEdited is the result for the files that startEditor writes.
var wantEdited = edited{
	Diagnostics: []string{"2:1 autofix", "3:1 autofix", "1:1 autofix"},
	Quickfix:    []string{"FROM debian:12", "COPY a /😀", "ADD c /d"},
	Fixall:      []string{"FROM debian:12", "COPY a /😀", "COPY c /d"},
	Saved:       []string{"{", "  \"b\":1,", "  \"a\":2", "}"},
}

// startEditor runs an editor, with `autofix` on its PATH, in a folder of these
// files and ones that have findings, and decodes the file out.json that it
// leaves there.
func startEditor(t *testing.T, cmd *exec.Cmd, files map[string]string, out any) {
	t.Helper()
	bin, dir := t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "autofix")); err != nil {
		t.Fatal(err)
	}
	files = maps.Clone(files)
	maps.Copy(files, map[string]string{
		"MODULE.bazel": "", "Dockerfile": "FROM debian:12\nADD a /😀\nADD c /d\n", "x.json": "{\"b\":1,\n\"a\":2}\n",
	})
	writeFiles(t, dir, files)
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, clitest.AsCommand+"=1", "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+t.TempDir(), "LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0")
	said, err := cmd.CombinedOutput()
	said = said[max(0, len(said)-4000):] // Node shows the line of a crash, which may be the whole bundle
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, said)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if err := json.Unmarshal(data, out); err != nil {
		t.Fatalf("%s: %v\n%s", data, err, said)
	}
}

// recipe returns the first block of a page in docs that has a language, or is
// below a heading.
func recipe(t *testing.T, page, where string) string {
	t.Helper()
	blocks, err := docblocks.Read(readFile(t, "../../docs/"+page))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(blocks, func(block docblocks.Block) bool { return block.Language == where || block.Heading == where })
	if i < 0 {
		t.Fatalf("docs/%s has no block of %s", page, where)
	}
	return blocks[i].Text
}
