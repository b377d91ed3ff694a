package bazel

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/prove/coverage"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// measure reads the file of each test by the build events. Merging them needs
// more tools. Which lines count must not depend on where the tests are.
func measure(argv []string, out string) []results.Measurement {
	verb := command(argv)
	if verb == "build" {
		return nil
	}
	covered := slices.Clone(argv)
	covered[slices.Index(covered, verb)] = "coverage"
	covered = results.BeforeDashes(instrument(covered, out), "--combined_report=none", "--instrumentation_filter=^//")
	return []results.Measurement{{By: "bazel", Commands: [][]string{covered}, Reached: readLCOV}}
}

func readLCOV(raw *results.Raw, lines coverage.Lines) (coverage.Reached, error) {
	events, err := raw.OpenReport(eventsFile)
	if err != nil {
		return nil, err
	}
	defer events.Close()
	result, err := client.ReadResult("test", events, raw.MayRead)
	if err != nil {
		return nil, err
	}
	reached := coverage.Reached{}
	found := false
	for i := range result.Tests {
		for _, a := range result.Tests[i].Attempts {
			if a.LCOV == "" {
				continue
			}
			found = true
			folder, name := filepath.Split(a.LCOV)
			text, err := results.ReadFile(folder, name)
			if err != nil {
				return nil, err
			}
			more, err := raw.LCOV(bytes.NewReader(text), lines)
			if err != nil {
				return nil, err
			}
			reached.Add(more)
		}
	}
	if !found {
		return nil, results.ErrNoReport
	}
	return reached, nil
}
