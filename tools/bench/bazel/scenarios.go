package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
	"github.com/rules-autofix/rules_autofix/tools/bench/monorepo"
)

// The flags and targets of builds.
const (
	outputGroups = "--output_groups=autofix_artifact,autofix_report" // as of --config=autofix
	everything   = "//..."
)

var (
	plain   = []string{everything}
	noop    = []string{"--aspects=//tools:noop.bzl%noop", everything}
	checked = []string{"--config=autofix", everything}
	// Only the outputs of the checks.
	checks  = []string{"--config=autofix", outputGroups, everything}
	perFile = []string{"--config=per_file", "--output_groups=per_file_artifact,per_file_diff,per_file_report,per_file_sarif", everything}
	// Validations off: nogo's would fail on the findings, and are work that it
	// needs not do here.
	goChecks = []string{"--config=autofix", outputGroups, "--norun_validations", "--", everything, "-//tools/..."}
	goNogo   = []string{"--output_groups=nogo_fix", "--norun_validations", "--", everything, "-//tools/..."}
)

// unmeasuredRuns is the number of null builds before measurements begin: a new
// server gets faster with each, because its virtual machine compiles frequently
// used code.
const unmeasuredRuns = 3

// A scenario measures a workspace of a given size, and returns its rows.
type scenario struct {
	name string
	run  func(b *bench, ctx context.Context, targets int) ([]row, error)
}

var scenarios = []scenario{
	{"null", (*bench).nullBuilds},
	{"fix", (*bench).fixes},
	{"per-file", (*bench).coldPerFile},
	{"nogo", (*bench).coldNogo},
}

func scenarioNames() []string {
	var names []string
	for _, s := range scenarios {
		names = append(names, s.name)
	}
	return names
}

func (b *bench) wants(s scenario) bool { return len(b.only) == 0 || slices.Contains(b.only, s.name) }

// nullBuilds measures (a) and (b).
func (b *bench) nullBuilds(ctx context.Context, targets int) (rows []row, err error) {
	m, err := b.make("null", targets, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.discard(m)) }()
	if err := m.WarmUp(ctx, plain...); err != nil {
		return nil, err
	}
	heapWithout, err := m.Heap(ctx)
	if err != nil {
		return nil, err
	}
	for _, args := range [][]string{checked, checks} {
		if err := m.WarmUp(ctx, args...); err != nil {
			return nil, err
		}
	}
	if err := m.verify(m.countChecks()); err != nil {
		return nil, err
	}
	heapWith, err := m.Heap(ctx)
	if err != nil {
		return nil, err
	}

	var without, nothing, with, shell, golang times
	for run := range unmeasuredRuns + b.runs {
		for _, side := range []struct {
			args   []string
			change string // the extension of a file that is changed before the measurement; "": none
			times  *times
		}{
			{plain, "", &without},
			{noop, "", &nothing},
			{checked, "", &with},
			{checked, ".sh", &shell},
			{checks, ".go", &golang},
		} {
			// The first build after one with other flags does not count.
			if _, err := m.Build(ctx, side.args...); err != nil {
				return nil, err
			}
			if side.change != "" {
				if err := m.changeOne(side.change); err != nil {
					return nil, err
				}
			}
			took, err := m.Build(ctx, side.args...)
			if err != nil {
				return nil, err
			}
			if run >= unmeasuredRuns {
				*side.times = append(*side.times, took)
			}
		}
	}
	peak, err := m.Peak(ctx)
	if err != nil {
		return nil, err
	}
	at := row{targets: targets, files: len(m.tree.Files()), peer: "null build", theirs: without}
	return []row{
		at.of("(a) null build with checks", with, 1.3).withMemory(heapWith, heapWithout, peak),
		at.of("(a) null build with an aspect that does nothing", nothing, 0),
		at.of("(b) a shell script changed", shell, 1.5),
		at.of("(b) a Go file changed, checks only", golang, 1.5),
	}, nil
}

