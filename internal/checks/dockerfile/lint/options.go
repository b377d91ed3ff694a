package lint

import "strings"

// Pipefail reports whether the command of a SHELL has the option pipefail.
func Pipefail(command []string) bool { return switchesOn(command, "pipefail", "") }

// Errexit reports whether the command of a SHELL has the option errexit, or -e.
func Errexit(command []string) bool { return switchesOn(command, "errexit", "e") }

// SetsPipefail reports whether a command is a set or a shopt -o that turns
// pipefail on.
func (c *Command) SetsPipefail() bool { return c.sets("pipefail", "") }

// sets reports whether a command is a set or a shopt -o that turns an option
// on, by name or letter.
func (c *Command) sets(option, letter string) bool {
	if c.Name != "set" && c.Name != "shopt" {
		return false
	}
	words := []string{c.Name}
	for _, a := range c.Args {
		words = append(words, a.Value)
	}
	return switchesOn(words, option, letter)
}

// switchesOn reports whether the words of a command turn a shell option on, as
// -o NAME or by its letter, if it has one. Words after -- are not options.
func switchesOn(command []string, option, letter string) bool {
	for i, word := range command {
		if word == "--" {
			break
		}
		letters, ok := strings.CutPrefix(word, "-")
		if !ok || strings.HasPrefix(letters, "-") {
			continue
		}
		if letter != "" && strings.Contains(letters, letter) {
			return true
		}
		if strings.HasSuffix(letters, "o") && i+1 < len(command) && command[i+1] == option {
			return true
		}
	}
	return false
}
