// Package measure is how the benchmarks measure: what a command costs, several
// things in turn, and medians.
package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A Cost is what something took.
type Cost struct {
	Wall time.Duration
	CPU  time.Duration // user and system
	// Peak is bytes of resident memory, of commands only. The kernel counts the
	// most that this process ever had for each command that it starts, so that
	// a smaller peak than its own is never seen.
	Peak int64
}

// A Side is one of the things that are compared, each of which has another
// name.
type Side struct {
	Name string
	Do   func() (Cost, error)
}

// InTurn runs all sides in turn, so that what else the machine does hits them
// alike: so many times each, and more often where that takes less than so long
// in all, after one run of each that does not count. It returns the median of
// each figure, by the names of the sides.
func InTurn(runs int, least time.Duration, sides ...Side) (map[string]Cost, error) {
	costs := make(map[string][]Cost)
	var spent time.Duration
	for run := 0; run <= runs || spent < least; run++ {
		for _, s := range sides {
			c, err := s.Do()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			if run > 0 {
				costs[s.Name] = append(costs[s.Name], c)
				spent += c.Wall
			}
		}
	}
	medians := make(map[string]Cost)
	for name, of := range costs {
		medians[name] = Cost{
			Wall: medianOf(of, func(c Cost) time.Duration { return c.Wall }),
			CPU:  medianOf(of, func(c Cost) time.Duration { return c.CPU }),
			Peak: medianOf(of, func(c Cost) int64 { return c.Peak }),
		}
	}
	return medians, nil
}

func medianOf[T cmp.Ordered](costs []Cost, figure func(Cost) T) T {
	figures := make([]T, len(costs))
	for i, c := range costs {
		figures[i] = figure(c)
	}
	return Median(figures)
}

// Median returns the median of values, of which there is at least one; of an
// even number, the larger of the middle two.
func Median[T cmp.Ordered](values []T) T {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

// Table returns lines, whose cells are divided by tabs, as a table of aligned
// columns.
func Table(lines []string) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	w.Flush()
	return out.String()
}
