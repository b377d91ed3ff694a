package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// ExpandArgFile replaces a final argument @FILE by the lines of FILE, one
// argument per line, like a params file of Bazel. @- is standard input. Nothing
// is unquoted; an empty line is an empty argument, except the one after the
// final newline. In a file with NUL bytes, arguments end with these instead. A
// label of another repository, @repo//package, is not a file.
//
// A file without flags is a list of PATHS.
func (e *Environment) ExpandArgFile(args []string) ([]string, error) {
	if len(args) == 0 || !strings.HasPrefix(args[len(args)-1], "@") || strings.Contains(args[len(args)-1], "//") {
		return args, nil
	}
	name := args[len(args)-1][1:]
	data, err := e.readArgFile(name)
	if err != nil {
		return nil, InputError(fmt.Errorf("argument file %s: %w; write ./@NAME for a path that starts with @", name, err))
	}
	lines := linesOf(string(data))
	e.Listed = !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "-") })
	return append(args[:len(args)-1:len(args)-1], lines...), nil
}

func (e *Environment) readArgFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(e.Stdin)
	}
	data, err := os.ReadFile(e.Absolute(name))
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	return data, nil
}

// linesOf returns the arguments in the text of an argument file.
func linesOf(text string) []string {
	if strings.Contains(text, "\x00") {
		return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	if len(lines) == 1 && lines[0] == "" {
		return nil
	}
	return lines
}
