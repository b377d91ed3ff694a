package process

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// A cgroup is a control group (version 2) of a tree's own. Only a process that
// writes to the file system of control groups can leave it. A nil one is empty.
type cgroup struct{ path string }

// cgroupMount returns where the file system of control groups is, and which
// group is its root there; nothing if there is none.
var cgroupMount = sync.OnceValues(func() (dir, root string) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", ""
	}
	return findCgroupMount(string(mounts))
})

func findCgroupMount(mounts string) (dir, root string) {
	for line := range strings.Lines(mounts) {
		// ID PARENT MAJOR:MINOR ROOT DIR OPTIONS [FIELD...] - TYPE SOURCE OPTIONS
		fields := strings.Fields(line)
		dash := slices.Index(fields, "-")
		if dash >= 6 && dash+1 < len(fields) && fields[dash+1] == "cgroup2" {
			return fields[4], fields[3]
		}
	}
	return "", ""
}

// ownCgroup returns the folder of the group that this process is in, or "".
func ownCgroup() string {
	dir, root := cgroupMount()
	groups, err := os.ReadFile("/proc/self/cgroup")
	if dir == "" || err != nil {
		return ""
	}
	return cgroupFolder(dir, root, string(groups))
}

func cgroupFolder(dir, root, groups string) string {
	for line := range strings.Lines(groups) {
		path, found := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::")
		if !found {
			continue
		}
		inside, found := strings.CutPrefix(path+"/", strings.TrimSuffix(root, "/")+"/")
		if !found || strings.Contains(path, "/..") {
			return ""
		}
		return filepath.Join(dir, inside)
	}
	return ""
}

// cgroupPrefix starts the names of groups. The process that made them follows.
const cgroupPrefix = "autofix-"

var removeStaleOnce sync.Once

// newCgroup makes a group within that of this process, or returns nil where that
// cannot be.
func newCgroup() *cgroup {
	own := ownCgroup()
	if own == "" || unix.Access(filepath.Join(own, "cgroup.procs"), unix.W_OK) != nil {
		return nil
	}
	removeStaleOnce.Do(func() { removeStale(own) })
	g := &cgroup{filepath.Join(own, fmt.Sprintf("%s%d-%s", cgroupPrefix, os.Getpid(), rand.Text()))}
	if os.Mkdir(g.path, 0o755) != nil {
		return nil
	}
	// Linux 5.14 has cgroup.kill.
	if unix.Access(filepath.Join(g.path, "cgroup.kill"), unix.W_OK) != nil {
		g.remove()
		return nil
	}
	return g
}

// removeStale removes the groups of processes that were killed before they could
// do so. One that still has processes stays.
func removeStale(own string) {
	entries, err := os.ReadDir(own)
	if err != nil {
		return
	}
	for _, e := range entries {
		name, found := strings.CutPrefix(e.Name(), cgroupPrefix)
		maker, _, _ := strings.Cut(name, "-")
		pid, err := strconv.Atoi(maker)
		if found && err == nil && pid > 0 && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			(&cgroup{filepath.Join(own, e.Name())}).remove()
		}
	}
}

// start starts a command in the group.
func (g *cgroup) start(attributes *syscall.SysProcAttr, start func() error) error {
	dir, err := os.Open(g.path)
	if err != nil {
		return err
	}
	defer dir.Close()
	attributes.UseCgroupFD, attributes.CgroupFD = true, int(dir.Fd())
	defer func() { attributes.UseCgroupFD, attributes.CgroupFD = false, 0 }()
	return start()
}

// kill kills the processes of the group. It reports whether there were any.
func (g *cgroup) kill() bool {
	if g == nil {
		return false
	}
	events, err := os.ReadFile(filepath.Join(g.path, "cgroup.events"))
	if err != nil || !strings.Contains(string(events), "populated 1") {
		return false
	}
	_ = os.WriteFile(filepath.Join(g.path, "cgroup.kill"), []byte("1"), 0)
	return true
}

// remove removes the group, and the groups that its processes made in it.
func (g *cgroup) remove() {
	if g == nil {
		return
	}
	var groups []string
	_ = filepath.WalkDir(g.path, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			groups = append(groups, path)
		}
		return nil
	})
	for _, path := range slices.Backward(groups) {
		_ = syscall.Rmdir(path)
	}
}
