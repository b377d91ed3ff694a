package gotest

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// refused are flags of go that run programs or take other code, with or
// without a value in the same word.
var refused = []string{"exec", "toolexec", "overlay", "modfile", "vettool", "pkgdir", "asmflags", "gccgoflags", "compiler"}

// commands run other code than tests, or change the tree or the machine.
var commands = rules.Set("run", "generate", "tool", "install", "get", "env", "work", "telemetry", "bug", "fix", "clean", "fmt")

// rule reads the flags of go, which are -flag or --flag, with =value or a value
// in the next word. All words up to -args are read as flags, even if they may
// be values: a value that looks like a refused flag is refused.
func rule(args []string, _ func(string) bool) ([]string, error) {
	words := slices.Clone(args)
	for at := 0; at < len(args); at++ {
		word := args[at]
		rest, ok := strings.CutPrefix(word, "-")
		if !ok {
			continue
		}
		name, value, has := strings.Cut(strings.TrimPrefix(rest, "-"), "=")
		if !has {
			value = rules.Following(args, at)
		}
		switch {
		case name == "args":
			return commandWords(words)
		case rules.Matches(name, refused):
			return nil, rules.Refuse(rules.RunsCode, word, "the flag of go runs a program or replaces files of the tree")
		case name == "ldflags" && !linkerFlags(value), name == "gcflags" && !compilerFlags(value):
			return nil, rules.Refuse(rules.RunsCode, word, "the flags that it passes on may run a program; only -X, -s, -w, and -N, -l, -m are allowed")
		case name == "C":
			if err := rules.Local(word, value); err != nil {
				return nil, err
			}
			if at == 0 && !has {
				words = args[2:]
			} else if at == 0 {
				words = args[1:]
			}
		}
	}
	return commandWords(words)
}

// commandWords refuses commands of go.
func commandWords(words []string) ([]string, error) {
	if len(words) > 0 && commands[words[0]] {
		return nil, rules.Refuse(rules.RunsCode, words[0], "go "+words[0]+" does more than to build or test")
	}
	return words, nil
}

// passed returns the flags in a value such as "-s -w" or "pattern=-N -l".
// Quotes are not read, so a text with spaces counts as several.
func passed(value string) []string {
	if !strings.HasPrefix(value, "-") {
		_, value, _ = strings.Cut(value, "=")
	}
	return strings.Fields(value)
}

// linkerFlags reports whether a value has no flag but the usual ones, which set
// strings and leave out debug information.
func linkerFlags(value string) bool {
	fields := passed(value)
	for i, flag := range fields {
		switch {
		case flag == "-s" || flag == "-w" || flag == "-X" || strings.HasPrefix(flag, "-X="):
		case i > 0 && fields[i-1] == "-X" && !strings.HasPrefix(flag, "-"):
		default:
			return false
		}
	}
	return true
}

// compilerFlags reports whether a value has only flags that turn off
// optimizations or print what the compiler does.
func compilerFlags(value string) bool {
	for _, flag := range passed(value) {
		if !rules.Matches(flag, []string{"-N", "-l", "-l=4", "-m", "-m=2", "-e", "-B"}) {
			return false
		}
	}
	return true
}
