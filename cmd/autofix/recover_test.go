package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestRecoverReportsItsWork(t *testing.T) {
	tests := []struct {
		name string
		did  workspace.Recovered
		want string
	}{
		{"nothing", workspace.Recovered{}, "autofix: nothing to recover\n"},
		{
			"rolled back",
			workspace.Recovered{Found: true, RolledBack: true},
			"autofix: removed the temporary files of an interrupted run, which had changed nothing\n",
		},
		{
			"completed, but for what was edited since",
			workspace.Recovered{
				Found: true, Written: []string{"a.go", "b.go"},
				Stale: []workspace.StaleFile{{Path: "c.go", Reason: "it has changed since"}},
			},
			"autofix: finished an interrupted run; files written: 2\n  a.go\n  b.go\n  c.go: left unchanged: it has changed since\n",
		},
		{
			"taken back, but for what was edited since",
			workspace.Recovered{
				Found: true, TakenBack: []string{"a.go"},
				Stale: []workspace.StaleFile{{Path: "c.go", Reason: "edited since"}},
			},
			"autofix: undid an interrupted strict run; files restored: 1\n  a.go\n  c.go: left unchanged: edited since\n",
		},
		{
			"finished, and then taken back",
			workspace.Recovered{Found: true, Written: []string{"b.go"}, TakenBack: []string{"a.go", "b.go"}},
			"autofix: finished an interrupted run; files written: 1\n  b.go\n" +
				"autofix: undid an interrupted strict run; files restored: 2\n  a.go\n  b.go\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := tellRecovered(&out, &test.did, nil); err != nil {
				t.Fatal(err)
			}
			if out.String() != test.want {
				t.Errorf("got %q, want %q", out.String(), test.want)
			}
			out.Reset()
			above := func(path string) string { return "../" + path }
			if err := tellRecovered(&out, &test.did, above); err != nil {
				t.Fatal(err)
			}
			if want := strings.NewReplacer("  a.go", "  ../a.go", "  b.go", "  ../b.go", "  c.go", "  ../c.go").Replace(test.want); out.String() != want {
				t.Errorf("from a folder: got %q, want %q", out.String(), want)
			}
		})
	}
}

// interrupted returns a tree in the state after a run was killed between two
// renames: a.txt has its new text, b.txt does not yet.
func interrupted(t *testing.T) (root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	interruptIn(t, root)
	return root
}

// interruptIn brings a folder into that state.
func interruptIn(t *testing.T, root string) {
	t.Helper()
	path := sha256.Sum256([]byte(root))
	id := hex.EncodeToString(path[:4]) + "01234567"
	prepared := fmt.Sprintf("prepare %s 2\n", id)
	for _, name := range []string{"a.txt", "b.txt"} {
		prepared += fmt.Sprintf("%s %s %q\n", fixedits.Digest([]byte("text  \n")), fixedits.Digest([]byte("text\n")), name)
	}
	journal := "autofix journal 1\nheld by pid 0000001234 since 2026-03-01T12:00:00Z\n" + prepared +
		fmt.Sprintf("commit %s\n", fixedits.Digest([]byte(prepared)))
	for name, text := range map[string]string{
		"MODULE.bazel":              "",
		"a.txt":                     "text\n",
		"b.txt":                     "text  \n",
		".autofix-tmp-" + id + "-1": "text\n",
		".autofix-journal":          journal,
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBazelFixFinishesAnInterruptedRun checks that it does so before it builds
// anything.
func TestBazelFixFinishesAnInterruptedRun(t *testing.T) {
	b := newBazelRun(t, map[string]string{"c.txt": "text\n"}, "//a:a a.txt b.txt\n", "")
	interruptIn(t, b.root)
	exit := b.run(t.Context(), "--policy=strict")
	b.expect(exit, 0, "autofix: checked 1 target, 2 files with text\nautofix: nothing pending\n",
		"autofix: finished an interrupted run first; files written: 1\n",
		map[string]string{"a.txt": "text\n", "b.txt": "text\n", "c.txt": "text\n"})
}

// TestInterruptedRunIsFinishedFirst checks that every verb that writes
// completes the work of a killed run before it reads a file, and prints one
// line about it.
func TestInterruptedRunIsFinishedFirst(t *testing.T) {
	const said = "autofix: finished an interrupted run first; files written: 1\n"
	for _, test := range []struct {
		name  string
		args  []string
		said  string
		wrote bool
	}{
		{"fix", []string{"fix"}, said, true},
		{"fix, strict", []string{"fix", "--policy=strict"}, said, true},
		{"fix --artifact", []string{"fix", "--artifact=none.json"}, said, true},
		{"copy", []string{"copy", "a.txt", "c.txt"}, said + "autofix: wrote c.txt\n", true},
		{"recover itself", []string{"recover"}, "", true},
		{"a preview", []string{"fix", "--mode=diff"}, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root := interrupted(t)
			if test.name == "fix --artifact" {
				if err := os.WriteFile(filepath.Join(root, "none.json"), noArtifact(t), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			stdout, stderr, code := clitest.Command(t, root, nil, nil, test.args...)
			want := 0
			if !test.wrote {
				want, test.said = 1, stderr
			}
			if stderr != test.said || code != want {
				t.Errorf("stderr %q, exit %d, want %q, %d\n%s", stderr, code, test.said, want, stdout)
			}
			text, err := os.ReadFile(filepath.Join(root, "b.txt"))
			if err != nil || (string(text) == "text\n") != test.wrote {
				t.Errorf("b.txt has %q, %v", text, err)
			}
			if _, err := os.Lstat(filepath.Join(root, ".autofix-journal")); (err != nil) != test.wrote {
				t.Errorf("the journal: %v", err)
			}
		})
	}
}

func noArtifact(t *testing.T) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := artifact.Encode(&text, artifact.New(artifact.Tool{Name: "other", Version: "1"}, "")); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func TestOnRecoverPrintsOneLine(t *testing.T) {
	for _, test := range []struct {
		did  workspace.Recovered
		want string
	}{
		{workspace.Recovered{Found: true, RolledBack: true}, "autofix: removed the temporary files of an interrupted run, which had changed nothing\n"},
		{workspace.Recovered{Found: true, Written: []string{"a", "b"}}, "autofix: finished an interrupted run first; files written: 2\n"},
		{
			workspace.Recovered{Found: true, Written: []string{"a"}, Stale: []workspace.StaleFile{{Path: "c"}}},
			"autofix: finished an interrupted run first; files written: 1, left unchanged: 1\n",
		},
		{
			workspace.Recovered{Found: true, TakenBack: []string{"a"}, Stale: []workspace.StaleFile{{Path: "c"}}},
			"autofix: undid an interrupted strict run; files restored: 1, left unchanged: 1\n",
		},
	} {
		var stderr strings.Builder
		(&environment{Environment: cli.Environment{Stderr: &stderr}}).onRecover(test.did)
		if stderr.String() != test.want {
			t.Errorf("%+v: %q, want %q", test.did, stderr.String(), test.want)
		}
	}
}
