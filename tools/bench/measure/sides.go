// Package measure contains the measurements of the benchmarks: costs of
// commands, alternating runs, and medians.
package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A Cost is the cost of a measured operation.
type Cost struct {
	Wall time.Duration
	CPU  time.Duration // user and system
	// Peak is the peak resident memory in bytes, for commands only. For each
	// command, the kernel starts from the peak of this process, so a smaller
	// peak is never measured.
	Peak int64
}

// A Side is one of the compared operations. Names of sides are unique.
type Side struct {
	Name string
	Do   func() (Cost, error)
}

// InTurn runs all sides in turn, so that other load of the machine affects them
// equally. Each is run the given number of times, and more often if that takes
// less than least in total, after one run of each that does not count. It
// returns the median of each figure, by the names of the sides.
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

// Median returns the median of values, which must not be empty. For an even
// number of values, it is the larger of the middle two.
func Median[T cmp.Ordered](values []T) T {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

// Table formats lines with tab-separated cells as a table with aligned columns.
func Table(lines []string) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	w.Flush()
	return out.String()
}
