package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// tree compares planning with git apply, and a durable write with the floor: the least that such a write can do.
func (b *bench) tree(count int) ([]row, error) {
	dir, err := os.MkdirTemp(b.dir, "tree-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	t := treeIn(dir, count)
	// In processes of their own: the kernel counts the memory of a process that starts another as the other's peak.
	inDir := func(child string) func() error {
		return func() error { return self(child, dir, strconv.Itoa(count)).Run() }
	}
	restore := inDir("restore")
	if err := inDir("generate")(); err != nil {
		return nil, err
	}
	gitApply := side{name: "git apply", prepare: restore, command: func() *exec.Cmd {
		cmd := exec.Command("git", "apply", t.patch)
		cmd.Dir = t.root
		return cmd
	}}
	ours := func(name, child string) side {
		return side{name: name, prepare: restore, command: func() *exec.Cmd { return self(child, t.root, t.artifacts) }}
	}
	floor := side{name: "floor", prepare: restore, command: func() *exec.Cmd { return self("floor", t.root) }}

	planned, err := b.compare("artifacts to bytes in memory", ours("merge", "plan"), gitApply)
	if err != nil {
		return nil, err
	}
	written, err := b.compare("written durably", ours("merge and write", "write"), floor)
	if err != nil {
		return nil, err
	}
	return []row{planned, written}, nil
}

// plan reads all artifacts and merges them over the workspace.
func plan(ws *workspace.Workspace, artifacts string) (*fixedits.Plan, error) {
	files, err := filepath.Glob(filepath.Join(artifacts, "*.json"))
	if err != nil {
		return nil, err
	}
	proposals := make([]fixedits.Proposal, len(files))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, file := range files {
		group.Go(func() error {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			a, err := artifact.Decode(data)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			proposals[i] = a.Proposal()
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	plan, err := fixedits.Merge(proposals, fixedits.Options{Read: ws.Read, Canonical: ws.Canonical})
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
