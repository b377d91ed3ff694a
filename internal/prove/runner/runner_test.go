package runner_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/runner"
)

var example = map[string]string{"a.txt": "one\n", "dir/b.txt": "two\n"}

func TestRun(t *testing.T) {
	p := newProof(t, example)
	q := p.script("cat a.txt; pwd; echo bad >&2; exit 3")
	q.Candidate, q.Subject, q.Suite, q.Attempt = 2, "h1", true, 3
	run := p.run(q)
	if run.Started.IsZero() || run.Duration < 0 || run.Signature == "" {
		t.Errorf("%+v", run)
	}
	output := func(text string) evidence.Output {
		sum := sha256.Sum256([]byte(text))
		return evidence.Output{Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:]), Head: text}
	}
	want := &evidence.Run{
		ID: "r1", Phase: evidence.Reproduce, State: evidence.AtBase, Candidate: 2, Subject: "h1", Suite: true, Attempt: 3,
		Command: []string{"sh", "-c", "cat a.txt; pwd; echo bad >&2; exit 3"}, Started: run.Started, Duration: run.Duration,
		End: evidence.Exited, Exit: 3, Stdout: output("one\n.\n"), Stderr: output("bad\n"), Reader: "exit", Built: true, Signature: run.Signature,
	}
	if diff := cmp.Diff(want, run); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := p.run(q); again.ID != "r2" || again.Signature != run.Signature {
		t.Errorf("%+v", again)
	}
}

