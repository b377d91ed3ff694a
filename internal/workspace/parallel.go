package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// workers returns the number of goroutines for a phase of a transaction. They
// mostly wait for the file system, so there may be more of them than processors.
func workers() int { return max(8, runtime.GOMAXPROCS(0)) }

// waits has the calls of waitMore that are not done.
var waits struct {
	sync.Mutex
	count int
	procs int // GOMAXPROCS before the first one
}

// waitMore lets 8 goroutines wait for a disk at once, until done is called. A
// goroutine in a call of the system keeps its processor of Go, unless the call
// takes far longer than to make a file durable does: `autofix fix` of 50 files
// takes 32 ms with 2 of them, and 24 ms with 8.
func waitMore() (done func()) {
	waits.Lock()
	defer waits.Unlock()
	if waits.count++; waits.count == 1 {
		waits.procs = runtime.GOMAXPROCS(max(8, runtime.GOMAXPROCS(0)))
	}
	return func() {
		waits.Lock()
		defer waits.Unlock()
		if waits.count--; waits.count == 0 {
			runtime.GOMAXPROCS(waits.procs)
		}
	}
}

// parallel calls do with 0 to count-1, from several goroutines, until one call
// fails or the context ends. It returns the error with the lowest number among
// the calls that were made.
func parallel(ctx context.Context, count int, do func(i int) error) error {
	var (
		next   atomic.Int64
		failed atomic.Bool
		wait   sync.WaitGroup
		mutex  sync.Mutex
		first  error
		lowest = count
	)
	work := func() {
		for !failed.Load() {
			i := int(next.Add(1)) - 1
			if i >= count {
				return
			}
			err := context.Cause(ctx)
			if err == nil {
				err = do(i)
			}
			if err != nil {
				failed.Store(true)
				mutex.Lock()
				if i < lowest {
					first, lowest = err, i
				}
				mutex.Unlock()
			}
		}
	}
	for range min(workers(), count) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
	return first
}

// atOnce calls functions at the same time. It is parallel for these.
func atOnce(ctx context.Context, calls ...func() error) error {
	return parallel(ctx, len(calls), func(i int) error { return calls[i]() })
}

// maxGroup is the maximum size of a group, so that several goroutines share a
// folder with many files.
const maxGroup = 64

// A group is a set of entries of one folder.
type group struct {
	dir     string
	entries []*entry
}

// groupByFolder splits entries by folder.
func groupByFolder(entries []*entry) []group {
	at := map[string]int{} // files of a folder need not be adjacent: a/b.go, a/b/c.go, a/c.go
	var groups []group
	for _, e := range entries {
		dir := e.dir()
		i, ok := at[dir]
		if !ok || len(groups[i].entries) >= maxGroup {
			i = len(groups)
			at[dir] = i
			groups = append(groups, group{dir: dir})
		}
		groups[i].entries = append(groups[i].entries, e)
	}
	return groups
}

// each calls visit for every entry of the groups, from several goroutines, with
// the open folder of the entry, or nil if the folder no longer exists. Names in
// an open folder cannot be redirected. Once it has visited the entries of a
// folder that exists, it calls left, if that is not nil.
func (t *transaction) each(ctx context.Context, visit func(*os.Root, *entry) error, left func(folder *os.Root, dir string) error) error {
	return parallel(ctx, len(t.groups), func(i int) error {
		g := &t.groups[i]
		folder, err := t.w.openFolder(g.dir)
		if err != nil {
			return err
		}
		if folder == nil {
			t.moved.Store(true)
		} else {
			defer folder.Close()
		}
		for _, e := range g.entries {
			if err := visit(folder, e); err != nil {
				return err
			}
		}
		if folder == nil || left == nil {
			return nil
		}
		return left(folder, g.dir)
	})
}

// openFolder opens a canonical folder. It returns nil if the path is no longer
// a folder of the workspace: removed, or replaced by a file or by a link to
// elsewhere.
func (w *Workspace) openFolder(dir string) (folder *os.Root, err error) {
	for range 10 { // dir may change each time
		resolved, info, lookErr := w.resolve(dir)
		if errors.Is(lookErr, ErrOutside) || errors.Is(lookErr, errCircle) ||
			lookErr == nil && (info == nil || !info.IsDir() || resolved != dir) {
			return nil, nil
		}
		if lookErr != nil {
			return nil, lookErr
		}
		if folder, err = w.openThe(dir, info); folder != nil {
			return folder, nil
		}
	}
	return nil, err
}

// openThe opens the folder that info describes, or returns nil if a link, which
// may lead into .git, has replaced it.
func (w *Workspace) openThe(dir string, info fs.FileInfo) (*os.Root, error) {
	folder, err := w.root.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return nil, failure(dir, "cannot open the folder", err)
	}
	opened, err := folder.Stat(".")
	if err == nil && os.SameFile(info, opened) {
		return folder, nil
	}
	folder.Close()
	if err != nil {
		return nil, failure(dir, "cannot open the folder", err)
	}
	return nil, nil
}
