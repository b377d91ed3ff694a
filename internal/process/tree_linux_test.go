package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func requireCgroups(t *testing.T) {
	t.Helper()
	group := newCgroup()
	if group == nil {
		t.Skip("no control group can be made here")
	}
	group.remove()
}

// withoutCgroups is for tests that are not parallel.
func withoutCgroups(t *testing.T) {
	t.Helper()
	before := cgroupMount
	cgroupMount = func() (string, string) { return "", "" }
	t.Cleanup(func() { cgroupMount = before })
}

// The other means find what they find without control groups too.
func TestTreesWithoutCgroups(t *testing.T) {
	requireCgroups(t)
	withoutCgroups(t)
	t.Run("trees", TestNothingOfATreeSurvives)
	t.Run("run", TestRunWithATree)
}

// No group is left, also of a program that cannot start, and of one that made
// groups in its own.
func TestCgroupsAreRemoved(t *testing.T) {
	requireCgroups(t)
	command := exec.Command(filepath.Join(t.TempDir(), "missing"))
	command.SysProcAttr = &syscall.SysProcAttr{}
	if group, err := startIn(command); group != nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, %v", group, err)
	}
	if groups, err := filepath.Glob(fmt.Sprintf("%s/%s%d-*", ownCgroup(), cgroupPrefix, os.Getpid())); len(groups) > 0 || err != nil {
		t.Error(groups, err)
	}

	r := start(t, t.Context(), "echo")
	path := r.tree.group.path
	if err := os.MkdirAll(path+"/inner/most", 0o755); err != nil {
		t.Fatal(err)
	}
	r.Kill()
	_, _ = r.Wait()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// What a process that was killed could not remove, the next one does.
func TestStaleCgroupsAreRemoved(t *testing.T) {
	requireCgroups(t)
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	own := ownCgroup()
	stale := fmt.Sprintf("%s/%s%d-x", own, cgroupPrefix, dead.Process.Pid)
	mine := fmt.Sprintf("%s/%s%d-x", own, cgroupPrefix, os.Getpid())
	for _, path := range []string{stale + "/inner", mine} {
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	removeStale(own)
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := os.Remove(mine); err != nil {
		t.Error(err)
	}
}

func TestCgroupFolder(t *testing.T) {
	const mounts = `24 1 0:22 / /sys/fs/cgroup rw - tmpfs tmpfs rw
25 24 0:23 /docker/1 /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu
26 24 0:24 /user.slice /sys/fs/cgroup/unified rw shared:9 master:1 - cgroup2 cgroup2 rw
`
	dir, root := findCgroupMount(mounts)
	if dir != "/sys/fs/cgroup/unified" || root != "/user.slice" {
		t.Errorf("%s, %s", dir, root)
	}
	if dir, _ := findCgroupMount("24 1 0:22 / /sys/fs/cgroup rw - tmpfs\n- cgroup2\n"); dir != "" {
		t.Error(dir)
	}
	for _, row := range [][4]string{
		{"/c", "/", "9:cpu:/x\n0::/a/b\n", "/c/a/b"},
		{"/c", "/", "0::/\n", "/c"},
		{"/c", "/a", "0::/a/b\n", "/c/b"},
		{"/c", "/a", "0::/a\n", "/c"},
		{"/c", "/a", "0::/ab\n", ""},
		{"/c", "/", "0::/../b\n", ""},
		{"/c", "/", "9:cpu:/x\n", ""},
		{"/c", "/", "", ""},
	} {
		if got := cgroupFolder(row[0], row[1], row[2]); got != row[3] {
			t.Errorf("%q: %q", row, got)
		}
	}
}

// A program does not outlive a process that cannot end it any more.
func TestTheEndOfThisProcessEndsTheProgram(t *testing.T) {
	held, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	ready := filepath.Join(t.TempDir(), "ready")
	c := command(t, "parent", ready)
	parent := exec.Command(c.Program, c.Args...)
	parent.Env, parent.Stderr = c.Env, stderr
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	_ = stderr.Close()
	waitFor(ready)
	_ = parent.Process.Kill()
	_ = parent.Wait()
	expectEOF(t, held)
	// Its group is busy until it has ended, a moment later.
	left := fmt.Sprintf("%s/%s%d-*", ownCgroup(), cgroupPrefix, parent.Process.Pid)
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		removeStale(ownCgroup())
		if groups, _ := filepath.Glob(left); len(groups) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("its group is left")
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add("5 (sh) S 7 8 9 0 -1 0 1 2 3 4 5 6 7 8 9 10 11 12 4711 13 14")
	f.Add("5 (a) Z 1 1)")
	f.Fuzz(func(t *testing.T, text string) {
		if s, valid := parseStat(5, text); valid && s.pid != 5 {
			t.Errorf("%+v", s)
		}
		if dir, root := findCgroupMount(text); dir == "" && root != "" {
			t.Error(root)
		}
		if folder := cgroupFolder("/c", "/", text); folder != "" && folder != "/c" && !strings.HasPrefix(folder, "/c/") {
			t.Error(folder)
		}
	})
}

func TestParseStat(t *testing.T) {
	const rest = " 7 8 9 0 -1 2097152 1 2 3 4 5 6 7 8 9 10 11 12 4711 13 14"
	for text, want := range map[string]stat{
		"5 (sh) S" + rest:             {row: row{pid: 5, parent: 7, group: 8, session: 9}, start: 4711, kernel: true},
		"5 (a) Z 1 1) S (x) Z" + rest: {row: row{pid: 5, parent: 7, group: 8, session: 9}, start: 4711, ended: true, kernel: true},
	} {
		if got, valid := parseStat(5, text); got != want || !valid {
			t.Errorf("%q: %+v, %v", text, got, valid)
		}
	}
	for _, text := range []string{"", "5 (sh", "5 (sh) S 1 2", "5 (sh) S x" + rest} {
		if _, valid := parseStat(5, text); valid {
			t.Errorf("%q is valid", text)
		}
	}
}
