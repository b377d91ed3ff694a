//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/tools/bench/floor"
)

const (
	linesPerFile   = 120
	fixesPerFile   = 10
	filesPerFolder = 100
)

// A tree is a workspace with pending fixes, its artifacts, and a patch that
// makes the same changes.
type tree struct {
	dir       string
	root      string // the newest workspace
	roots     int    // the number of workspaces so far
	artifacts string // a folder with an artifact for each file
	patch     string // for git apply
	count     int    // of files
}

func treeIn(dir string, count int) *tree {
	return &tree{
		dir:       dir,
		artifacts: filepath.Join(dir, "artifacts"),
		patch:     filepath.Join(dir, "all.patch"),
		count:     count,
	}
}

// generate writes the artifacts and the patch.
func (t *tree) generate() error {
	if err := os.MkdirAll(t.artifacts, 0o755); err != nil {
		return err
	}
	patch, err := os.Create(t.patch)
	if err != nil {
		return err
	}
	defer patch.Close()
	for i := range t.count {
		name, before := nameOf(i), text(i)
		fixes := fixesOf(name, i)
		var edits []fixedits.Edit
		for _, fix := range fixes {
			edits = append(edits, fix.Edits...)
		}
		after, err := fixedits.Apply(before, edits)
		if err != nil {
			return err
		}
		if _, err := patch.Write(textdiff.Unified(name, name, before, after, textdiff.Options{})); err != nil {
			return err
		}
		if err := t.writeArtifact(i, name, before, fixes); err != nil {
			return err
		}
	}
	return nil
}

// renew creates a new workspace in the state before any fix, and waits until it
// is on disk. The previous one is kept: ext4 creates files slowly for some
// minutes after many were deleted.
func (t *tree) renew() error {
	t.roots++
	t.root = filepath.Join(t.dir, fmt.Sprintf("tree%d", t.roots))
	for i := range t.count {
		path := filepath.Join(t.root, nameOf(i))
		if i%filesPerFolder == 0 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(path, text(i), 0o644); err != nil {
			return err
		}
	}
	return floor.Sync(t.root)
}

func nameOf(i int) string { return fmt.Sprintf("p%04d/f%06d.txt", i/filesPerFolder, i) }

func (t *tree) writeArtifact(i int, name string, before []byte, fixes []fixedits.Fix) error {
	a := artifact.New(artifact.Tool{Name: "bench", Version: "1"}, fmt.Sprintf("//p%04d:f%06d", i/filesPerFolder, i))
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(name, before)}
	a.Fixes = fixes
	for n, fix := range fixes {
		edit := fix.Edits[0]
		diagnostic := fixedits.Diagnostic{
			Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning, Message: "a word is old-fashioned",
			Path: name, Start: edit.Start, End: edit.End, Line: lineOf(n) + 1, Column: 11, Fixes: []string{fix.ID},
		}
		diagnostic.ID = fixedits.DiagnosticID(&diagnostic)
		a.Diagnostics = append(a.Diagnostics, diagnostic)
	}
	a.Normalize()
	data, err := artifact.Marshal(a)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.artifacts, fmt.Sprintf("%06d.json", i)), data, 0o644)
}

// text returns the text of the file with index i. All texts are different.
func text(i int) []byte {
	var out bytes.Buffer
	for line := range linesPerFile {
		fmt.Fprintf(&out, "line %03d: some words of file %06d\n", line, i)
	}
	return out.Bytes()
}

func lineOf(fix int) int { return fix * (linesPerFile / fixesPerFile) }

// fixesOf returns fixes that each replace the word "some" on a separate line.
func fixesOf(name string, i int) []fixedits.Fix {
	fixes := make([]fixedits.Fix, fixesPerFile)
	width := len(fmt.Sprintf("line %03d: some words of file %06d\n", 0, i))
	for n := range fixes {
		start := lineOf(n)*width + len("line 000: ")
		fix := fixedits.Fix{
			Rule: "bench/word", Phase: fixedits.PhaseStyle, Title: "Replace the word",
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: name, Start: start, End: start + len("some"), New: []byte("several")}},
		}
		fix.ID = fixedits.ContentID(&fix)
		fixes[n] = fix
	}
	return fixes
}
