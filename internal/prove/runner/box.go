package runner

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// A box is a command in its sandbox.
type box struct {
	command process.Command
	level   sandbox.Level
}

// A seen is the least that commands had so far.
type seen struct {
	ran       bool
	level     sandbox.Level // the lowest
	network   bool          // a command other than a setup could reach it
	variables map[string]bool
	limits    []string
	missing   map[string]bool
}

// box wraps a command.
func (r *Runner) box(ctx context.Context, q *Request, s *scratch, argv []string) (*box, error) {
	if r.tools == nil {
		r.tools = findTools(ctx, s, q.Tree.Dir(), r.Hidden)
	}
	private := r.hasPrivateTemp(ctx)
	env, err := r.environment(q, s, private)
	if err != nil {
		return nil, err
	}
	limits, left := r.Limits.Enforceable()
	policy := &sandbox.Policy{
		Dir:       r.dir(q),
		ReadWrite: []string{q.Tree.Dir(), s.home, s.out, s.tmp, s.caches, s.bazel, s.archives},
		ReadOnly:  slices.Concat(r.tools.folders, r.ReadOnly, installation(q.Command.Program)),
		Env:       env,
		Require:   r.Require,
	}
	for _, hidden := range r.Hidden {
		if !slices.Contains(policy.ReadOnly, hidden) {
			policy.Hidden = append(policy.Hidden, hidden)
		}
	}
	if q.Network {
		policy.Network = sandbox.Allow
		policy.ReadWrite = append(policy.ReadWrite, s.downloads)
		for _, name := range certificates {
			if file := os.Getenv(name); filepath.IsAbs(file) {
				policy.ReadOnly = append(policy.ReadOnly, file)
			}
		}
	} else {
		policy.ReadOnly = append(policy.ReadOnly, s.downloads)
	}
	wrapped, level, err := sandbox.Wrap(ctx, policy, process.Command{
		Program: q.Command.Program, Args: argv[1:], Limits: limits, Grace: grace,
	})
	if err != nil {
		return nil, err
	}
	if private && level < sandbox.Namespaces {
		return nil, fmt.Errorf("the level %s was reached, which is less than on the last try", level)
	}
	r.note(q, level, env, limits, left)
	return &box{wrapped, level}, nil
}

// hasPrivateTemp reports whether commands get a separate /tmp.
func (r *Runner) hasPrivateTemp(ctx context.Context) bool {
	for _, rung := range sandbox.Probe(ctx) {
		if rung.Err == nil {
			return rung.Level >= sandbox.Namespaces
		}
	}
	return false
}

// note remembers the sandbox, environment and limits of a command.
func (r *Runner) note(q *Request, level sandbox.Level, env []string, limits process.Limits, left []string) {
	if !r.seen.ran {
		r.seen = seen{ran: true, level: level, variables: map[string]bool{}, missing: map[string]bool{}}
	}
	r.seen.level = min(r.seen.level, level)
	r.seen.network = r.seen.network || !q.Network && !level.EnforcesNetwork()
	r.seen.limits = limitNames(limits)
	for _, row := range env {
		r.seen.variables[nameOf(row)] = true
	}
	for _, why := range left {
		r.seen.missing[why] = true
	}
	for _, row := range []struct {
		has  bool
		what string
	}{
		{level.EnforcesFiles(), "files outside of the tree can be read"},
		{level.EnforcesNetwork(), "the network can be reached"},
		{level.EnforcesProcesses(), "other processes can be seen"},
	} {
		if !row.has {
			r.seen.missing[row.what] = true
		}
	}
}

func limitNames(l process.Limits) []string {
	var names []string
	for _, row := range []struct {
		set  bool
		text string
	}{
		{l.Memory > 0, fmt.Sprintf("memory %d bytes", l.Memory)},
		{l.CPU > 0, fmt.Sprintf("CPU time %v", l.CPU)},
		{l.OpenFiles > 0, fmt.Sprintf("open files %d", l.OpenFiles)},
		{l.Processes > 0, fmt.Sprintf("processes %d", l.Processes)},
		{l.FileSize > 0, fmt.Sprintf("file size %d bytes", l.FileSize)},
	} {
		if row.set {
			names = append(names, row.text)
		}
	}
	return names
}

// Sandbox returns the limits on the commands so far: the least of all runs.
func (r *Runner) Sandbox() evidence.Sandbox {
	r.mu.Lock()
	defer r.mu.Unlock()
	network := "deny"
	if r.seen.network {
		network = "allow"
	}
	return evidence.Sandbox{
		Level: r.seen.level.String(), Network: network, Limits: slices.Clone(r.seen.limits),
		Missing: slices.Sorted(maps.Keys(r.seen.missing)),
	}
}

// Environment returns the names of the variables that commands had so far,
// sorted.
func (r *Runner) Environment() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.seen.variables))
}
