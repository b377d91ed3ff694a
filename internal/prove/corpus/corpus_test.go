// Package corpus_test proves patches of small repositories with real faults:
// right patches, wrong patches that are green, and patches of scripted engines.
package corpus_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

// Variables of the environment, of any value. With everything, a repository
// whose program is missing fails the test; else it is skipped. Repositories of
// Bazel need withBazel, too. If bazelw has a Bazel in a separate root
// filesystem, BAZELW_PROGRAM names the binary of this test, to be run there.
const (
	everything = "AUTOFIX_E2E_CORPUS"
	withBazel  = "AUTOFIX_E2E_BAZEL"
)

// short are the repositories that -short proves patches of.
var short = []string{"node-slug", "python-roman"}

// A tally counts verdicts of patches.
type tally struct {
	mu sync.Mutex
	// Counts of wrong patches and of right ones, with the wrong ones that were
	// proven and the right ones that were refused.
	wrong, right    int
	proven, refused []string
	engines         int
}

func (c *tally) add(r *repository, row *row, e *evidence.Evidence) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := r.name + " " + row.said
	switch row.kind {
	case "wrong":
		// Without what nothing needs, it is another patch.
		if c.wrong++; e.Verdict == evidence.Proven && dropped(e) == 0 {
			c.proven = append(c.proven, name)
		}
	case "right":
		if c.right++; e.Verdict != evidence.Proven && e.Verdict != evidence.Weak {
			c.refused = append(c.refused, name)
		}
	case "engine":
		c.engines++
	}
}

// TestCorpus proves all patches, and compares each verdict, and the conditions
// that do not hold, with its row.
func TestCorpus(t *testing.T) {
	var counts tally
	states := realDir(t) // together, so that the standard library of Go is compiled once
	t.Run("repositories", func(t *testing.T) {
		for _, r := range repositories(t) {
			t.Run(r.name, func(t *testing.T) {
				if testing.Short() && !slices.Contains(short, r.name) {
					t.Skip("it takes long; -short runs a few")
				}
				if r.program() == "bazel" && os.Getenv(withBazel) == "" {
					t.Skipf("Bazel takes minutes, and the network for its rules: set %s=1", withBazel)
				}
				if _, err := exec.LookPath(r.program()); err != nil && os.Getenv(everything) == "" {
					t.Skipf("%s is not on the PATH", r.program())
				} else if err != nil {
					t.Fatalf("%v, and %s is set", err, everything)
				}
				t.Parallel()
				p := r.open(t, filepath.Join(states, r.name))
				for i := range r.rows {
					row := &r.rows[i]
					t.Run(row.said, func(t *testing.T) { counts.add(r, row, p.row(t, row)) })
				}
			})
		}
	})
	t.Logf("%d wrong patches, of which are proven: %s", counts.wrong, strings.Join(counts.proven, ", "))
	t.Logf("%d right patches, of which are refused: %s", counts.right, strings.Join(counts.refused, ", "))
	// At least 28 of 30 must not be proven.
	if most := max(2, counts.wrong/15); len(counts.proven) > most {
		t.Errorf("%d wrong patches are proven, and at most %d may be", len(counts.proven), most)
	}
	if len(counts.refused) > 1 {
		t.Errorf("%d right patches are refused, and at most 1 may be", len(counts.refused))
	}
	if os.Getenv(everything) != "" && !filtered() && (counts.wrong < 30 || counts.right < 30 || counts.engines < 12) {
		t.Errorf("%d wrong patches, %d right ones and %d engines; there must be 30, 30 and 12", counts.wrong, counts.right, counts.engines)
	}
}

// program is the first word of the command.
func (r *repository) program() string { return strings.Fields(r.command)[0] }

// A proving is a repository on the disk, with the state of its proofs.
type proving struct {
	*repository
	git   *worktree.Repository
	base  *worktree.Base
	state string
}

// open writes the repository, whose proofs have a folder for their state. The
// test fails if something touches it.
func (r *repository) open(t *testing.T, state string) *proving {
	t.Helper()
	root := realDir(t)
	worktreetest.Write(t, root, r.base)
	for name, text := range r.base {
		if !strings.HasPrefix(text, "#!") {
			continue
		}
		if err := os.Chmod(filepath.Join(root, filepath.FromSlash(name)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "--all"}, {"-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	worktreetest.Untouched(t, root)
	p := &proving{repository: r, state: state}
	var err error
	if p.git, err = worktree.Find(t.Context(), root, state); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.git.Close(); err != nil {
			t.Error(err)
		}
	})
	if p.base, err = p.git.Base(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return p
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (p *proving) read(name string) ([]byte, fs.FileMode, error) { return p.git.Read(p.base, name) }

// row makes the proof of a row, and returns its evidence.
func (p *proving) row(t *testing.T, w *row) *evidence.Evidence {
	t.Helper()
	s, _, err := settings.Merge()
	if err != nil {
		t.Fatal(err)
	}
	// Fewer than a person has, which is harder on us: what finds a wrong patch is
	// more runs and more mutants.
	s.Runs, s.Mutants = 1, 2
	if w.twice {
		s.Runs = 2
	}
	o := prove.Options{
		Tool: "test", Repository: p.git, Base: p.base, Command: strings.Fields(p.command), Setup: strings.Fields(p.setup), Settings: s, State: p.state, Folder: realDir(t),
		KeepHunks: w.keep, Redactor: redact.New(nil),
	}
	if w.kind == "engine" {
		model, err := engine.ParseScript(p.script(t, w.name))
		if err != nil {
			t.Fatal(err)
		}
		o.Engine = engine.New(model, engine.Options{})
		defer o.Engine.Close()
	} else if o.Patch, err = change.ParseEdits(p.others[w.kind+"/"+w.name], p.read); err != nil {
		t.Fatal(err)
	}
	result, err := prove.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.told(w, result), capped(w.want, result.Evidence); got != want {
		t.Errorf("got  %s\nwant %s\n%s", got, want, strings.Join(append(result.Evidence.Reasons, result.Evidence.Notes...), "\n"))
	} else {
		t.Logf("%s: %s", got, strings.Join(result.Evidence.Reasons, " "))
	}
	return result.Evidence
}
