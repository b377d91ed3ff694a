package unittest

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// rule reads the flags of unittest: the folders to look for tests are of the
// tree.
func rule(args []string, _ func(string) bool) ([]string, error) {
	for at, word := range args {
		name, value, has := strings.Cut(word, "=")
		if !has {
			value = rules.Following(args, at)
		}
		if len(word) > 2 && (strings.HasPrefix(word, "-s") || strings.HasPrefix(word, "-t")) && !has {
			name, value = word[:2], word[2:]
		}
		if slices.Contains([]string{"-s", "-t", "--start-directory", "--top-level-directory"}, name) {
			if err := rules.Local(word, value); err != nil {
				return nil, err
			}
		}
		if strings.ContainsAny(word, `/\`) && !strings.HasPrefix(word, "-") {
			if err := rules.Local(word, word); err != nil {
				return nil, err
			}
		}
	}
	return args, nil
}
