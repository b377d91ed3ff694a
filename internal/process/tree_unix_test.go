//go:build unix

package process

import (
	"context"
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
)

// growTree is a process of a tree that does not want to end. Its first argument
// says how each process starts the next one: f plainly, g in a group of its own,
// s in a session of its own, c so and with a cleared environment. After a
// capital letter, the parent ends once all are there. The last one creates the
// file READY, and holds the outputs open.
func growTree(args []string) int {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	ways, ready := args[0], args[1]
	if ways == "" {
		_ = os.WriteFile(ready, nil, 0o666)
		time.Sleep(time.Minute)
		return 0
	}
	self, _ := os.Executable()
	next := exec.Command(self, "tree", ways[1:], ready)
	next.Stdout, next.Stderr = os.Stdout, os.Stderr
	next.SysProcAttr = &syscall.SysProcAttr{}
	switch strings.ToLower(ways[:1]) {
	case "g":
		next.SysProcAttr.Setpgid = true
	case "s":
		next.SysProcAttr.Setsid = true
	case "c":
		next.SysProcAttr.Setsid = true
		next.Env = []string{program + "=1", "GORACE=atexit_sleep_ms=0"}
	}
	if err := next.Start(); err != nil {
		fmt.Fprint(os.Stderr, err)
		return 1
	}
	waitFor(ready)
	if ways[0] < 'a' {
		return 0
	}
	time.Sleep(time.Minute)
	return 0
}

var trees = []struct {
	ways   string
	system string // the only one that finds all; "cgroup": Linux with control groups
}{
	{"", ""},
	{"f", ""},
	{"F", ""},
	{"fF", ""},
	{"g", ""},
	{"G", "linux"},
	{"s", ""},
	{"S", "linux"},
	{"fS", "linux"},
	{"SS", "linux"},
	{"SGF", "linux"},
	{"c", ""},
	{"sc", ""},
	{"cfg", ""},
	{"Sc", "linux"},
	{"C", "cgroup"},
	{"CCC", "cgroup"},
	{"SfC", "cgroup"},
}

func TestNothingOfATreeSurvives(t *testing.T) {
	for name, end := range map[string]func(*Running, context.CancelFunc){
		"kill":   func(r *Running, _ context.CancelFunc) { r.Kill() },
		"cancel": func(_ *Running, cancel context.CancelFunc) { cancel() },
		"close":  func(r *Running, _ context.CancelFunc) { r.Close(100 * time.Millisecond) },
		"none":   func(*Running, context.CancelFunc) {},
	} {
		for _, row := range trees {
			leaderEnds := row.ways != "" && row.ways[0] < 'a'
			if row.system != "" && strings.Replace(row.system, "cgroup", "linux", 1) != runtime.GOOS || name == "none" && !leaderEnds {
				continue
			}
			t.Run(name+" "+row.ways, func(t *testing.T) {
				t.Parallel()
				if row.system == "cgroup" {
					requireCgroups(t)
				} else {
					requireProc(t)
				}
				ready := filepath.Join(t.TempDir(), "ready")
				held, stderr, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer held.Close()
				c := command(t, "tree", row.ways, ready)
				c.Stderr = stderr
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				r, err := c.Start(ctx)
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close(0)
				if err := stderr.Close(); err != nil {
					t.Fatal(err)
				}
				waitFor(ready)
				finish(t, 1500*time.Millisecond, name, func() {
					end(r, cancel)
					_, _ = r.Wait()
				})
				expectEOF(t, held)
			})
		}
	}
}

// requireProc skips a test where the members of a tree cannot be seen.
func requireProc(t *testing.T) {
	if self, err := os.Readlink("/proc/self"); runtime.GOOS == "linux" && (err != nil || self != fmt.Sprint(os.Getpid())) {
		t.Skip("/proc is not that of this process: only the group is ended")
	}
}

// expectEOF reads a pipe to its end: it comes when no process can write.
func expectEOF(t *testing.T, pipe *os.File) {
	t.Helper()
	if err := pipe.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(pipe); len(text) > 0 || err != nil {
		t.Errorf("a process survives: %q, %v", text, err)
	}
}

