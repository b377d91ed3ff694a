//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/rules-autofix/rules_autofix/bench/measure"
	"github.com/rules-autofix/rules_autofix/bench/monorepo"
	"github.com/rules-autofix/rules_autofix/verify/shadow"
)

// diskUse measures (c).
func (b *bench) diskUse(ctx context.Context) error {
	tree, err := diskBytes(b.Dir)
	if err != nil {
		return err
	}
	files, err := filesToFix(b.tree, b.fixes)
	if err != nil {
		return err
	}
	for _, count := range []int{1, len(files)} {
		var fixes []fix
		texts := int64(0)
		for _, file := range files[:count] {
			fixes = append(fixes, fix{file: file, word: harmless})
			texts += blocksOf(len(file.Text(0)))
		}
		if _, _, err := b.fix(ctx, fixes, "--mode=check"); err != nil {
			return err
		}
		dir, err := b.shadow()
		if err != nil {
			return err
		}
		used, err := diskBytes(filepath.Join(dir, "tree"))
		if err != nil {
			return err
		}
		outputs, err := diskBytes(filepath.Join(dir, "state"))
		if err != nil {
			return err
		}
		share := float64(used) / float64(tree)
		b.rows = append(b.rows, row{
			what:    fmt.Sprintf("(c) disk use of the shadow, %d of %d files changed", count, len(b.tree.Files())),
			figure:  fmt.Sprintf("%.2f %%: %d KiB of %d KiB", 100*share, used>>10, tree>>10),
			bar:     "under 5 %",
			met:     share < 0.05,
			details: fmt.Sprintf("the changed texts alone: %.2f %%; output base: %d KiB", 100*float64(texts)/float64(tree), outputs>>10),
		})
	}
	return nil
}

// blocksOf returns the disk use of a small file on most file systems.
func blocksOf(size int) int64 { return int64(size+4095) &^ 4095 }

// diskBytes returns the disk use of the files below a folder, as du counts it,
// without the links to Bazel's outputs.
func diskBytes(dir string) (int64, error) {
	var sum int64
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(entry.Name(), "bazel-") && entry.Type() == fs.ModeSymlink {
			return nil // a running server replaces files of its own
		}
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		sum += info.Sys().(*syscall.Stat_t).Blocks * 512
		return nil
	})
	return sum, err
}

// moreFiles is the number of unchanged files that are added in (d).
const moreFiles = 10_000

// unchangedFiles measures (d).
func (b *bench) unchangedFiles(ctx context.Context) error {
	const fewTargets = 2 * monorepo.TargetsPerPackage
	dir := filepath.Join(b.dir, "unchanged")
	few, many := filepath.Join(dir, "few"), filepath.Join(dir, "many")
	for root, targets := range map[string]int{few: fewTargets, many: fewTargets + moreFiles/monorepo.FilesPerTarget} {
		if _, err := newWorkspace(root, targets); err != nil {
			return err
		}
	}
	changed := shadow.File{Path: monorepo.DirOf(0) + "/BUILD.bazel", Text: []byte("# changed\n")}
	for _, kind := range []struct {
		name   string
		copies bool
	}{{"links", false}, {"copies", true}} {
		caches := 0
		side := func(root string, anew bool) measure.Side {
			return measure.Side{Name: root, Do: func() (measure.Cost, error) {
				// Old ones stay: ext4 creates files slowly for some minutes after
				// many were deleted.
				if caches++; !anew {
					caches = 0
				}
				cache := filepath.Join(dir, fmt.Sprintf("cache-%s-%d", kind.name, caches))
				start := time.Now()
				tree, err := shadow.Open(ctx, root, cache, kind.copies, nil)
				if err != nil {
					return measure.Cost{}, err
				}
				err = tree.Set([]shadow.File{changed})
				if _, walked := tree.Written(); err == nil {
					err = walked
				}
				took := measure.Cost{Wall: time.Since(start)}
				return took, errors.Join(err, tree.Close())
			}}
		}
		for _, anew := range []bool{true, false} {
			medians, err := measure.InTurn(b.runs, 0, side(few, anew), side(many, anew))
			if err != nil {
				return err
			}
			added := medians[many].Wall - medians[few].Wall
			state := "again"
			if anew {
				state = "anew"
			}
			b.rows = append(b.rows, row{
				what:    fmt.Sprintf("(d) %d more unchanged files, a shadow of %s, made %s", moreFiles, kind.name, state),
				figure:  fmt.Sprintf("%.3f s more", added.Seconds()),
				bar:     "under 1 s",
				met:     added < time.Second,
				details: fmt.Sprintf("%.3f s in all; median of %d", medians[many].Wall.Seconds(), b.runs),
			})
		}
	}
	return os.RemoveAll(dir)
}
