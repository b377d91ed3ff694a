//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// filesOfA is the number of files in scenario (a).
const filesOfA = 10_000

// tree compares planning with git apply, and durably writing a plan with the
// floor.
func (b *bench) tree() ([]row, error) {
	t, err := b.newTree(filesOfA)
	if err != nil {
		return nil, err
	}
	gitApply := side{name: "git apply", prepare: t.renew, command: func() *exec.Cmd {
		cmd := exec.Command("git", "apply", t.patch)
		cmd.Dir = t.root
		return cmd
	}}
	floor := side{name: "floor", prepare: t.renew, command: func() *exec.Cmd {
		return self("floor", t.root, strconv.Itoa(t.count))
	}}
	planned, err := b.compare("artifacts to bytes in memory", t.planning("merge"), gitApply)
	if err != nil {
		return nil, err
	}
	written, err := b.compare("artifacts to files, durably", t.writing("merge and write"), floor)
	return []row{planned, written}, err
}

// largeTree compares ten times the files of (a) with the files of (a).
func (b *bench) largeTree() ([]row, error) {
	small, err := b.newTree(filesOfA)
	if err != nil {
		return nil, err
	}
	large, err := b.newTree(10 * filesOfA)
	if err != nil {
		return nil, err
	}
	planned, err := b.compare("artifacts to bytes in memory", large.planning("merge"), small.planning("merge of (a)"))
	if err != nil {
		return nil, err
	}
	written, err := b.compare("artifacts to files, durably", large.writing("merge and write"), small.writing("that of (a)"))
	return []row{planned, written}, err
}

// newTree creates the artifacts, the patch and a first workspace. They are
// removed after the measurements.
func (b *bench) newTree(count int) (*tree, error) {
	dir, err := os.MkdirTemp(b.dir, "tree-")
	if err != nil {
		return nil, err
	}
	t := treeIn(dir, count)
	// In a separate process, because the kernel counts the memory of a parent
	// process as the peak of its child.
	if err := self("generate", dir, strconv.Itoa(count)).Run(); err != nil {
		return nil, err
	}
	return t, t.renew()
}

// planning measures a plan, which does not change the workspace.
func (t *tree) planning(name string) side {
	root := t.root
	return side{name: name, command: func() *exec.Cmd { return self("plan", root, t.artifacts) }}
}

// writing measures writing a plan, each time to a new workspace.
func (t *tree) writing(name string) side {
	return side{name: name, prepare: t.renew, command: func() *exec.Cmd { return self("write", t.root, t.artifacts) }}
}

// plan reads all artifacts and merges them over the workspace.
func plan(ws *workspace.Workspace, artifacts string) (*fixedits.Plan, error) {
	files, err := filepath.Glob(filepath.Join(artifacts, "*.json"))
	if err != nil {
		return nil, err
	}
	encoded := make([]pipeline.Encoded, len(files))
	for i, file := range files {
		encoded[i].Path = file
	}
	read, failed, err := pipeline.ReadArtifacts(context.Background(), encoded)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", files[failed], err)
	}
	proposals := make([]fixedits.Proposal, len(read))
	for i, a := range read {
		proposals[i] = a.Proposal()
	}
	plan, err := fixedits.Merge(proposals, fixedits.Options{Read: ws.Read, Canonical: ws.Canonical, Each: (*fixedits.FileChange).DropTexts})
	if err != nil {
		return nil, err
	}
	if got, want := plan.Count(fixedits.StatusApplied), len(files)*fixesPerFile; got != want {
		return nil, fmt.Errorf("%d fixes are applied, want %d", got, want)
	}
	return plan, nil
}

func write(ws *workspace.Workspace, plan *fixedits.Plan) error {
	changes := make([]workspace.Change, len(plan.Files))
	for i, file := range plan.Files {
		changes[i] = workspace.Change{Path: file.Path, BeforeSHA256: file.BeforeSHA256, After: file.After}
	}
	return ws.Write(context.Background(), changes)
}
