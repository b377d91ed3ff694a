package command

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/prove/command/rules"
)

// cargoCommands run programs, or change the machine.
var cargoCommands = rules.Set("run", "r", "install", "uninstall", "publish", "login", "init", "new", "add", "remove", "rm", "script", "fix", "miri", "clean", "config")

// cargoTool reads the flags of cargo up to --, after which they are for tests.
func cargoTool(args []string, _ *Policy) ([]string, error) {
	if len(args) > 0 && (strings.HasPrefix(args[0], "+") || cargoCommands[args[0]]) {
		return nil, rules.Refuse(rules.RunsCode, args[0], "it chooses another toolchain, or does more than to build or test")
	}
	for at, word := range args {
		if word == "--" {
			break
		}
		name, value, has := strings.Cut(word, "=")
		if !has {
			value = rules.Following(args, at)
		}
		switch {
		case name == "--config", strings.HasPrefix(word, "-Z"), name == "--unit-graph", name == "--artifact-dir", name == "--out-dir", name == "--target-dir", name == "--lockfile-path":
			return nil, rules.Refuse(rules.RunsCode, word, "it makes cargo take another configuration, which may name programs")
		case name == "--target" && strings.HasSuffix(value, ".json"):
			return nil, rules.Refuse(rules.RunsCode, word, "the description of a target may name programs")
		case name == "--manifest-path", name == "-C":
			if err := rules.Local(word, value); err != nil {
				return nil, err
			}
		case strings.HasPrefix(word, "-C"):
			return nil, rules.Refuse(rules.OutOfTree, word, "the folder must be a word of its own")
		}
	}
	return args, nil
}

// makeTool allows the flags of make that are known to run nothing else, targets,
// and assignments of variables that a command may set.
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
