package main

import (
	"fmt"
	"slices"
	"strings"
)

// A row compares two sides.
type row struct {
	what         string
	targets      int
	files        int
	ours         times
	peer         string
	theirs       times
	bar          float64 // the maximum ratio of our time to the peer's; negative: the minimum ratio of the peer's time to ours; 0: none
	heapWith     int64   // bytes of the server's live heap with the checks; 0: not measured
	heapWithout  int64
	residentPeak int64 // bytes
}

func (r row) of(what string, ours times, bar float64) row {
	r.what, r.ours, r.bar = what, ours, bar
	return r
}

func (r row) withMemory(heapWith, heapWithout, peak int64) row {
	r.heapWith, r.heapWithout, r.residentPeak = heapWith, heapWithout, peak
	return r
}

// verdict returns the ratio, its bar, and whether the bar is met.
func (r row) verdict() (ratio, bar string, met bool) {
	ours, theirs := r.ours.median().Seconds(), r.theirs.median().Seconds()
	switch {
	case r.bar == 0:
		return fmt.Sprintf("%.2f times the peer", ours/theirs), "", true
	case r.bar > 0:
		return fmt.Sprintf("%.2f times the peer", ours/theirs), fmt.Sprintf("at most %.1f", r.bar), ours <= r.bar*theirs
	}
	return fmt.Sprintf("%.1f times faster", theirs/ours), fmt.Sprintf("at least %.0f", -r.bar), theirs >= -r.bar*ours
}

// markdown returns the rows as one table, grouped by kind and ordered by size.
func markdown(rows []row) string {
	slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.what, b.what) })
	var out strings.Builder
	out.WriteString("| what | targets | files | ours, s | peer | peer, s | ratio | bar | | server's heap | its peak |\n")
	out.WriteString("|---|--:|--:|--:|---|--:|--:|---|---|---|--:|\n")
	for _, r := range rows {
		ratio, bar, met := r.verdict()
		mark := ""
		switch {
		case r.bar == 0:
		case met:
			mark = "met"
		default:
			mark = "**missed**"
		}
		heap, peak := "", ""
		if r.heapWith > 0 {
			heap = fmt.Sprintf("%d MB, %d without", r.heapWith>>20, r.heapWithout>>20)
		}
		if r.residentPeak > 0 {
			peak = fmt.Sprintf("%d MB", r.residentPeak>>20)
		}
		fmt.Fprintf(&out, "| %s | %d | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n",
			r.what, r.targets, r.files, r.ours, r.peer, r.theirs, ratio, bar, mark, heap, peak)
	}
	return out.String()
}

// String returns the median, the minimum and the maximum.
func (t times) String() string {
	return fmt.Sprintf("%.2f (%.2f–%.2f)", t.median().Seconds(), t.min().Seconds(), t.max().Seconds())
}
