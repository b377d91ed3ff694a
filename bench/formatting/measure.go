//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/bench/measure"
)

// A bench is where and how often everything is measured, and with what.
type bench struct {
	dir   string
	runs  int
	tools map[string]*string // the binaries; empty: to be built
}

// A side is one of the two commands that a row compares.
type side struct {
	command string
	args    []string
	dir     string
	procs   int
	dirty   string // stands in each line of output that is about a file which is not formatted
}

// A row is the medians of a pair, ours first.
type row struct {
	what  string
	names [2]string
	costs [2]measure.Cost
	dirty [2]int // files that were found not to be formatted
}

// compare measures both sides in turn.
func (b *bench) compare(ours, theirs side) (row, error) {
	var r row
	costs, err := measure.InTurn(b.runs, ours.measured(&r.dirty[0]), theirs.measured(&r.dirty[1]))
	for i, s := range []side{ours, theirs} {
		r.names[i], r.costs[i] = filepath.Base(s.command), costs[s.command]
	}
	return r, err
}

// measured is one run of the command, which also says how many files it found not to be formatted. A tool that finds something
// may exit 1 or, as buildifier does, 4.
func (s side) measured(dirty *int) measure.Side {
	return measure.Side{Name: s.command, Do: func() (measure.Cost, error) {
		cmd := exec.Command(s.command, s.args...)
		cmd.Dir, cmd.Env = s.dir, measure.Environ(os.Environ(), s.procs)
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		c, err := measure.Run(cmd, 0, 1, 4)
		if err != nil {
			return c, fmt.Errorf("%w%s", err, stderr.String())
		}
		*dirty = 0
		for line := range strings.Lines(stdout.String() + stderr.String()) {
			if strings.Contains(line, s.dirty) {
				*dirty++
			}
		}
		return c, nil
	}}
}

func table(rows []row) string {
	lines := []string{"what\tcommand\twall\tcpu\tpeak\tnot formatted\tratio of wall\tof cpu"}
	for _, r := range rows {
		for i, c := range r.costs {
			ratios := "\t"
			if i == 0 {
				ratios = fmt.Sprintf("%.2f\t%.2f", c.Wall.Seconds()/r.costs[1].Wall.Seconds(), c.CPU.Seconds()/r.costs[1].CPU.Seconds())
			}
			lines = append(lines, fmt.Sprintf("%s\t%s\t%.3f s\t%.3f s\t%d MB\t%d\t%s", r.what, r.names[i],
				c.Wall.Seconds(), c.CPU.Seconds(), c.Peak>>20, r.dirty[i], ratios))
		}
	}
	return measure.Table(lines)
}
