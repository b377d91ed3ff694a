package coverage

import (
	"errors"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// TraceNames returns the names of the files in which Python's module trace may
// report on a source: the name of its module, whose first parts depend on where
// Python looks for modules.
func TraceNames(source string) []string {
	var names []string
	for parts := strings.Split(strings.TrimSuffix(source, ".py"), "/"); len(parts) > 0; parts = parts[1:] {
		names = append(names, strings.Join(parts, ".")+".cover")
	}
	return names
}

// traceLine matches a line: how often it ran, that it did not, or that it has no
// code, and then its text.
var traceLine = lazyregexp.New(`^(?: *(\d+): |(>>>>>>) |       )(.*)$`)

var errOtherSource = errors.New("of another source")

// ReadTrace reads the report of Python's module trace on a source: its text,
// with counts before its lines. Two modules may have the same name, so another
// text than the source's is an error.
func ReadTrace(text, source []byte, name string, lines Lines) (Reached, error) {
	told, code := traceLines(text), traceLines(source)
	if len(told) != len(code) {
		return nil, errOtherSource
	}
	reached := Reached{}
	for i, line := range told {
		m := traceLine().FindStringSubmatch(line)
		// Tabs are spaces there.
		if m == nil || !slices.Equal(strings.Fields(m[3]), strings.Fields(code[i])) {
			return nil, errOtherSource
		}
		if _, asked := slices.BinarySearch(lines[name], i+1); asked && m[1]+m[2] != "" {
			reached.set(name, i+1, m[2] == "")
		}
	}
	return reached, nil
}

func traceLines(text []byte) []string {
	return strings.Split(strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n "), "\n")
}
