//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/bench/measure"
	"github.com/rules-autofix/rules_autofix/bench/monorepo"
)

// warmVerify measures (b).
func (b *bench) warmVerify(ctx context.Context) error {
	last, middle := len(b.tree.Packages)-1, len(b.tree.Packages)/2
	if err := b.endServers(ctx); err != nil { // servers of earlier parts know more files
		return err
	}
	if _, err := b.Run(ctx, slices.Concat([]string{"test"}, noCache, []string{everything})...); err != nil {
		return err
	}
	return errors.Join(
		b.warm(ctx, "servers running", last, nil),
		b.warm(ctx, "servers running, in the release test too", middle, nil),
		b.warm(ctx, "no servers running", last, b.endServers),
	)
}

// endServers ends the Bazel server of the workspace, and that of the shadow.
func (b *bench) endServers(ctx context.Context) error {
	if _, err := b.Run(ctx, "shutdown"); err != nil {
		return err
	}
	if shadow, none := b.shadow(); none == nil {
		return b.shutdown(ctx, shadow)
	}
	return nil
}

// warm measures a verify of one changed source of the test of a package. before
// is called before each measurement; it may be nil.
func (b *bench) warm(ctx context.Context, how string, index int, before func(context.Context) error) error {
	p := &b.tree.Packages[index]
	file, err := fileOf(p, testSlot)
	if err != nil {
		return err
	}
	affected := []string{labelOf(p, testSlot)}
	if index < len(released(b.tree)) {
		affected = append(affected, releaseTest)
	}
	inWorkspace := func() (measure.Cost, error) {
		b.changes++
		if err := monorepo.WriteFile(filepath.Join(b.Dir, file.Path), file.Text(b.changes)); err != nil {
			return measure.Cost{}, err
		}
		start := time.Now()
		_, err := b.Run(ctx, slices.Concat([]string{"test"}, noCache, affected)...)
		return measure.Cost{Wall: time.Since(start)}, err
	}
	input, output := filepath.Join(b.dir, "artifact.json"), filepath.Join(b.dir, "summary.json")
	inShadow := func() (measure.Cost, error) {
		b.changes++
		fixes := []fix{{file: file, word: fmt.Sprint(b.changes)}}
		if err := writeArtifact(input, b.Dir, fixes); err != nil {
			return measure.Cost{}, err
		}
		start := time.Now()
		said, err := b.run(ctx, input, output, "--mode=check")
		took := measure.Cost{Wall: time.Since(start)}
		if err != nil {
			return took, err
		}
		found, err := readSummary(output)
		if err != nil {
			return took, err
		}
		got := found.Fixes[0].Status + " " + found.Fixes[0].Verdict.Kind
		if got != "pending verified" || found.Verified.Builds != 1 || found.Verified.Targets != len(affected) {
			return took, fmt.Errorf("the fix is %q by %d targets after %d builds, want it verified by %d targets\n%s",
				got, found.Verified.Targets, found.Verified.Builds, len(affected), said)
		}
		return took, nil
	}
	prepared := func(do func() (measure.Cost, error)) func() (measure.Cost, error) {
		if before == nil {
			return do
		}
		return func() (measure.Cost, error) {
			if err := before(ctx); err != nil {
				return measure.Cost{}, err
			}
			return do()
		}
	}
	const peer, ours, bar = "bazel test", "autofix fix --verify=test", 1.5
	medians, err := measure.InTurn(b.runs, 0, measure.Side{Name: peer, Do: prepared(inWorkspace)}, measure.Side{Name: ours, Do: prepared(inShadow)})
	if err != nil {
		return err
	}
	ratio := medians[ours].Wall.Seconds() / medians[peer].Wall.Seconds()
	b.rows = append(b.rows, row{
		what:    "(b) verify of one changed file, " + how,
		figure:  fmt.Sprintf("%.2f s, %.2f times the %.2f s of bazel test", medians[ours].Wall.Seconds(), ratio, medians[peer].Wall.Seconds()),
		bar:     fmt.Sprintf("at most %.1f times", bar),
		met:     ratio <= bar,
		details: fmt.Sprintf("median of %d; %d targets", b.runs, len(affected)),
	})
	log.Printf("warm, %s: %.2f s and %.2f s", how, medians[ours].Wall.Seconds(), medians[peer].Wall.Seconds())
	return monorepo.WriteFile(filepath.Join(b.Dir, file.Path), file.Text(0))
}

// fileOf returns a file of a target.
func fileOf(p *monorepo.Package, slot int) (*monorepo.File, error) {
	for i := range p.Files {
		if strings.HasPrefix(p.Files[i].Path, p.Dir+"/"+p.Targets[slot].Name+"/") {
			return &p.Files[i], nil
		}
	}
	return nil, fmt.Errorf("%s has no file", labelOf(p, slot))
}
