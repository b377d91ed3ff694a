package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// parse parses a command line, arranged. Of many arguments kong sees the first: it copies all that are left for each
// one that it takes, which for ten thousand files is as much work as formatting hundreds of them.
func parse(parser *kong.Kong, args []string) (*kong.Context, error) {
	verb, line, rest := separated(parser.Model, args)
	if verb == nil && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return nil, unknownVerb(parser.Model, args[0])
	}
	if verb != nil {
		if err := checkValues(parser.Model, verb, line); err != nil {
			return nil, err
		}
	}
	var more []string
	if len(rest) > 1 && takesMany(verb) {
		rest, more = rest[:1], rest[1:]
	}
	var repeated map[*kong.Flag][]string
	if verb != nil {
		line, repeated = firstOfEach(slices.Concat(parser.Model.Flags, verb.Flags), line)
	}
	parsed, err := parser.Parse(joined(line, rest))
	if err != nil {
		return parsed, err
	}
	if len(more) > 0 {
		appendTo(parsed.Selected().Positional[0].Target, more)
	}
	for flag, values := range repeated {
		appendTo(flag.Target, values)
	}
	return parsed, nil
}

func unknownVerb(app *kong.Application, name string) error {
	var verbs []string
	for _, verb := range app.Children {
		verbs = append(verbs, verb.Name)
	}
	if name == "" {
		return mistake("the verb is empty; `autofix help` lists them")
	}
	return mistake("unknown verb %s%s; `autofix help` lists them", name, didYouMean(name, verbs))
}

func appendTo(all reflect.Value, more []string) {
	all.Set(reflect.AppendSlice(all, reflect.ValueOf(more)))
}

// firstOfEach returns a line of separated with each of flags that takes plain
// strings once, and the values of the others.
func firstOfEach(flags []*kong.Flag, line []string) (short []string, repeated map[*kong.Flag][]string) {
	many := map[string]*kong.Flag{}
	for _, flag := range flags {
		if flag.Target.Type() == reflect.TypeFor[[]string]() && flag.Tag.Sep == -1 && flag.Tag.Enum == "" {
			for _, name := range append(flag.Aliases, flag.Name) {
				many["--"+name] = flag
			}
		}
	}
	taking := valueFlags(flags)
	repeated = map[*kong.Flag][]string{}
	seen := map[*kong.Flag]bool{}
	for i := 0; i < len(line); i++ {
		name, value, assigned := strings.Cut(line[i], "=")
		flag := many[name]
		follows := !assigned && taking[line[i]] && i+1 < len(line)
		switch {
		case flag == nil || !seen[flag] || !assigned && !follows:
			short = append(short, line[i])
			if follows {
				i++
				short = append(short, line[i])
			}
			if flag != nil {
				seen[flag] = true
			}
		case follows:
			i++
			repeated[flag] = append(repeated[flag], line[i])
		default:
			repeated[flag] = append(repeated[flag], value)
		}
	}
	return short, repeated
}

// takesMany reports whether all arguments of a verb become one list of strings.
func takesMany(verb *kong.Node) bool {
	return len(verb.Positional) == 1 && verb.Positional[0].Target.Type() == reflect.TypeFor[[]string]()
}

// arranged returns a command line with the flags before all other arguments: kong takes no argument after the flag that
// follows the first one, as in `fix a --mode=diff b`. What follows a -- is no flag. A command line whose verb is unknown
// stays as it is, for kong to refuse.
func arranged(app *kong.Application, args []string) []string {
	_, line, rest := separated(app, args)
	return joined(line, rest)
}

func joined(line, rest []string) []string {
	if len(rest) == 0 {
		return line
	}
	return append(append(line, "--"), rest...)
}

// separated returns a command line with its verb and flags alone, and all other arguments. Where the verb is unknown, it
// is nil, and the whole line comes back.
func separated(app *kong.Application, args []string) (verb *kong.Node, line, rest []string) {
	taking := valueFlags(app.Flags)
	var flags []string
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
				return nil, args, nil
			}
			verb = app.Children[at]
			for flag := range valueFlags(verb.Flags) {
				taking[flag] = true
			}
		}
	}
	if verb == nil {
		return nil, args, nil
	}
	return verb, append([]string{verb.Name}, flags...), rest
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
