package results

import (
	"errors"
	"fmt"
	"io"

	"github.com/rules-autofix/rules_autofix/internal/prove/coverage"
)

// A Measurement is a way to run a command once more that reports the lines that
// its tests reach.
type Measurement struct {
	By string // the tool, for people
	// Commands run one after the other, the tests in the first, which must pass.
	// Each has the program of the command.
	Commands [][]string
	// Reached reads the report.
	Reached func(raw *Raw, lines coverage.Lines) (coverage.Reached, error)
}

// Read returns the coverage that the commands recorded for some lines, by paths
// in the tree. raw.Dir is the root of the tree here, and folder the folder of
// the commands below it, with slashes.
func (m *Measurement) Read(raw *Raw, folder string, lines coverage.Lines) (coverage.Reached, error) {
	in := *raw
	in.folder = folder
	return m.Reached(&in, lines)
}

// ErrNoReport is the error of a measurement that left no report.
var ErrNoReport = errors.New("left no report")

// LCOVFile is the name of the report of runners that write LCOV.
const LCOVFile = "lcov.info"

// ReadLCOV reads the report of most tools.
func ReadLCOV(raw *Raw, lines coverage.Lines) (coverage.Reached, error) {
	in, err := raw.OpenReport(LCOVFile)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return raw.LCOV(in, lines)
}

// LCOV reads a report of LCOV.
func (raw *Raw) LCOV(in io.Reader, lines coverage.Lines) (coverage.Reached, error) {
	reached, err := coverage.ReadLCOV(in, func(name string) string { return lines.Local(raw.Dir, raw.folder, name) }, lines)
	if err != nil {
		return nil, fmt.Errorf("its report cannot be read: %w", err)
	}
	return reached, nil
}
