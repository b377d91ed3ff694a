package unittest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/coverage"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
)

// measure falls back to trace of the standard library, whose own modules it
// leaves out.
func measure(argv []string, out string) []results.Measurement {
	at := python.Module(argv, "unittest")
	trace := slices.Concat(argv[:at], []string{"trace", "--count", "--missing", "--coverdir=" + out, "--ignore-dir=$prefix", "--module"}, argv[at:])
	return []results.Measurement{python.Coverage(argv, at, out), {By: "trace", Commands: [][]string{trace}, Reached: readTrace}}
}

// readTrace reads a file for each source.
func readTrace(raw *results.Raw, lines coverage.Lines) (coverage.Reached, error) {
	reached := coverage.Reached{}
	for name := range lines {
		if !strings.HasSuffix(name, ".py") {
			continue
		}
		source, err := os.ReadFile(filepath.Join(raw.Dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		for _, report := range coverage.TraceNames(name) {
			text, err := raw.ReadFile(report)
			if err != nil {
				continue // the name of another module, or none that ran
			}
			if found, err := coverage.ReadTrace(text, source, name, lines); err == nil {
				reached.Add(found)
				break
			}
		}
	}
	return reached, nil
}
