//go:build linux

package main

import (
	"fmt"
	"strconv"

	"github.com/rules-autofix/rules_autofix/internal/heap"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
	"github.com/rules-autofix/rules_autofix/tools/bench/floor"
)

// child runs the measured part of a child process.
func child(what string, args []string) error {
	heap.Grow()
	switch what {
	case "generate":
		count, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		return treeIn(args[0], count).generate()
	case "plan":
		return withWorkspace(args[0], func(ws *workspace.Workspace) error {
			_, err := plan(ws, args[1])
			return err
		})
	case "write":
		return withWorkspace(args[0], func(ws *workspace.Workspace) error {
			p, err := plan(ws, args[1])
			if err != nil {
				return err
			}
			return write(ws, p)
		})
	case "floor":
		count, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		paths := make([]string, count)
		for i := range paths {
			paths[i] = nameOf(i)
		}
		_, err = floor.Replace(args[0], paths, 1)
		return err
	case "apply":
		return applyLarge(args[0], args[1])
	case "copy":
		return copyLarge(args[0], args[1])
	case "diff":
		return diffLarge(args[0], args[1])
	}
	return fmt.Errorf("no child %q", what)
}

func withWorkspace(root string, do func(*workspace.Workspace) error) error {
	ws, err := workspace.Open(root)
	if err != nil {
		return err
	}
	defer ws.Close()
	return do(ws)
}
