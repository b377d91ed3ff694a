package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// mayBeEmpty are the flags of which "" is a value: an argument of a program may
// be empty. Elsewhere, it is what a variable of a script left that was not set.
var mayBeEmpty = []string{"--arg"}

// checkValues refuses a flag without a value, and one whose value is empty:
// kong takes the latter as if the flag were not there. The line is a verb with
// its flags, as separated returns it.
func checkValues(app *kong.Application, verb *kong.Node, line []string) error {
	taking := valueFlags(slices.Concat(app.Flags, verb.Flags))
	for i := 1; i < len(line); i++ {
		name, value, given := strings.Cut(line[i], "=")
		if !taking[name] {
			continue
		}
		if !given {
			i++
			if i == len(line) {
				return mistake("%s needs a value; see `autofix help %s`", name, verb.Name)
			}
			value = line[i]
		}
		if value == "" && !slices.Contains(mayBeEmpty, name) {
			return mistake("%s has an empty value; give it one, or leave the flag out", name)
		}
	}
	return nil
}
