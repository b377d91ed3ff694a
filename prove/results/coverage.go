package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/client"
	"github.com/rules-autofix/rules_autofix/prove/coverage"
)

// A Measurement is a way to run a command once more that reports the lines that
// its tests reach.
type Measurement struct {
	By string // the tool, for people
	// Commands run one after the other, the tests in the first, which must pass.
	// Each has the program of the command.
	Commands [][]string

	read func(raw *Raw, lines coverage.Lines) (coverage.Reached, error)
}

// Read returns the coverage that the commands recorded for some lines, by paths
// in the tree. raw.Dir is the root of the tree here, and folder the folder of
// the commands below it, with slashes.
func (m *Measurement) Read(raw *Raw, folder string, lines coverage.Lines) (coverage.Reached, error) {
	in := *raw
	in.folder = folder
	return m.read(&in, lines)
}

// ErrNoReport is the error of a measurement that left no report.
var ErrNoReport = errors.New("it left no report")

// A measurer is a reader whose runner can report the lines that tests reach.
type measurer interface {
	// measure returns ways to do that, the best first. out is a folder as
	// Instrument gets it.
	measure(argv []string, out string) []Measurement
}

// Measurements returns the ways to measure which lines a command reaches, the
// best first. If there are none, it says why.
func Measurements(reader Reader, argv []string, out string) (ways []Measurement, why string) {
	if m, ok := reader.(measurer); ok {
		if ways = m.measure(argv, out); len(ways) > 0 {
			return ways, ""
		}
	}
	switch reader.(type) {
	case exit:
		return nil, "what its tests are is not known"
	case mocha, cargoTest:
		return nil, reader.Name() + " does not measure it"
	}
	return nil, "its runner cannot be told to measure it"
}

func (p prefixed) measure(argv []string, out string) []Measurement {
	inner, ok := p.Reader.(measurer)
	if !ok {
		return nil
	}
	ways := inner.measure(argv[p.n:], out)
	for _, way := range ways {
		for i, command := range way.Commands {
			way.Commands[i] = slices.Concat(argv[:p.n], command)
		}
	}
	return ways
}

// measure adds the runner's flags after the script. Node takes no options of
// coverage from a package manager.
func (s script) measure(argv []string, out string) []Measurement {
	inner, ok := s.Reader.(measurer)
	if !ok || s.options {
		return nil
	}
	var ways []Measurement
	for _, way := range inner.measure(s.inner, out) {
		if command := way.Commands[0]; len(way.Commands) == 1 && len(command) > len(s.inner) && slices.Equal(command[:len(s.inner)], s.inner) {
			way.Commands[0] = s.behind(argv, command[len(s.inner):])
			ways = append(ways, way)
		}
	}
	return ways
}

// The names of reports.
const (
	lcovFile    = "lcov.info"
	profileFile = "cover.out"
)

// readLCOV reads the report of most tools.
func readLCOV(raw *Raw, lines coverage.Lines) (coverage.Reached, error) {
	in, err := openReport(raw, lcovFile)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return raw.lcov(in, lines)
}

func (raw *Raw) lcov(in io.Reader, lines coverage.Lines) (coverage.Reached, error) {
	reached, err := coverage.ReadLCOV(in, func(name string) string { return lines.Local(raw.Dir, raw.folder, name) }, lines)
	if err != nil {
		return nil, fmt.Errorf("its report cannot be read: %w", err)
	}
	return reached, nil
}

func openReport(raw *Raw, name string) (*os.File, error) {
	in, err := openResult(raw, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoReport
	}
	return in, err
}

func (goTest) measure(argv []string, out string) []Measurement {
	return []Measurement{{
		By: "go", Commands: [][]string{insertGoFlags(argv, "-coverprofile="+filepath.Join(out, profileFile), "-coverpkg=./...")},
		read: func(raw *Raw, lines coverage.Lines) (coverage.Reached, error) {
			in, err := openReport(raw, profileFile)
			if err != nil {
				return nil, err
			}
			defer in.Close()
			return coverage.ReadGo(in, lines)
		},
	}}
}

