//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"text/tabwriter"
	"time"
)

// A bench is where and how often everything is measured.
type bench struct {
	dir  string
	runs int
}

// A cost is what one process took.
type cost struct {
	wall time.Duration
	peak int64 // bytes of resident memory
}

// A side is one of the two things that a row compares.
type side struct {
	name    string
	prepare func() error // before each measurement, not measured; may be nil
	command func() *exec.Cmd
	exit    int // the exit code that means success
}

// A row is the medians of a pair.
type row struct {
	what   string
	ours   side
	theirs side
	costs  [2]cost
}

// compare measures both sides in turn, b.runs times each, after one run of each that does not count.
func (b *bench) compare(what string, ours, theirs side) (row, error) {
	r := row{what: what, ours: ours, theirs: theirs}
	var costs [2][]cost
	for run := range b.runs + 1 {
		for i, s := range []side{ours, theirs} {
			c, err := s.measure()
			if err != nil {
				return r, fmt.Errorf("%s: %w", s.name, err)
			}
			if run > 0 {
				costs[i] = append(costs[i], c)
			}
		}
	}
	r.costs = [2]cost{median(costs[0]), median(costs[1])}
	return r, nil
}

func (s side) measure() (cost, error) {
	if s.prepare != nil {
		if err := s.prepare(); err != nil {
			return cost{}, err
		}
	}
	cmd := s.command()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil {
		return cost{}, err
	}
	if code := cmd.ProcessState.ExitCode(); code != s.exit {
		return cost{}, fmt.Errorf("%s: exit %d, want %d: %s", cmd, code, s.exit, stderr.Bytes())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cost{wall: wall, peak: usage.Maxrss * 1024}, nil
}

// median returns the median wall time and the median peak.
func median(costs []cost) cost {
	walls := make([]time.Duration, len(costs))
	peaks := make([]int64, len(costs))
	for i, c := range costs {
		walls[i], peaks[i] = c.wall, c.peak
	}
	slices.Sort(walls)
	slices.Sort(peaks)
	return cost{wall: walls[len(walls)/2], peak: peaks[len(peaks)/2]}
}

func table(rows []row) string {
	var out bytes.Buffer
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tours\tpeer\ttime\tpeer's time\tratio\tpeak\tpeer's peak")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.3f s\t%.3f s\t%.2f\t%d MB\t%d MB\n", r.what, r.ours.name, r.theirs.name,
			r.costs[0].wall.Seconds(), r.costs[1].wall.Seconds(), r.costs[0].wall.Seconds()/r.costs[1].wall.Seconds(),
			r.costs[0].peak>>20, r.costs[1].peak>>20)
	}
	w.Flush()
	return out.String()
}

// childFlag makes this program one measured process: `bench -child WHAT ARGS`.
const childFlag = "-child"

func self(what string, args ...string) *exec.Cmd {
	return exec.Command(os.Args[0], append([]string{childFlag, what}, args...)...)
}
