// Package adapters reads what checkers other than the built-in ones write, and takes it for an artifact only where it
// speaks of what they were given.
package adapters

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// formats has the function that reads each format of output.
var formats = map[string]func(output []byte) (*artifact.Artifact, error){
	"artifact": func(output []byte) (*artifact.Artifact, error) { return artifact.Decode(output) },
}

// Formats returns the names of the formats that Decode knows, sorted.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// Decode reads the output of a checker in a format. The artifact is valid, as artifact.Validate has it; whether it
// speaks of the right files is for Accept to judge.
func Decode(format string, output []byte) (*artifact.Artifact, error) {
	decode, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q: there is %s", format, strings.Join(Formats(), ", "))
	}
	return decode(output)
}
