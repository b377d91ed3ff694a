package command

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// A tool knows the flags of a program. It always refuses words that run code
// other than the tests of the tree. It returns the words that say what the
// program does; a policy allows the command by these.
type tool func(args []string, p *Policy) (words []string, err error)

// others has the programs that are not test runners and whose flags are known,
// by their canonical names.
var others = map[string]tool{
	"npm": npm.read, "pnpm": pnpm.read, "yarn": yarn.read,
	"python": pythonTool, "make": makeTool,
	"bun": flagTool(bunFlags), "deno": flagTool(denoFlags), "ruby": flagTool(rubyFlags), "perl": flagTool(perlFlags), "php": flagTool(phpFlags), "lua": flagTool(luaFlags),
	"gradle": flagTool(gradleFlags), "mvn": flagTool(mvnFlags),
}

// toolOf returns what knows the flags of a program, or nil.
func toolOf(program string) tool {
	for _, r := range runners.All {
		if len(r.Programs) > 0 && r.Programs[0] == program && r.Rule != nil {
			return func(args []string, _ *Policy) ([]string, error) { return r.Rule(args, dangerous) }
		}
	}
	return others[program]
}

// flags are words that a program may not get.
type flags struct {
	words   map[string]bool // words that are not flags, such as commands
	long    []string        // --name or -name, without dashes; a * at the end is any rest
	short   string          // letters that may be anywhere in a word such as -xe
	first   string          // letters that may be followed by a value, as in -Dname
	nothing bool            // without arguments, the program reads code from standard input
}

var (
	bunFlags  = flags{words: rules.Set("x", "create", "exec", "repl"), long: []string{"eval", "print", "preload", "require", "import", "env-file", "config*", "define"}, short: "eprcd", nothing: true}
	denoFlags = flags{words: rules.Set("eval", "repl", "x", "install", "jupyter"), long: []string{"import-map", "config", "preload", "import", "env-file*", "v8-flags*"}, short: "c", nothing: true}
	rubyFlags = flags{long: []string{"require"}, short: "erICSx", nothing: true}
	perlFlags = flags{short: "eEMmIdxSpn", nothing: true}
	phpFlags  = flags{long: []string{"run", "process-*", "php-ini", "define", "zend-extension", "interactive"}, short: "rBREFdzcna", nothing: true}
	luaFlags  = flags{short: "eli", nothing: true}
	// Gradle and Maven take code by properties, too.
	gradleFlags = flags{long: []string{"init-script", "build-file", "settings-file", "include-build", "gradle-user-home", "project-dir", "system-prop*"}, first: "IbcgpD"}
	mvnFlags    = flags{long: []string{"file", "settings", "global-settings", "toolchains", "global-toolchains", "define"}, first: "fsgtD"}
)

// flagTool returns a tool that refuses flags, and is allowed by all its words.
func flagTool(f flags) tool {
	return func(args []string, _ *Policy) ([]string, error) {
		if f.nothing && len(args) == 0 {
			return nil, rules.Refuse(rules.RunsCode, "", "without arguments, the program reads code from standard input")
		}
		for _, word := range args {
			if word == "--" {
				break
			}
			if word == "-" || f.words[word] || f.has(word) {
				return nil, rules.Refuse(rules.RunsCode, word, "makes the program run or load other code")
			}
		}
		return args, nil
	}
}

// has reports whether a word is one of the flags.
func (f flags) has(word string) bool {
	rest, ok := strings.CutPrefix(word, "-")
	if !ok || rest == "" {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(rest, "-"), "=")
	if rules.Matches(name, f.long) {
		return true
	}
	return rest[0] != '-' && (strings.ContainsAny(rest, f.short) || strings.IndexByte(f.first, rest[0]) >= 0)
}
