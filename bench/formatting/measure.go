//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
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

// A cost is what one process took.
type cost struct {
	wall  time.Duration
	cpu   time.Duration // user and system
	peak  int64         // bytes of resident memory
	dirty int           // files that were found not to be formatted
}

// A row is the medians of a pair, ours first.
type row struct {
	what  string
	names [2]string
	costs [2]cost
}

// compare measures both sides in turn, b.runs times each, after one run of each that does not count.
func (b *bench) compare(ours, theirs side) (row, error) {
	var costs [2][]cost
	sides := [2]side{ours, theirs}
	for run := range b.runs + 1 {
		for i, s := range sides {
			c, err := s.measure()
			if err != nil {
				return row{}, err
			}
			if run > 0 {
				costs[i] = append(costs[i], c)
			}
		}
	}
	r := row{costs: [2]cost{median(costs[0]), median(costs[1])}}
	for i, s := range sides {
		r.names[i] = filepath.Base(s.command)
	}
	return r, nil
}

// measure runs the command once. A tool that finds something may exit 1 or, as buildifier does, 4.
func (s side) measure() (cost, error) {
	cmd := exec.Command(s.command, s.args...)
	cmd.Dir = s.dir
	cmd.Env = append(withoutOptions(os.Environ()), fmt.Sprintf("GOMAXPROCS=%d", s.procs))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil {
		return cost{}, err
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 && code != 4 {
		return cost{}, fmt.Errorf("%s: exit %d: %s", s.command, code, stderr.Bytes())
	}
	c := cost{
		wall: wall,
		cpu:  cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		peak: cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024,
	}
	for line := range strings.Lines(stdout.String() + stderr.String()) {
		if strings.Contains(line, s.dirty) {
			c.dirty++
		}
	}
	return c, nil
}

// withoutOptions returns an environment without what would change what is measured.
func withoutOptions(environ []string) []string {
	return slices.DeleteFunc(environ, func(v string) bool {
		for _, name := range []string{"AUTOFIX_", "GOGC=", "GOMEMLIMIT=", "BUILD_WORK"} {
			if strings.HasPrefix(v, name) {
				return true
			}
		}
		return false
	})
}

// median returns the median of each figure.
func median(costs []cost) cost {
	middle := func(get func(cost) int64) int64 {
		values := make([]int64, len(costs))
		for i, c := range costs {
			values[i] = get(c)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return cost{
		wall:  time.Duration(middle(func(c cost) int64 { return int64(c.wall) })),
		cpu:   time.Duration(middle(func(c cost) int64 { return int64(c.cpu) })),
		peak:  middle(func(c cost) int64 { return c.peak }),
		dirty: costs[0].dirty,
	}
}

func table(rows []row) string {
	var out bytes.Buffer
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tcommand\twall\tcpu\tpeak\tnot formatted\tratio of wall\tof cpu")
	for _, r := range rows {
		for i, c := range r.costs {
			ratios := "\t"
			if i == 0 {
				ratios = fmt.Sprintf("%.2f\t%.2f", c.wall.Seconds()/r.costs[1].wall.Seconds(), c.cpu.Seconds()/r.costs[1].cpu.Seconds())
			}
			fmt.Fprintf(w, "%s\t%s\t%.3f s\t%.3f s\t%d MB\t%d\t%s\n", r.what, r.names[i],
				c.wall.Seconds(), c.cpu.Seconds(), c.peak>>20, c.dirty, ratios)
		}
	}
	w.Flush()
	return out.String()
}
