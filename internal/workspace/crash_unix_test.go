//go:build unix

package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// crashChild does one of these with the tree args[0]: writeChild; mixedChanges
// if args[1] is "mixed"; Recover if it is "recover"; undoRun if it is "undo";
// mixedRun if it is "undo mixed". It kills itself at step args[2], from 1, and
// prints the points that it reached.
func crashChild(args []string) error {
	w, err := Open(args[0])
	if err != nil {
		return err
	}
	kill, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	var changes []Change
	switch args[1] {
	case "write":
		if changes, err = prefixed(w, "new "); err != nil {
			return err
		}
	case "mixed":
		changes = mixedChanges()
	}
	var steps atomic.Int64
	w.step = func(point, _ string) error {
		step := int(steps.Add(1))
		if step == kill {
			fmt.Println(point)
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		if kill > 0 && step >= kill {
			select {} // no goroutine takes another step until the signal arrives
		}
		return nil
	}
	switch args[1] {
	case "write", "mixed":
		err = w.Write(context.Background(), changes)
	case "undo":
		err = undoRun(w)
	case "undo mixed":
		err = mixedRun(w)
	default:
		_, err = w.Recover(context.Background())
	}
	fmt.Println("steps", steps.Load())
	return err
}

// crash runs crashChild. It returns the point at which it was killed, or the
// number of steps if it was not.
func crash(t testing.TB, root, what string, step int) (point string, steps int) {
	t.Helper()
	command := child(nil, "crash", root, what, strconv.Itoa(step))
	out, err := command.Output()
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	text := strings.TrimSpace(string(out))
	if status.Signaled() && status.Signal() == syscall.SIGKILL {
		return text, 0
	}
	count, ok := strings.CutPrefix(text, "steps ")
	steps, convErr := strconv.Atoi(count)
	if err != nil || !ok || convErr != nil {
		t.Fatalf("%s, to be killed at step %d: %v\n%s", what, step, err, text)
	}
	return "", steps
}

// memory returns a folder for thousands of trees, in memory if possible. A
// kill, unlike a power failure, loses no writes, and a disk would be synced for
// each tree.
func memory(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "workspace-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// crashTree has about a hundred files: in one folder, in several, in deep ones,
// executable, read-only, hard-linked.
func crashTree(t testing.TB, root string) map[string]string {
	t.Helper()
	files := numbered(100, "text")
	for i := range 100 {
		files[fmt.Sprintf("flat/f%03d", i)] = fmt.Sprintf("text of flat file %d\n", i)
	}
	files["not utf8 \xff\n"] = "text\n"
	plant(t, root, files)
	check(t, os.Chmod(filepath.Join(root, "flat/f001"), 0o755))
	check(t, os.Chmod(filepath.Join(root, "flat/f002"), 0o444))
	check(t, os.Link(filepath.Join(root, "flat/f003"), filepath.Join(root, "d00/linked")))
	check(t, os.Symlink("f004", filepath.Join(root, "flat/link")))
	files["d00/linked"], files["flat/link"] = files["flat/f003"], "-> f004"
	return files
}

// renewed is the tree with new texts.
func renewed(files map[string]string) map[string]string {
	want := map[string]string{}
	for path, text := range files {
		want[path] = text
		if !strings.HasPrefix(text, "-> ") {
			want[path] = "new " + text
		}
	}
	return want
}

// A census is the state of a tree after a kill.
type census struct {
	old, new, staged int
	journal          bool
	torn             []string
}

func count(t testing.TB, root string, before, after map[string]string) census {
	t.Helper()
	var c census
	for name, text := range harvest(t, root) {
		switch {
		case name == journalName:
			c.journal = true
		case strings.HasPrefix(filepath.Base(name), stagedPrefix):
			c.staged++
		case text == before[name]:
			c.old++
		case text == after[name]:
			c.new++
		default:
			c.torn = append(c.torn, name)
		}
	}
	return c
}

// A tally sums up the kills at one point.
type tally struct {
	kills, minNew, maxNew, minStaged, maxStaged int
	toOld, toNew                                int
}

// points are all points of a write, in order.
var points = []string{
	"lock", "prepared", "created", "staged", "linked", "staged all", "synced", "verify", "verified", "commit",
	"committed", "rename", "renamed", "renamed all", "folders synced", "done",
}

// TestKillAtEveryStep kills the process at every step of a write: before and
// after every staged text, every hash and every rename. After each kill every
// file is whole, either old or new. After Recover, or the next write, all are
// old or all are new, and nothing else is left.
func TestKillAtEveryStep(t *testing.T) {
	base := memory(t)
	files := crashTree(t, filepath.Join(base, "0"))
	want := renewed(files)
	_, steps := crash(t, filepath.Join(base, "0"), "write", 0)
	wantTree(t, filepath.Join(base, "0"), want)
	stride := 1
	if testing.Short() {
		stride = 29
	}
	tallies := map[string]*tally{}
	for step := 1; step <= steps; step += stride {
		root := filepath.Join(base, strconv.Itoa(step))
		crashTree(t, root)
		point, _ := crash(t, root, "write", step)
		c := count(t, root, files, want)
		if len(c.torn) > 0 || c.old+c.new != len(files) {
			t.Fatalf("killed at step %d, %q: torn files %q; %d old and %d new of %d", step, point, c.torn, c.old, c.new, len(files))
		}
		w, err := Open(root)
		check(t, err)
		var stale []StaleFile
		if step%2 == 0 {
			done, err := w.Recover(context.Background())
			check(t, err)
			stale = done.Stale
		} else { // the next run, for another file, finishes the killed one first
			plant(t, root, map[string]string{"other": "1"})
			check(t, write(w, change("other", "1", "2")))
			check(t, os.Remove(filepath.Join(root, "other")))
		}
		check(t, w.Close())
		then := count(t, root, files, want)
		links := 1 // "flat/link", the same before and after, counts as old
		complete := then.new == len(files)-links || then.old == len(files)
		if len(then.torn) > 0 || !complete || then.staged > 0 || then.journal || len(stale) > 0 {
			t.Fatalf("killed at step %d, %q, then recovered: %+v, stale %v", step, point, then, stale)
		}
		one, err := os.Stat(filepath.Join(root, "flat/f003"))
		check(t, err)
		two, err := os.Stat(filepath.Join(root, "d00/linked"))
		check(t, err)
		if !os.SameFile(one, two) {
			t.Fatalf("killed at step %d, %q: the hard link is lost", step, point)
		}
		sum := tallies[point]
		if sum == nil {
			sum = &tally{minNew: c.new, minStaged: c.staged}
			tallies[point] = sum
		}
		sum.kills++
		sum.minNew, sum.maxNew = min(sum.minNew, c.new), max(sum.maxNew, c.new)
		sum.minStaged, sum.maxStaged = min(sum.minStaged, c.staged), max(sum.maxStaged, c.staged)
		if then.new > 0 {
			sum.toNew++
		} else {
			sum.toOld++
		}
		check(t, os.RemoveAll(root))
	}
	t.Logf("%d steps, every %d. tried\n%-15s %6s %10s %10s %8s %8s", steps, stride, "killed at", "kills", "new files", "staged", "all old", "all new")
	for _, point := range points {
		sum := tallies[point]
		if sum == nil {
			if stride == 1 {
				t.Errorf("no kill at %q", point)
			}
			continue
		}
		t.Logf("%-15s %6d %4d..%4d %4d..%4d %8d %8d", point, sum.kills, sum.minNew, sum.maxNew, sum.minStaged, sum.maxStaged, sum.toOld, sum.toNew)
		for i, other := range points {
			if committed := i >= 10; other == point && committed == (sum.toOld > 0) && point != "commit" {
				t.Errorf("killed at %q, %d trees became old and %d new", point, sum.toOld, sum.toNew)
			}
		}
	}
}

// Recover is killed at every step, too, and the next one completes it.
func TestKillAtEveryStepOfRecover(t *testing.T) {
	base := memory(t)
	files := crashTree(t, filepath.Join(base, "0"))
	want := renewed(files)
	_, steps := crash(t, filepath.Join(base, "0"), "write", 0)
	root := filepath.Join(base, "tree")
	crashTree(t, root)
	const left = 300 // steps, two for each rename, and a few for all
	if point, _ := crash(t, root, "write", steps-left); !strings.HasPrefix(point, "rename") {
		t.Fatalf("killed at %q, want in the middle of the renames", point)
	}
	killed := harvest(t, root)
	// Each other worker may have made one more rename.
	pending := count(t, root, files, want).staged
	if least := left/2 - 5 - workers(); pending < least {
		t.Fatalf("killed with %d files left to rename, want at least %d", pending, least)
	}
	stride := 1
	if testing.Short() {
		stride = 13
	}
	recoveries := 0
	for step := 1; ; step += stride {
		check(t, os.RemoveAll(root))
		plant(t, root, killed)
		point, _ := crash(t, root, "recover", step)
		if point == "" {
			break
		}
		recoveries++
		if c := count(t, root, files, want); len(c.torn) > 0 || c.old+c.new != len(files) {
			t.Fatalf("recovery killed at step %d, %q: %+v", step, point, c)
		}
		w, err := Open(root)
		check(t, err)
		_, err = w.Recover(context.Background())
		check(t, err)
		check(t, w.Close())
		wantTree(t, root, want)
	}
	if least := 2 * pending / stride; recoveries < least {
		t.Errorf("%d steps of a recovery were tried, want %d: two around each rename", recoveries, least)
	}
}
