//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// A bench is the setup of the measurements, with the tools.
type bench struct {
	dir   string
	runs  int
	tools map[string]*string // paths of the binaries; empty if they have to be built
}

// A side is one of the compared commands.
type side struct {
	name    string
	command string
	args    []string
	dir     string
	procs   int
	dirty   string // occurs in each output line for an unformatted file
}

// A row holds the medians of the sides; the peer is last.
type row struct {
	what  string
	names []string
	costs []measure.Cost
	dirty []int // numbers of unformatted files
}

// least is the minimum duration of measuring a row. A few runs of a command
// that takes a tenth of a second are not significant.
const least = 15 * time.Second

// compare measures all sides in turn.
func (b *bench) compare(sides ...side) (row, error) {
	r := row{dirty: make([]int, len(sides))}
	measured := make([]measure.Side, len(sides))
	for i, s := range sides {
		r.names = append(r.names, s.name)
		measured[i] = s.measured(&r.dirty[i])
	}
	costs, err := measure.InTurn(b.runs, least, measured...)
	for _, name := range r.names {
		r.costs = append(r.costs, costs[name])
	}
	return r, err
}

// measured runs the command once, and stores the number of unformatted files. A
// tool that finds some may exit with 1 or, like buildifier, 4.
func (s side) measured(dirty *int) measure.Side {
	return measure.Side{Name: s.name, Do: func() (measure.Cost, error) {
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
		peer := r.costs[len(r.costs)-1]
		for i, c := range r.costs {
			ratios := "\t"
			if i < len(r.costs)-1 {
				ratios = fmt.Sprintf("%.2f\t%.2f", c.Wall.Seconds()/peer.Wall.Seconds(), c.CPU.Seconds()/peer.CPU.Seconds())
			}
			lines = append(lines, fmt.Sprintf("%s\t%s\t%.3f s\t%.3f s\t%d MB\t%d\t%s", r.what, r.names[i],
				c.Wall.Seconds(), c.CPU.Seconds(), c.Peak>>20, r.dirty[i], ratios))
		}
	}
	return measure.Table(lines)
}
