package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// What differs between equal proofs in summary.json.
var notGolden = regexp.MustCompile(`("id"|"base"|"sandbox"|"commands_ms"): ("[^"]*"|\d+)`)

// TestGoldenProofs proves each patch of testdata/prove in a repository with a
// test that fails:
//
//	fix.diff             the patch
//	stdout stderr exit   what the command printed
//	summary.json         what it wrote, without ids and times
func TestGoldenProofs(t *testing.T) {
	t.Parallel()
	if err := exec.Command("node", "-e", "const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || a == 20 && b >= 11 ? 0 : 1)").Run(); err != nil {
		t.Skipf("it needs node 20.11 or later, which measures coverage: %v", err)
	}
	cases, err := filepath.Glob("testdata/*/fix.diff")
	if err != nil || len(cases) != 4 {
		t.Fatalf("%d cases, %v: are the data files there?", len(cases), err)
	}
	for _, name := range cases {
		dir := filepath.Dir(name)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			p := newProofOf(t, map[string]string{"slug.js": slugSource, "slug.test.js": slugTest})
			worktreetest.Untouched(t, p.repo)
			worktreetest.Write(t, p.dir, map[string]string{"fix.diff": clitest.ReadGolden(t, name)})
			stdout, stderr, code := p.run("--patch=../fix.diff", "--artifacts=../artifacts", "--set=runs=2", "--", "node", "--test")
			sandbox := p.evidence().Sandbox
			if sandbox.Level == "none" {
				t.Skip("there is no sandbox here, which caps the verdicts")
			}
			stdout = strings.Replace(stdout, "sandbox:  "+sandbox.Level+",", "sandbox:  $LEVEL,", 1)
			for file, got := range map[string]string{
				"stdout": stdout, "stderr": stderr, "exit": fmt.Sprintln(code), "summary.json": notGolden.ReplaceAllString(string(p.read("summary.json")), `$1: "..."`),
			} {
				if *clitest.Update {
					clitest.WriteGolden(t, filepath.Join(dir, file), got)
				} else if diff := cmp.Diff(clitest.ReadGolden(t, filepath.Join(dir, file)), got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", file, diff)
				}
			}
			for _, file := range []string{"patch.diff", "index.html", "evidence.md", "pr-title.txt", "pr-body.md", "evidence.unsigned.jsonl"} {
				if info, err := os.Stat(filepath.Join(p.artifacts, file)); err != nil || info.Size() == 0 {
					t.Errorf("%s: %v", file, err)
				}
			}
		})
	}
}
