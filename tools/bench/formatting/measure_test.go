//go:build linux

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// Each side is compared with the last one, which is the peer.
func TestTable(t *testing.T) {
	cost := func(wall, cpu time.Duration) measure.Cost {
		return measure.Cost{Wall: wall * time.Millisecond, CPU: cpu * time.Millisecond, Peak: 5 << 20}
	}
	got := table([]row{{
		what: "files", names: []string{"names", "report", "peer -l"}, dirty: []int{3, 3, 4},
		costs: []measure.Cost{cost(90, 120), cost(150, 300), cost(100, 200)},
	}})
	var lines []string
	for line := range strings.Lines(got) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"what command wall cpu peak not formatted ratio of wall of cpu",
		"files names 0.090 s 0.120 s 5 MB 3 0.90 0.60",
		"files report 0.150 s 0.300 s 5 MB 3 1.50 1.50",
		"files peer -l 0.100 s 0.200 s 5 MB 4",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", got)
	}
}
