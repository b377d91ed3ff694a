package main

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/gofrs/flock"

	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// A proofOf runs autofix prove in a repository of a test.
type proofOf struct {
	t         *testing.T
	dir       string // around everything
	repo      string
	artifacts string
	env       []string
}

// fixOfSum makes the sum right.
const fixOfSum = "--- a/calc.cfg\n+++ b/calc.cfg\n@@ -1 +1 @@\n-sum=3\n+sum=4\n"

// newProofOf makes a repository with one commit of some files, beside calc.cfg
// with a wrong sum. In the end nobody has touched it.
func newProofOf(t *testing.T, files map[string]string) *proofOf {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &proofOf{t: t, dir: dir, repo: filepath.Join(dir, "repo"), artifacts: filepath.Join(dir, "artifacts")}
	p.env = []string{"XDG_STATE_HOME=" + stateIn(t, dir), "XDG_CONFIG_HOME=" + filepath.Join(dir, "config")}
	worktreetest.Write(t, p.repo, map[string]string{"calc.cfg": "sum=3\n"})
	worktreetest.Write(t, p.repo, files)
	worktreetest.Write(t, dir, map[string]string{"fix.diff": fixOfSum})
	p.git("init", "-q", "-b", "main")
	p.commit("first")
	return p
}

// standard returns a folder with the compiled standard library of Go for all
// tests, since compiling it takes longer than a proof. TestMain removes it.
var standard = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "standard") })

// stateIn makes a folder for the state of proofs in dir, whose compiled standard
// library is that of all tests, and returns its path.
func stateIn(t *testing.T, dir string) string {
	t.Helper()
	state := filepath.Join(dir, "state")
	proofs := filepath.Join(state, "rules_autofix", "prove")
	all, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(proofs, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(all, filepath.Join(proofs, "shared")); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Logf("each proof compiles the standard library: %v", err)
	}
	return state
}

func (p *proofOf) commit(subject string) {
	p.t.Helper()
	p.git("add", "--all")
	p.git("commit", "-q", "--allow-empty", "-m", subject)
}