// A process that nothing can find holds up neither Wait nor who reads the
// output, and what was written before is read.
func TestAProcessThatEscapesHoldsNothingUp(t *testing.T) {
	withoutCgroups(t)
	ready := filepath.Join(t.TempDir(), "ready")
	c := command(t, "escape", ready)
	var stderr Tail
	c.Stderr = &stderr
	r, err := c.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close(0)
	finish(t, 2*time.Second, "Wait", func() {
		if code, err := r.Wait(); code != 0 || err != nil {
			t.Errorf("%d, %v", code, err)
		}
	})
	finish(t, time.Second, "reading", func() {
		if text, err := io.ReadAll(r.Stdout); string(text) != "answer" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
	})
	if stderr.String() != "reason" {
		t.Errorf("stderr %q", stderr.String())
	}
	// It ends when its file is gone.
	if err := os.Remove(ready); err != nil {
		t.Error(err)
	}
}

// escape leaves a process that nobody can find, until its file is removed.
func escape(ready string) int {
	fmt.Print("answer")
	fmt.Fprint(os.Stderr, "reason")
	self, _ := os.Executable()
	next := exec.Command(self, "linger", ready)
	next.Stdout, next.Stderr = os.Stdout, os.Stderr
	next.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	next.Env = []string{program + "=1"}
	if err := next.Start(); err != nil {
		return 1
	}
	waitFor(ready)
	return 0
}

func linger(ready string) {
	_ = os.WriteFile(ready, nil, 0o666)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(ready); err != nil {
			return
		}
	}
}

func TestRunWithATree(t *testing.T) {
	requireProc(t)
	held, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	ways := "F"
	if runtime.GOOS == "linux" {
		ways = "SS"
	}
	c := command(t, "tree", ways, filepath.Join(t.TempDir(), "ready"))
	c.Tree, c.Stderr = true, stderr
	if code, err := c.Run(t.Context()); code != 0 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
	if err := stderr.Close(); err != nil {
		t.Fatal(err)
	}
	expectEOF(t, held)
}

// Close asks before it kills.
func TestCloseTerminates(t *testing.T) {
	ready := filepath.Join(t.TempDir(), "ready")
	r := start(t, t.Context(), "obey", ready)
	waitFor(ready)
	r.Close(2 * time.Second)
	if code, err := r.Wait(); code != 3 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
}

func TestMembersAmong(t *testing.T) {
	const leader, other = 1 << 20, 1 << 30
	rows := []row{
		{pid: leader, parent: os.Getpid(), group: leader, session: leader},
		{pid: leader + 1, parent: 1, group: leader, session: leader},         // orphan of the session
		{pid: leader + 2, parent: 1, group: leader + 2, session: leader},     // in a group of its own
		{pid: leader + 3, parent: leader, group: 9, session: leader + 3},     // child in a session of its own
		{pid: leader + 4, parent: 1, group: leader + 3, session: leader + 3}, // orphan of that session
		{pid: leader + 5, parent: 1, session: leader + 5, marked: true},
		{pid: leader + 6, parent: leader + 5, session: leader + 6},
		{pid: other, parent: 1, group: other, session: other},
		{pid: other + 1, parent: other, group: other, session: other},
		{pid: other + 2, parent: os.Getpid()}, // no session is known
		{pid: os.Getpid(), parent: 1, marked: true},
		{pid: 1, marked: true},
	}
	got := fmt.Sprint(membersAmong(rows, leader))
	var want []int
	for i := range 7 {
		want = append(want, leader+i)
	}
	if got != fmt.Sprint(want) {
		t.Errorf("%s, want %v", got, want)
	}
}

// runOnUnix has the verbs of the helper that other systems lack.
func runOnUnix(verb string, args []string) int {
	switch verb {
	case "tree": // WAYS READY
		return growTree(args)
	case "parent": // READY: starts `tree "" READY`, and stays
		self, _ := os.Executable()
		c := Command{Program: self, Args: []string{"tree", "", args[0]}, Stderr: os.Stderr}
		if _, err := c.Start(context.Background()); err != nil {
			return 1
		}
		time.Sleep(time.Minute)
	case "escape": // READY
		return escape(args[0])
	case "linger": // READY
		linger(args[0])
	case "limited": // LIMIT
		return tryLimit(args[0])
	}
	return 0
}