func TestStates(t *testing.T) {
	p := newProof(t, example)
	c, err := change.New([]fixedits.FileChange{{Path: "a.txt", Before: []byte("one\n"), After: []byte("changed\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.tree.Set(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	q := p.script("cat a.txt; ls; echo x >left; echo x >dir/b.txt")
	for range 2 { // The second does not see what the first has left.
		run := p.run(q)
		if run.Stdout.Head != "changed\na.txt\ndir\n" || run.Tree != c.SHA256() || !slices.Equal(run.Written, []string{"dir/b.txt"}) ||
			len(run.Problems) != 1 || run.Problems[0] != (evidence.Problem{Code: evidence.ProblemWroteTracked, Detail: "dir/b.txt"}) {
			t.Errorf("%+v", run)
		}
	}
}

func TestFolderOfCommands(t *testing.T) {
	p := newProof(t, example)
	p.runner.Dir = "dir"
	if run := p.run(p.script("cat b.txt ../a.txt; pwd; echo x >../a.txt")); run.Stdout.Head != "two\none\ndir\n" || !slices.Equal(run.Written, []string{"a.txt"}) {
		t.Errorf("%+v", run)
	}
}

func TestEnds(t *testing.T) {
	p := newProof(t, example)
	for _, row := range []struct {
		script string
		limit  time.Duration
		end    evidence.End
		exit   int
	}{
		{"exit 0", time.Minute, evidence.Exited, 0},
		{"exit 7", 0, evidence.Exited, 7},
		{"kill -KILL $$", time.Minute, evidence.Signaled, -1},
		{"kill -SEGV $$", time.Minute, evidence.Signaled, -1},
		{"echo started; exec sleep 1000", time.Second, evidence.TimedOut, -1},
		{"trap '' INT TERM; echo started; while :; do sleep 1000; done", time.Second, evidence.TimedOut, -1},
	} {
		q := p.script(row.script)
		q.Timeout = row.limit
		start := time.Now()
		run := p.run(q)
		if run.End != row.end || run.Exit != row.exit {
			t.Errorf("%s: %s %d, want %s %d", row.script, run.End, run.Exit, row.end, row.exit)
		}
		if row.end == evidence.TimedOut && run.Stdout.Head != "started\n" {
			t.Errorf("%s: what it has printed is lost: %q", row.script, run.Stdout.Head)
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: it took %v", row.script, took)
		}
	}
}

func TestCanceled(t *testing.T) {
	p := newProof(t, example)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("Ctrl-C")
	time.AfterFunc(500*time.Millisecond, func() { cancel(why) })
	run, err := p.runner.Run(ctx, p.script("sleep 1000"))
	if !errors.Is(err, why) || run != nil && run.End != evidence.Canceled {
		t.Errorf("%+v, %v", run, err)
	}
	// It can be repeated.
	if run := p.run(p.script("exit 0")); run.ID != "r1" || !run.Passed() {
		t.Errorf("%+v", run)
	}
}

func TestCannotStart(t *testing.T) {
	p := newProof(t, example)
	broken := filepath.Join(realDir(t), "broken")
	if err := os.WriteFile(broken, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"/no/such/program", broken} {
		if run, err := p.runner.Run(t.Context(), p.of(program, "program")); err == nil {
			t.Errorf("%s has run: %+v", program, run)
		}
	}
	// The same message, printed by a command, proves nothing either.
	if run, err := p.runner.Run(t.Context(), p.script("echo 'autofix: sandbox: no' >&2; exit 125")); err == nil && p.runner.Sandbox().Level != "none" {
		t.Errorf("%+v", run)
	}
}

func TestEnvironment(t *testing.T) {
	p := newProof(t, example)
	const secret = "a value of this process"
	for _, name := range []string{"MY_TOKEN", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "LD_PRELOAD_X", "GOFLAGS", "PYTHONPATH", "NODE_OPTIONS", "BASH_ENV", "ENV", "GIT_DIR", "https_proxy"} {
		t.Setenv(name, secret)
	}
	t.Setenv("LET_THROUGH", "through")
	p.runner.Pass = []string{"LET_THROUGH", "NOT_SET"}
	q := p.acting("env")
	q.Command.Assignments = append(q.Command.Assignments, "ASSIGNED=by the command")
	run := p.run(q)
	if strings.Contains(run.Stdout.Head, secret) {
		t.Errorf("a variable of this process is visible: %s", run.Stdout.Head)
	}
	names := p.runner.Environment()
	for row := range strings.Lines(run.Stdout.Head) {
		name, _, _ := strings.Cut(row, "=")
		if !slices.Contains(names, name) && !strings.HasPrefix(name, "AUTOFIX_STARTED_") && name != "PWD" {
			t.Errorf("%s is not in the list of names", name)
		}
	}
	for _, row := range []string{"LET_THROUGH=through\n", "ASSIGNED=by the command\n", "HOME=<home>\n", "GOPROXY=off\n"} {
		if !strings.Contains(run.Stdout.Head, row) {
			t.Errorf("no row %q in %s", row, run.Stdout.Head)
		}
	}
	if strings.Contains(run.Stdout.Head, "NOT_SET") || slices.Contains(names, "NOT_SET") {
		t.Error("a variable that is not set was let through")
	}
	setup := p.acting("env")
	setup.Network = true
	if run := p.run(setup); !strings.Contains(run.Stdout.Head, "https_proxy="+secret) || strings.Count(run.Stdout.Head, secret) != 1 {
		t.Errorf("a setup has %s", run.Stdout.Head)
	}
	// No file that a command leaves in its home is there for the next one.
	home := p.script("ls -A $HOME; echo x >$HOME/.profile; ls -A $HOME")
	for range 2 {
		if run := p.run(home); run.Stdout.Head != ".bazelrc\n.bazelrc\n.profile\n" {
			t.Errorf("%+v", run)
		}
	}
}

func TestFilesOutside(t *testing.T) {
	needs(t, "hide files", sandbox.Level.EnforcesFiles)
	p := newProof(t, example)
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/root" // Bazel's tests have none
	}
	run := p.run(p.script("ls " + p.repository + "/a.txt; cat " + p.repository + "/.git/config; ls " + home + "/.ssh " + filepath.Dir(p.runner.State) + "/worktree/store; " +
		"echo x >" + filepath.Join(p.runner.State, "downloads", "x") + " || echo read-only"))
	if run.Stdout.Head != "read-only\n" || run.Stderr.Head == "" {
		t.Errorf("%+v", run)
	}
	if _, err := os.Stat(filepath.Join(p.runner.State, "downloads", "x")); err == nil {
		t.Error("a command that is no setup has written to what is downloaded")
	}
	setup := p.script("echo x >" + filepath.Join(p.runner.State, "downloads", "x"))
	setup.Network = true
	if run := p.run(setup); !run.Passed() {
		t.Errorf("%+v", run)
	}
}

// Files of a candidate's code in caches are visible to candidates only.
func TestCaches(t *testing.T) {
	p := newProof(t, example)
	write := func(text string) *runner.Request {
		return p.script("cat $XDG_CACHE_HOME/x; mkdir -p $XDG_CACHE_HOME/d/e; echo " + text + " >$XDG_CACHE_HOME/x; ln -sf /etc/passwd $XDG_CACHE_HOME/link; chmod 500 $XDG_CACHE_HOME/d")
	}
	text := []byte("candidate\n")
	candidate, err := change.New([]fixedits.FileChange{{Path: "new.txt", Created: true, After: text}})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range []struct {
		candidate, clean bool
		want             string
	}{
		{false, false, ""},
		{false, false, "base\n"},
		{true, false, "base\n"},
		{true, false, "evil\n"},
		{true, true, "base\n"},
		{true, true, "base\n"},
		{false, false, "base\n"},
		{true, false, "evil\n"},
	} {
		over, request := &change.Change{}, write("base")
		if row.candidate {
			over, request = candidate, write("evil")
		}
		if err := p.tree.Set(t.Context(), over); err != nil {
			t.Fatal(err)
		}
		request.Clean = row.clean
		if run := p.run(request); run.Stdout.Head != row.want {
			t.Errorf("run %d: %q, want %q", i, run.Stdout.Head, row.want)
		}
	}
	if err := p.tree.Set(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	p.run(p.script("chmod -R u+w $XDG_CACHE_HOME")) // for whoever removes the folder of this test
	if err := p.runner.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"clean", "work"} {
		if _, err := os.Stat(filepath.Join(p.runner.State, name)); !os.IsNotExist(err) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
}

func TestNothingSurvives(t *testing.T) {
	needs(t, "end all processes", sandbox.Level.EnforcesProcesses)
	p := newProof(t, example)
	beat := filepath.Join(p.tree.Dir(), "beat")
	if run := p.run(p.acting("fork", beat)); !run.Passed() {
		t.Fatalf("%+v", run)
	}
	last, _ := os.ReadFile(beat)
	time.Sleep(100 * time.Millisecond)
	if now, _ := os.ReadFile(beat); string(now) != string(last) {
		t.Errorf("it still writes: %s, and then %s", last, now)
	}
	q := p.acting("deaf")
	q.Timeout = time.Second
	if run := p.run(q); run.End != evidence.TimedOut || run.Stdout.Head != "deaf\n" {
		t.Errorf("%+v", run)
	}
}

func TestLimits(t *testing.T) {
	p := newProof(t, example)
	limits, left := process.Limits{FileSize: 1 << 20, OpenFiles: 64, Memory: 1 << 30}.Enforceable()
	if len(left) > 0 {
		t.Skipf("limits cannot be enforced here: %s", strings.Join(left, "; "))
	}
	p.runner.Limits = limits
	run := p.run(p.script("ulimit -n; head -c 5000000 /dev/zero >large; wc -c <large"))
	if run.Stdout.Head != "64\n1048576\n" {
		t.Errorf("%+v", run)
	}
	want := []string{"memory 1073741824 bytes", "open files 64", "file size 1048576 bytes"}
	if got := p.runner.Sandbox(); !slices.Equal(got.Limits, want) {
		t.Errorf("%+v", got)
	}
}

func TestSandboxIsReported(t *testing.T) {
	p := newProof(t, example)
	p.run(p.script("exit 0"))
	got := p.runner.Sandbox()
	best := sandbox.None
	for _, rung := range sandbox.Probe(t.Context()) {
		if rung.Err == nil {
			best = max(best, rung.Level)
		}
	}
	network := "allow"
	if best.EnforcesNetwork() {
		network = "deny"
	}
	if got.Level != best.String() || got.Network != network || (len(got.Missing) == 0) != best.EnforcesProcesses() {
		t.Errorf("%+v at the level %s", got, best)
	}
	p.runner.Require = sandbox.Bubblewrap
	if _, err := p.runner.Run(t.Context(), p.script("exit 0")); best < sandbox.Bubblewrap != errors.Is(err, sandbox.ErrUnavailable) {
		t.Errorf("%v at the level %s", err, best)
	}
}

func TestOverhead(t *testing.T) {
	files := map[string]string{}
	for i := range 500 {
		files[fmt.Sprintf("d%d/f%d.txt", i%20, i)] = "text\n"
	}
	p := newProof(t, files)
	q := p.script("exit 0")
	p.run(q)
	const n = 10
	var inside int64
	start := time.Now()
	for range n {
		inside += p.run(q).Duration
	}
	t.Logf("a run of 500 files takes %v, its command %v of it", time.Since(start)/n, time.Duration(inside)*time.Millisecond/n)
}
