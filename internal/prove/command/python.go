package command

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// pythonTool reads the flags of Python up to -m and its module, or up to a
// file. The returned words leave out flags that do not change the code that
// runs.
func pythonTool(args []string, _ *Policy) ([]string, error) {
	for at := 0; at < len(args); at++ {
		word := args[at]
		switch {
		case word == "-m" && at+1 < len(args):
			module, rest := args[at+1], args[at+2:]
			if r := ofModule(module); r != nil {
				if _, err := r.Rule(rest, dangerous); err != nil {
					return nil, err
				}
			}
			return slices.Concat([]string{"-m", module}, rest), nil
		case word == "-X" && slices.Contains([]string{"dev", "utf8", "utf8=1", "faulthandler", "tracemalloc", "importtime"}, rules.Following(args, at)):
			at++
		case word == "-W" && !strings.Contains(rules.Following(args, at), "."):
			at++
		case slices.Contains([]string{"-B", "-I", "-E", "-s", "-u", "-b", "-bb", "-O", "-OO", "-P", "-Xdev", "-Xutf8"}, word):
		case strings.HasPrefix(word, "-"):
			return nil, rules.Refuse(rules.RunsCode, word, "this flag of Python is not one of those that are known to run no other code")
		default:
			return args[at:], rules.Local(word, word)
		}
	}
	return nil, rules.Refuse(rules.RunsCode, "", "without a module or a file, Python reads code from standard input")
}

// ofModule returns the runner that is a module of Python, or nil.
func ofModule(name string) *results.Runner {
	for _, r := range runners.All {
		if slices.Contains(r.Modules, name) {
			return r
		}
	}
	return nil
}
