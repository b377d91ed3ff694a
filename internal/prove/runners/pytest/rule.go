package pytest

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// refused are long flags of pytest and of its usual plugins that load code,
// take other configuration, run programs, or delete folders.
var refused = []string{
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

var short = shorts{refused: "co", valued: "pkmrnW"}

// rule reads the flags of pytest. A word with @ names a file of flags.
func rule(args []string, _ func(string) bool) ([]string, error) {
	for at := 0; at < len(args); at++ {
		word := args[at]
		switch name, _, _, isLong := rules.Long(word); {
		case strings.HasPrefix(word, "@"):
			return nil, rules.Refuse(rules.RunsCode, word, "the flags of a file are not known")
		case isLong && rules.Matches(name, refused):
			return nil, rules.Refuse(rules.RunsCode, word, "makes pytest load or run other code, or take another configuration")
		case isLong || word == "--" || word == "-":
		case strings.HasPrefix(word, "-"):
			if plugin, ok := pluginOf(word, rules.Following(args, at)); ok && !strings.HasPrefix(plugin, "no:") {
				return nil, rules.Refuse(rules.RunsCode, word, "makes pytest load a plugin")
			}
			bad, next := short.read(word)
			if bad != 0 {
				return nil, rules.Refuse(rules.RunsCode, word, "makes pytest take another configuration")
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
		case strings.IndexByte(short.valued, c) >= 0:
			return "", false
		}
	}
	return "", false
}
