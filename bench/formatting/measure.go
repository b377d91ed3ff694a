//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/bench/measure"
)

// A bench is where and how often everything is measured, and with what.
type bench struct {
	dir   string
	runs  int
	tools map[string]*string // the binaries; empty: to be built
}

// A side is one of the commands that are compared.
type side struct {
	name    string
	command string
	args    []string
	dir     string
	procs   int
	dirty   string // stands in each line of output that is about a file which is not formatted
}

// A row is the medians of the sides, the peer's last.
type row struct {
	what  string
	names []string
	costs []measure.Cost
	dirty []int // files that were found not to be formatted
}

// least is for how long a row is measured. Of commands that take a tenth of a
// second, few runs say little.
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

// measured is one run of the command, which also says how many files it found
// not to be formatted. A tool that finds something may exit 1 or, as buildifier
// does, 4.
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
