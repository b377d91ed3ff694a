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
			takesNext, err := short(word, rules.Following(args, at))
			if err != nil {
				return nil, err
			}
			if takesNext {
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

// The short flags that matter.
const (
	configuring = "co" // take another configuration
	valued      = "pkmrnW"
)

// short reads short flags that are together in one word, up to one with a
// value: the rest of the word or, if there is none, the next word.
func short(word, next string) (takesNext bool, err error) {
	at := strings.IndexAny(word, configuring+valued)
	switch {
	case at < 0:
		return false, nil
	case strings.IndexByte(configuring, word[at]) >= 0:
		return false, rules.Refuse(rules.RunsCode, word, "makes pytest take another configuration")
	}
	value := word[at+1:]
	if takesNext = value == ""; takesNext {
		value = next
	}
	if word[at] == 'p' && !strings.HasPrefix(value, "no:") {
		return false, rules.Refuse(rules.RunsCode, word, "makes pytest load a plugin")
	}
	return takesNext, nil
}
