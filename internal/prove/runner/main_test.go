package runner_test

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/runner"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// actor is the assignment that makes this binary a command of a test.
const actor = "AUTOFIX_TEST_ACTOR"

func TestMain(m *testing.M) {
	sandbox.Init()
	if os.Getenv(actor) != "" {
		if err := act(os.Args[1], os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// act runs a command of a test.
func act(what string, args []string) error {
	switch what {
	case "env":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "connect":
		c, err := net.DialTimeout("tcp", args[0], 2*time.Second)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(c)
		fmt.Println(string(text))
		return err
	case "loopback":
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer l.Close()
		go func() {
			if c, err := l.Accept(); err == nil {
				_, _ = c.Write([]byte("loopback is up"))
				_ = c.Close()
			}
		}()
		return act("connect", []string{l.Addr().String()})
	case "parts":
		// Each argument in a separate write.
		for _, part := range args {
			fmt.Print(part)
			time.Sleep(2 * time.Millisecond)
		}
	case "lines":
		line := []byte(strings.Repeat("0123456789abcde\n", 4096))
		for range 16 << 10 { // 1 GiB
			if _, err := os.Stdout.Write(line); err != nil {
				return err
			}
		}
	case "deaf":
		signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
		fmt.Println("deaf")
		time.Sleep(time.Hour)
	case "fork":
		// In a new session, without the environment, and with our output.
		child := exec.Command("/proc/self/exe", "linger", args[0])
		child.Env = []string{actor + "=1"}
		child.Stdout = os.Stdout
		child.SysProcAttr = newSession()
		return child.Start()
	case "linger":
		signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
		for i := 0; ; i++ {
			if err := os.WriteFile(args[0], []byte(fmt.Sprint(i)), 0o600); err != nil {
				return err
			}
			time.Sleep(10 * time.Millisecond)
		}
	default:
		return fmt.Errorf("%s: no such act", what)
	}
	return nil
}

// A proof is a runner with a tree of a repository.
type proof struct {
	t          *testing.T
	repository string
	runner     *runner.Runner
	tree       *worktree.Tree
}

// newProof makes a repository of some files, and a tree of it. Names that end
// with * are of files that can be run.
func newProof(t *testing.T, files map[string]string) *proof {
	t.Helper()
	p := &proof{t: t, repository: realDir(t)}
	worktreetest.Write(t, p.repository, files)
	for _, args := range [][]string{{"init", "-q"}, {"add", "--all"}, {"-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first"}} {
		git := exec.Command("git", args...)
		git.Dir = p.repository
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	worktreetest.Untouched(t, p.repository)
	state := realDir(t)
	r, err := worktree.Find(t.Context(), p.repository, filepath.Join(state, "worktree"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	b, err := r.Base(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if p.tree, err = r.Seal(t.Context(), b, "tree"); err != nil {
		t.Fatal(err)
	}
	p.runner = &runner.Runner{State: filepath.Join(state, "runner"), Hidden: []string{p.repository}}
	t.Cleanup(func() {
		_ = p.tree.Close()
		if err := p.runner.Close(); err != nil {
			t.Error(err)
		}
	})
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

// acting is a request for this binary.
func (p *proof) acting(args ...string) *runner.Request {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	q := p.of(self, append([]string{"actor"}, args...)...)
	// Without the last two, rules_go moves the child to another folder, and one
	// under -race ends a second late.
	q.Command.Assignments = []string{actor + "=1", "GO_TEST_RUN_FROM_BAZEL=", "GORACE=atexit_sleep_ms=0"}
	return q
}

// script is a request for a shell script.
func (p *proof) script(text string) *runner.Request {
	return p.of("/bin/sh", "sh", "-c", text)
}

func (p *proof) of(program string, argv ...string) *runner.Request {
	return &runner.Request{
		Tree: p.tree, Phase: evidence.Reproduce, State: evidence.AtBase, Attempt: 1,
		Command: &command.Command{Program: program, Argv: argv}, Timeout: time.Minute,
	}
}

func (p *proof) run(q *runner.Request) *evidence.Run {
	p.t.Helper()
	run, err := p.runner.Run(p.t.Context(), q)
	if err != nil {
		p.t.Fatal(err)
	}
	return run
}

// needs skips the test if no sandbox enforces something here.
func needs(t *testing.T, what string, enforces func(sandbox.Level) bool) {
	t.Helper()
	why := "this system has no sandbox"
	for _, rung := range sandbox.Probe(t.Context()) {
		if rung.Err == nil {
			if enforces(rung.Level) {
				return
			}
			t.Skipf("the sandbox does not %s: %s", what, why)
		}
		why = rung.String()
	}
	t.Skipf("no sandbox: %s", why)
}
