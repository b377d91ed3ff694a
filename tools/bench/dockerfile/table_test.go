//go:build linux

package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// The measured files are the same in each run, have the documented size, and
// can be parsed by BuildKit.
func TestGenerate(t *testing.T) {
	files, again := generate(1000), generate(1000)
	for i, f := range files {
		if !bytes.Equal(f.Content, again[i].Content) {
			t.Errorf("%s is another one each time", f.Path)
		}
		if n := count(f.Content); n < 20 || n > 200 {
			t.Errorf("%s has %d lines", f.Path, n)
		}
		if _, err := parser.Parse(bytes.NewReader(f.Content)); err != nil {
			t.Errorf("%s: %v", f.Path, err)
		}
	}
}

// A figure is per file, without startup, and is compared with its bar.
func TestRows(t *testing.T) {
	b := &bench{files: generate(10)}
	cost := func(wall time.Duration) measure.Cost { return measure.Cost{Wall: wall, CPU: wall, Peak: 130 << 20} }
	ms := time.Millisecond
	got := table(b.rows(map[string]measure.Cost{
		"parse": cost(2 * ms), "lint": cost(2 * ms), "fast": cost(7 * ms), "whole": cost(9 * ms), "format": cost(2 * ms),
		"start": cost(20 * ms), "command": cost(29 * ms), "commandWhole": cost(46 * ms), "all": cost(31 * ms), "allWhole": cost(45 * ms),
	}))
	for _, want := range []string{
		"| all rules but secrets, in this process | 0.700 ms | 0.700 ms | 3.50 | 3 x parse | **missed** |",
		"| autofix check without secrets, beyond start-up | 0.900 ms | 0.900 ms | 4.50 | 1.000 ms | held |",
		"| autofix check, beyond start-up | 2.600 ms | 2.600 ms | 13.00 | 2.500 ms | **missed** |",
		"| with its other checkers, too, without secrets | 1.100 ms | 1.100 ms | 5.50 | 1.000 ms | **missed** |",
		"| with its other checkers, too | 2.500 ms | 2.500 ms | 12.50 | 2.500 ms | held |",
		"| peak memory of autofix check | 130 MB |  |  | 120 MB | **missed** |",
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("no row\n%s\nin\n%s", want, got)
		}
	}
}
