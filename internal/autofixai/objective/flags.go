package objective

import "strings"

// A given is a flag of a command, perhaps with its value.
type given struct{ name, value string }

// parseFlags splits the arguments of a program into flags and operands. Names
// of flags have their dashes: --name, -n, or -name if there is such a flag. A
// cluster of letters is several flags; the last one may have a value. why is
// the reason if a flag is unknown, or has no value and needs one. curl has no
// --name=value.
func parseFlags(program string, args []string, about func(name string) (valued, known bool)) (flags []given, operands []string, why string) {
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		if !strings.HasPrefix(word, "-") || word == "-" {
			operands = append(operands, word)
			continue
		}
		for _, flag := range flagsIn(word, about) {
			valued, known := about(flag.name)
			switch {
			case !known || flag.joined && (!valued || program == "curl" && strings.HasPrefix(word, "--")):
				return nil, nil, "the flag " + word + " is not accepted"
			case valued && !flag.joined && len(args) == 0:
				return nil, nil, "the flag " + word + " has no value"
			case valued && !flag.joined:
				flag.value, args = args[0], args[1:]
			}
			flags = append(flags, flag.given)
		}
	}
	return flags, operands, ""
}

// A written flag has its value in the same word, or not.
type written struct {
	given
	joined bool
}

// flagsIn returns the flags of a word.
func flagsIn(word string, about func(name string) (valued, known bool)) []written {
	if _, whole := about(word); whole {
		return []written{{given: given{name: word}}}
	}
	if strings.HasPrefix(word, "--") {
		name, value, joined := strings.Cut(word, "=")
		return []written{{given{name, value}, joined}}
	}
	var all []written
	for i := 1; i < len(word); i++ {
		flag := given{name: "-" + word[i:i+1]}
		if valued, _ := about(flag.name); valued && i+1 < len(word) {
			flag.value = word[i+1:]
			return append(all, written{flag, true})
		}
		all = append(all, written{given: flag})
	}
	return all
}
