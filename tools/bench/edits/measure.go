//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// A bench is the setup of the measurements.
type bench struct {
	dir  string
	runs int
}

// A side is one of the two sides that a row compares.
type side struct {
	name    string
	prepare func() error // before each measurement, not measured; may be nil
	command func() *exec.Cmd
	exit    int // the exit code that means success
}

// A row holds the medians of a pair.
type row struct {
	what, ours, theirs string
	cost, peers        measure.Cost
}

// compare measures both sides in turn.
func (b *bench) compare(what string, ours, theirs side) (row, error) {
	costs, err := measure.InTurn(b.runs, 0,
		measure.Side{Name: ours.name, Do: ours.measure}, measure.Side{Name: theirs.name, Do: theirs.measure})
	return row{what, ours.name, theirs.name, costs[ours.name], costs[theirs.name]}, err
}

func (s side) measure() (measure.Cost, error) {
	if s.prepare != nil {
		if err := s.prepare(); err != nil {
			return measure.Cost{}, err
		}
	}
	return measure.Run(s.command(), s.exit)
}

func table(rows []row) string {
	lines := []string{"what\tours\tpeer\ttime\tpeer's time\tratio\tpeak\tpeer's peak"}
	for _, r := range rows {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%.3f s\t%.3f s\t%.2f\t%d MB\t%d MB", r.what, r.ours, r.theirs,
			r.cost.Wall.Seconds(), r.peers.Wall.Seconds(), r.cost.Wall.Seconds()/r.peers.Wall.Seconds(),
			r.cost.Peak>>20, r.peers.Peak>>20))
	}
	return measure.Table(lines)
}

// childFlag makes this program one measured process: `bench -child WHAT ARGS`.
const childFlag = "-child"

func self(what string, args ...string) *exec.Cmd {
	return exec.Command(os.Args[0], append([]string{childFlag, what}, args...)...)
}
