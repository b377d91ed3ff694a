package main

import "path/filepath"

// An outputFlag is a flag with a file to write: "" is none, - is stdout.
type outputFlag struct{ flag, file string }

// claimStdout returns the environment for a verb with these outputs. One of
// them may be stdout, and then what people read goes to stderr. It refuses two
// outputs in one place. A printed that is not "" is the flag that has the verb
// print to stdout what programs read.
func (e *environment) claimStdout(printed string, outputs ...outputFlag) (*environment, error) {
	taken := map[string]string{} // by the file or "-", the flag that has it
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
			place = filepath.Clean(e.absolute(place))
		}
		if other, ok := taken[place]; ok {
			if place == "-" {
				return nil, mistake("%s and %s=- both go to stdout: name a file for %s", other, output.flag, output.flag)
			}
			return nil, mistake("%s and %s both go to %s: name another file for one of them", other, output.flag, output.file)
		}
		taken[place] = output.flag
		if place == "-" {
			taken[place] += "=-"
		}
	}
	if !claimed {
		return e, nil
	}
	apart := *e
	apart.data, apart.stdout, apart.color = e.stdout, e.stderr, false
	return &apart, nil
}
