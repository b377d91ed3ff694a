package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var benchText = strings.Repeat("some line of text, as long as lines are\n", 120)

// benchTree creates 10,000 files, 20 per folder, and returns their paths.
func benchTree(b *testing.B, root string) []string {
	const files, perFolder = 10_000, 20
	paths := make([]string, files)
	for i := range paths {
		paths[i] = fmt.Sprintf("d%03d/e%04d/f%06d.txt", i/perFolder/20, i/perFolder, i)
		if i%perFolder == 0 {
			check(b, os.MkdirAll(filepath.Join(root, filepath.Dir(paths[i])), 0o755))
		}
		check(b, os.WriteFile(filepath.Join(root, paths[i]), []byte(benchText), 0o644))
	}
	return paths
}

// BenchmarkRead reads 10,000 files one after the other, with openat2 and with
// os.Root alone, as on other systems.
func BenchmarkRead(b *testing.B) {
	for _, short := range []bool{true, false} {
		b.Run(fmt.Sprintf("short=%v", short), func(b *testing.B) {
			if !short {
				withoutOpenat2(b)
			}
			root := b.TempDir()
			paths := benchTree(b, root)
			w := openAt(b, root, nil)
			for b.Loop() {
				for _, path := range paths {
					if text, err := w.Read(path); err != nil || len(text) != len(benchText) {
						b.Fatalf("%s: %d bytes, %v", path, len(text), err)
					}
				}
			}
		})
	}
}

// BenchmarkList lists 10,000 files, without git and with it.
func BenchmarkList(b *testing.B) {
	for _, way := range []string{"plain", "git"} {
		b.Run(way, func(b *testing.B) {
			root := b.TempDir()
			paths := benchTree(b, root)
			w := openAt(b, root, nil)
			if way == "git" {
				git(b, root, "init", "-q")
				git(b, root, "add", ".")
			}
			for b.Loop() {
				if files, err := w.List([]string{root}, ListOptions{}); err != nil || len(files) != len(paths) {
					b.Fatalf("%d files, %v", len(files), err)
				}
			}
		})
	}
}

// BenchmarkWrite replaces 10,000 files of 120 lines, durably, below TMPDIR, and
// reports the time of each phase. The program bench/writefloor compares it with
// the least possible work.
func BenchmarkWrite(b *testing.B) {
	phases := map[string]time.Duration{}
	base := b.TempDir()
	for run := 0; b.Loop(); run++ {
		b.StopTimer()
		root := filepath.Join(base, fmt.Sprint(run))
		paths := benchTree(b, root)
		changes := make([]Change, len(paths))
		for i, path := range paths {
			changes[i] = change(path, benchText, "S"+benchText[1:])
		}
		w, err := Open(root)
		check(b, err)
		if hasSyncfs {
			check(b, syncFilesystem(w.dir))
		}
		last := time.Now()
		w.step = func(point, path string) error {
			if path == "" {
				phases[point] += time.Since(last)
				last = time.Now()
			}
			return nil
		}
		b.StartTimer()
		last = time.Now()
		check(b, w.Write(context.Background(), changes))
		b.StopTimer()
		check(b, w.Close())
		b.StartTimer()
	}
	for point, took := range phases {
		b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "ms-to-"+strings.ReplaceAll(point, " ", "-"))
	}
}
