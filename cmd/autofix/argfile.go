package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// expandArgFile replaces a final argument @FILE by the lines of FILE, one
// argument per line, like a params file of Bazel. Nothing is unquoted; an empty
// line is an empty argument, except the one after the final newline. A label of
// another repository, @repo//package, is not a file.
func (e *environment) expandArgFile(args []string) ([]string, error) {
	if len(args) == 0 || !strings.HasPrefix(args[len(args)-1], "@") || strings.Contains(args[len(args)-1], "//") {
		return args, nil
	}
	name := args[len(args)-1][1:]
	data, err := os.ReadFile(e.absolute(name))
	if err != nil {
		return nil, inputError(fmt.Errorf("argument file %s: %w; write ./@NAME for a path that starts with @", name, errors.Unwrap(err)))
	}
	expanded := append([]string{}, args[:len(args)-1]...)
	text := strings.TrimSuffix(string(data), "\n")
	if text == "" {
		return expanded, nil
	}
	for _, line := range strings.Split(text, "\n") {
		expanded = append(expanded, strings.TrimSuffix(line, "\r"))
	}
	return expanded, nil
}