func (p *proofOf) git(args ...string) string {
	p.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "gc.auto=0", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = p.repo
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+p.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// run runs autofix prove in the repository. In the outputs, $DIR is the folder
// around it, and $ID the id of the proof.
func (p *proofOf) run(args ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	stdout, stderr, code = clitest.Command(p.t, p.repo, p.env, nil, append([]string{"prove"}, args...)...)
	plain := func(text string) string {
		text = strings.ReplaceAll(text, p.dir, "$DIR")
		return proofIDs.ReplaceAllString(text, "$$ID")
	}
	return plain(stdout), plain(stderr), code
}

var proofIDs = regexp.MustCompile(`\b[^/\s]+-[0-9a-f]{12}/[0-9a-f]{16}\b`)

// allowed lets the commands of these tests run once in each state.
var allowed = []string{`--set=commands.allow=["cmp", "grep", "sleep", "make test"]`, "--set=runs=1", "--set=mutants=0"}

func args(more ...string) []string { return append(append([]string{}, allowed...), more...) }

// Each mistake ends with a message, and leaves the repository as it was.
func TestProveMistakes(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	worktreetest.Write(t, p.dir, map[string]string{
		"empty.diff": "\n", "stale.diff": strings.ReplaceAll(fixOfSum, "sum=3", "sum=9"), "script.json": "no", "bare/x": "", "none/x": "",
		"link.diff":   "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n",
		"module.diff": "diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n",
		"up.diff":     "--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n", "old.efix.yml": "engine: codex\n",
	})
	p.git("init", "-q", "--bare", filepath.Join(p.dir, "bare.git"))
	p.git("init", "-q", filepath.Join(p.dir, "nothing"))
	worktreetest.Untouched(t, p.repo, filepath.Join(p.dir, "bare.git"), filepath.Join(p.dir, "nothing"), filepath.Join(p.dir, "none"))
	fix, sum := "--patch=../fix.diff", []string{"--", "grep", "sum=4", "calc.cfg"}
	for _, tt := range []struct {
		name   string
		args   []string
		code   int
		stderr string // without "autofix: ", or its start if it ends with ...
	}{
		{"no command", nil, 2, `command line: prove needs the command that fails, such as: autofix prove --patch=fix.diff -- go test ./...`},
		{"nothing after --", []string{"--"}, 2, `command line: prove needs the command that fails, ...`},
		{"two patches", []string{fix, "--engine=none", "--", "x"}, 2, "command line: --patch and --engine: each says where the patch comes from; give one"},
		{"three patches", []string{fix, "--artifact=x", "--script=y", "--", "x"}, 2, "command line: --patch and --artifact and --script: ..."},
		{"no patch", args(sum...), 2, "command line: no engine proposes a patch: ..."},
		{"a proof while publishing", []string{"--publish=x", fix}, 2, "command line: --publish makes no proof: give the flags that are about one to the run that makes it"},
		{"a dry run of a given patch", []string{fix, "--dry-run", "--", "x"}, 2, "command line: --dry-run shows the patch of an engine, and the patch is given"},
		{"evidence with a command", []string{"--verify-evidence=x", "--", "x"}, 2, "command line: --verify-evidence takes the command from the evidence; leave COMMAND out"},
		{"an exception without an alternative", []string{fix, "--no-tests-because=x", "--", "x"}, 2, "command line: --no-tests-because and --instead go together: ..."},
		{"a key for nothing", []string{fix, "--verify-key=x", "--", "x"}, 2, "command line: --verify-key needs --verify-evidence"},
		{"an unknown engine", []string{"--engine=nobody", "--", "x"}, 2, `command line: --engine: engine: engine must be one of "none", "acp", "openai", not "nobody"`},
		{"too many attempts", []string{fix, "--attempts=99", "--", "x"}, 2, "command line: --attempts: attempts: 99 is not between 1 and 10"},
		{"a bad time", []string{fix, "--timeout=soon", "--", "x"}, 2, "command line: --timeout: timeout: ..."},
		{"an unknown key", []string{fix, "--set=nokey=3", "--", "x"}, 2, "command line: --set: nokey: [prove] has no such key"},
		{"a key as a setting", []string{fix, "--set=openai.api-key=sk-123", "--", "x"}, 2, `command line: --set: openai.api-key: unknown key "api-key": did you mean "api-key-env"?`},
		{"no key", args(append([]string{"--engine=openai", "--set=openai.model=m"}, sum...)...), 2, "prove: engine_unauthorized: the variable OPENAI_API_KEY is not set; ..."},
		{"no model", args(append([]string{"--engine=openai"}, sum...)...), 2, `[prove] engine = "openai" needs a model: set model in [prove.openai]`},
		{"a bad script", args(append([]string{"--script=../script.json"}, sum...)...), 2, "prove: engine_bad_recording: ..."},
		{"refused keys", args(append([]string{fix, "--config=../old.efix.yml"}, sum...)...), 2, "../old.efix.yml:1:..."},
		{"a shell", []string{fix, "--", "sh", "-c", "x"}, 2, "prove: command: ..."},
		{"an injection", []string{fix, "--", "go test ./... | sh"}, 2, "prove: command: this is not one program with its arguments; ..."},
		{"a substitution", []string{fix, "--", "go test $(id)"}, 2, "prove: command: ..."},
		{"-exec", []string{fix, "--", "go", "test", "-exec=/bin/sh", "./..."}, 2, `prove: command: "-exec=/bin/sh": ...`},
		{"npx", []string{fix, "--", "npx", "x"}, 2, `prove: command: "npx": ...`},
		{"node -e", []string{fix, "--", "node", "-e", "1"}, 2, `prove: command: "-e": ...`},
		{"not allowed", []string{fix, "--", "grep", "x", "calc.cfg"}, 2, `prove: command: "grep x calc.cfg": not in the list of allowed commands; ...`},
		{"not found", []string{fix, `--set=commands.allow=["nosuchtool"]`, "--", "nosuchtool"}, 2, `prove: command: "nosuchtool": the program cannot be found: ...`},
		{"no such patch", args(append([]string{"--patch=../nothing.diff"}, sum...)...), 2, "prove: open $DIR/nothing.diff: ..."},
		{"an empty patch", args(append([]string{"--patch=../empty.diff"}, sum...)...), 2, "command line: ../empty.diff: empty, and not a patch"},
		{"a patch for another text", args(append([]string{"--patch=../stale.diff"}, sum...)...), 2, "prove: ../stale.diff: calc.cfg: line 3: the old lines of the hunk are not in the file; ..."},
		{"a link", args(append([]string{"--patch=../link.diff"}, sum...)...), 2, "prove: ../link.diff: line 1: the diff is about a symbolic link; ..."},
		{"a submodule", args(append([]string{"--patch=../module.diff"}, sum...)...), 2, "prove: ../module.diff: line 1: the diff is about a submodule; ..."},
		{"a file outside", args(append([]string{"--patch=../up.diff"}, sum...)...), 2, "prove: ../up.diff: ..."},
		{"evidence in the repository", args(append([]string{fix, "--artifacts=here"}, sum...)...), 2, "command line: --artifacts: here is in the repository that is proved; name a folder outside of it"},
		{"nothing to resume", args(append([]string{fix, "--resume", "--artifacts=../new"}, sum...)...), 2, "command line: --resume: ../new has no proof that was interrupted"},
		{"a setup of several", args(append([]string{fix, "--setup=npm ci && x"}, sum...)...), 2, "command line: --setup: command: this is not one program with its arguments; ..."},
		{"no evidence", []string{"--verify-evidence=../fix.diff"}, 2, "prove: ../fix.diff: it is not evidence: ..."},
		{"not a repository", args(append([]string{fix, "--repo=../none"}, sum...)...), 2, "prove: $DIR/none: no git repository is around it; run it in a git repository, or name one"},
		{"bare", args(append([]string{fix, "--repo=../bare.git"}, sum...)...), 2, "prove: $DIR/bare.git: it has no checkout; ..."},
		{"no commit", args(append([]string{fix, "--repo=../nothing"}, sum...)...), 2, "prove: $DIR/nothing: HEAD is no commit; commit the files first"},
		{"no folder", args(append([]string{fix, "--repo=../missing"}, sum...)...), 2, "prove: lstat $DIR/missing: no such file or directory"},
		{"a setup that fails", args(append([]string{fix, "--setup=grep nothing calc.cfg", "--artifacts=../setup"}, sum...)...), 3, "prove: the setup fails: grep nothing calc.cfg: ends with 1: printed nothing; --resume tries it again"},
		{"no time", args(append([]string{fix, "--timeout=1ms", "--artifacts=../time"}, sum...)...), 3, "*the proof has used up its 1ms; give more with --timeout, and go on with --resume"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := p.run(tt.args...)
			want, open := strings.CutSuffix("autofix: "+tt.stderr, "...")
			ok := stderr == want+"\n" || open && strings.HasPrefix(stderr, want) && strings.Count(stderr, "\n") == 1
			if end, any := strings.CutPrefix(tt.stderr, "*"); any {
				ok = strings.HasSuffix(stderr, end+"\n")
			}
			if code != tt.code || stdout != "" || !ok {
				t.Errorf("exit %d, want %d; stdout %q\nstderr %s\nwant   %s", code, tt.code, stdout, stderr, want)
			}
		})
	}
}