// fixes measures (e).
func (b *bench) fixes(ctx context.Context, targets int) (rows []row, err error) {
	m, err := b.make("fix", targets, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.discard(m)) }()
	if err := m.WarmUp(ctx, checked...); err != nil {
		return nil, err
	}
	if err := m.verify(m.countChecks()); err != nil {
		return nil, err
	}
	if _, err := m.fix(ctx, "applied"); err != nil { // the generated findings
		return nil, err
	}
	var null, idle, dirty times
	for run := range unmeasuredRuns + b.runs {
		for _, side := range []struct {
			measure func() (time.Duration, error)
			dirty   bool
			times   *times
		}{
			{func() (time.Duration, error) { return m.BuildByClock(ctx, checked...) }, false, &null},
			{func() (time.Duration, error) { return m.fix(ctx, "autofix: nothing pending") }, false, &idle},
			{func() (time.Duration, error) { return m.fix(ctx, "applied 1 fix in 1 file") }, true, &dirty},
		} {
			if _, err := m.Build(ctx, checked...); err != nil {
				return nil, err
			}
			if side.dirty {
				if err := m.spoilOne(); err != nil {
					return nil, err
				}
			}
			took, err := side.measure()
			if err != nil {
				return nil, err
			}
			if run >= unmeasuredRuns {
				*side.times = append(*side.times, took)
			}
		}
	}
	at := row{targets: targets, files: len(m.tree.Files()), peer: "null build with checks, by the clock", theirs: null}
	return []row{
		at.of("(e) bazel run //:fix, nothing to fix", idle, 3),
		at.of("(e) bazel run //:fix, one file to fix", dirty, 5),
	}, nil
}

// coldPerFile measures the first part of (c).
func (b *bench) coldPerFile(ctx context.Context, targets int) (rows []row, err error) {
	m, err := b.make("per-file", targets, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.discard(m)) }()
	ours, theirs, err := b.cold(ctx, m, checks, perFile)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(m.verify(m.countChecks()), m.verify(m.countPerFile())); err != nil {
		return nil, err
	}
	peak, err := m.Peak(ctx)
	if err != nil {
		return nil, err
	}
	return []row{
		row{targets: targets, files: len(m.tree.Files()), peer: "an action per file", theirs: theirs}.
			of("(c) cold check", ours, -5).withMemory(0, 0, peak),
	}, nil
}

// coldNogo measures the second part of (c).
func (b *bench) coldNogo(ctx context.Context, targets int) (rows []row, err error) {
	m, err := b.make("nogo", targets, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.discard(m)) }()
	ours, theirs, err := b.cold(ctx, m, goChecks, goNogo)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(m.verify(m.countChecks()), m.verify(m.countNogo())); err != nil {
		return nil, err
	}
	peak, err := m.Peak(ctx)
	if err != nil {
		return nil, err
	}
	return []row{
		row{targets: m.tree.Targets(), files: m.tree.Targets() * monorepo.FilesPerTarget, peer: "nogo", theirs: theirs}.
			of("(c) cold check of Go", ours, -1).withMemory(0, 0, peak),
	}, nil
}

// cold alternates builds that have to run all of their actions, and measures
// them.
func (b *bench) cold(ctx context.Context, m *made, ours, theirs []string) (our, their times, err error) {
	sides := []struct {
		args  []string
		times *times
	}{{theirs, &their}, {ours, &our}}
	for _, side := range sides {
		if err := m.WarmUp(ctx, side.args...); err != nil {
			return nil, nil, err
		}
	}
	for range b.coldRuns {
		for _, side := range sides {
			if err := m.changeAll(); err != nil {
				return nil, nil, err
			}
			took, err := m.Build(ctx, side.args...)
			if err != nil {
				return nil, nil, err
			}
			*side.times = append(*side.times, took)
		}
	}
	return our, their, nil
}

// times holds the measurements of one side.
type times []time.Duration

func (t times) median() time.Duration { return measure.Median(t) }
func (t times) min() time.Duration    { return slices.Min(t) }
func (t times) max() time.Duration    { return slices.Max(t) }
