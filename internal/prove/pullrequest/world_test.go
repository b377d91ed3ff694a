package pullrequest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

const (
	wrongSum = "package sum\n\nfunc Sum(xs []int) int {\n\tn := 0\n\tfor _, x := range xs[1:] {\n\t\tn += x\n\t}\n\treturn n\n}"
	fixedSum = "package sum\n\nfunc Sum(xs []int) int {\n\tn := 0\n\tfor _, x := range xs {\n\t\tn += x\n\t}\n\treturn n\n}"
	allTest  = "package sum\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) {\n\tif Sum([]int{1}) != 1 {\n\t\tt.Error()\n\t}\n}\n"
	sumTest  = "package sum\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif Sum([]int{1, 2}) != 3 {\n\t\tt.Error()\n\t}\n}\n"
)

// A world is a checkout of a person, the repository on the server, and the folder
// of a proof.
type world struct {
	t        *testing.T
	dir      string
	server   *githubtest.Server
	folder   string
	evidence *evidence.Evidence
	diff     string
	options  pullrequest.Options
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, dir: filepath.Join(root, "sum"), folder: filepath.Join(root, "proof")}
	worktreetest.Write(t, w.dir, map[string]string{"go.mod": "module example.com/sum\n\ngo 1.26\n", "sum.go": wrongSum + "\n"})
	w.git("init", "-q", "-b", "main")
	w.checkoutCommit("first.txt")
	worktreetest.Write(t, w.dir, map[string]string{"all_test.go": allTest})
	w.checkoutCommit("second.txt")
	bare := filepath.Join(root, "server", "sum.git")
	gitIn(t, root, "clone", "-q", "--bare", w.dir, bare)
	w.server = githubtest.New(t, "octo", "sum", bare)
	w.git("remote", "add", "origin", w.server.URL+"/octo/sum.git")
	// A person's unfinished changes.
	worktreetest.Write(t, w.dir, map[string]string{"sum.go": "package sum // dirty\n", "new.txt": "new\n", "staged.txt": "staged\n"})
	w.git("add", "staged.txt")
	w.git("stash", "push", "-q", "staged.txt")
	worktreetest.Write(t, w.dir, map[string]string{"staged.txt": "staged again\n"})
	w.git("add", "staged.txt")

	repository, err := worktree.Find(t.Context(), w.dir, filepath.Join(root, "state"))
	if err != nil {
		t.Fatal(err)
	}
	place, err := github.Find(w.git("config", "remote.origin.url"), w.server.Environment())
	if err != nil {
		t.Fatal(err)
	}
	transport, err := github.REST(place, "1.0", w.server.Environment(), nil, 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	w.options = pullrequest.Options{
		Folder: w.folder, Repository: repository, Client: github.New(place, transport, github.Options{}),
		Branch: func(*evidence.Evidence) string { return "autofix/prove-test" },
	}
	t.Cleanup(func() { _ = w.options.Repository.Close() })
	w.prove()
	return w
}

// git runs git in the checkout as a person does.
func (w *world) git(args ...string) string { w.t.Helper(); return gitIn(w.t, w.dir, args...) }

// bare runs git in the repository of the server.
func (w *world) bare(args ...string) string { w.t.Helper(); return gitIn(w.t, w.server.Git, args...) }

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "gc.auto=0"}, args...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// checkoutCommit commits everything, with a new file.
func (w *world) checkoutCommit(name string) {
	w.t.Helper()
	worktreetest.Write(w.t, w.dir, map[string]string{name: name})
	w.git("add", "--all")
	w.git("commit", "-q", "-m", name)
}

// change lets the person do something, with the repository closed.
func (w *world) change(do func()) {
	w.t.Helper()
	state := filepath.Join(filepath.Dir(w.dir), "state")
	if err := w.options.Repository.Close(); err != nil {
		w.t.Fatal(err)
	}
	do()
	r, err := worktree.Find(w.t.Context(), w.dir, state)
	if err != nil {
		w.t.Fatal(err)
	}
	w.options.Repository = r
}

