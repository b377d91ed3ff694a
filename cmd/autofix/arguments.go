package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// arranged returns a command line with the flags before all other arguments: kong takes no argument after the flag that
// follows the first one, as in `fix a --mode=diff b`. What follows a -- is no flag. A command line whose verb is unknown
// stays as it is, for kong to refuse.
func arranged(app *kong.Application, args []string) []string {
	taking := valueFlags(app.Flags)
	var verb *kong.Node
	var flags, rest []string
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case strings.HasPrefix(arg, "-") && !(verb != nil && verb.Name == bazelFixVerb && isNegative(arg)):
			flags = append(flags, arg)
			if taking[arg] && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		case verb != nil:
			rest = append(rest, arg)
		default:
			at := slices.IndexFunc(app.Children, func(n *kong.Node) bool { return n.Name == arg })
			if at < 0 {
				return args
			}
			verb = app.Children[at]
			for flag := range valueFlags(verb.Flags) {
				taking[flag] = true
			}
		}
	}
	if verb == nil {
		return args
	}
	arranged := append([]string{verb.Name}, flags...)
	if len(rest) > 0 {
		arranged = append(append(arranged, "--"), rest...)
	}
	return arranged
}

// valueFlags returns the flags, with their dashes, that take the argument after them as their value.
func valueFlags(flags []*kong.Flag) map[string]bool {
	taking := map[string]bool{}
	for _, flag := range flags {
		if !flag.IsBool() && !flag.IsCounter() {
			for _, name := range append(flag.Aliases, flag.Name) {
				taking["--"+name] = true
			}
		}
	}
	return taking
}
