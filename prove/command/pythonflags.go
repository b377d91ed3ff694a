package command

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/prove/command/rules"
)

// pytestRefused are long flags of pytest and of its usual plugins that load
// code, take other configuration, run programs, or delete folders.
var pytestRefused = []string{
	"config-file", "override-ini", "rootdir", "confcutdir", "noconftest", "pdb", "pdbcls", "trace", "basetemp", "cov-config", "tx", "px", "rsyncdir",
	"looponfail", "pastebin", "dc",
}

// shorts are the short flags of a program, which may be together in one word.
type shorts struct {
	refused string // flags that are refused
	valued  string // flags with a value, in the same word or the next
}

// read returns the flag that is refused in a word such as -xp, or 0, and
// whether the next word is the value of a flag.
func (s shorts) read(word string) (bad byte, next bool) {
	for i := 1; i < len(word); i++ {
		switch c := word[i]; {
		case strings.IndexByte(s.refused, c) >= 0:
			return c, false
		case strings.IndexByte(s.valued, c) >= 0:
			return 0, i == len(word)-1
		}
	}
	return 0, false
}

var pytestShorts = shorts{refused: "co", valued: "pkmrnW"}

// pytestTool reads the flags of pytest. A word with @ names a file of flags.
func pytestTool(args []string, _ *Policy) ([]string, error) {
	for at := 0; at < len(args); at++ {
		word := args[at]
		switch name, _, _, isLong := rules.Long(word); {
		case strings.HasPrefix(word, "@"):
			return nil, rules.Refuse(rules.RunsCode, word, "the flags of a file are not known")
		case isLong && rules.Matches(name, pytestRefused):
			return nil, rules.Refuse(rules.RunsCode, word, "it makes pytest load or run other code, or take another configuration")
		case isLong || word == "--" || word == "-":
		case strings.HasPrefix(word, "-"):
			if plugin, ok := pluginOf(word, rules.Following(args, at)); ok && !strings.HasPrefix(plugin, "no:") {
				return nil, rules.Refuse(rules.RunsCode, word, "it makes pytest load a plugin")
			}
			bad, next := pytestShorts.read(word)
			if bad != 0 {
				return nil, rules.Refuse(rules.RunsCode, word, "it makes pytest take another configuration")
			}
			if next {
				at++
			}
		case at == 0 || !strings.HasPrefix(args[at-1], "--") || strings.Contains(args[at-1], "="):
			file, _, _ := strings.Cut(word, "::")
			if err := rules.Local(word, file); err != nil {
				return nil, err
			}
		}
	}
	return args, nil
}

// pluginOf returns the value of -p in a word of short flags.
func pluginOf(word, next string) (string, bool) {
	for i := 1; i < len(word); i++ {
		switch c := word[i]; {
		case c == 'p' && i == len(word)-1:
			return next, true
		case c == 'p':
			return word[i+1:], true
		case strings.IndexByte(pytestShorts.valued, c) >= 0:
			return "", false
		}
	}
	return "", false
}

// pythonTool reads the flags of Python up to -m and its module, or up to a
// file. The returned words leave out flags that do not change the code that
// runs.
func pythonTool(args []string, p *Policy) ([]string, error) {
	for at := 0; at < len(args); at++ {
		word := args[at]
		switch {
		case word == "-m" && at+1 < len(args):
			module, rest := args[at+1], args[at+2:]
			if run := modules[module]; run != nil {
				if _, err := run(rest, p); err != nil {
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

// modules are modules of Python whose flags are known.
var modules = map[string]tool{"pytest": pytestTool, "unittest": unittestTool}

// unittestTool reads the flags of unittest: the folders to look for tests are of
// the tree.
func unittestTool(args []string, _ *Policy) ([]string, error) {
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