// publish publishes the folder, and fails if the checkout was touched.
func (w *world) publish() (*pullrequest.Published, error) {
	w.t.Helper()
	before, err := worktreetest.Fingerprint(w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	out, failed := pullrequest.Publish(w.t.Context(), w.options)
	after, err := worktreetest.Fingerprint(w.dir)
	if err != nil || before != after {
		w.t.Errorf("the checkout was touched: %v\n%s\n%s", err, before, after)
	}
	return out, failed
}

func (w *world) mustPublish() *pullrequest.Published {
	w.t.Helper()
	out, err := w.publish()
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func (w *world) branches() string { return w.bare("for-each-ref") }

// nothingHappened fails if the server has something new.
func (w *world) nothingHappened() {
	w.t.Helper()
	if got := w.server.Requests(false); len(got) > 0 {
		w.t.Errorf("requests %q", got)
	}
	if refs := w.branches(); strings.Count(refs, "\n") != 1 { // main and the stash of the clone's source are all
		w.t.Logf("branches:\n%s", refs)
		if strings.Contains(refs, "autofix") {
			w.t.Error("a branch was pushed")
		}
	}
}

// base reads files of the base.
func (w *world) base(name string) ([]byte, fs.FileMode, error) {
	command := exec.Command("git", "show", "main:"+name)
	command.Dir = w.server.Git
	text, err := command.Output()
	if err != nil {
		return nil, 0, fs.ErrNotExist
	}
	return text, 0o644, nil
}

// prove makes evidence as a proof of the fix does.
func (w *world) prove() {
	w.t.Helper()
	c, err := change.New([]fixedits.FileChange{
		{Path: "sum.go", Before: []byte(wrongSum + "\n"), After: []byte(fixedSum + "\n")},
		{Path: "sum_test.go", Created: true, After: []byte(sumTest)},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.evidence = &evidence.Evidence{
		Version: evidence.Version, Tool: evidence.Tool{Name: "autofix", Version: "1.0"}, ID: "0123456789abcdef",
		Base:    evidence.Base{Commit: w.bare("rev-parse", "main"), Tree: w.bare("rev-parse", "main^{tree}")},
		Command: []string{"go", "test", "-run=TestAll", "."}, Sandbox: evidence.Sandbox{Level: sandbox.Namespaces.String(), Network: "deny"},
		Engine: evidence.Engine{Kind: "none"}, Candidates: []evidence.Candidate{{ID: 1, Words: &evidence.Words{Title: "Sum all numbers"}}},
	}
	w.setChange(c)
}

// setChange makes the evidence one about a change, as if it ran.
func (w *world) setChange(c *change.Change) {
	w.t.Helper()
	e := w.evidence
	e.Runs, w.diff = nil, c.Diff()
	own := policy.TestPart(c)
	for attempt := 1; attempt <= 3; attempt++ {
		w.run(evidence.AtBase, attempt, false, "", "TestAll", evidence.Failed)
		w.run(evidence.AtCandidate, attempt, false, c.SHA256(), "TestAll", evidence.Passed)
		w.run(evidence.AtCandidate, attempt, true, c.SHA256(), "TestAll", evidence.Passed, "TestSum", evidence.Passed)
		w.run(evidence.WithTests, attempt, true, own.SHA256(), "TestAll", evidence.Failed, "TestSum", evidence.Failed)
	}
	w.run(evidence.AtBase, 1, true, "", "TestAll", evidence.Failed)
	w.run(evidence.Reverted, 1, false, own.SHA256(), "TestAll", evidence.Failed)
	for _, h := range c.Hunks() {
		if own.File(h.Path) == nil {
			w.run(evidence.WithoutHunk, 1, true, c.Without(h.ID).SHA256(), "TestAll", evidence.Failed, "TestSum", evidence.Failed)
			e.Runs[len(e.Runs)-1].Subject = h.ID
		}
	}
	w.run(evidence.CleanRoom, 1, false, c.SHA256(), "TestAll", evidence.Passed)
	w.run(evidence.CleanRoom, 1, true, c.SHA256(), "TestAll", evidence.Passed, "TestSum", evidence.Passed)
	best := &e.Candidates[0]
	judged := policy.Rules{TestsRequired: true}.Judge(policy.Input{Change: c})
	best.SHA256, best.Files, best.Decisions, best.Hunks, best.Added, best.Deleted = c.SHA256(), judged.Files, judged.Decisions, nil, 0, 0
	for _, f := range best.Files {
		best.Added, best.Deleted = best.Added+f.Added, best.Deleted+f.Deleted
	}
	for _, h := range c.Hunks() {
		if own.File(h.Path) == nil {
			best.Hunks = append(best.Hunks, evidence.Hunk{ID: h.ID, Path: h.Path, Line: h.Line, Lines: h.Lines})
		}
	}
	var level sandbox.Level
	if err := level.UnmarshalText([]byte(e.Sandbox.Level)); err != nil {
		w.t.Fatal(err)
	}
	out := verdict.Judge(verdict.Input{
		Sandbox: level, Candidate: 1, Runs: e.Runs, Files: best.Files, Tests: judged.Tests, Decisions: best.Decisions, Hunks: best.Hunks,
		TestFiles: []*source.File{source.Of("sum_test.go", []byte(sumTest))},
	})
	best.Verdict, best.Reasons, best.Conditions, best.Tests, best.Hunks = out.Verdict, out.Reasons, out.Conditions, out.Tests, out.Hunks
	e.Verdict, e.Reasons = out.Verdict, out.Reasons
	w.write()
}

// run adds a run with cases: names and statuses in turn.
func (w *world) run(state evidence.State, attempt int, suite bool, tree string, cases ...any) {
	e := w.evidence
	r := evidence.Run{
		ID: "r" + string(rune('1'+len(e.Runs)%9)) + strings.Repeat("0", len(e.Runs)/9), Phase: evidence.Prove, State: state, Suite: suite, Attempt: attempt,
		Tree: tree, Command: e.Command, Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), End: evidence.Exited,
		Stdout: evidence.Output{SHA256: digest("")}, Stderr: evidence.Output{SHA256: digest("")}, Reader: "go-test", Built: true,
	}
	if suite {
		r.Command = []string{"go", "test", "./..."}
	}
	if state == evidence.AtBase && !suite {
		r.Phase = evidence.Reproduce
	}
	if state != evidence.AtBase {
		r.Candidate = 1
	}
	for i := 0; i < len(cases); i += 2 {
		status := cases[i+1].(evidence.Status)
		r.Cases = append(r.Cases, evidence.Case{Suite: "example.com/sum", Name: cases[i].(string), Status: status})
		if status == evidence.Failed {
			r.Exit, r.Signature = 1, "it fails"
		}
	}
	e.Runs = append(e.Runs, r)
}

// become makes the evidence one of another verdict.
func (w *world) become(v evidence.Verdict) {
	w.t.Helper()
	if v == evidence.Proven || v == evidence.Weak {
		if v == evidence.Weak {
			w.evidence.Sandbox.Level = sandbox.None.String()
		}
		c, err := change.Parse(w.diff, w.base)
		if err != nil {
			w.t.Fatal(err)
		}
		w.setChange(c)
	} else {
		w.evidence.Verdict, w.evidence.Candidates[0].Verdict = v, v
		w.evidence.Reasons = []string{"It does not hold."}
		w.write()
	}
	if w.evidence.Verdict != v {
		w.t.Fatalf("the verdict is %s: %q", w.evidence.Verdict, w.evidence.Reasons)
	}
}

// write writes the folder of the proof.
func (w *world) write() {
	w.t.Helper()
	text, err := evidence.Encode(w.evidence)
	if err != nil {
		w.t.Fatal(err)
	}
	worktreetest.Write(w.t, w.folder, map[string]string{
		"evidence.json": string(text), "patch.diff": w.diff, "pr-body.md": reports.Body(w.evidence, "autofix/prove-test"),
		"pr-title.txt": reports.Title(w.evidence) + "\n",
	})
}

// commitOn adds a commit of a person to a branch of the server, and returns it.
func (w *world) commitOn(branch, who string) string {
	w.t.Helper()
	hash := w.bare("-c", "user.name="+who, "commit-tree", "-p", branch, "-m", "mine\n\nAutofix-Proof: x\n", branch+"^{tree}")
	w.bare("update-ref", "refs/heads/"+branch, hash)
	return hash
}

// amend changes the last commit of a branch as git commit --amend does.
func (w *world) amend(branch, who string) {
	w.t.Helper()
	text := strings.Split(w.bare("cat-file", "commit", branch), "\n")
	for i, line := range text {
		if strings.HasPrefix(line, "committer ") {
			text[i] = "committer " + who + " <a@example.com> 1767323046 +0000"
			break
		}
	}
	file := filepath.Join(w.t.TempDir(), "commit")
	if err := os.WriteFile(file, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.bare("update-ref", "refs/heads/"+branch, w.bare("hash-object", "-t", "commit", "-w", file))
}

// onCommitAsked does something once, when the server is asked about a commit.
func (w *world) onCommitAsked(do func()) {
	done := false
	w.server.Fault = func(_ http.ResponseWriter, r *http.Request) bool {
		if !done && strings.Contains(r.URL.Path, "/git/commits/") {
			done = true
			w.server.Set(do)
		}
		return false
	}
}

// fault makes the server answer with a status. If done is set, it serves the
// request first.
func (w *world) fault(method, path string, status int, done bool) {
	in := false
	w.server.Fault = func(rw http.ResponseWriter, r *http.Request) bool {
		at := strings.TrimPrefix(r.URL.Path, "/api/v3")
		if in || r.Method != method || at != path && !(strings.HasSuffix(path, "/") && strings.Contains(at, path)) {
			return false
		}
		if done {
			in = true
			w.server.ServeHTTP(httptest.NewRecorder(), r)
			in = false
		}
		rw.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		rw.WriteHeader(status)
		_, _ = rw.Write([]byte(`{"message": "no ` + githubtest.Token + `"}`))
		return true
	}
}

// shallow makes the checkout one without history.
func (w *world) shallow() {
	w.t.Helper()
	w.change(func() {
		if err := os.RemoveAll(w.dir); err != nil {
			w.t.Fatal(err)
		}
		gitIn(w.t, filepath.Dir(w.dir), "clone", "-q", "--depth=1", "--branch=main", "file://"+w.server.Git, w.dir)
	})
}

func digest(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}
