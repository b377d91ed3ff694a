package cargo

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// commands run programs, or change the machine.
var commands = rules.Set("run", "r", "install", "uninstall", "publish", "login", "init", "new", "add", "remove", "rm", "script", "fix", "miri", "clean", "config")

// rule reads the flags of cargo up to --, after which they are for tests.
func rule(args []string, _ func(string) bool) ([]string, error) {
	if len(args) > 0 && (strings.HasPrefix(args[0], "+") || commands[args[0]]) {
		return nil, rules.Refuse(rules.RunsCode, args[0], "chooses another toolchain, or does more than to build or test")
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
			return nil, rules.Refuse(rules.RunsCode, word, "makes cargo take another configuration, which may name programs")
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