func (nodeTest) measure(argv []string, out string) []Measurement {
	at := slices.Index(argv, "--test") + 1
	add := append([]string{"--experimental-test-coverage"}, nodeReporters(argv[at:], "lcov", filepath.Join(out, lcovFile))...)
	return []Measurement{{By: "node", Commands: [][]string{slices.Concat(argv[:at], add, argv[at:])}, read: readLCOV}}
}

func (j jest) measure(argv []string, out string) []Measurement {
	// A threshold of the configuration must not make the command fail.
	add := []string{"--coverage", "--coverageReporters=lcovonly", "--coverageDirectory=" + out, "--coverageThreshold={}"}
	if j.vitest {
		add = []string{"--coverage.enabled", "--coverage.reporter=lcovonly", "--coverage.reportsDirectory=" + out}
	}
	return []Measurement{{By: j.Name(), Commands: [][]string{insertBeforeDashes(argv, add...)}, read: readLCOV}}
}

// measure of a pytest that is its own program needs its plugin.
func (pytest) measure(argv []string, out string) []Measurement {
	if at := pythonModule(argv, "pytest", "py.test"); at > 0 {
		return []Measurement{coveragePy(argv, at, out)}
	}
	add := []string{"--cov=.", "--cov-report=lcov:" + filepath.Join(out, lcovFile), "--cov-fail-under=0"}
	return []Measurement{{By: "pytest-cov", Commands: [][]string{insertBeforeDashes(argv, add...)}, read: readLCOV}}
}

// measure falls back to the standard library, of which it leaves out the
// modules.
func (unittest) measure(argv []string, out string) []Measurement {
	at := pythonModule(argv, "unittest")
	trace := slices.Concat(argv[:at], []string{"trace", "--count", "--missing", "--coverdir=" + out, "--ignore-dir=$prefix", "--module"}, argv[at:])
	return []Measurement{coveragePy(argv, at, out), {By: "trace", Commands: [][]string{trace}, read: readTrace}}
}

// coveragePy measures a module of Python, which is at an index of the command.
func coveragePy(argv []string, at int, out string) Measurement {
	python, data := argv[:at], "--data-file="+filepath.Join(out, "data")
	return Measurement{
		By: "coverage.py",
		Commands: [][]string{
			slices.Concat(python, []string{"coverage", "run", data, "--source=.", "-m"}, argv[at:]),
			slices.Concat(python, []string{"coverage", "lcov", data, "-o", filepath.Join(out, lcovFile)}),
		},
		read: readLCOV,
	}
}

// readTrace reads a file for each source.
func readTrace(raw *Raw, lines coverage.Lines) (coverage.Reached, error) {
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
			text, err := readResult(raw, report)
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

// measure reads the file of each test by the build events. Merging them needs
// more tools. Which lines count must not depend on where the tests are.
func (b bazel) measure(argv []string, out string) []Measurement {
	if b.command == "build" {
		return nil
	}
	command := slices.Clone(argv)
	command[slices.Index(command, b.command)] = "coverage"
	command = insertBeforeDashes(bazel{"coverage"}.Instrument(command, out), "--combined_report=none", "--instrumentation_filter=^//")
	return []Measurement{{By: "bazel", Commands: [][]string{command}, read: readBazelLCOV}}
}

func readBazelLCOV(raw *Raw, lines coverage.Lines) (coverage.Reached, error) {
	events, err := openReport(raw, eventsFile)
	if err != nil {
		return nil, err
	}
	defer events.Close()
	result, err := client.ReadResult("test", events, raw.mayRead)
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
			text, err := readRegular(a.LCOV)
			if err != nil {
				return nil, err
			}
			more, err := raw.lcov(bytes.NewReader(text), lines)
			if err != nil {
				return nil, err
			}
			reached.Add(more)
		}
	}
	if !found {
		return nil, ErrNoReport
	}
	return reached, nil
}

// readRegular returns the text of a file that a test wrote.
func readRegular(name string) ([]byte, error) {
	folder, base := filepath.Split(name)
	return readResult(&Raw{Out: folder}, base)
}
