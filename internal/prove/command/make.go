package command

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// makeTool allows the flags of make that are known to run nothing else,
// targets, and assignments of variables that a command may set.
func makeTool(args []string, p *Policy) ([]string, error) {
	var words []string
	for at := 0; at < len(args); at++ {
		word := args[at]
		switch {
		case slices.Contains([]string{"-k", "--keep-going", "-s", "--silent", "--quiet", "-B", "--always-make", "--no-print-directory", "-w", "-O", "--output-sync", "-j"}, word):
			if word == "-j" && isNumber(rules.Following(args, at)) {
				at++
			}
		case strings.HasPrefix(word, "-j") && isNumber(word[2:]), strings.HasPrefix(word, "--jobs=") && isNumber(word[7:]):
		case strings.HasPrefix(word, "-"):
			return nil, rules.Refuse(rules.RunsCode, word, "this flag of make is not one of those that are known to run nothing else")
		case assignment().MatchString(word):
			if err := p.checkAssignment(word); err != nil {
				return nil, err
			}
		case strings.ContainsAny(word, "=:"):
			return nil, rules.Refuse(rules.RunsCode, word, "this assignment may run a program")
		default:
			words = append(words, word)
		}
	}
	for _, target := range words {
		if strings.ContainsAny(target, `/\`) {
			return nil, rules.Refuse(rules.RunsCode, target, "a target that is a file may be made by a rule that is built in")
		}
	}
	return words, nil
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
