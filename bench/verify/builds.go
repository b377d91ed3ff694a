//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/bench/monorepo"
)

// A scenario has bad fixes among harmless ones.
type scenario struct {
	name  string
	words []string // of the bad fixes
	bar   int      // builds
}

var scenarios = []scenario{
	{"1 bad, its target does not build", []string{breaksBuild}, 12},
	{"1 bad, only the release test fails", []string{breaksTest}, 12},
	{"5 bad, their targets do not build", slices.Repeat([]string{breaksBuild}, 5), 60},
	{"5 bad, only the release test fails", slices.Repeat([]string{breaksTest}, 5), 60},
	{"2 bad only together, in the release test", []string{left, right}, 60},
}

// countBuilds measures (a).
func (b *bench) countBuilds(ctx context.Context) error {
	files, err := filesToFix(b.tree, b.fixes)
	if err != nil {
		return err
	}
	for n, s := range scenarios {
		fixes := make([]fix, len(files))
		for i, file := range files {
			fixes[i] = fix{file: file, word: harmless}
		}
		bad := map[int]bool{}
		for i, word := range s.words {
			// Spread, and elsewhere each time.
			at := ((2*i+1)*len(files)/(2*len(s.words)) + 7*n) % len(files)
			fixes[at].word, bad[at] = word, true
		}
		start := time.Now()
		found, said, err := b.fix(ctx, fixes)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		took := time.Since(start)
		if err := b.judge(fixes, bad, found); err != nil {
			return fmt.Errorf("%s: %w\n%s", s.name, err, said)
		}
		searching := strings.Count(said, ": searching for ")
		b.rows = append(b.rows, row{
			what:    fmt.Sprintf("(a) %d fixes: %s", len(fixes), s.name),
			figure:  fmt.Sprintf("%d builds to find them, %d in all; %.0f s", searching, found.Verified.Builds, took.Seconds()),
			bar:     fmt.Sprintf("at most %d builds", s.bar),
			met:     searching <= s.bar,
			details: fmt.Sprintf("%d targets, %d of them tests; %d fixes applied", found.Verified.Targets, found.Verified.Tests, len(fixes)-len(bad)),
		})
		log.Printf("%s: %d builds in %.0f s", s.name, found.Verified.Builds, took.Seconds())
		for _, file := range files {
			if err := monorepo.WriteFile(filepath.Join(b.Dir, file.Path), file.Text(0)); err != nil {
				return err
			}
		}
	}
	return nil
}

// judge fails if a bad fix was applied, or another one was not.
func (b *bench) judge(fixes []fix, bad map[int]bool, found *summary) error {
	status := map[string]string{}
	for _, f := range found.Fixes {
		status[f.ID] = f.Status + " " + f.Verdict.Kind
	}
	for i, f := range fixes {
		want := "applied verified"
		if bad[i] {
			want = "broke_build broke_build"
		}
		if got := status[f.id]; got != want {
			return fmt.Errorf("the fix that writes %s in %s is %q, want %q", f.word, f.file.Path, got, want)
		}
		text, err := os.ReadFile(filepath.Join(b.Dir, f.file.Path))
		if err != nil {
			return err
		}
		if written := bytes.Contains(text, []byte(f.word)); written == bad[i] {
			return fmt.Errorf("%s in %s: written %v", f.word, f.file.Path, written)
		}
	}
	return nil
}
