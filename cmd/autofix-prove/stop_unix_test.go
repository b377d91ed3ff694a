//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// start starts autofix prove in the repository.
func (p *proofOf) start(args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd, stderr = exec.Command(self, append([]string{"prove"}, args...)...), new(bytes.Buffer)
	cmd.Dir, cmd.Stderr = p.repo, stderr
	cmd.Env = append([]string{clitest.AsCommand + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + p.dir}, p.env...)
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	return cmd, stderr
}

// eventually waits for something.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for until := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%s: it did not happen", what)
		}
	}
}

// processes returns how many processes have a word in their command line.
func processes(t *testing.T, word string) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0 // only /proc tells
	}
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(names) == 0 {
		t.Fatalf("no processes: %v", err)
	}
	n := 0
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte(word)) {
			n++
		}
	}
	return n
}

// normal is evidence without what differs between equal proofs.
func (p *proofOf) normal() string {
	p.t.Helper()
	e := p.evidence()
	e.ID, e.Asked = "", 0
	for i := range e.Runs {
		e.Runs[i].Started, e.Runs[i].Duration = time.Time{}, 0
	}
	text, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// A proof that is stopped while a command runs, which does not listen, leaves no
// process and no tree, and goes on later to the same evidence.
func TestStopAndResume(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	skipWithout(t, "make")
	word := fmt.Sprintf("86399.%d", os.Getpid())
	// With HANG, it hangs where the fix is, and so does a child of it.
	script := "grep sum=4 calc.cfg || exit 1\n[ \"$HANG\" = 1 ] || exit 0\ntrap '' INT TERM HUP\nsleep " + word + " &\necho hanging\nwhile :; do sleep " + word + "; done\n"
	p := newProofOf(t, map[string]string{"Makefile": "test other:\n\t@sh tests/slow.sh\n", "tests/slow.sh": script})
	worktreetest.Untouched(t, p.repo)
	base := append([]string{}, p.env...)
	const allow, hang = `--set=commands.allow=["make test", "make other"]`, `--set=env=["HANG"]`
	given := func(more ...string) []string {
		return append([]string{"--patch=../fix.diff", "--artifacts=../artifacts", allow, hang, "--set=mutants=0"}, more...)
	}
	command := []string{"--set=runs=1", "--", "make", "test"}
	p.env = append(base, "HANG=0")
	if _, stderr, code := p.run(given(command...)...); code != 1 {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	want := p.normal()
	for _, how := range []string{"interrupt", "terminated", "timeout"} {
		t.Run(how, func(t *testing.T) {
			if how == "interrupt" && signal.Ignored(os.Interrupt) {
				t.Skip("what started this test ignores interrupts, and so does what it starts")
			}
			if err := os.RemoveAll(p.artifacts); err != nil {
				t.Fatal(err)
			}
			p.env = append(base, "HANG=1")
			says := "autofix: interrupted: prove: "
			if how == "timeout" {
				_, stderr, code := p.run(given(append([]string{"--timeout=5s"}, command...)...)...)
				if code != 3 || !strings.Contains(stderr, "the proof has used up its 5s; give more with --timeout, and go on with --resume") {
					t.Fatalf("exit %d, %s", code, stderr)
				}
			} else {
				cmd, stderr := p.start(given(command...)...)
				eventually(t, "it hangs", func() bool {
					text, _ := os.ReadFile(filepath.Join(p.artifacts, "journal.jsonl"))
					return bytes.Contains(text, []byte(`"key":"run `)) && (runtime.GOOS != "linux" || processes(t, word) >= 2)
				})
				if how == "interrupt" {
					// Another proof of the repository does not disturb it.
					_, second, code := p.run("--patch=../fix.diff", allow, "--", "make", "other")
					if code != 3 || !strings.HasPrefix(second, "autofix: prove: state folder: another run works with $DIR/repo; wait until the other run ends") {
						t.Errorf("exit %d, %s", code, second)
					}
				}
				signal := map[string]syscall.Signal{"interrupt": syscall.SIGINT, "terminated": syscall.SIGTERM}[how]
				if err := cmd.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				slow := time.AfterFunc(time.Minute, func() {
					t.Error("it did not end within a minute")
					_ = cmd.Process.Kill()
				})
				_ = cmd.Wait()
				slow.Stop()
				if code := cmd.ProcessState.ExitCode(); code != cli.ExitFailed || !strings.Contains(stderr.String(), says) || !strings.Contains(stderr.String(), "--resume goes on from there\n") {
					t.Errorf("exit %d, %s", code, stderr)
				}
			}
			if n := processes(t, word); n > 0 {
				t.Errorf("%d processes are left", n)
			}
			p.nothingLeft()
			if prove.Finished(p.artifacts) {
				t.Error("there is evidence of a proof that is not finished")
			}
			p.env = append(base, "HANG=0")
			if how == "interrupt" {
				p.resumesOnlyTheSame(given, command)
			}
			_, stderr, code := p.run(given(append([]string{"--resume"}, command...)...)...)
			if code != 1 {
				t.Fatalf("exit %d, %s", code, stderr)
			}
			if diff := cmp.Diff(want, p.normal()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			p.nothingLeft()
		})
	}
}

// resumesOnlyTheSame resumes the proof in the folder with something else.
func (p *proofOf) resumesOnlyTheSame(given func(...string) []string, command []string) {
	p.t.Helper()
	clone := filepath.Join(p.dir, "clone")
	// Git touches objects that are there already, and the links belong to p.repo.
	p.git("clone", "-q", "--no-hardlinks", p.repo, clone)
	other := *p
	other.repo = clone
	other.commit("second")
	worktreetest.Write(p.t, p.dir, map[string]string{"other.diff": strings.Replace(fixOfSum, "+sum=4", "+sum=44", 1)})
	journal := p.read("journal.jsonl")
	worktreetest.Write(p.t, p.dir, map[string]string{"old/journal.jsonl": strings.Replace(string(journal), `"tool":"`, `"tool":"0.`, 1)})
	for _, tt := range []struct {
		name   string
		args   []string
		stderr string // from its start
	}{
		{"command", given("--resume", "--set=runs=1", "--", "make", "other"), `its command was ["make","test"], and is now ["make","other"]; start a new proof`},
		{"settings", given("--resume", "--set=runs=2", "--", "make", "test"), "its settings, engine, patch or issue were others; give the same ones, or start a new proof"},
		{"patch", append([]string{"--patch=../other.diff", "--resume", "--artifacts=../artifacts"}, given(command...)[2:]...), "its settings, engine, patch or issue were others"},
		{"setup", given(append([]string{"--resume", "--setup=npm ci"}, command...)...), `its setup was null, and is now ["npm","ci"]`},
		{"base", given(append([]string{"--resume", "--repo=../clone"}, command...)...), `its base was {"commit":`},
		{"version", append([]string{"--resume", "--artifacts=../old", "--patch=../fix.diff"}, given(command...)[2:]...), `its version of autofix was "0.`},
	} {
		_, stderr, code := p.run(tt.args...)
		if code != 2 || !strings.HasPrefix(stderr, "autofix: prove: the proof cannot be resumed: "+tt.stderr) {
			p.t.Errorf("%s: exit %d, %s", tt.name, code, stderr)
		}
	}
	if string(p.read("journal.jsonl")) != string(journal) {
		p.t.Error("the journal was changed")
	}
}

// Of a long output the ends are kept, and the hash is of all; it takes no more
// memory than a short one.
func TestProveOfALongOutput(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	skipWithout(t, "make")
	const long = int64(256 << 20)
	most := map[int64]int64{}
	for _, n := range []int64{1000, long} {
		script := fmt.Sprintf("grep sum=4 calc.cfg && exit 0\necho START\nhead -c %d /dev/zero | tr '\\0' '\\n'\necho END\nexit 1\n", n)
		p := newProofOf(t, map[string]string{"Makefile": "test:\n\t@sh tests/long.sh\n", "tests/long.sh": script})
		worktreetest.Untouched(t, p.repo)
		// The patch does not do it, so only two runs print all that.
		worktreetest.Write(t, p.dir, map[string]string{"bad.diff": strings.Replace(fixOfSum, "+sum=4", "+sum=5", 1)})
		cmd, stderr := p.start(args("--patch=../bad.diff", "--artifacts=../artifacts", "--", "make", "test")...)
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 1 {
			t.Fatalf("exit %d, %s", code, stderr)
		}
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			most[n] = usage.Maxrss
		}
		o := p.evidence().Runs[0].Stdout
		hash := sha256.New()
		_, _ = io.WriteString(hash, "START\n")
		block := bytes.Repeat([]byte("\n"), 1<<20)
		for left := n; left > 0; left -= int64(len(block)) {
			_, _ = hash.Write(block[:min(left, int64(len(block)))])
		}
		_, _ = io.WriteString(hash, "END\n")
		const ends = int64(len("START\nEND\n"))
		if o.Bytes != n+ends || o.SHA256 != hex.EncodeToString(hash.Sum(nil)) || !strings.HasPrefix(o.Head, "START\n") || !strings.HasSuffix(o.Head+o.Tail, "END\n") {
			t.Errorf("%d bytes: %d, %.10q ... %.10q", n, o.Bytes, o.Head, o.Tail)
		}
		if n == long && (len(o.Head) > 1<<20 || len(o.Tail) > 1<<20 || len(o.Head)+len(o.Tail) < 2<<20-8) {
			t.Errorf("%d and %d bytes are kept", len(o.Head), len(o.Tail))
		}
		if len(p.read("evidence.json")) > evidence.MaxBytes {
			t.Error("the evidence is too large")
		}
	}
	unit := int64(1 << 10)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	// How much garbage there is depends on how busy the machine is.
	if more := (most[long] - most[1000]) * unit; more > long/2 {
		t.Errorf("a long output takes %d MiB more", more>>20)
	}
}
