//go:build unix

package workspace

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

// holdChild locks the tree args[0], says so, and holds the lock until its stdin
// ends or it is killed.
func holdChild(args []string) error {
	w, err := Open(args[0])
	if err != nil {
		return err
	}
	lock, err := w.lock(context.Background())
	if err != nil {
		return err
	}
	fmt.Println("locked")
	bufio.NewReader(os.Stdin).ReadString('\n')
	return lock.done()
}

// hold runs holdChild. release ends it, by a kill or normally.
func hold(t *testing.T, root string) (pid int, release func(kill bool)) {
	t.Helper()
	command := child(nil, "hold", root)
	in, err := command.StdinPipe()
	check(t, err)
	out, err := command.StdoutPipe()
	check(t, err)
	check(t, command.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "locked\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	return command.Process.Pid, func(kill bool) {
		if kill {
			command.Process.Kill()
		}
		in.Close()
		command.Wait()
	}
}

func TestSecondRunSaysWhoHoldsTheLock(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	pid, release := hold(t, w.Root())
	defer release(true)
	ctx, cancel := context.WithCancelCause(context.Background())
	var told []Holder
	enough := errors.New("enough")
	w.OnWait = func(h Holder) { told = append(told, h); cancel(enough) }
	for _, run := range []func() error{
		func() error { return w.Write(ctx, []Change{change("a", "1", "2")}) },
		func() error { _, err := w.Recover(ctx); return err },
	} {
		err := run()
		var locked *LockedError
		if !errors.As(err, &locked) || locked.Holder.PID != pid || locked.Holder.Since.IsZero() || !errors.Is(err, enough) {
			t.Errorf("error %v, want a LockedError that names process %d", err, pid)
			continue
		}
		wantError(t, err, w.Root()+": locked by process ", ", since ", ": wait for it, or end it")
	}
	if len(told) != 2 || told[0].PID != pid {
		t.Errorf("told %v, want the holder, once a run", told)
	}
}

func TestSecondRunWaits(t *testing.T) {
	for _, kill := range []bool{false, true} {
		w := open(t, map[string]string{"a": "1"})
		_, release := hold(t, w.Root())
		var once sync.Once
		w.OnWait = func(Holder) { once.Do(func() { go release(kill) }) }
		check(t, write(w, change("a", "1", "2")))
		wantTree(t, w.Root(), map[string]string{"a": "2"})
	}
}

// Several processes rewrite a whole tree at the same time. Each that succeeds
// has rewritten all of it; the others have changed nothing, and report that the
// files are stale.
func TestTwoWritersAtOnce(t *testing.T) {
	const writers = 4
	files := numbered(60, "old")
	root := t.TempDir()
	plant(t, root, files)
	failed := make([]string, writers)
	var wait sync.WaitGroup
	for i := range writers {
		wait.Go(func() { failed[i], _ = run(t, child(nil, "write", root, fmt.Sprintf("writer%d ", i))) })
	}
	wait.Wait()
	after := harvest(t, root)
	first := after["d00/f000.txt"]
	done := 0
	for i, why := range failed {
		switch {
		case why == "":
			done++
			if !strings.Contains(first, fmt.Sprintf("writer%d ", i)) {
				t.Errorf("writer %d says it is done, but %q", i, first)
			}
		case !strings.Contains(why, ": stale: has changed since it was checked"):
			t.Errorf("writer %d: %s", i, why)
		}
	}
	if done == 0 || done != strings.Count(first, "writer") {
		t.Errorf("%d writers are done, and the files say %q", done, first)
	}
	prefix := strings.TrimSuffix(first, files["d00/f000.txt"])
	want := map[string]string{}
	for path, text := range files {
		want[path] = prefix + text
	}
	wantTree(t, root, want)
}

// Goroutines of one process exclude each other like processes.
func TestTwoWritersInOneProcess(t *testing.T) {
	w := open(t, map[string]string{"a": "", "b": ""})
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for {
				text, err := w.Read("a")
				if err != nil {
					t.Error(err)
					return
				}
				next := fmt.Sprintf("%s%d\n", text, i)
				err = write(w, change("a", string(text), next), change("b", string(text), next))
				var stale *StaleError
				if !errors.As(err, &stale) {
					if err != nil {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	wait.Wait()
	got := harvest(t, w.Root())
	if got["a"] != got["b"] || strings.Count(got["a"], "\n") != 8 || len(got) != 2 {
		t.Errorf("%q, want all eight lines in both files", got)
	}
}
