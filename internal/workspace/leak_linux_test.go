package workspace

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"testing"
)

// No operation, successful or not, leaves a file open. No garbage collection
// closes any meanwhile.
func TestNoDescriptorsAreLeaked(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w, base := linked(t)
	check(t, os.Link(filepath.Join(w.Root(), "a.txt"), filepath.Join(w.Root(), "a-too.txt")))
	plant(t, base, map[string]string{"ws/r/.git": "gitdir: x\n", "ws/r/f": ""})
	declared := OpenDeclared(w.Root())
	c := newCheckout(t)
	c.sh("echo bad >>a; git add a")
	staged, err := Open(c.root)
	check(t, err)
	defer staged.Close()
	fail := func(point string) func() {
		return func() {
			w.step = func(at, _ string) error {
				if at == point {
					return syscall.EIO
				}
				return nil
			}
			_ = write(w, change("sub/b.txt", "b", "2"))
			w.step = nil
			_, _ = w.Recover(context.Background())
			text, _ := w.Read("sub/b.txt")
			_ = write(w, change("sub/b.txt", string(text), "b"))
		}
	}
	for name, do := range map[string]func(){
		"reading": func() {
			for _, path := range []string{"a.txt", "to-a", "to-to-a", "to-sub/b.txt", "absolute", "sub", "to-sub", "none", "dangling", "out", "round", "../x", "a.txt/x"} {
				_, _ = w.Read(path)
				_, _ = w.Head(path, 1)
				_, _ = w.Canonical(path)
				_, _ = w.Repository(path)
				_, _ = declared.Read(path)
			}
		},
		"listing": func() {
			for _, path := range []string{".", "sub", "to-sub", "to-a", "none", "r", "r/f"} {
				_, _ = w.List([]string{path}, ListOptions{Canonical: true})
			}
		},
		"writing":               func() { _ = write(w, change("sub/b.txt", "b", "2")); _ = write(w, change("to-sub/b.txt", "2", "b")) },
		"writing what is stale": func() { _ = write(w, change("sub/b.txt", "other", "2"), change("none", "1", "2")) },
		"writing a path that is not a file": func() {
			_ = write(w, change("sub", "b", "2"))
			_ = write(w, change("out", "b", "2"))
			_ = write(w, creation("a.txt", "x"))
			_ = write(w, creation("a.txt/x", "x"))
		},
		"creating and deleting": func() {
			_ = write(w, creation("none/of/new", "x"))
			_ = write(w, deletion("none/of/new", "x"))
		},
		"failing before":      fail("prepared"),
		"failing to stage":    fail("created"),
		"failing at the end":  fail("staged"),
		"failing to verify":   fail("verify"),
		"failing to commit":   fail("commit"),
		"failing to rename":   fail("rename"),
		"failing in the rest": fail("renamed all"),
		"failing to write what git is ready for": func() {
			x, err := staged.Index(context.Background())
			check(t, err)
			staged.step = func(at, _ string) error {
				if at == "prepared" {
					return syscall.EIO
				}
				return nil
			}
			if err := x.Write(context.Background(), improved(x)); err == nil {
				t.Error("the index was written")
			}
			staged.step = nil
		},
		"another's journal": func() {
			plant(t, w.Root(), map[string]string{journalName: "notes"})
			_ = write(w, change("sub/b.txt", "b", "2"))
			_, _ = w.Recover(context.Background())
			_ = os.Remove(filepath.Join(w.Root(), journalName))
		},
		"opening": func() {
			if other, err := Open(w.Root()); err == nil {
				_ = other.Close()
			}
			_, _ = Open(filepath.Join(w.Root(), "none"))
			_, _ = Open(filepath.Join(w.Root(), "a.txt"))
		},
	} {
		for _, short := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				if !short {
					withoutOpenat2(t)
				}
				do() // what is opened once and kept
				before := openDescriptors(t)
				for range 5 {
					do()
				}
				if after := openDescriptors(t); after > before {
					t.Errorf("%d files are open, %d before", after, before)
				}
			})
		}
	}
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skipf("this system does not say what is open: %v", err)
	}
	return len(entries)
}
