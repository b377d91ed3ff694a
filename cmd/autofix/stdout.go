package main

import (
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// An outputFlag is a flag for an output file: "" means no file, - is stdout.
type outputFlag struct{ flag, file string }

// claimStdout returns the environment for a verb with these outputs. At most
// one of them may be stdout, and then output for people goes to stderr. Two
// outputs with the same destination are an error. If printed is not "", it is
// the flag that makes the verb print machine-readable output to stdout.
func (e *environment) claimStdout(printed string, outputs ...outputFlag) (*environment, error) {
	taken := map[string]string{} // the flag, by file or "-"
	if printed != "" {
		taken["-"] = printed
	}
	claimed := false
	for _, output := range outputs {
		place := output.file
		switch place {
		case "":
			continue
		case "-":
			claimed = true
		default:
			place = filepath.Clean(e.Absolute(place))
		}
		if other, ok := taken[place]; ok {
			if place == "-" {
				return nil, cli.Mistake("%s and %s=- both go to stdout: name a file for %s", other, output.flag, output.flag)
			}
			return nil, cli.Mistake("%s and %s both go to %s: name another file for one of them", other, output.flag, output.file)
		}
		taken[place] = output.flag
		if place == "-" {
			taken[place] += "=-"
		}
	}
	if !claimed {
		return e, nil
	}
	return e.apart(), nil
}

// apart returns an environment that reserves stdout for an output, and prints
// text for people to stderr.
func (e *environment) apart() *environment {
	apart := *e
	apart.data, apart.Stdout, apart.color, apart.read = e.Stdout, e.Stderr, false, false
	return &apart
}