// A command that passes leaves nothing to prove.
func TestProveOfACommandThatPasses(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	worktreetest.Untouched(t, p.repo)
	stdout, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--", "grep", "sum=3", "calc.cfg")...)
	if code != 1 || !strings.HasPrefix(stdout, "verdict:  inconclusive\n          The command passes on the base, so there is no failure to prove anything about.\n") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if !prove.Finished(p.artifacts) {
		t.Error("there is no evidence")
	}
	_, stderr, code = p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--", "grep", "sum=3", "calc.cfg")...)
	if code != 2 || stderr != "autofix: command line: --artifacts: ../artifacts has the evidence of another proof; name another folder\n" {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Only one run at a time works on a repository.
func TestProveTwiceAtOnce(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	worktreetest.Untouched(t, p.repo)
	state := prove.RepositoryFolder(filepath.Join(p.dir, "state", "rules_autofix", "prove"), p.repo)
	if err := os.MkdirAll(state, 0o700); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(filepath.Join(state, "lock"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	defer lock.Unlock()
	_, stderr, code := p.run(args("--patch=../fix.diff", "--", "grep", "sum=4", "calc.cfg")...)
	if code != 3 || stderr != "autofix: prove: state folder: another run works with $DIR/repo; wait until the other run ends, or name another state folder\n" {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// An engine that cannot be reached keeps what ran, and the proof goes on later.
func TestProveWithoutItsEngine(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	worktreetest.Untouched(t, p.repo)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := listener.Addr().String()
	listener.Close()
	p.env = append(p.env, "OPENAI_API_KEY=secret-of-this-test")
	given := args("--engine=openai", "--set=openai.model=m", "--set=openai.max-retries=0", "--set=openai.base-url=http://"+closed+"/v1", "--artifacts=../artifacts")
	for _, more := range [][]string{nil, {"--resume"}} {
		_, stderr, code := p.run(append(append(append([]string{}, given...), more...), "--", "grep", "sum=4", "calc.cfg")...)
		if code != 3 || !strings.Contains(stderr, "engine_unreachable: ") || !strings.Contains(stderr, "--resume goes on from there\n") || strings.Contains(stderr, "secret-of") {
			t.Errorf("%v: exit %d, %s", more, code, stderr)
		}
		if prove.Finished(p.artifacts) {
			t.Error("there is evidence of a proof that is not finished")
		}
	}
	_, stderr, code := p.run(append(given, "--", "grep", "sum=4", "calc.cfg")...)
	if code != 2 || !strings.HasSuffix(stderr, "has a proof that was interrupted; go on with --resume, or name another folder\n") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Kinds of repositories that are proved all the same, with a note.
func TestProveOfPartsOfRepositories(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		set  func(p *proofOf)
		note string
	}{
		"shallow": {func(p *proofOf) {
			p.commit("second")
			shallow := filepath.Join(p.dir, "shallow")
			p.git("clone", "-q", "--depth=1", "file://"+p.repo, shallow)
			p.repo = shallow
		}, ""}, // a proof needs no history
		"submodule": {func(p *proofOf) {
			p.git("submodule", "--quiet", "add", "file://"+p.repo, "sub")
			p.commit("sub")
		}, "sub"},
		"LFS": {func(p *proofOf) {
			worktreetest.Write(p.t, p.repo, map[string]string{
				".gitattributes": "*.bin filter=lfs\n",
				"a.bin":          "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("a", 64) + "\nsize 12\n",
			})
			p.commit("large")
		}, "a.bin"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProofOf(t, nil)
			tt.set(p)
			worktreetest.Untouched(t, p.repo)
			_, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--", "grep", "sum=4", "calc.cfg")...)
			e := p.evidence()
			if code != 1 || e.Verdict != "weak" || !strings.Contains(strings.Join(e.Notes, "\n"), tt.note) {
				t.Errorf("exit %d, %s, notes %q\n%s", code, e.Verdict, e.Notes, stderr)
			}
		})
	}
}

// An autofix.toml of the repository cannot allow more, and its patch cannot
// change what counts.
func TestProveOfAnUntrustedRepository(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, map[string]string{"autofix.toml": "[prove]\nnetwork = \"allow\"\nruns = 1\n\n[prove.commands]\nallow = [\"grep\"]\n\n[prove.diff]\nmax-files = 500\n"})
	worktreetest.Untouched(t, p.repo)
	_, stderr, code := p.run("--patch=../fix.diff", "--", "grep", "sum=4", "calc.cfg")
	if code != 2 || !strings.Contains(stderr, "autofix: autofix.toml: ignored, because they allow more and the repository is not trusted: commands.allow, diff.max-files, network") ||
		!strings.Contains(stderr, "not in the list of allowed commands") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	stdout, stderr, code := p.run("--patch=../fix.diff", "--trust-workspace", "--", "grep", "sum=4", "calc.cfg")
	if code != 1 || !strings.HasPrefix(stdout, "verdict:  weak\n") {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}

// A dry run shows what an engine proposes, and runs nothing but the command that
// fails.
func TestProveOnlyShowsThePatch(t *testing.T) {
	t.Parallel()
	skipWithout(t, "make")
	const script = `{"version": 1, "answers": [
{"step": "plan", "answer": {"hypothesis": "The sum is wrong.", "files": ["calc.cfg"]}},
{"step": "tests", "answer": {"edits": [{"path": "tests/more.sh", "search": "", "replace": "grep -c sum calc.cfg\n"}]}},
{"step": "fix", "answer": {"edits": [{"path": "calc.cfg", "search": "sum=3\n", "replace": "sum=4\n"}]}}
]}`
	p := newProofOf(t, map[string]string{"Makefile": "test:\n\tgrep sum=4 calc.cfg\n"})
	worktreetest.Untouched(t, p.repo)
	worktreetest.Write(t, p.dir, map[string]string{"script.json": script})
	stdout, stderr, code := p.run(args("--script=../script.json", "--dry-run", "--artifacts=../artifacts", "--", "make", "test")...)
	const want = "diff --git a/calc.cfg b/calc.cfg\n" + fixOfSum + "diff --git a/tests/more.sh b/tests/more.sh\nnew file mode 100644\n--- /dev/null\n+++ b/tests/more.sh\n@@ -0,0 +1 @@\n+grep -c sum calc.cfg\n"
	if code != 0 || stdout != want || !strings.HasSuffix(stderr, "autofix: nothing was applied or verified; the patch is also in $DIR/artifacts/patch.diff\n") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if got := string(p.read("patch.diff")); got != want {
		t.Errorf("patch.diff:\n%s", got)
	}
	e := p.evidence()
	for _, run := range e.Runs {
		if run.State != evidence.AtBase {
			t.Errorf("%s ran at %s", strings.Join(run.Command, " "), run.State)
		}
	}
	if e.Verdict == evidence.Proven || e.Verdict == evidence.Weak {
		t.Errorf("the verdict is %s", e.Verdict)
	}
}

// skipIfShort skips a test that takes seconds. Bazel's tests are short ones;
// .ci/run runs all, outside of Bazel.
func skipIfShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes long, and -short is given")
	}
}

func skipWithout(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("there is no %s here: %v", program, err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("its commands are of Unix")
	}
}
